//! Words of the table, of its bars and dialogs, and of decisions.

use crate::theme::Wish;

words! {
    title;
    hidden_card;
    nobody;
    new_match;
    open_record;
    save_record;
    undo;
    redo;
    reference;
    forecast;
    advice;
    what_would_you_play;
    thinks_about_it;
    played_on(n: u64);
    no_advice;
    option_with_chance(option: &str, chance: &str);
    test_mode;
    test_mode_hint;
    keys;
    help;
    look_up;
    how_to_play;
    terms;
    scale;
    time_line;
    inspector;
    problems_heading;
    no_game;
    no_game_hint;
    cancel;
    confirm;
    close;
    start;
    save;
    open;
    again;
    concede;
    concedes_now;
    play_on;
    concede_surely;
    concedes;
    over;
    bot_thinks;
    watching;
    you;
    bot;
    person;
    menu;
    unfold;
    fold;
    theme;
    language;
    language_about;
    language_system;
    theme_system;
    theme_dark;
    theme_light;
    story;
    show_story;
    no_blows;
    without_effect;
    forced;
    pass_for_me;
    secret;
    play;
    pause;
    step_back;
    step;
    skip;
    replay;
    speed;
    why_not;
    no_reason;
    open_gap;
    rotate_left;
    rotate_right;
    game;
    seats;
    seed;
    human;
    faction_later;
    see_as;
    who_decides;
    everything;
    path;
    preview;
    overlay;
    outlook_quiet;
    outlook_open;
    outlook_uncertain;
    no_source;
    board;
    undo_reveals;
    going_on_reveals;
    nothing_to_undo;
    lines;
    to_the_end;
    go_on_from_here;
    go_on_hint;
    go_on_here;
    stop_bot;
    bot_rests;
    last_match_kept;
    kept_last_good;
    covered;
    go_on;
    covers;
    first_match;
    no_first_match;
    go_on_alone;
    now_do(option: &str);
    first_do(option: &str);
    sum_of_moves(done: usize, all: usize);
    guides;
    guides_about;
    understood;
    previews;
    plays_back;
    order_hint;
    spread_hint;
    picker_hint;
    several_hint;
    loose_hint;
    beside;
    none;
    yes;
    no_display;
    decimal_mark;
    so_many_seconds(seconds: &str);
    as_fast(speed: &str);
    key_enter;
    key_escape;
    key_undo;
    keys_walk;
    keys_walk_about;
    keys_cells;
    keys_cells_about;
    keys_choose;
    keys_choose_about;
    keys_number;
    keys_number_about;
    keys_rotate;
    keys_rotate_about;
    keys_drop;
    keys_drop_about;
    keys_undo;
    keys_undo_about;
    keys_step;
    keys_step_about;
    keys_playback;
    keys_playback_about;
    keys_new;
    keys_new_about;
    keys_confirm;
    keys_confirm_about;
    keys_moment;
    keys_moment_about;
    keys_concede;
    keys_concede_about;
    keys_help;
    keys_help_about;
    keys_forecast;
    keys_forecast_about;
    keys_advice;
    keys_advice_about;
    keys_workshop;
    keys_workshop_about;
    keys_scale;
    keys_scale_about;
    piece_of(piece: &str, owner: &str);
    seat(faction: &str, name: &str);
    nth_seat(n: usize);
    sat_in(n: usize);
    facing_number(facing: u8);
    facing_direction(direction: &str);
    empty_cell(name: &str);
    occupied_cell(name: &str, piece: &str, facing: &str);
    threatens(pieces: &str);
    held_cell(name: &str, piece: &str);
    legal(label: &str);
    not_kept(error: &str);
    who_plays(seat: &str, who: &str);
    from_now_on(seat: &str);
    decides(seat: &str);
    turn_of_match(turn: u32, seat: &str);
    turn_of_round(round: u32, turn: u32, seat: &str);
    no_longer(status: &str);
    in_a_sentence(title: &str);
    so_many(n: i32, title: &str);
    of_so_many(max: i32, title: &str);
    gives_up(seat: &str);
    verb_count(verb: &str, n: u64);
    moves(n: usize, of: usize);
    line(number: u32);
    line_with(line: u32, n: usize);
    line_from(line: &str, of: u32, after: usize);
    first_new_line(number: u32);
    next_new_line(number: u32);
    instant(n: usize, of: usize);
    zone(title: &str, n: usize);
    card_in(title: &str, zone: &str);
    printed;
    by_effect;
    being_loaded(title: &str);
    reloaded_in(millis: u128);
    matches_unchanged(n: usize);
    match_differs(number: usize, at: usize);
    match_fails(number: usize);
    saved_stronger(side: &str, by: &str, margin: &str, pairs: u64);
    saved_weaker(side: &str, by: &str, margin: &str, pairs: u64);
    saved_alike(side: &str, pairs: u64);
    source_of(pack: &str, path: &str);
    range(min: i32, max: i32);
    saved(path: &str);
    is_out;
    acts_at;
    no_faction;
    nth_faction(n: usize);
    nth_player(n: usize);
    frame_times(n: usize, median: &str, slow: &str);
    pass_to(seat: &str);
}

/// Help of the keyboard: keys, and what they do.
pub fn key_help() -> [(&'static str, &'static str); 18] {
    [
        (keys_walk(), keys_walk_about()),
        (keys_cells(), keys_cells_about()),
        (keys_choose(), keys_choose_about()),
        (keys_number(), keys_number_about()),
        (keys_rotate(), keys_rotate_about()),
        (keys_drop(), keys_drop_about()),
        (keys_undo(), keys_undo_about()),
        (keys_step(), keys_step_about()),
        (keys_playback(), keys_playback_about()),
        (keys_new(), keys_new_about()),
        (keys_confirm(), keys_confirm_about()),
        (keys_moment(), keys_moment_about()),
        (keys_concede(), keys_concede_about()),
        (keys_help(), keys_help_about()),
        (keys_forecast(), keys_forecast_about()),
        (keys_advice(), keys_advice_about()),
        (keys_workshop(), keys_workshop_about()),
        (keys_scale(), keys_scale_about()),
    ]
}

/// Dark or light, as a choice.
pub fn theme_titled(wish: Wish) -> &'static str {
    match wish {
        Wish::System => theme_system(),
        Wish::Dark => theme_dark(),
        Wish::Light => theme_light(),
    }
}

/// `facing SE`.
pub fn facing(facing: u8, direction: &str) -> String {
    if direction.is_empty() { facing_number(facing) } else { facing_direction(direction) }
}

/// Whose turn it is.
pub fn turn(turn: u32, round: u32, seat: &str) -> String {
    match (turn, round) {
        (0, _) => String::new(),
        (turn, 0) => turn_of_match(turn, seat),
        (turn, round) => turn_of_round(round, turn, seat),
    }
}

/// A line with where it branches off and how long it is.
pub fn line_in_full(number: u32, from: Option<(u32, usize)>, n_moves: usize) -> String {
    let line = line_with(number, n_moves);
    from.map_or_else(|| line.clone(), |(of, after)| line_from(&line, of, after))
}

/// What a choice in the past has led to.
pub fn new_line(number: u32, first: bool) -> String {
    if first { first_new_line(number) } else { next_new_line(number) }
}

/// Label of a card.
pub fn card(title: &str, zone: &str, legal_now: bool) -> String {
    let label = card_in(title, zone);
    if legal_now { legal(&label) } else { label }
}

/// Heading with a number.
pub fn count(title: &str, n: usize) -> String {
    if n == 0 { title.to_owned() } else { format!("{title} ({n})") }
}

/// A seat without a name.
pub fn seat_number(index: usize) -> String {
    nth_seat(index + 1)
}

/// In which seat somebody sat, and who that was, if that needs saying.
pub fn sat(index: usize, who: &str) -> String {
    let seat = sat_in(index + 1);
    if who.is_empty() { seat } else { format!("{seat}, {who}") }
}

/// Label of the choice of a faction.
pub fn faction_of_seat(index: usize) -> String {
    nth_faction(index + 1)
}

/// Label of the choice of a player.
pub fn player_of_seat(index: usize) -> String {
    nth_player(index + 1)
}

/// A change, with its sign.
pub fn signed(by: impl Into<i64>) -> String {
    let by: i64 = by.into();
    if by < 0 { format!("\u{2212}{}", by.unsigned_abs()) } else { format!("+{by}") }
}

/// A number that need not be whole.
pub fn decimal(number: f64) -> String {
    number.to_string().replace('.', decimal_mark())
}

/// A time.
pub fn in_seconds(seconds: f64) -> String {
    so_many_seconds(&decimal(seconds))
}

/// How many times as fast.
pub fn times(speed: f64) -> String {
    as_fast(&decimal(speed))
}
