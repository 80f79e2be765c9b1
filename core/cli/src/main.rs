//! The `harena` command: every subcommand is a file of `commands`.

mod args;
mod built_in;
mod catalog;
mod commands;
mod diagnostic;
mod failure;
mod files;
mod out;
mod program;
mod progress;
mod quote;
mod seating;
mod table;
mod terminal;

use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;
use harena_pack::plain;

use args::{Cli, Command};
use failure::Outcome;
use out::Out;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let out = Out::new(&cli.common);
    let result = run(&cli, &out);
    failure::finish(result, &out)
}

/// The help that was asked for, or what is wrong with the command line. Words of the command line
/// may be names of files, which hold what their authors put there.
fn usage(error: &clap::Error) -> ExitCode {
    let text = error.render().to_string();
    let is_asked = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    let written = match plain(&text) == text {
        true => error.print(),
        false => std::io::Write::write_all(&mut std::io::stderr(), plain(&text).as_bytes()),
    };
    ExitCode::from(if is_asked && written.is_ok() { 0 } else { 2 })
}

fn run(cli: &Cli, out: &Out) -> Outcome {
    let common = &cli.common;
    match &cli.command {
        None => commands::edit::run(&args::Edit::default(), common, out),
        Some(Command::Edit(args)) => commands::edit::run(args, common, out),
        Some(Command::Play(args)) => commands::play::run(args, common, out),
        Some(Command::Check(args)) => commands::check::run(args, common, out),
        Some(Command::Test(args)) => commands::test::run(args, common, out),
        Some(Command::Sim(args)) => commands::sim::run(args, common, out),
        Some(Command::Ab(args)) => commands::ab::run(args, common, out),
        Some(Command::Value(args)) => commands::value::run(args, common, out),
        Some(Command::Sweep(args)) => commands::sweep::run(args, common, out),
        Some(Command::Ladder(args)) => commands::ladder::run(args, common, out),
        Some(Command::Report(args)) => commands::report::run(args, out),
        Some(Command::Hunt(args)) => commands::hunt::run(args, common, out),
        Some(Command::Coverage(args)) => commands::coverage::run(args, common, out),
        Some(Command::Envelope(args)) => commands::envelope::run(args, common, out),
        Some(Command::Watch(args)) => commands::watch::run(args, common, out),
        Some(Command::Replay(args)) => commands::replay::run(args, common, out),
        Some(Command::New(args)) => commands::new::run(args, common, out),
        Some(Command::Fmt(args)) => commands::fmt::run(args, out),
        Some(Command::Migrate(args)) => commands::migrate::run(args, common, out),
        Some(Command::List(args)) => commands::list::run(args, common, out),
        Some(Command::Tree(args)) => commands::tree::run(args, common, out),
        Some(Command::Diff(args)) => commands::diff::run(args, common, out),
        Some(Command::Pack(args)) => commands::pack::run(args, common, out),
        Some(Command::Add(args)) => commands::add::run(args, common, out),
        Some(Command::Remove(args)) => commands::remove::run(args, common, out),
        Some(Command::Update(args)) => commands::update::run(args, common, out),
        Some(Command::Index(args)) => commands::index::run(args, common, out),
        Some(Command::Sign(args)) => commands::sign::run(args, out),
        Some(Command::Verify(args)) => commands::sign::verify(args, common, out),
        Some(Command::Label(args)) => commands::label::run(args, common, out),
        Some(Command::Types(args)) => commands::types::run(args, common, out),
        Some(Command::Doc(args)) => commands::doc::run(args, common, out),
        Some(Command::Explain(args)) => commands::explain::run(args, out),
    }
}
