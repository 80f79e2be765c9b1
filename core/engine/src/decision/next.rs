//! Building an option argument by argument: what may follow the arguments chosen so far.

use std::collections::BTreeSet;

use super::{Dimension, Group, Listed};

/// The most numbers of a range that are listed one by one.
const MAX_RANGE: i64 = 400;

/// The values the next argument of an option can take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// These, in rising order.
    List(Vec<i32>),
    /// What can be put together from a list.
    Listed(Listed),
    /// A moment on a running clock, in milliseconds from the first to the second.
    Clock(i32, i32),
}

impl Values {
    /// Whether a single value is among them. What is put together from a list is not picked.
    pub fn offers(&self, value: i32) -> bool {
        match self {
            Values::List(list) => list.binary_search(&value).is_ok(),
            Values::Clock(from, to) => (*from..=*to).contains(&value),
            Values::Listed(_) => false,
        }
    }

    /// The value, where there is no choice.
    pub fn only(&self) -> Option<i32> {
        match self {
            Values::List(list) => match list.as_slice() {
                [only] => Some(*only),
                _ => None,
            },
            Values::Listed(listed) => listed.only(),
            Values::Clock(..) => None,
        }
    }

    /// Adds the values another group offers at the same place.
    pub fn join(&mut self, more: Values) {
        if let (Values::List(list), Values::List(more)) = (&mut *self, more) {
            list.extend(more);
            list.sort_unstable();
            list.dedup();
        }
    }
}

impl Group {
    /// Whether some option begins with these arguments.
    pub fn begins_with(&self, args: &[i32]) -> bool {
        let mut rest = args;
        for dimension in &self.dimensions {
            if rest.is_empty() {
                return true;
            }
            match rest.split_at_checked(dimension.width()) {
                Some((own, after)) if dimension.find(own).is_some() => rest = after,
                Some(_) => return false,
                None => return !rows_after(dimension, rest).is_empty(),
            }
        }
        rest.is_empty()
    }

    /// The values of the argument that follows these, with which some option must begin; nothing
    /// if the option ends here.
    pub fn next_values(&self, args: &[i32]) -> Option<Values> {
        let mut rest = args;
        for dimension in &self.dimensions {
            match rest.split_at_checked(dimension.width()) {
                Some((_, after)) if !rest.is_empty() => rest = after,
                _ => return Some(values_of(dimension, rest)),
            }
        }
        None
    }
}

fn values_of(dimension: &Dimension, begun: &[i32]) -> Values {
    Values::List(match dimension {
        Dimension::One(value) => vec![*value],
        Dimension::Many(values) => values.clone(),
        Dimension::Cells(cells) => cells.iter().map(|cell| i32::from(cell.0)).collect(),
        Dimension::Facings(mask) => (0..16).filter(|bit| mask & (1 << bit) != 0).collect(),
        Dimension::Range(low, high) => {
            let high = i64::from(*high).min(i64::from(*low) + MAX_RANGE);
            (*low..=high as i32).collect()
        }
        Dimension::Rows { .. } => rows_after(dimension, begun),
        Dimension::Listed(listed) => return Values::Listed(listed.clone()),
        Dimension::Clock(from, to) => return Values::Clock(*from, *to),
    })
}

/// What may follow the beginning of a row, in rising order, none twice.
fn rows_after(dimension: &Dimension, begun: &[i32]) -> Vec<i32> {
    let Dimension::Rows { values, .. } = dimension else { return Vec::new() };
    let rows = values.chunks(dimension.width()).filter(|row| row.starts_with(begun));
    let next: BTreeSet<i32> = rows.filter_map(|row| row.get(begun.len()).copied()).collect();
    next.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::Form;
    use crate::game::ArgKind;
    use crate::id::VerbId;

    fn rows() -> Group {
        let rows = Dimension::Rows { width: 2, values: vec![4, 1, 5, 0, 5, 1] };
        Group { verb: VerbId(0), dimensions: vec![Dimension::One(7), rows] }
    }

    #[test]
    fn options_are_built_argument_by_argument() {
        let (group, list) = (rows(), |values: &[i32]| Some(Values::List(values.to_vec())));
        for (args, next) in [
            (&[][..], list(&[7])),
            (&[7], list(&[4, 5])),
            (&[7, 5], list(&[0, 1])),
            (&[7, 5, 0], None),
        ] {
            assert!(group.begins_with(args), "{args:?}");
            assert_eq!(group.next_values(args), next, "{args:?}");
        }
        for wrong in [&[8][..], &[7, 6], &[7, 4, 0], &[7, 5, 0, 1]] {
            assert!(!group.begins_with(wrong), "{wrong:?}");
        }
    }

    #[test]
    fn lists_are_joined_in_order_and_without_doubles() {
        let mut values = Values::List(vec![1, 4]);
        values.join(Values::List(vec![2, 4]));
        assert_eq!(values, Values::List(vec![1, 2, 4]));
        assert!(values.offers(2) && !values.offers(3));
        assert_eq!((values.only(), Values::List(vec![3]).only()), (None, Some(3)));
        let order = Listed { of: vec![4, 5, 6], kind: ArgKind::Number, form: Form::Order };
        assert!(!Values::Listed(order).offers(0), "it is put together, not picked");
        assert!(Values::Clock(100, 200).offers(150) && !Values::Clock(100, 200).offers(99));
    }
}
