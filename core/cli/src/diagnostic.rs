//! Problems and faults as people read them: the place, the line, what to do.

use harena_engine::the_match::Fault;
use harena_pack::{Library, Problem, Severity, plain};

use crate::out::{Out, Style};

/// So many problems are told one by one; the rest is counted.
const MOST_TOLD: usize = 100;

/// All problems one after the other, with the lines they are about.
pub fn all(problems: &[Problem], library: &Library, out: &Out) -> String {
    let told = problems.iter().take(MOST_TOLD);
    let mut texts: Vec<String> = told.map(|it| problem(it, library, out)).collect();
    if let Some(n @ 1..) = problems.len().checked_sub(MOST_TOLD) {
        texts.push(format!("{n} further problems are not listed"));
    }
    texts.join("\n\n")
}

/// One problem, with the line it is about if its pack can be read.
pub fn problem(problem: &Problem, library: &Library, out: &Out) -> String {
    let style = match problem.severity {
        Severity::Error => Style::Red,
        Severity::Warning => Style::Yellow,
        Severity::Note => Style::Cyan,
    };
    let head = out.styled_note(style, &format!("{}[{}]", problem.severity, problem.code));
    let mut text = format!("{head}: {}", out.styled_note(Style::Strong, &problem.message));
    let location = problem.location();
    if !location.is_empty() {
        text += &format!("\n  {} {location}", out.styled_note(Style::Cyan, "-->"));
    }
    let pack = library.get(&problem.pack);
    if let Some(source) = pack.and_then(|pack| pack.tree.get(&problem.path)) {
        text += &excerpt(source, problem.line, problem.column, out);
    }
    text + &hint(&problem.hint, out)
}

/// A fault of the rules, with the calls that led to it.
pub fn fault(fault: &Fault, out: &Out) -> String {
    let head = out.styled_note(Style::Red, &format!("error[{}]", fault.code));
    let mut text = format!("{head}: {}", out.styled_note(Style::Strong, &fault.message));
    if let Some((file, line)) = &fault.place {
        text += &format!("\n  {} {file}:{line}", out.styled_note(Style::Cyan, "-->"));
    }
    for call in &fault.stack {
        text += &format!("\n      {} {call}", out.styled_note(Style::Dim, "in"));
    }
    text + &hint(&fault.hint, out)
}

fn hint(hint: &str, out: &Out) -> String {
    if hint.is_empty() {
        return String::new();
    }
    format!("\n  {} {hint}", out.styled_note(Style::Cyan, "hint:"))
}

/// Letters of a line that are shown; a longer one is cut around the column.
const WIDEST: usize = 160;

/// The line with its number, and a mark under the column.
fn excerpt(source: &str, line: u32, column: u32, out: &Out) -> String {
    let at = usize::try_from(line).unwrap_or(0);
    let Some(code) = at.checked_sub(1).and_then(|at| source.lines().nth(at)) else {
        return String::new();
    };
    let column = usize::try_from(column).unwrap_or(0);
    let start = match column.saturating_sub(1) {
        before if before < WIDEST => 0,
        before => before - WIDEST / 2,
    };
    let letters = |from: usize, n: usize| -> String { code.chars().skip(from).take(n).collect() };
    let show = |text: String| plain(&text.replace('\t', "    ")).into_owned();
    let more = |is_cut: bool| if is_cut { "..." } else { "" };
    let (head, tail) = (more(start > 0), more(code.chars().nth(start + WIDEST).is_some()));
    let shown = show(letters(start, WIDEST));
    let number = line.to_string();
    let gutter = " ".repeat(number.len());
    let bar = out.styled_note(Style::Cyan, "|");
    let mut text = format!("\n  {gutter} {bar}\n  {number} {bar} {head}{shown}{tail}");
    if let Some(before) = column.checked_sub(1) {
        let width = head.len() + show(letters(start, before - start)).chars().count();
        let mark = out.styled_note(Style::Red, "^");
        text += &format!("\n  {gutter} {bar} {}{mark}", " ".repeat(width));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Color, Common};
    use harena_pack::{Place, Tree, codes};

    fn plain_out() -> Out {
        let common = Common {
            json: false,
            color: Color::Never,
            quiet: false,
            packs: Vec::new(),
            only: false,
            data_dir: None,
            versions: Vec::new(),
            with: Vec::new(),
            lock: None,
        };
        Out::new(&common)
    }

    #[test]
    fn the_mark_stands_under_the_column() {
        let manifest = "schema = 1\n[pack]\nid = \"duel\"\nversion = \"1.0.0\"\ntitle = \"Duel\"\n\
                        kind = \"game\"\napi = 1\n";
        let files = [("pack.toml", manifest), ("game.luau", "return {\n\t\tseets = 2,\n}\n")];
        let library = Library::from_trees([("duel", Tree::from_files(files).unwrap())]);
        let found = Problem::error(codes::UNKNOWN_FIELD, "unknown field `seets`")
            .in_pack("duel")
            .at("game.luau", Place { line: 2, column: 3 })
            .hint("did you mean `seats`?");
        let expected = "\
error[H0201]: unknown field `seets`
  --> duel/game.luau:2:3
    |
  2 |         seets = 2,
    |         ^
  hint: did you mean `seats`?";
        assert_eq!(problem(&found, &library, &plain_out()), expected);
    }

    #[test]
    fn a_line_is_shown_around_its_column_and_without_what_cannot_be_seen() {
        let check = |source: &str, column: u32, line: &str, mark: &str| {
            let expected = format!("\n    |\n  1 | {line}\n    | {mark}");
            assert_eq!(excerpt(source, 1, column, &plain_out()), expected);
        };
        check("a\u{1b}[2Jb", 6, "a\\u{1b}[2Jb", "          ^");
        let long = format!("{}here{}", "x".repeat(10_000), "y".repeat(10_000));
        let shown = format!("...{}here{}...", "x".repeat(80), "y".repeat(76));
        check(&long, 10_001, &shown, &format!("{}^", " ".repeat(83)));
        assert_eq!(excerpt(&long, 1, u32::MAX, &plain_out()).lines().count(), 4);
    }

    #[test]
    fn a_fault_shows_its_calls() {
        let fault_found = Fault {
            place: Some(("duel/turn.luau".into(), 9)),
            stack: vec!["duel/turn.luau:9 play".into()],
            ..Fault::new(codes::SCRIPT_ERROR, "no such piece")
        };
        let expected = "\
error[H0401]: no such piece
  --> duel/turn.luau:9
      in duel/turn.luau:9 play";
        assert_eq!(fault(&fault_found, &plain_out()), expected);
    }
}
