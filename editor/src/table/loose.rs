//! Cells that may be chosen in any order: any of the cells still open in some option will do.

use harena_engine::board::{Cell, CellSet};
use harena_engine::decision::Action;
use harena_engine::game::ArgKind;

use super::{Click, Situation, Table};

/// Groups with more options are chosen from in the order of their arguments.
const MOST_SEARCHED: u64 = 5000;

impl Table {
    /// The cells that can be chosen now, where the verb takes them in any order.
    pub fn loose_cells(&self, at: Situation) -> Option<CellSet> {
        let options = self.loose_options(at)?;
        let open = options.iter().flat_map(|option| self.open_cells(option));
        let cells = open.filter(|cell| !self.loose.contains(cell));
        Some(cells.filter_map(|cell| u16::try_from(cell).ok()).map(Cell).collect())
    }

    /// A click on a cell, where the verb takes its cells in any order. A second click takes a
    /// cell back.
    pub(super) fn click_loose(&mut self, at: Situation, cell: Cell) -> Option<Click> {
        let options = self.loose_options(at)?;
        let value = i32::from(cell.0);
        if let Some(place) = self.loose.iter().position(|other| *other == value) {
            self.loose.remove(place);
            return Some(Click::Drafts);
        }
        let fitting: Vec<&Action> =
            options.iter().filter(|option| self.open_cells(option).contains(&value)).collect();
        let Some(first) = fitting.first() else {
            return (!self.loose.is_empty()).then(|| self.refused(at, &[(ArgKind::Cell, value)]));
        };
        self.complaint.clear();
        if self.open_cells(first).len() == self.loose.len() + 1 {
            return Some(Click::Acts(**first));
        }
        self.loose.push(value);
        Some(Click::Drafts)
    }

    /// The options that hold all cells chosen so far; nothing where order counts.
    fn loose_options(&self, at: Situation) -> Option<Vec<Action>> {
        let verb = self.draft.verb?;
        let kinds = at.game.verbs.get(verb.index())?.get(self.draft.args.len()..)?;
        let any_order = at.unordered.get(verb.index()).copied().unwrap_or(false);
        if !any_order || kinds.len() < 2 || kinds.iter().any(|kind| *kind != ArgKind::Cell) {
            return None;
        }
        let groups = at
            .decision
            .groups
            .iter()
            .filter(|group| group.verb == verb && group.begins_with(&self.draft.args));
        let mut options = Vec::new();
        for group in groups {
            if group.count() > MOST_SEARCHED {
                return None;
            }
            options.extend((0..group.count()).filter_map(|index| group.option(index)));
        }
        options.retain(|option| {
            let open = self.open_cells(option);
            option.args.as_slice().starts_with(&self.draft.args)
                && self.loose.iter().all(|cell| open.contains(cell))
        });
        Some(options)
    }

    /// The cells of an option after what is chosen in order.
    fn open_cells(&self, option: &Action) -> Vec<i32> {
        option.args.as_slice().get(self.draft.args.len()..).unwrap_or(&[]).to_vec()
    }
}
