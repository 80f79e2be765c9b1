//! The page of a sheet: what it says, and which pack changed what.

use harena_pack::did_you_mean;
use harena_script::{Host, SheetFacts};
use serde_json::Value;

use crate::failure::Failure;

/// The pages of the sheets with this id or title, or of the one called `pack/id`.
///
/// # Errors
/// The game has no such sheet; the nearest name is told.
pub(super) fn page(host: &Host, game: &str, word: &str) -> Result<String, Failure> {
    let sheets = host.sheets();
    let whole = |it: &SheetFacts| format!("{}/{}", it.pack, it.id);
    let is_it = |it: &&SheetFacts| {
        it.id == word || it.title.eq_ignore_ascii_case(word) || whole(it) == word
    };
    let pages: Vec<String> = sheets.iter().filter(is_it).map(|it| of_sheet(host, it)).collect();
    if !pages.is_empty() {
        return Ok(pages.join("\n\n"));
    }
    let ids = sheets.iter().flat_map(|it| [it.id.clone(), whole(it)]).collect::<Vec<_>>();
    let near = did_you_mean(word, ids.iter().map(String::as_str));
    Err(Failure::usage(format!("no sheet of `{game}` is called `{word}`{near}")))
}

fn of_sheet(host: &Host, sheet: &SheetFacts) -> String {
    let SheetFacts { pack, path, kind, id, title, fields } = sheet;
    let mut page = format!("# {title}\n\n{kind} `{id}` of `{pack}`, written in {pack}/{path}\n");
    page += "\n| field | value | changed |\n| --- | --- | --- |\n";
    for (name, value) in fields.as_object().into_iter().flatten().filter(|it| !it.1.is_null()) {
        let value = if let Value::String(text) = value { text.clone() } else { value.to_string() };
        let changed = changes(host, &format!("{pack}/{id}.{name}"));
        page += &format!("| {name} | {} | {changed} |\n", value.replace(['|', '\n'], " "));
    }
    page.trim_end().to_owned()
}

/// Who changed a field, and how.
fn changes(host: &Host, field: &str) -> String {
    let is_of = |what: &str| {
        what.strip_prefix(field).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let told = host.changed().iter().filter(|it| is_of(&it.what) && it.lost_to.is_none());
    let sentence = |it: &harena_script::Changed| {
        let kind = host.packs().iter().find(|pack| pack.id() == it.by);
        let kind = kind.map_or_else(String::new, |pack| format!("{} ", pack.manifest.kind));
        let inner = it.what.strip_prefix(field).unwrap_or_default().trim_start_matches('.');
        format!("{} by {kind}{}", it.sentence(inner).trim_start(), it.by)
    };
    told.map(sentence).collect::<Vec<_>>().join("; ")
}
