//! Records: what is written is read again, and nothing else is.

use super::*;

fn sample() -> Record {
    let header = Header {
        harena: "replay".into(),
        format: FORMAT,
        game: "cards".into(),
        n_seats: 2,
        seed: u64::MAX,
        factions: vec![Some("red".into()), None],
        ..Header::default()
    };
    let args = vec![Value::from("3 Four"), Value::from("b2"), Value::from(-1)];
    let one = |n| RecordedMove {
        n,
        seat: 1,
        action: "lay".into(),
        args: args.clone(),
        h: Some(Digest(u128::from(n))),
        line: 0,
    };
    let parts = vec![Vec::new(), vec![("full".to_owned(), 9)]];
    let result =
        RecordedResult { winners: vec![1], scores: vec![3, 9], parts, reason: "full".into() };
    let notes = vec![(0, "before".into()), (1, "between".into()), (2, "after".into())];
    Record { header, moves: vec![one(1), one(2)], notes, result: Some(result), ..Record::default() }
}

fn read(text: &str) -> Record {
    let mut record = Record::read(text).unwrap();
    let others = record.lines.iter_mut().flat_map(|line| &mut line.moves);
    record.moves.iter_mut().chain(others).for_each(|it| it.line = 0);
    record
}

/// The sample with a line that branches off after its first action, and one off that.
fn branched() -> Record {
    let sample = sample();
    let again = |n: u32| RecordedMove { n, ..sample.moves[0].clone() };
    let notes = vec![(1, "another try".into()), (3, "better".into())];
    let first =
        RecordedLine { of: 1, from: 1, moves: vec![again(2), again(3)], notes, result: None };
    let second =
        RecordedLine { of: 2, from: 3, result: sample.result.clone(), ..Default::default() };
    Record { lines: vec![first, second], ..sample }
}

#[test]
fn lines_of_play_are_read_again() {
    let text = branched().write();
    assert_eq!(text.lines().count(), 15, "{text}");
    assert_eq!(read(&text), branched());
    let check = |from: &str, to: &str, expected: &str| {
        let found = Record::read(&text.replacen(from, to, 1)).unwrap_err().to_string();
        assert_eq!(found, expected);
    };
    let lost = "line 8: line of play 2 branches off where line 1 has no action 7";
    check("\"of\":1,\"from\":1", "\"of\":1,\"from\":7", lost);
    for of in [9, 0, 2] {
        let lost = format!("line 8: line of play 2 branches off where line {of} has no action 1");
        check("\"of\":1", &format!("\"of\":{of}"), &lost);
    }
    check("\"line\":3", "\"line\":4", "line 13: line of play 4 stands where 3 is due");
    check("\"n\":3", "\"n\":2", "line 11: action 2 stands where 3 is due");
    check("{\"end\":4}", "{\"end\":2}", "line 15: the record ends after 2 actions, but here are 4");
}

#[test]
fn what_is_written_is_read_again() {
    let text = sample().write();
    assert_eq!(text.lines().count(), 8, "{text}");
    assert_eq!(read(&text), sample());
    assert_eq!(read(&text.replace('\n', "\r\n\n")), sample());
}

#[test]
fn a_line_cut_off_by_a_crash_is_left_out() {
    let text = Record { result: None, notes: Vec::new(), ..sample() }.write();
    let end = "{\"end\":2}\n".len();
    let record = Record::read(&text[..text.len() - end - 10]).unwrap();
    assert_eq!((record.moves.len(), record.warnings.len()), (1, 1));
    assert_eq!(record.warnings[0].0, 3);
}

#[test]
fn a_record_cut_off_between_two_lines_is_noticed() {
    let open = Record { result: None, ..sample() };
    let text = open.write();
    assert_eq!(Record::read(&text).unwrap().warnings, []);
    for n in 1..text.lines().count() {
        let cut: String = text.split_inclusive('\n').take(n).collect();
        let record = Record::read(&cut).unwrap();
        let expected = "the record does not say that it ends here: it may have been cut off";
        assert_eq!(record.warnings, [(n as u32, expected.to_owned())]);
    }
    // A record of a match that came to its end needs no closing line: older ones have none.
    let closed = sample().write().replace("{\"end\":2}\n", "");
    assert_eq!(Record::read(&closed).unwrap().warnings, []);
}

#[track_caller]
fn check(text: String, expected: &str) {
    let found = Record::read(&text).unwrap_err().to_string();
    assert!(found.starts_with(expected), "{found}");
}

#[test]
fn strangers_do_not_decide_how_much_is_read() {
    let header = |more: &str| format!("{{\"harena\":\"replay\",\"format\":1,\"seed\":1,{more}}}\n");
    let game = |game: &str| header(&format!("\"n_seats\":2,\"game\":{}", Value::from(game)));
    for path in ["/etc", "../pebbles", "./pebbles", "C:\\x", "", "a\u{1b}[2J", "Pebbles"] {
        check(game(path), "line 1: `");
    }
    check(game(&"a".repeat(65)), "line 1: `aaa");
    let seats = |n: &str| header(&format!("\"game\":\"cards\",\"n_seats\":{n}"));
    check(seats("0"), "line 1: a match has 1 to 16 seats, not 0");
    check(seats("17"), "line 1: a match has 1 to 16 seats, not 17");
    check(
        seats("300"),
        "line 1: the number `300` stands where a whole number from 0 to 255 is due",
    );
    let with = |more: &str| header(&format!("\"game\":\"cards\",\"n_seats\":2,{more}"));
    let settings: Vec<String> = (0..1_001).map(|n| format!("\"s{n}\":1")).collect();
    check(with(&format!("\"settings\":{{{}}}", settings.join(","))), {
        "line 1: there are 1001 settings, 1000 are allowed here"
    });
    let list = |n: usize| vec!["\"x\""; n].join(",");
    check(with(&format!("\"seats\":[{}]", list(3))), "line 1: there are 3 names of seats");
    check(with("\"seats\":[\"x\"]"), "line 1: there are 1 names of seats, and 2 seats");
    check(with("\"game\":\"dice\""), "line 1: this is no replay: `game` stands here twice");
    check(with("\"settings\":{\"fast\":[]}"), "line 1: a setting is a whole number, a word, or");
    check(with(&format!("\"factions\":[{}]", list(3))), "line 1: there are 3 factions");
    check(with(&format!("\"engine\":{:?}", "x".repeat(201))), "line 1: the name `xxx");
    check(with(&format!("\"mood\":{}1{}", "[".repeat(300), "]".repeat(300))), {
        "line 1: this is no replay: this is no JSON: recursion limit exceeded"
    });
    check(with(&format!("\"mood\":{:?}", "x".repeat(MAX_LINE_BYTES))), {
        "line 1: this is no replay: this line is longer than 1 MiB"
    });
    for number in ["1e134", "0.5", "99999999999999999999"] {
        let effect = format!("{{\"Wound\":{{\"piece\":0,\"n\":{number},\"by\":0}}}}");
        check(with(&format!("\"position\":{{\"effects\":[{effect}]}}")), {
            "line 1: a position holds whole numbers, not "
        });
    }
}

#[test]
fn strangers_do_not_decide_how_a_match_goes() {
    let line = |line: &str| sample().header_text() + line;
    check(
        line("{\"n\":1,\"seat\":2,\"action\":\"lay\"}\n"),
        "line 2: there is no seat 2: the seats here are 0 to 1",
    );
    check(line(&sample().header_text()), "line 2: a second record begins here: a file holds one");
    check(line("{\"n\":1,\"seat\":1,\"action\":\"lay\",\"args\":[1,2,3,4,5,6,7]}\n"), {
        "line 2: there are 7 arguments, 6 are allowed here"
    });
    check(line("{\"n\":1,\"seat\":1,\"action\":\"lay\",\"args\":[[]]}\n"), {
        "line 2: `[]` is neither a word nor a number"
    });
    check(
        line("{\"result\":{\"winners\":[7]}}\n"),
        "line 2: there is no seat 7: the seats here are 0 to 1",
    );
    check(line("{\"end\":3}\n"), "line 2: the record ends after 3 actions, but here are 0");
    check(line("{\"end\":0}\n{\"n\":1,\"seat\":1,\"action\":\"lay\"}\n"), {
        "line 3: this action stands after the end of the record"
    });
    check(line(&"{\"note\":\"x\"}\n".repeat(MAX_NOTES + 1)), "line 10002: there are 10001 notes");
}

#[test]
fn oddities_are_told_a_few_times_and_then_counted() {
    let text = sample().header_text() + &"{}\n".repeat(5_000) + "{\"end\":0}\n";
    let warnings = Record::read(&text).unwrap().warnings;
    assert_eq!(warnings.len(), MAX_WARNINGS + 1);
    assert_eq!(warnings.last().unwrap().1, "4980 further lines are odd");
}

#[test]
fn an_error_does_not_repeat_a_megabyte() {
    let line = format!("{{\"n\":{:?},\"seat\":1,\"action\":\"lay\"}}\n", "9\u{1b}".repeat(90_000));
    let error = Record::read(&(sample().header_text() + &line)).unwrap_err();
    assert!(error.message.len() < 2_000 && !error.message.contains('\u{202e}'), "{error}");
}

impl Record {
    fn header_text(&self) -> String {
        self.write().split_inclusive('\n').take(1).collect()
    }
}

#[test]
fn errors_name_their_line() {
    let check = |change: &dyn Fn(String) -> String, expected: &str| {
        let text = change(sample().write());
        assert_eq!(Record::read(&text).unwrap_err().to_string(), expected);
    };
    check(&|_| String::new(), "line 1: the file is empty");
    check(&|it| it.replace("\"replay\"", "\"song\""), {
        "line 1: this is no replay: the first line does not say `\"harena\":\"replay\"`"
    });
    check(&|it| it.replace("\"format\":1", "\"format\":2"), {
        "line 1: this replay has format 2, this Harena reads format 1"
    });
    check(&|it| it.replace("\"n\":2", "\"n\":3"), "line 5: action 3 stands where 2 is due");
    check(&|it| it.replace("\"seat\":1", "\"seat\":true"), {
        "line 3: `true` stands where a whole number from 0 to 255 is due"
    });
    check(
        &|it| it.replace("{\"note\":\"between\"}", "oops"),
        "line 4: this is no JSON: expected value",
    );
}

#[test]
fn unknown_lines_and_keys_do_not_hurt() {
    let text = sample().write().replace("\"seed\"", "\"mood\":\"fine\",\"seed\"");
    let text = text.replace("{\"end\":2}", "{\"weather\":\"rain\"}\n{\"end\":2}");
    let record = read(&text);
    assert_eq!(record.warnings.len(), 1);
    assert_eq!(Record { warnings: Vec::new(), ..record }, sample());
}
