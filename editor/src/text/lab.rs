//! Words of the lab.

use super::{decimal_mark, percent};

words! {
    lab;
    lab_empty;
    lab_empty_about;
    lab_begins;
    play_matches(n: u64);
    matches;
    compare_values;
    compare_nothing;
    playing_at(rate: &str);
    paused_now;
    stop_series;
    save_table;
    key_space;
    played_again;
    verdict_unknown;
    verdict_fails(n: u64);
    verdict_given_up(share: &str);
    verdict_wins_more(side: &str);
    verdict_wins_less(side: &str);
    verdict_first_more;
    verdict_first_less;
    verdict_even;
    share_of_matches(rate: &str, n: u64, low: &str, high: &str);
    matches_played(n: u64);
    played_by(matches: &str, bot: &str);
    who_leads;
    by_value;
    click_a_value;
    fair_share;
    who_beats_whom;
    won_by_row;
    who_wins;
    interval_of_95;
    whole_row;
    pieces_of(side: &str);
    beats(side: &str, other: &str, rate: &str, low: &str, high: &str);
    share_with(what: &str, rate: &str, low: &str, high: &str);
    what_a_piece_goes_with;
    points_of_rate;
    too_few_uses;
    how_long;
    decisions_in_the_middle;
    nine_in_ten(low: u32, high: u32);
    who_begins;
    draws;
    given_up;
    worth_a_look;
    match_number(n: u64);
    look_at_it;
    look_failed(n: u32);
    look_given_up(n: u32);
    look_shortest(n: u32);
    look_longest(n: u32);
    look_widest(n: u32);
    look_closest(n: u32);
    look_turned(n: u32);
    look_draw(n: u32);
}

/// A share in per cent.
pub fn percents(share: f64) -> String {
    percent((100.0 * share).round() as i32)
}

/// How fast a series is played.
pub fn playing_now(matches_a_second: f64) -> String {
    let rate = match matches_a_second {
        few if few < 10.0 => format!("{few:.1}").replace('.', decimal_mark()),
        many => format!("{many:.0}"),
    };
    playing_at(&rate)
}

/// Points of a rate, with their sign and one place after the mark.
pub fn rate_points(points: f64) -> String {
    let sign = if points < -0.05 { "\u{2212}" } else { "+" };
    format!("{sign}{:.1}", points.abs()).replace('.', decimal_mark())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_and_points_are_told_with_few_digits() {
        assert_eq!((percents(0.476), percents(1.0)), ("48 %".to_owned(), "100 %".to_owned()));
        let told = [4.12, -2.25, 0.0].map(rate_points);
        assert_eq!(told, ["+4.1", "\u{2212}2.2", "+0.0"]);
    }
}
