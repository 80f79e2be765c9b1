//! What a table may play differently, and what a faction must come to.

use crate::define::form::{
    Anything, Id, Int, List, Map, Named, One, Opt, Text, Under, Whole, form,
};
use crate::define::looks::Drawing;
use crate::define::names::sort;
use crate::define::words::SettingSort;

form! {
    Seats: "how many can play" {
        needs min: Int<u8, 1, 16>, "fewest seats";
        needs max: Int<u8, 1, 16>, "most seats";
    }

    Setting: "something a table may play differently" {
        needs id: Id, "its name";
        needs title: Text, "its name for people";
        may text: Text, "what it changes";
        may rule: Text, "the rule it touches";
        needs r#type: One<SettingSort>, "what values it takes";
        needs default: Anything, "its value unless somebody says otherwise";
        may min: Opt<Whole>, "the least value, or the fewest of a set";
        may max: Opt<Whole>, "the greatest value, or the most of a set";
        may choices: List<Text>, "its values, for a choice or a set";
        may sheets: Opt<Named<sort::Kind>>, "adds the ids of all sheets of this kind to the choices";
    }

    SettingGroup: "settings that stand together where a match is set up; others stand under Rules" {
        needs title: Text, "its head";
        may icon: Drawing, "a named drawing beside its head";
        needs settings: List<Named<sort::Setting>>, "its settings";
    }

    Preset: "a named set of settings" {
        needs id: Id, "its name";
        needs title: Text, "its name for people";
        may text: Text, "what it is for";
        needs settings: Under<sort::Setting, Anything>, "the settings it changes";
    }

    Persona: "a character that bots can play with: what it likes better or less than `score`" {
        needs id: Id, "its name, as in `--bots persona:NAME`";
        needs title: Text, "its name for people";
        may text: Text, "how it plays";
        may weights: Under<sort::ScorePart, Int<i32, -1000, 1000>>,
            "what it weighs parts of `score` with, in percent; 100 is as it is";
        may sheets: Map<Whole>, "what each own piece of a sheet on the board adds, by its id";
    }

    Total: "how many sheets of some kinds a faction has, copies and all; others are told" {
        may kinds: List<Named<sort::Kind>>, "which kinds; all if left out";
        may least: Opt<Whole>, "no fewer than this";
        may most: Opt<Whole>, "no more than this";
        may title: Text, "what they are called, such as tiles";
        may rule: Text, "the rule that says so";
    }
}
