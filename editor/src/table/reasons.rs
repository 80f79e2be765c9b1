//! Why something that was tried is not offered.

use harena_engine::decision::{Args, Decision, Refusal};
use harena_engine::id::VerbId;
use harena_engine::the_match::Match;

/// The reasons that fit what was tried, none twice: those for the very thing that was clicked
/// first, before those for a whole verb; among these those for verbs one can take now, then those
/// that blame what was clicked.
pub fn reasons(
    refusals: &[Refusal],
    tried: &[(VerbId, Args)],
    decision: Option<&Decision>,
) -> Vec<Refusal> {
    let is_offered = |verb: VerbId| {
        decision.is_some_and(|decision| decision.groups.iter().any(|group| group.verb == verb))
    };
    let rank = |refusal: &Refusal, args: &Args| {
        let (told, tried) = (refusal.args.as_slice(), args.as_slice());
        let is_exact = told.len() >= tried.len();
        let clicked = tried.last().copied();
        let blames = refusal.culprit.is_some_and(|id| Some(i32::from(id.0)) == clicked);
        (!is_exact, !is_offered(refusal.verb), !blames, std::cmp::Reverse(told.len()))
    };
    let fits = tried.iter().filter_map(|(verb, args)| {
        let refusal = Match::why_not(refusals, *verb, args)?;
        Some((rank(refusal, args), refusal))
    });
    let mut fits: Vec<_> = fits.collect();
    fits.sort_by_key(|(rank, _)| *rank);
    let mut found: Vec<Refusal> = Vec::new();
    for (_, refusal) in fits {
        let told =
            |other: &Refusal| other.rule == refusal.rule && other.sentence == refusal.sentence;
        if !found.iter().any(told) {
            found.push(refusal.clone());
        }
    }
    found.truncate(4);
    found
}

#[cfg(test)]
mod tests {
    use harena_engine::decision::{Dimension, Group};
    use harena_engine::id::{PieceId, Seat, WordId};

    use super::*;

    const PLACE: VerbId = VerbId(0);
    const ROTATE: VerbId = VerbId(1);

    #[test]
    fn the_most_exact_reason_counts_and_none_is_told_twice() {
        let refusal = |args: &[i32], rule: &str| Refusal {
            verb: PLACE,
            args: args.iter().copied().collect(),
            rule: rule.into(),
            sentence: rule.into(),
            culprit: None,
            source: String::new(),
        };
        let refusals = [refusal(&[], "R1"), refusal(&[0], "R2"), refusal(&[0, 3], "R3")];
        let tried = |args: &[i32]| (PLACE, args.iter().copied().collect::<Args>());
        let rules = |tried: &[(VerbId, Args)]| -> Vec<String> {
            reasons(&refusals, tried, None).into_iter().map(|it| it.rule).collect()
        };
        assert_eq!(rules(&[tried(&[0, 3])]), ["R3"]);
        assert_eq!(rules(&[tried(&[1]), tried(&[0, 4]), tried(&[0, 5])]), ["R2", "R1"]);
        assert_eq!(rules(&[(ROTATE, Args::default())]), Vec::<String>::new());
    }

    #[test]
    fn the_reason_for_what_was_clicked_and_can_be_done_now_comes_first() {
        let refusal = |verb: VerbId, args: &[i32], rule: &str, culprit: Option<u16>| Refusal {
            verb,
            args: args.iter().copied().collect(),
            rule: rule.into(),
            sentence: rule.into(),
            culprit: culprit.map(PieceId),
            source: String::new(),
        };
        let refusals = [
            refusal(PLACE, &[], "R1 not in this turn", None),
            refusal(PLACE, &[4], "R2 too far for placing", None),
            refusal(ROTATE, &[4], "R3 it is netted", None),
            refusal(ROTATE, &[5], "R4 this one is netted", Some(5)),
        ];
        let group = Group { verb: ROTATE, dimensions: vec![Dimension::One(9)] };
        let decision = Decision::of(Seat(0), WordId(0), vec![group]);
        let check = |tried: &[(VerbId, i32)], expected: &[&str]| {
            let tried: Vec<(VerbId, Args)> =
                tried.iter().map(|(verb, arg)| (*verb, [*arg].into_iter().collect())).collect();
            let told = reasons(&refusals, &tried, Some(&decision));
            assert_eq!(told.into_iter().map(|it| it.rule).collect::<Vec<_>>(), expected);
        };
        let (far, netted) = ("R2 too far for placing", "R3 it is netted");
        check(&[(PLACE, 4), (ROTATE, 4)], &[netted, far]);
        check(&[(PLACE, 7), (ROTATE, 4)], &[netted, "R1 not in this turn"]);
        check(&[(ROTATE, 4), (ROTATE, 5)], &["R4 this one is netted", netted]);
    }
}
