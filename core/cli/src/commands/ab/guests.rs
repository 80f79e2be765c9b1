//! Factions of other packs as one of the two that are compared.

use harena_script::Host;

use super::variants::Variant;
use crate::args::Common;
use crate::catalog::Catalog;
use crate::failure::Failure;

/// Lets guests join both sides: a folder of a side that brings a faction which the game as it is
/// does not have stands for that faction, at one table with what the other side names.
///
/// # Errors
/// A folder without a pack, or one that does not load.
pub fn seated(
    sides: &mut [Variant; 2],
    (game, base, common): (&str, &Host, &Common),
) -> Result<Common, Failure> {
    let mut common = common.clone();
    for side in sides {
        let [folder] = side.packs.as_slice() else { continue };
        if side.faction.is_some() {
            continue;
        }
        let mut catalog = Catalog::open(&common)?;
        let (chosen, _) = catalog.load(game)?;
        let id = catalog.add_pack(folder)?;
        if !catalog.library.get(&id).is_some_and(|pack| pack.joins_where_named()) {
            continue;
        }
        catalog.library.invite(&id);
        let (_, host) = catalog.load_named(&chosen.named)?;
        let is_known = |id: &str| base.menu().factions.iter().any(|it| it.id == id);
        let factions = &host.menu().factions;
        if let Some(new) = factions.iter().find(|it| it.pack == id && !is_known(&it.id)) {
            side.faction = Some(new.id.clone());
            common.with.push(folder.display().to_string());
            side.packs.clear();
        }
    }
    Ok(common)
}
