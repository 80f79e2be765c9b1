//! Why something that was tried is not offered.

use harena_engine::decision::{Args, Refusal};
use harena_engine::id::VerbId;
use harena_engine::the_match::Match;

/// The reasons that fit what was tried, the most exact ones first, none twice.
pub fn reasons(refusals: &[Refusal], tried: &[(VerbId, Args)]) -> Vec<Refusal> {
    let mut found: Vec<Refusal> = Vec::new();
    for (verb, args) in tried {
        if let Some(refusal) = Match::why_not(refusals, *verb, args)
            && !found
                .iter()
                .any(|other| other.rule == refusal.rule && other.sentence == refusal.sentence)
        {
            found.push(refusal.clone());
        }
    }
    found.sort_by_key(|refusal| std::cmp::Reverse(refusal.args.as_slice().len()));
    found.truncate(4);
    found
}

#[cfg(test)]
mod tests {
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
            reasons(&refusals, tried).into_iter().map(|it| it.rule).collect()
        };
        assert_eq!(rules(&[tried(&[0, 3])]), ["R3"]);
        assert_eq!(rules(&[tried(&[1]), tried(&[0, 4]), tried(&[0, 5])]), ["R2", "R1"]);
        assert_eq!(rules(&[(ROTATE, Args::default())]), Vec::<String>::new());
    }
}
