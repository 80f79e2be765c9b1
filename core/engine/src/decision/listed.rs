//! Values put together from a list: some of it, an order of it, or amounts for its places.

use serde::{Deserialize, Serialize};

use super::rank::{
    choice_count, choice_from_rank, choice_rank, order_count, order_from_rank, order_rank,
    spread_count, spread_fits, spread_from_rank, spread_rank,
};
use crate::game::ArgKind;

/// The most values of which several can be chosen.
pub const MAX_SEVERAL: usize = 30;
/// The most things that can be put in order.
pub const MAX_ORDER: usize = 12;

/// Values that are put together from a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed {
    /// The list; empty for amounts whose slots have no names.
    pub of: Vec<i32>,
    /// What the values of the list are.
    pub kind: ArgKind,
    /// What is made of the list.
    pub form: Form,
}

/// What is made of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Form {
    /// Some of it: a bit mask over its places. At most [`MAX_SEVERAL`] values.
    Several {
        /// How many at least.
        min: u8,
        /// How many at most.
        max: u8,
    },
    /// An order of it, at most [`MAX_ORDER`] values, as a rank; rank 0 is the list itself.
    Order,
    /// An amount for each of its places, all adding up to a total, as a rank.
    Spread {
        /// What the amounts add up to.
        total: u8,
        /// The most each place can take.
        caps: Vec<u8>,
    },
}

impl Listed {
    /// How many values there are.
    pub fn count(&self) -> u64 {
        match &self.form {
            Form::Several { min, max } => choice_count(self.of.len(), *min, *max),
            Form::Order => order_count(self.of.len() as u8),
            Form::Spread { total, caps } => spread_count(*total, caps),
        }
    }

    /// Whether there is no value.
    pub fn is_empty(&self) -> bool {
        match &self.form {
            Form::Several { .. } | Form::Order => self.count() == 0,
            Form::Spread { total, caps } => !spread_fits(*total, caps),
        }
    }

    /// The value, where there is no choice.
    pub fn only(&self) -> Option<i32> {
        let value = || i32::try_from(self.nth(0)).ok();
        (self.count() == 1).then(value).flatten()
    }

    /// The value with this number, which must be below the count.
    pub(super) fn nth(&self, number: u64) -> u64 {
        match &self.form {
            Form::Several { min, max } => {
                choice_from_rank(self.of.len(), *min, *max, number).into()
            }
            Form::Order | Form::Spread { .. } => number,
        }
    }

    /// The number of a value, if it is one of these.
    pub(super) fn find(&self, value: i32) -> Option<u64> {
        match &self.form {
            Form::Several { min, max } => {
                choice_rank(self.of.len(), *min, *max, u32::try_from(value).ok()?)
            }
            Form::Order | Form::Spread { .. } => {
                u64::try_from(value).ok().filter(|rank| *rank < self.count())
            }
        }
    }

    /// A value written out: what was chosen, the things in their order, or the amount for each
    /// place. Nothing for what is no value of these.
    pub fn written_out(&self, value: i32) -> Option<Vec<i32>> {
        self.find(value)?;
        let pick = |at: usize| self.of.get(at).copied().unwrap_or(0);
        Some(match &self.form {
            Form::Several { .. } => {
                (0..self.of.len()).filter(|at| value & (1 << at) != 0).map(pick).collect()
            }
            Form::Order => {
                let order = order_from_rank(self.of.len() as u8, value as u64);
                order.into_iter().map(|at| pick(at.into())).collect()
            }
            Form::Spread { total, caps } => {
                spread_from_rank(*total, caps, value as u64).into_iter().map(i32::from).collect()
            }
        })
    }

    /// The value that [`Listed::written_out`] writes so; choices may be written in any order.
    pub fn value_of(&self, written: &[i32]) -> Option<i32> {
        let place = |value: &i32| self.of.iter().position(|other| other == value);
        let places = || written.iter().map(place).collect::<Option<Vec<usize>>>();
        let value = match &self.form {
            Form::Several { .. } => {
                let places = places()?;
                let mask = places.iter().fold(0, |mask, at| mask | 1i32 << at.min(&MAX_SEVERAL));
                (mask.count_ones() as usize == places.len()).then_some(mask)?
            }
            Form::Order => {
                let order: Vec<u8> = places()?.into_iter().map(|at| at as u8).collect();
                let rank = order_rank(&order).filter(|_| order.len() == self.of.len())?;
                i32::try_from(rank).ok()?
            }
            Form::Spread { total, caps } => {
                let amounts = written.iter().map(|n| u8::try_from(*n).ok());
                let amounts = amounts.collect::<Option<Vec<u8>>>()?;
                i32::try_from(spread_rank(*total, caps, &amounts)?).ok()?
            }
        };
        self.find(value).map(|_| value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(form: Form) -> Listed {
        Listed { of: vec![40, 7, 12], kind: ArgKind::Piece, form }
    }

    /// Checks a value and what it is written out as, there and back.
    fn check_written(listed: &Listed, value: i32, written: &[i32]) {
        assert_eq!(listed.written_out(value).as_deref(), Some(written));
        assert_eq!(listed.value_of(written), Some(value));
    }

    #[test]
    fn choices_orders_and_spreads_are_written_out() {
        let several = listed(Form::Several { min: 0, max: 2 });
        check_written(&several, 0, &[]);
        check_written(&several, 0b101, &[40, 12]);
        assert_eq!(several.value_of(&[12, 40]), Some(0b101), "in any order");
        for wrong in [&[40, 40][..], &[40, 7, 12], &[8]] {
            assert_eq!(several.value_of(wrong), None, "{wrong:?}");
        }
        let order = listed(Form::Order);
        check_written(&order, 0, &[40, 7, 12]);
        check_written(&order, 5, &[12, 7, 40]);
        assert_eq!((order.value_of(&[40, 7]), order.written_out(6)), (None, None));
        let spread = listed(Form::Spread { total: 3, caps: vec![2, 9, 1] });
        check_written(&spread, 0, &[0, 2, 1]);
        check_written(&spread, 4, &[2, 0, 1]);
        check_written(&spread, 5, &[2, 1, 0]);
        assert_eq!((spread.value_of(&[3, 0, 0]), spread.value_of(&[1, 1, 0])), (None, None));
    }

    #[test]
    fn where_there_is_no_choice_the_value_is_known() {
        let check = |n: usize, form: Form, expected: Option<i32>| {
            let of = vec![40, 7, 12].into_iter().take(n).collect();
            assert_eq!(Listed { of, kind: ArgKind::Piece, form }.only(), expected);
        };
        check(1, Form::Order, Some(0));
        check(2, Form::Order, None);
        check(3, Form::Several { min: 0, max: 0 }, Some(0));
        check(3, Form::Several { min: 3, max: 3 }, Some(0b111));
        check(3, Form::Several { min: 0, max: 1 }, None);
        check(3, Form::Spread { total: 4, caps: vec![2, 0, 2] }, Some(0));
        check(3, Form::Spread { total: 3, caps: vec![2, 0, 2] }, None);
    }
}
