//! Plays the scenarios of some packs: `cargo run -p harena-scenario --example spec -- FOLDER...`.
//!
//! The first folder is that of the pack to test; packs it needs are looked for in the others, in
//! `scripts`, and in `factions`. `--only TEXT` plays the scenarios whose name or file contains it.

use std::path::Path;
use std::process::ExitCode;

use harena_pack::{Library, Pack};
use harena_scenario as scenario;
use harena_script::{Host, assemble};

fn main() -> ExitCode {
    let mut folders: Vec<String> = std::env::args().skip(1).collect();
    let only = folders.iter().position(|word| word == "--only").map(|at| {
        folders.remove(at);
        if at < folders.len() { folders.remove(at) } else { String::new() }
    });
    match test(&folders, &only.unwrap_or_default()) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(1),
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn test(folders: &[String], only: &str) -> Result<usize, String> {
    let Some(first) = folders.first() else { return Err("name the folder of a pack".into()) };
    let lines = |problems: Vec<harena_pack::Problem>| {
        problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    let pack = Pack::open(Path::new(first)).map_err(lines)?;
    let roots: Vec<String> = folders.iter().skip(1).cloned().collect();
    let roots = roots.iter().map(String::as_str).chain(["scripts", "factions", "tests/games"]);
    let roots: Vec<&Path> = roots.map(Path::new).filter(|path| path.is_dir()).collect();
    let library = Library::open(&roots);
    let mut ids = vec![pack.id().to_owned()];
    ids.extend(pack.manifest.games.keys().cloned());
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let packs = assemble(&library, &ids).map_err(lines)?;
    let mut host = Host::load(&packs).map_err(lines)?;
    let fits = |s: &scenario::Scenario| {
        s.pack == pack.id() && (s.name.contains(only) || s.file.contains(only))
    };
    let all: Vec<_> = scenario::list(&host).into_iter().filter(fits).collect();
    let mut failed = 0;
    for scenario in &all {
        if let Err(failure) = scenario::run(&mut host, scenario) {
            failed += 1;
            println!("{failure}");
        }
    }
    println!("{} scenarios, {failed} failed", all.len());
    Ok(failed)
}
