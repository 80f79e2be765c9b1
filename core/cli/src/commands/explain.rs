//! `harena explain`: what an error code means.

use harena_pack::did_you_mean;
use serde_json::json;

use crate::args::Explain as Args;
use crate::built_in;
use crate::failure::{Exit, Failure, Outcome};
use crate::out::{Out, Style};

/// Shows the section of a code, or lists all codes.
///
/// # Errors
/// There is no such code.
pub fn run(args: &Args, out: &Out) -> Outcome {
    let sections = sections();
    let Some(wanted) = &args.code else {
        match out.json {
            true => out
                .answer_json(&json!({ "codes": sections.iter().map(as_json).collect::<Vec<_>>() })),
            false => {
                sections.iter().for_each(|it| out.answer(&format!("{}  {}", it.code, it.title)))
            }
        }
        return Ok(Exit::Fine);
    };
    let wanted = wanted.to_uppercase();
    let Some(found) = sections.iter().find(|it| it.code == wanted) else {
        let hint = did_you_mean(&wanted, sections.iter().map(|it| it.code));
        let sentence =
            format!("there is no code `{wanted}`{hint}\n`harena explain` lists them all");
        return Err(Failure::Usage(sentence));
    };
    if out.json {
        out.answer_json(&as_json(found));
    } else {
        out.answer(&out.styled(Style::Strong, &format!("{} {}", found.code, found.title)));
        out.answer(found.text);
    }
    Ok(Exit::Fine)
}

/// The title of a code.
pub(super) fn title(code: &str) -> Option<&'static str> {
    sections().into_iter().find(|it| it.code == code).map(|it| it.title)
}

/// One code of the error pages.
struct Section {
    code: &'static str,
    title: &'static str,
    text: &'static str,
}

fn as_json(section: &Section) -> serde_json::Value {
    json!({ "code": section.code, "title": section.title, "text": section.text })
}

/// All sections of all pages: each begins with `## CODE title`.
fn sections() -> Vec<Section> {
    let parts = built_in::error_pages().iter().flat_map(|page| page.split("\n## ").skip(1));
    let mut sections: Vec<Section> = parts.filter_map(section).collect();
    sections.sort_by_key(|it| it.code);
    sections
}

fn section(part: &'static str) -> Option<Section> {
    let (head, text) = part.split_once('\n').unwrap_or((part, ""));
    let (code, title) = head.split_once(' ')?;
    Some(Section { code, title, text: text.trim() })
}

#[cfg(test)]
mod tests {
    use super::sections;
    use harena_lab::battery::Check;

    #[test]
    fn every_page_has_sections_with_a_text() {
        let sections = sections();
        assert!(sections.iter().any(|it| it.code == "H0102" && it.title == "unknown key"));
        for section in &sections {
            assert!(section.code.starts_with('H') && section.code.len() == 5, "{}", section.code);
            assert!(!section.text.is_empty(), "{}", section.code);
        }
    }

    #[test]
    fn every_finding_of_the_battery_is_explained() {
        let sections = sections();
        for check in Check::ALL {
            assert!(sections.iter().any(|it| it.code == check.code().as_str()), "{}", check.code());
        }
    }
}
