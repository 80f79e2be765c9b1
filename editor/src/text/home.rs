//! Words of the home, of setting up a match, of its end, and of how the window behaves.

use std::time::Duration;

use harena_lab::bot::BotKind;

use super::signed;

words! {
    no_archive;
    another_pack;
    broken_inside(pack: &str, why: &str);
    looks_like(other: &str);
    another_is_at_hand(pack: &str);
    play_a_bot;
    at_one_table;
    watch_bots;
    match_settings;
    preferences;
    you_play;
    opponent;
    last_match;
    continue_match;
    make;
    make_faction;
    make_faction_about;
    make_game;
    make_game_about;
    make_content;
    make_content_about;
    make_variant;
    make_variant_about;
    make_scenario;
    make_scenario_about;
    pack_name;
    make_it;
    on_this_machine;
    lately;
    nothing_lately;
    nothing_left;
    no_packs;
    back;
    home;
    no_place;
    all_packs;
    fewer_packs;
    set_up;
    find_setting;
    changed;
    rules;
    only_changed;
    point_at_setting;
    nothing_changed;
    back_to_rules;
    as_the_rules_stand;
    no_such_setting;
    all_fits;
    draw_seed;
    guests;
    guests_hint;
    guest_plays;
    keep_preset;
    preset_name;
    keep;
    own_preset;
    printed_by_scripts;
    clear;
    on;
    off;
    set_to(title: &str, value: &str);
    n_changes(n: usize);
    preset_with(preset: &str, changes: &str);
    was_before(before: &str);
    was_before_preset(before: &str, preset: &str);
    as_written(value: &str);
    take_back(title: &str);
    preferences_title;
    looks;
    watching_title;
    playing;
    scale_about;
    calm;
    calm_about;
    speed_about;
    bot_pace;
    bot_pace_about;
    passes;
    passes_about;
    rulebook;
    numbered_rules;
    rule_link(rule: &str);
    between_points;
    open_time_line;
    change_sides;
    where_it_turned;
    never_turned;
    joining_words;
    on_your_tiles;
    find_anything;
    key_find;
    nothing_found(wanted: &str);
    games_and_packs;
    with_score(line: &str, score: &str);
    between_numbers;
    chance_went(seat: &str, before: i32, after: i32);
    both_told(first: &str, second: &str);
    little_mistake;
    great_mistake;
    would_be_worth(option: &str, n: i32);
    looks_back(done: usize);
    stop_looking_back;
    make_puzzle(turn: u32);
    puzzle_name(game: &str, turn: u32);
    puzzle_made(file: &str);
    no_puzzle(why: &str);
    points;
    played;
    last_position;
    lost;
    click_a_point;
    turn_axis;
    value_at(turn: u32, value: i32);
    struck_for(piece: &str, damage: i32);
    damage_dealt(damage: i32);
    damage_and_felled(damage: i32, felled: u32);
    best_of(seat: &str);
    stood_for(turns: u32);
    how_it_went(what: &str);
    at_the_start;
    otherwise;
    is_left;
    step_bot;
    hurry_bot;
    skip_it;
    on_the_board;
    n_players(n: u8);
    players_from_to(min: u8, max: u8);
    n_games(n: usize);
    n_packs(n: usize);
    problems(n: usize);
    pieces(n: usize);
    moves_made(n: usize);
    against_another(side: &str, other: &str);
    nobody_won(sides: &str);
    won_together(winners: &str);
    won_over(winners: &str, others: &str);
    just_now;
    minutes_ago(n: u64);
    hours_ago(n: u64);
    days_ago(n: u64);
    bot_careless;
    bot_careless_about;
    bot_hasty;
    bot_hasty_about;
    bot_thoughtful;
    bot_thoughtful_about;
    bot_strong;
    bot_strong_about;
    bot_other(word: &str);
    bot_other_about;
    bot_outside_about;
    bot_persona_about;
    packs_came_along(packs: &str);
    turn_number(turn: u32);
    made(name: &str, folder: &str);
    is_there_already(folder: &str);
    cover(title: &str, summary: &str);
    forget_preset(title: &str);
    guest(title: &str);
}

/// Packs that came along in a record.
pub fn came_along(packs: &[String]) -> String {
    packs_came_along(&packs.join(", "))
}

/// A preset that was changed further.
pub fn preset_changed(preset: &str, n: usize) -> String {
    preset_with(preset, &n_changes(n))
}

/// What a setting was, and which preset has changed it.
pub fn was(before: &str, preset: Option<&str>) -> String {
    preset.map_or_else(|| was_before(before), |preset| was_before_preset(before, preset))
}

/// What a seat won or lost.
pub fn changed_by(seat: &str, by: i32) -> String {
    format!("{seat} {}", signed(by))
}

/// What a piece did.
pub fn deeds(damage: i32, felled: u32) -> String {
    if felled == 0 { damage_dealt(damage) } else { damage_and_felled(damage, felled) }
}

/// How many players a game takes.
pub fn players(min: u8, max: u8) -> String {
    if min == max { n_players(min) } else { players_from_to(min, max) }
}

/// How many games and packs there are.
pub fn packs_counted(games: usize, packs: usize) -> String {
    format!("{}, {}", n_games(games), n_packs(packs))
}

/// `Dragon Empire against Lords of the Abyss`.
pub fn against(sides: &[String]) -> String {
    let joined = sides.iter().cloned().reduce(|side, other| against_another(&side, &other));
    joined.unwrap_or_default()
}

/// `Dragon Empire won against Lords of the Abyss`.
pub fn won_against(winners: &[String], others: &[String]) -> String {
    match (winners, others) {
        ([], others) => nobody_won(&against(others)),
        (winners, []) => won_together(&winners.join(", ")),
        (winners, others) => won_over(&winners.join(", "), &others.join(", ")),
    }
}

/// How long ago something was, in the words of a calendar.
pub fn ago(past: Duration) -> String {
    let minutes = past.as_secs() / 60;
    match (minutes, minutes / 60, minutes / 1440) {
        (0, ..) => just_now().to_owned(),
        (_, 0, _) => minutes_ago(minutes),
        (_, hours, 0) => hours_ago(hours),
        (.., days) => days_ago(days),
    }
}

/// The name of a bot for people: how it thinks.
pub fn bot_name(kind: BotKind) -> String {
    match kind {
        BotKind::Random => bot_careless().to_owned(),
        BotKind::Greedy => bot_hasty().to_owned(),
        BotKind::Mcts(thinking) => match thinking.to_string().as_str() {
            "mcts:100" => bot_thoughtful().to_owned(),
            "mcts:1000" => bot_strong().to_owned(),
            word => bot_other(word),
        },
        BotKind::Persona(persona) => persona.name().replace('_', " "),
        BotKind::Outside(outside) => outside.words().to_owned(),
    }
}

/// How a bot plays.
pub fn bot_text(kind: BotKind) -> &'static str {
    match kind {
        BotKind::Random => bot_careless_about(),
        BotKind::Greedy => bot_hasty_about(),
        BotKind::Mcts(thinking) => match thinking.to_string().as_str() {
            "mcts:100" => bot_thoughtful_about(),
            "mcts:1000" => bot_strong_about(),
            _ => bot_other_about(),
        },
        BotKind::Persona(_) => bot_persona_about(),
        BotKind::Outside(_) => bot_outside_about(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_numbers_are_told_in_words() {
        let check = |minutes: u64, expected: &str| {
            assert_eq!(ago(Duration::from_secs(minutes * 60)), expected);
        };
        check(0, "just now");
        check(59, "59 minutes ago");
        check(60, "an hour ago");
        check(23 * 60, "23 hours ago");
        check(26 * 60, "yesterday");
        check(50 * 60, "2 days ago");
        assert_eq!((problems(1), problems(2)), ("1 problem".to_owned(), "2 problems".to_owned()));
        assert_eq!(players(2, 4), "2\u{2013}4 players");
    }

    #[test]
    fn every_bot_on_offer_has_a_name_of_its_own() {
        let names: std::collections::BTreeSet<String> =
            BotKind::OFFERED.into_iter().map(bot_name).collect();
        assert_eq!(names.len(), BotKind::OFFERED.len());
        assert!(names.iter().all(|name| !name.contains("mcts")));
    }
}
