//! What scripts print while a match is played: the last lines, each with its place.

use harena_script::Print;

use super::Session;

/// So many lines are kept.
pub const MOST: usize = 200;

impl Session {
    /// Takes what scripts have printed since this was last asked.
    pub(super) fn hear(&mut self) {
        let Some(play) = &self.play else { return };
        self.printed.extend(play.host.take_prints());
        let extra = self.printed.len().saturating_sub(MOST);
        self.printed.drain(..extra);
    }

    /// Drops what was printed while something was only tried out: it has been told before, or
    /// never happened.
    pub(super) fn unhear(&self) {
        if let Some(play) = &self.play {
            play.host.take_prints();
        }
    }

    /// Forgets what was printed.
    pub fn clear_printed(&mut self) {
        self.printed.clear();
    }
}

/// Where a line was printed, as `pack/file.luau:12`.
pub fn place_of(print: &Print) -> String {
    format!("{}:{}", print.file, print.line)
}
