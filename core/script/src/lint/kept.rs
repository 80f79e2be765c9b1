//! What functions change outside themselves, to be compared with what outlives the loading.
//!
//! A function in a step may change a variable of the function around it: both end with the step.
//! Where such a function is reached by what a module returns, the variable outlives every step.

use harena_pack::codes;
use harena_pack::{Place, Problem};

use super::facts::Body;

/// The functions of a file that change variables outside themselves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kept(Vec<Body>);

impl Kept {
    pub(super) fn new(mut bodies: Vec<Body>) -> Kept {
        bodies.retain(|body| !body.changes.is_empty());
        Kept(bodies)
    }

    /// Where a function that begins in a line changes one of the variables it sees. Of several
    /// functions in one line any may be meant.
    pub fn change(&self, line: u32, variable: &str) -> Option<Place> {
        let meant = self.0.iter().filter(|body| (body.lines.0..=body.lines.1).contains(&line));
        let mut changes = meant.flat_map(|body| &body.changes);
        changes.find(|(name, _)| name == variable).map(|(_, place)| *place)
    }
}

/// What is wrong with a function that outlives the loading and changes a variable.
pub(crate) fn problem(variable: &str) -> Problem {
    let message = format!("`{variable}` would be kept between calls");
    let hint = "keep it in the match, as a counter, marker or variable";
    Problem::error(codes::KEPT_IN_LOCAL, message).hint(hint)
}
