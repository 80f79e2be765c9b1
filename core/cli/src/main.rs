//! The `harena` command: every subcommand is a file of `commands`.

mod args;
mod built_in;
mod catalog;
mod commands;
mod diagnostic;
mod failure;
mod files;
mod out;
mod seating;
mod table;
mod terminal;

use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};
use failure::Outcome;
use out::Out;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let out = Out::new(&cli.common);
    let result = run(&cli, &out);
    failure::finish(result, &out)
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
        Some(Command::Ladder(args)) => commands::ladder::run(args, common, out),
        Some(Command::Replay(args)) => commands::replay::run(args, common, out),
        Some(Command::New(args)) => commands::new::run(args, common, out),
        Some(Command::List) => commands::list::run(common, out),
        Some(Command::Types(args)) => commands::types::run(args, out),
        Some(Command::Doc(args)) => commands::doc::run(args, out),
        Some(Command::Explain(args)) => commands::explain::run(args, out),
    }
}
