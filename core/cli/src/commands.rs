//! The subcommands, one file each.

pub mod ab;
pub mod add;
mod carried;
pub mod check;
pub mod compare;
pub mod coverage;
pub mod diff;
pub mod doc;
pub mod edit;
pub mod envelope;
pub mod explain;
pub mod fmt;
pub mod hunt;
pub mod index;
pub mod label;
pub mod ladder;
pub mod list;
pub mod migrate;
pub mod new;
pub mod pack;
pub mod play;
pub mod remove;
pub mod replay;
pub mod report;
pub mod sign;
pub mod sim;
pub mod sweep;
pub mod test;
pub mod tree;
pub mod types;
pub mod unreached;
pub mod update;
pub mod value;
pub mod watch;

/// So many printed lines are shown where somebody plays or tests.
pub(crate) const MANY_PRINTS: usize = 50;

/// Shows what scripts printed since this was last asked.
pub(crate) fn tell_prints(host: &harena_script::Host, most: usize, out: &crate::out::Out) {
    tell_lines(&host.take_prints(), most, out);
}

/// Printed lines for JSON, as they are shown.
pub(crate) fn prints_json(prints: &[harena_script::Print], most: usize) -> serde_json::Value {
    prints.iter().take(most).map(|print| serde_json::Value::from(print.to_string())).collect()
}

/// Shows printed lines, and how many more there were.
pub(crate) fn tell_lines(prints: &[harena_script::Print], most: usize, out: &crate::out::Out) {
    let head = out.styled_note(crate::out::Style::Dim, "print");
    for print in prints.iter().take(most) {
        let text = print.to_string().replace(char::is_control, " ");
        out.note(&format!("{head} {text}"));
    }
    if prints.len() > most {
        out.note(&format!("{head} and {} lines more", prints.len() - most));
    }
}
