//! `harena update`: newer versions of what is installed.

use super::add::{Leave, Wanted, feed_at, fetch_from_feed, one, store_of, take};
use crate::args::{Common, Update as Args};
use crate::catalog::Catalog;
use crate::failure::{Exit, Failure, Outcome};
use crate::out::Out;

/// Takes newer versions from a feed.
///
/// # Errors
/// No feed, a pack that is not installed, or whatever is wrong with what is there.
pub fn run(args: &Args, common: &Common, out: &Out) -> Outcome {
    let mut catalog = Catalog::open(common)?;
    let store = store_of(common)?;
    let feed = feed_at(&args.from)?;
    let installed = store.installed().map_err(one)?;
    if let Some(id) = args.wanted.iter().find(|id| installed.iter().all(|it| it.id != **id)) {
        return Err(Failure::usage(format!("`{id}` is not installed")));
    }
    let is_meant = |id: &String| args.wanted.is_empty() || args.wanted.contains(id);
    let newer = installed.iter().filter(|it| it.in_use && is_meant(&it.id)).filter_map(|it| {
        let newest =
            feed.0.versions(&it.id).into_iter().find(|entry| entry.version.pre.is_empty())?;
        (newest.version > it.version).then(|| format!("{}@>{}", it.id, it.version))
    });
    let packs: Vec<String> = newer.collect();
    if packs.is_empty() {
        if out.json {
            out.answer_json(&serde_json::json!({ "installed": false, "packs": [] }));
        } else {
            out.answer("Everything is as new as the feed has it.");
        }
        return Ok(Exit::Fine);
    }
    let fetched = fetch_from_feed(&feed, &Wanted { packs: &packs, key: None }, &catalog)?;
    take(fetched, &mut catalog, &store, (Leave::default(), common, out))
}
