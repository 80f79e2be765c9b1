//! Draws the window on a match in play, without a display:
//! `picture GAME FILE.png [NAME=VALUE]...`
//!
//! `actions=12` are taken at random from `seed=1`; `size=1280x800`, `scale=100` and `seats=2` say
//! how the window and the table look, `theme=light` is by day, `language=de` speaks German, `set=SETTING=VALUE` changes a
//! setting, `until=block` goes on until what is asked says so or a verb of this id leaves a choice, `screen=home` shows all games, `screen=setup` the settings of a match, `screen=workshop` the pack of the viewer or `pack=ID` with `sheet=ID` chosen, `screen=lab` a series of matches between such bots as `bots=random`, so many as `matches=200`, over the values of a setting with `over=ID`, `end=greedy`
//! lets such bots play the match to its end, `hits=3` lets bots play until an action strikes so often, or throws dice with `hits=0`. Then, in their order, `click=LABEL` clicks what is called so, `hover=LABEL` points at
//! it, `key=F` presses a key, and
//! `own=PACK` puts a pack into a folder where the workshop changes it, `hear=PACK` lets what was
//! saved there play and `compare=PACK` also waits for what that changes, `save=FILE` draws the
//! window as it is then, `prove=` plays the scenarios of the pack in the workshop, `scenario=NAME` shows the match of one, `look=WORDS` its first moment at which that is to be read, `review=` looks where a match turned that is over, `labels=` writes out what is to be read, `type=LABEL|LETTERS` types into a field,
//! `edit=PACK/PATH|FROM|TO` saves a file of a pack with a text in it replaced; `battle=25` plays back
//! what happened last and shows it in motion, after so many fiftieths of a second.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use harena_editor::panel::Screen;
use harena_engine::game::SettingValue;
use harena_pack::Pack;
use harena_tests::driver::{Opening, Window};
use harena_tests::house::{packs, shipped};

const USAGE: &str = "picture GAME FILE.png [NAME=VALUE]...";

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, file, options @ ..] = arguments.as_slice() else { return println!("{USAGE}") };
    let options: Vec<(&str, &str)> =
        options.iter().map(|option| option.split_once('=').unwrap_or((option, ""))).collect();
    let mut packs = if options.contains(&("screen", "home")) { shipped() } else { packs(game) };
    let owned = options.iter().find(|(name, _)| *name == "own");
    let folder = owned.and_then(|(_, pack)| own(&mut packs, pack).ok());
    let mut window = Window::opened(&packs, game, opening(&options));
    let named = options.iter().find(|(name, _)| *name == "actions");
    for _ in 0..named.and_then(|(_, n)| n.parse().ok()).unwrap_or(12u32) {
        if window.outcome().is_none() {
            window.click_any_option();
        }
    }
    for word in options.iter().filter_map(|(name, it)| (*name == "until").then_some(*it)) {
        go_on_until(&mut window, word);
    }
    if let Some((_, bot)) = options.iter().find(|(name, _)| *name == "end") {
        window.play_out(bot);
    }
    if let Some((_, hits)) = options.iter().find(|(name, _)| *name == "hits") {
        window.await_battle("greedy", hits.parse().unwrap_or(1));
    }
    match options.iter().find(|(name, _)| *name == "screen") {
        Some((_, "home")) => window.show(Screen::Home),
        Some((_, "setup")) => window.show(Screen::Setup),
        Some((_, "workshop")) => workshop(&mut window, &options),
        Some((_, "lab")) => {
            let named = |wanted: &str| options.iter().find(|(name, _)| *name == wanted);
            let n = named("matches").and_then(|(_, n)| n.parse().ok()).unwrap_or(200);
            let bots = named("bots").map_or("random", |(_, bots)| bots);
            window.play_series(bots, n, named("over").map(|(_, id)| *id));
        }
        Some(_) | None => {}
    }
    options.iter().for_each(|(name, value)| touch(&mut window, name, value));
    let battle = options.iter().find(|(name, _)| *name == "battle");
    let picture = match battle.and_then(|(_, n)| n.parse().ok()) {
        Some(n) => {
            window.play_back();
            window.run(n);
            window.snapshot()
        }
        None => window.picture(),
    };
    if let Some(folder) = folder {
        drop(window);
        let _ = std::fs::remove_dir_all(folder);
    }
    match picture.save(Path::new(file)) {
        Ok(()) => println!("{file}"),
        Err(error) => println!("{file}: {error}"),
    }
}

/// Puts a pack into a folder, where the workshop can change it.
fn own(packs: &mut [Arc<Pack>], id: &str) -> std::io::Result<PathBuf> {
    let root = std::env::temp_dir().join(format!("harena_picture_{}", std::process::id()));
    for pack in packs.iter_mut().filter(|pack| pack.id() == id) {
        for (path, content) in pack.tree.iter() {
            let place = root.join(id).join(path);
            std::fs::create_dir_all(place.parent().unwrap_or(&root))?;
            std::fs::write(place, content.bytes())?;
        }
        if let Ok(own) = Pack::open(&root.join(id)) {
            *pack = Arc::new(own);
        }
    }
    Ok(root)
}

/// Opens the workshop, and a pack and a sheet of it if they are named.
fn workshop(window: &mut Window, options: &[(&str, &str)]) {
    let named = |wanted: &str| options.iter().find(|(name, _)| *name == wanted).map(|(_, it)| *it);
    window.show(Screen::Home);
    match named("pack") {
        Some(pack) => window.open_workshop(pack),
        None => window.show(Screen::Workshop),
    }
    let sheets = window.sheets_with_forms();
    if let Some(sheet) = sheets.iter().find(|sheet| Some(sheet.id.as_str()) == named("sheet")) {
        window.choose_sheet(sheet);
    }
}

/// Takes options at random until the question has a word in it, or for long enough.
fn go_on_until(window: &mut Window, word: &str) {
    for _ in 0..600 {
        let asked = window.question().is_some_and(|it| it.to_lowercase().contains(word));
        if asked || offers(window, word) || window.outcome().is_some() {
            return;
        }
        window.click_any_option();
    }
}

/// Whether there is a choice under a verb of this name.
fn offers(window: &Window, verb: &str) -> bool {
    let Some(play) = &window.app().session.play else { return false };
    let Some(verb) = play.game.names.verbs.find(verb) else { return false };
    let Some(decision) = play.now().decision() else { return false };
    decision.groups.iter().any(|group| group.verb.index() == verb && group.count() > 1)
}

fn opening(options: &[(&str, &str)]) -> Opening {
    let mut opening = Opening { size: [1280.0, 800.0], ..Opening::default() };
    for (name, value) in options {
        let number = value.parse().unwrap_or(0u32);
        match *name {
            "seed" => opening.seed = u64::from(number),
            "scale" => opening.scale = number,
            "seats" => opening.n_seats = Some(number as u8),
            "covers" => opening.covers = true,
            "theme" => opening.light = *value == "light",
            "language" => opening.language = (*value).to_owned(),
            "size" => {
                let (width, height) = value.split_once('x').unwrap_or((value, "800"));
                let points = |text: &str| text.parse().unwrap_or(800.0);
                opening.size = [points(width), points(height)];
            }
            "set" => opening.settings.extend(setting(value)),
            _ => {}
        }
    }
    opening
}

fn setting(text: &str) -> Option<(String, SettingValue)> {
    let (name, value) = text.split_once('=')?;
    let value = match (value.parse::<i32>(), value) {
        (Ok(number), _) => SettingValue::Int(number),
        (Err(_), "true" | "false") => SettingValue::Bool(value == "true"),
        (Err(_), _) => SettingValue::Text(value.to_owned()),
    };
    Some((name.to_owned(), value))
}

fn touch(window: &mut Window, name: &str, value: &str) {
    match name {
        "click" => window.click(value),
        "hover" => window.hover(value),
        "key" => window.press(value),
        "prove" => window.await_proofs(),
        "review" => window.await_review(),
        "scenario" => window.show_scenario(value),
        "look" => println!("{value}: {}", window.look_for(value)),
        "labels" => window.labels().iter().for_each(|label| println!("{label}")),
        "type" => {
            if let Some((label, letters)) = value.split_once('|') {
                window.type_into(label, letters);
            }
        }
        "hear" => {
            let root = std::env::temp_dir().join(format!("harena_picture_{}", std::process::id()));
            window.hear_disk(value, &root);
        }
        "compare" => {
            let root = std::env::temp_dir().join(format!("harena_picture_{}", std::process::id()));
            window.hear_and_compare(value, &root);
        }
        "save" => match window.picture().save(Path::new(value)) {
            Ok(()) => println!("{value}"),
            Err(error) => println!("{value}: {error}"),
        },
        "edit" => {
            let mut parts = value.splitn(3, '|');
            let (Some(place), Some(from), Some(to)) = (parts.next(), parts.next(), parts.next())
            else {
                return println!("{USAGE}");
            };
            let Some((pack, path)) = place.split_once('/') else { return println!("{USAGE}") };
            window.edit(pack, path, from, to);
        }
        _ => {}
    }
}
