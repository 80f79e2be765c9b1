//! Words of the workshop.

words! {
    workshop;
    open_in_workshop;
    change_it;
    sheets;
    files;
    play_it;
    take_back_change;
    save_now;
    all_is_saved;
    key_save;
    copy_to_own_packs;
    copy_to_own_packs_about;
    copied(folder: &str);
    no_pack_to_change(pack: &str);
    built_in_only_shown;
    is_no_text;
    is_a_link;
    changed_on_disk;
    take_theirs;
    keep_mine;
    not_written(error: &str);
    tab_form;
    tab_source;
    tab_board;
    line_waits(line: u32);
    side_named(side: &str);
    no_face_yet;
    mend_text_first;
    no_form;
    no_sheet_chosen;
    in_code(line: u32);
    only_in_text;
    not_changed_by_form;
    was_value(value: &str);
    add;
    add_to(list: &str);
    own_word;
    take_out(word: &str, list: &str);
    beside_text_board;
    last_good;
    no_match_of_it;
    none_on_the_board;
    became(what: &str, before: &str, now: &str);
    use_word(word: &str);
    new_sheet;
    new_sheet_about;
    copy_sheet;
    only_this_sheet;
    whole_file;
    lines_folded(n: usize);
    tool_at_side(tool: &str, n: i64);
    copies_of(n: usize, all: usize);
    copies_in_all(n: usize, all: usize);
    tests_run;
    tests_passed(n: usize);
    tests_failed(n: usize);
    tests_about;
    test_failed(name: &str);
    expected_found(expected: &str, found: &str);
    another_position;
    another_position_about;
    no_other_position;
    after_scenario(name: &str);
    nothing_compared;
    share_before;
    share_now;
    length_of_match;
    length_in_decisions(n: u32);
    length_about(before: u32);
    verdict_stronger;
    verdict_weaker;
    verdict_open;
    pairs_and_p(pairs: u64, p: &str);
    below_a_thousandth;
    no_difference;
    against_last_save(side: &str);
    sheet_added(title: &str);
}

/// How likely something is, as in "0.03"; below a thousandth only that.
pub fn chance_of(p: f64) -> String {
    if p < 0.001 {
        return below_a_thousandth().to_owned();
    }
    let places = if p < 0.01 { 3 } else { 2 };
    format!("= {p:.places$}").replace('.', super::decimal_mark())
}
