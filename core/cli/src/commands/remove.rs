//! `harena remove`: an installed pack, or one version of it.

use harena_pack::Version;
use serde_json::json;

use super::add::{one, store_of};
use crate::args::{Common, Remove as Args};
use crate::failure::{Exit, Failure, Outcome};
use crate::out::Out;

/// Removes what was installed.
///
/// # Errors
/// It is not installed, or was changed since.
pub fn run(args: &Args, common: &Common, out: &Out) -> Outcome {
    let (id, version) = match args.pack.split_once('@') {
        None => (args.pack.as_str(), None),
        Some((id, version)) => {
            let version = Version::parse(version);
            let sentence = |_| {
                let message = format!("`{}` asks for no version: write ID or ID@1.2.0", args.pack);
                Failure::usage(message)
            };
            (id, Some(version.map_err(sentence)?))
        }
    };
    let store = store_of(common)?;
    let removed = store.remove(id, version.as_ref()).map_err(one)?;
    let left = store.installed().map_err(one)?;
    let used = left.iter().find(|it| it.id == id && it.in_use);
    if out.json {
        let used = used.map(|it| it.version.to_string());
        out.answer_json(&json!({ "removed": removed, "used": used }));
        return Ok(Exit::Fine);
    }
    for it in &removed {
        out.answer(&format!("removed {} {}", it.id, it.version));
    }
    if let Some(it) = used.filter(|_| removed.iter().any(|it| it.in_use)) {
        out.answer(&format!("{} {} is used now", it.id, it.version));
    }
    Ok(Exit::Fine)
}
