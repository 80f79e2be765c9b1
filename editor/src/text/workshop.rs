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
}
