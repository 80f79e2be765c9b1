//! The page around the pictures.

use serde_json::Value;

use super::charts::{Section, number, sections};
use super::svg::escaped;

/// Nothing is fetched and nothing runs, whatever the names in a series say.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

const STYLE: &str = "
:root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { margin-bottom: 0; } h2 { margin: 2rem 0 .2rem; } p { margin: .2rem 0 .6rem; }
.dim, small { opacity: .7; }
svg { width: 100%; height: auto; font-size: 12px; }
svg text { fill: currentColor; } svg .name { text-anchor: end; }
.bar, .of0 { fill: hsl(210 60% 55% / .75); } .of1 { fill: hsl(20 80% 55% / .6); }
.ends { stroke: currentColor; fill: none; } .mark { stroke: currentColor; stroke-dasharray: 3 3; opacity: .5; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { padding: .2rem .6rem; text-align: right; border-bottom: 1px solid hsl(0 0% 50% / .25); }
th { font-weight: 600; } tr > :first-child, .sheets td:nth-child(2) { text-align: left; }
.matrix td { text-align: center; } .dead { opacity: .55; } code { overflow-wrap: anywhere; }
";

/// The whole page.
pub fn page(summary: &Value) -> String {
    let game = summary["game"].as_str().unwrap_or("a game");
    let title = format!("A series of {}", escaped(game));
    let sections: String = sections(summary).iter().map(section).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{title}</title><style>{STYLE}</style></head>\n<body><h1>{title}</h1>\n{}{sections}\n{}</body></html>\n",
        head(summary),
        foot(summary),
    )
}

fn section(section: &Section) -> String {
    let Section { title, text, shown } = section;
    format!("<section><h2>{title}</h2><p class=\"dim\">{text}</p>{shown}</section>\n")
}

fn head(summary: &Value) -> String {
    let whole = |key: &str| summary[key].as_u64().unwrap_or(0);
    let words = |value: &Value| {
        let list = value.as_array().into_iter().flatten().filter_map(Value::as_str);
        list.map(escaped).collect::<Vec<_>>().join(", ")
    };
    let mut told = vec![
        format!("{} matches", whole("matches")),
        format!("{} seats", whole("seats")),
        format!("played by {}", words(&summary["bots"])),
        format!("seed {}", whole("seed")),
    ];
    for (key, what) in
        [("draws", "draws"), ("errors", "failed"), ("capped", "given up as too long")]
    {
        if whole(key) > 0 {
            told.push(format!("{} {what}", whole(key)));
        }
    }
    if summary["stopped"].as_bool() == Some(true) {
        told.push("stopped before all were played".to_owned());
    }
    let wide = format!(
        "<p>{:.1} options a decision; {:.1} % of decisions left nothing to choose.</p>",
        number(&summary["options_per_decision"]),
        100.0 * number(&summary["forced"])
    );
    format!("<p class=\"dim\">{}</p>{wide}", told.join(" &middot; "))
}

fn foot(summary: &Value) -> String {
    let digest = escaped(summary["digest"].as_str().unwrap_or_default());
    let settings = escaped(&summary["settings"].to_string());
    format!(
        "<footer class=\"dim\"><p>digest {digest}</p><p>settings <code>{settings}</code></p></footer>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn share(wins: u64, matches: u64) -> Value {
        json!(harena_lab::statistics::Share::of(wins, matches))
    }

    fn summary() -> Value {
        json!({
            "game": "<script>alert(1)</script>", "matches": 40, "seats": 2, "seed": 3,
            "bots": ["greedy", "program:<img alt=x>"], "digest": "d", "settings": {"a": "</code>"},
            "wins": {
                "by_faction": { "red": share(30, 40), "<i>blue": share(10, 40) },
                "by_seat": { "1": share(22, 40), "2": share(18, 40) }, "by_bot": {},
            },
            "matchups": { "red": { "<i>blue": share(30, 40) }, "<i>blue": { "red": share(10, 40) } },
            "reasons": { "last_stone": 30, "": 10 },
            "histograms": { "lengths": [[10, 30], [12, 10]], "margins": [] },
            "lengths": { "mean": 10.5, "median": 10, "most": 12 },
            "unreached": { "verbs": ["<img alt=y>"], "keywords": [], "sheets": ["red/cow", "pig"],
                "packs": [{ "id": "g", "lines": 40, "ran": 10, "rules": ["R4"] }] },
            "sheets": [{ "faction": "red", "id": "cat", "title": "<u>Cat", "copies": 2, "entered": 50,
                "survived": 25, "chosen": 7, "users": share(20, 40) },
                { "faction": null, "id": "dog", "title": "", "copies": 1, "entered": 0,
                "survived": 0, "chosen": 0, "users": share(0, 0) }],
        })
    }

    #[test]
    fn a_page_needs_nothing_else_and_runs_nothing() {
        let page = page(&summary());
        for wrong in ["<script", "<img", "<i>", "<u>", " src=\"", "href", "@import", "url("] {
            assert!(!page.replace("style-src", "").contains(wrong), "{wrong}\n{page}");
        }
        assert!(page.contains("default-src 'none'"));
        assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
    }

    #[test]
    fn a_page_shows_every_number() {
        let page = page(&summary());
        for (what, n) in [
            ("75 <small>&plusmn; 13</small>", 1),
            ("25 <small>&plusmn; 13</small>", 1),
            ("last stone", 1),
            ("no reason given", 1),
            ("75.0 % (30)", 1),
            ("10: 30</title>", 1),
            ("50.0 %</td><td>7</td>", 1),
            ("<tr class=\"dead\">", 1),
            ("Sheets: red/cow, pig.", 1),
            ("25.0 % of the lines of g ran", 1),
            ("Rules: R4.", 1),
            ("Keywords", 0),
        ] {
            assert_eq!(page.matches(what).count(), n, "{what}\n{page}");
        }
        // Nothing is said of what was not counted.
        for absent in [
            "<h2>Leads",
            "<h2>Changes",
            "<h2>Luck",
            "<h2>Points",
            "<h2>Bots",
            "<h2>Matches that did not end",
        ] {
            assert!(!page.contains(absent), "{absent}");
        }
    }
}
