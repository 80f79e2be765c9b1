//! What the type checker says of packs that change while the window is open.

use std::os::unix::fs::PermissionsExt;

use harena_types::Checker;

use super::*;

/// A program that answers as the checker does: one finding in the line of `game.luau` it is given,
/// if it is asked about that file, and none otherwise.
fn stand_in(folder: &Path) -> Checker {
    let program = folder.join("checker");
    let script = "#!/bin/sh\n\
        if /bin/grep -q '\"name\":\"duel/game.luau\"'; then\n\
        echo '{\"failure\":\"\",\"findings\":[{\"module\":\"duel/game.luau\",\"line\":5,\
        \"column\":1,\"end_line\":5,\"end_column\":6,\"is_lint\":false,\
        \"message\":\"Expected a number, but got a string\"}]}'\n\
        else echo '{\"failure\":\"\",\"findings\":[]}'; fi\n";
    std::fs::write(&program, script).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    Checker::at(program)
}

fn troubles(window: &Harness<App>) -> Vec<(String, String, bool)> {
    let told = window.state().session.troubles.iter();
    told.map(|it| (it.code.to_string(), it.message.clone(), it.mild)).collect()
}

#[test]
fn wrong_types_of_a_changed_pack_are_told_while_the_match_goes_on() {
    let folder = std::env::temp_dir().join(format!("harena_typed_{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (wake, woken) = bell();
    let game = tree(&GAME.replace("STONE", "Pebble"));
    let mut window = window_from(game, ([1280.0, 800.0], Preferences::default()), |sources| {
        Sources { checker: Some(stand_in(&folder)), wake: Some(wake), ..sources }
    });
    // Nobody is asked about packs that nobody changes.
    assert_eq!(troubles(&window), []);
    click(&mut window, "cell b2 empty, legal");
    // Two changes close together: the second is asked about when the first is answered.
    send(&mut window, &GAME.replace("STONE", "Marble"));
    send(&mut window, &GAME.replace("STONE", "Boulder"));
    let said = ("H0319".to_owned(), "expected a number, but got a string".to_owned(), true);
    let boulder = "cell b2 Boulder of Seat 1";
    while troubles(&window) != [said.clone()] || window.query_by_label(boulder).is_none() {
        woken.recv_timeout(Duration::from_secs(60)).unwrap();
        window.run_steps(1);
    }
    click(&mut window, "cell b3 empty, legal");
    assert_eq!(pieces(&window), 2);
    // What does not load is told alone, and types with it are gone.
    send(&mut window, "return {");
    while troubles(&window).iter().all(|(code, ..)| code != "H0300") {
        woken.recv_timeout(Duration::from_secs(60)).unwrap();
        window.run_steps(1);
    }
    assert!(troubles(&window).iter().all(|(code, ..)| code != "H0319"));
    drop(window);
    std::fs::remove_dir_all(folder).unwrap();
}
