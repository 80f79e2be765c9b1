//! From `--bots`, `--factions`, `--set` and their like to a match that can be set up.

use std::time::{SystemTime, UNIX_EPOCH};

use harena_engine::game::{SettingValue, Settings};
use harena_engine::id::FactionId;
use harena_engine::the_match::Setup;
use harena_lab::bot::{BotKind, OUTSIDE, PERSONA, Persona, Thinking};
use harena_lab::player::Player;
use harena_lab::series::LineUp;
use harena_pack::{did_you_mean, nearest, some_of};
use harena_script::{Menu, SettingRule};

use crate::args::MatchArgs;
use crate::failure::Failure;

/// The faction of a seat, as asked for.
pub type Faction = Option<FactionId>;

/// A match as asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seating {
    /// All settings.
    pub settings: Settings,
    /// How many seats play.
    pub n_seats: u8,
    /// Who sits where; empty if nothing was said.
    pub players: Vec<Player>,
    /// The factions that were named, one a seat; empty if none were.
    pub factions: Vec<Faction>,
    /// Whether every faction is to play every other.
    pub all_factions: bool,
    /// The seed.
    pub seed: u64,
}

impl Seating {
    /// How the match is set up.
    pub fn match_setup(&self) -> Setup {
        let persons = Player::persons(&self.players);
        Setup { seed: self.seed, factions: self.factions.clone(), persons, position: None }
    }

    /// One match of a series: who sits where, and its seed.
    #[must_use]
    pub fn of_match(&self, line_up: &LineUp, seed: u64) -> Seating {
        let players = line_up.bots.iter().map(|kind| Player::Bot(*kind)).collect();
        Seating { players, factions: line_up.factions.clone(), seed, ..self.clone() }
    }

    /// What the command line asks for, checked against what the game offers.
    ///
    /// # Errors
    /// A sentence about the first thing the game does not know.
    pub fn of(args: &MatchArgs, menu: &Menu) -> Result<Seating, Failure> {
        let all_factions = args.factions.iter().any(|it| it == "all");
        let n_seats = n_seats(args, menu, all_factions)?;
        Ok(Seating {
            settings: settings(args, menu).map_err(Failure::Usage)?,
            n_seats,
            players: players(&args.bots, (n_seats, menu)).map_err(Failure::Usage)?,
            factions: factions(args, menu, n_seats, all_factions).map_err(Failure::Usage)?,
            all_factions,
            seed: args.seed.unwrap_or_else(made_up_seed),
        })
    }
}

/// A seed from the clock, short enough to be typed again.
fn made_up_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    harena_engine::chance::mix(now.as_nanos() as u64) % 1_000_000
}

fn n_seats(args: &MatchArgs, menu: &Menu, all_factions: bool) -> Result<u8, Failure> {
    let named = if all_factions { 0 } else { args.factions.len() };
    let longest = whole_bots(&args.bots).len().max(named);
    let wanted = match args.seats {
        Some(seats) => usize::from(seats),
        None => longest.max(usize::from(menu.min_seats)),
    };
    let range = usize::from(menu.min_seats)..=usize::from(menu.max_seats);
    if !range.contains(&wanted) {
        let (min, max) = (menu.min_seats, menu.max_seats);
        let seats = if min == max { format!("{min}") } else { format!("{min} to {max}") };
        return Err(Failure::usage(format!("{} is for {seats} seats, not {wanted}", menu.id)));
    }
    if longest > wanted {
        return Err(Failure::usage(format!(
            "{longest} bots or factions are named for {wanted} seats"
        )));
    }
    Ok(wanted as u8)
}

/// The settings: those of the preset, then those set one by one.
fn settings(args: &MatchArgs, menu: &Menu) -> Result<Settings, String> {
    let mut given = Settings::new();
    if let Some(name) = &args.preset {
        let preset = menu.presets.iter().find(|it| it.id == *name);
        let names = || menu.presets.iter().map(|it| it.id.as_str());
        let preset = preset.ok_or_else(|| unknown("preset", name, names().collect()))?;
        given.extend(preset.settings.clone());
    }
    for pair in &args.set {
        let Some((name, value)) = pair.split_once('=') else {
            return Err(format!("`--set {pair}` lacks a value, write `--set {pair}=...`"));
        };
        given.insert(name.to_owned(), setting(name, value, menu)?);
    }
    menu.complete(&given).map_err(|wrong| wrong.join("\n"))
}

/// The value of a setting as written; a sentence about a wrong one shows what there is.
fn setting(name: &str, text: &str, menu: &Menu) -> Result<SettingValue, String> {
    menu.read(name, text).map_err(|sentence| match menu.rule(name) {
        Ok(rule) => format!("{sentence}\n{}", setting_lines(std::slice::from_ref(rule))),
        Err(_) if nearest(name, menu.settings.iter().map(|it| it.id.as_str())).is_some() => {
            sentence
        }
        Err(_) if menu.settings.is_empty() => format!("{sentence}: it has none"),
        Err(_) => {
            let lines = setting_lines(&menu.settings);
            format!("{sentence}\nSettings, with what they are unless set:\n{lines}")
        }
    })
}

/// Settings, one a line: name, what it is unless set, title, what it takes.
fn setting_lines(rules: &[SettingRule]) -> String {
    let usual = |rule: &SettingRule| format!("{}={}", rule.id, rule.default);
    let width = rules.iter().map(|rule| usual(rule).chars().count()).max().unwrap_or(0);
    let line = |rule: &SettingRule| {
        let title = match rule.title.is_empty() {
            true => String::new(),
            false => format!("{}: ", rule.title),
        };
        format!("  {:<width$}  {title}{}", usual(rule), rule.kind.takes())
    };
    rules.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The bots as they were written: a comma also stands before how a bot thinks.
fn whole_bots(words: &[String]) -> Vec<String> {
    let mut bots: Vec<String> = Vec::new();
    for word in words {
        match bots.last_mut() {
            Some(bot) if word.contains('=') && bot.starts_with("mcts") => {
                *bot += &format!(",{word}");
            }
            Some(_) | None => bots.push(word.clone()),
        }
    }
    bots
}

/// The players; one word counts for all seats.
fn players(words: &[String], (n_seats, menu): (u8, &Menu)) -> Result<Vec<Player>, String> {
    let players = named(words, menu)?;
    match (players.as_slice(), usize::from(n_seats)) {
        ([one], n) => Ok(vec![*one; n]),
        (some, n) if some.is_empty() || some.len() == n => Ok(players),
        (some, n) => Err(format!("{} bots are named for {n} seats", some.len())),
    }
}

/// The players of these names; personas are those of the game.
///
/// # Errors
/// A sentence about the first name that nobody has.
pub fn named(words: &[String], menu: &Menu) -> Result<Vec<Player>, String> {
    let player = |word: &String| match word.as_str() {
        "human" => Ok(Player::Human),
        // What a seat gets where nothing is said.
        "*" => Ok(Player::Bot(BotKind::Greedy)),
        program if program.starts_with(OUTSIDE) => {
            let named = crate::program::named(program).map(Player::Bot);
            named.ok_or_else(|| format!("`{program}` lacks the command that starts it"))
        }
        persona if persona.starts_with(PERSONA) => {
            let name = menu.persona(persona.trim_start_matches(PERSONA));
            name.map(|name| Player::Bot(BotKind::Persona(Persona::named(name))))
        }
        thinks if thinks.starts_with("mcts") => {
            let thinking: Thinking = thinks.parse()?;
            let persona = thinking.persona.map(|it| menu.persona(it.name()).map(Persona::named));
            let thinking = Thinking { persona: persona.transpose()?, ..thinking };
            Ok(Player::Bot(BotKind::Mcts(thinking)))
        }
        plain => plain.parse().map(Player::Bot).map_err(|_| unknown_bot(plain, menu)),
    };
    whole_bots(words).iter().map(player).collect()
}

fn unknown_bot(word: &str, menu: &Menu) -> String {
    let mut known = vec!["human", "random", "greedy", "mcts:1000", "mcts:200ms"];
    let personas: Vec<String> =
        menu.personas.iter().map(|it| format!("{PERSONA}{}", it.id)).collect();
    known.extend(personas.iter().map(String::as_str));
    unknown("bot", word, known)
}

fn factions(
    args: &MatchArgs,
    menu: &Menu,
    n_seats: u8,
    all_factions: bool,
) -> Result<Vec<Faction>, String> {
    if args.factions.is_empty() {
        return Ok(Vec::new());
    }
    if menu.factions.is_empty() {
        return Err(format!("{} has no factions", menu.id));
    }
    if all_factions {
        return match args.factions.len() {
            1 => Ok(Vec::new()),
            _ => Err("`--factions all` stands alone".to_owned()),
        };
    }
    let faction = |word: &String| match word.as_str() {
        "any" => Ok(None),
        word => menu.faction(word).map(|at| Some(FactionId(at as u8))),
    };
    let mut named: Vec<Faction> = args.factions.iter().map(faction).collect::<Result<_, _>>()?;
    named.resize(usize::from(n_seats), None);
    Ok(named)
}

fn unknown(what: &str, word: &str, known: Vec<&str>) -> String {
    let hint = did_you_mean(word, known.iter().copied());
    match known.is_empty() {
        true => format!("there is no {what} `{word}`: there are none"),
        false => format!("there is no {what} `{word}` among {}{hint}", some_of(&known)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use harena_script::{FactionEntry, Preset, SettingKind};

    fn menu() -> Menu {
        let setting = |id: &str, title: &str, kind, default| SettingRule {
            id: id.into(),
            title: title.into(),
            text: String::new(),
            rule: String::new(),
            kind,
            default,
        };
        let faction = |id: &str| FactionEntry {
            id: id.into(),
            title: String::new(),
            short: String::new(),
            pack: String::new(),
        };
        let quick = Preset {
            id: "quick".into(),
            title: String::new(),
            text: String::new(),
            settings: [("banner".to_owned(), SettingValue::Int(5))].into(),
        };
        Menu {
            id: "duel".into(),
            min_seats: 2,
            max_seats: 4,
            settings: vec![
                setting(
                    "banner",
                    "Life",
                    SettingKind::Int { min: 1, max: 20 },
                    SettingValue::Int(20),
                ),
                setting("teams", "", SettingKind::Bool, SettingValue::Bool(false)),
            ],
            presets: vec![quick],
            factions: vec![faction("dragon"), faction("abyss"), faction("realm")],
            ..Menu::default()
        }
    }

    fn args(bots: &[&str], factions: &[&str], set: &[&str]) -> MatchArgs {
        let list = |words: &[&str]| words.iter().map(|it| (*it).to_owned()).collect();
        let seed = Some(1);
        MatchArgs {
            bots: list(bots),
            factions: list(factions),
            set: list(set),
            seed,
            ..MatchArgs::default()
        }
    }

    fn seating(args: &MatchArgs) -> Result<Seating, String> {
        Seating::of(args, &menu()).map_err(|failure| match &failure {
            Failure::Usage(sentence) | Failure::Disk(sentence) => sentence.clone(),
            Failure::Packs(..) | Failure::Script(_) => format!("{failure:?}"),
        })
    }

    #[test]
    fn one_bot_plays_all_seats_and_names_decide_how_many() {
        let found = seating(&args(&["random"], &["dragon", "any", "abyss"], &[])).unwrap();
        assert_eq!(found.n_seats, 3);
        assert_eq!(found.players, [Player::Bot(BotKind::Random); 3]);
        assert_eq!(found.factions, [Some(FactionId(0)), None, Some(FactionId(1))]);
        assert_eq!(seating(&args(&[], &[], &[])).unwrap().n_seats, 2);
        let starred = seating(&args(&["human", "*"], &[], &[])).unwrap().players;
        assert_eq!(starred, [Player::Human, Player::Bot(BotKind::Greedy)]);
    }

    #[test]
    fn settings_come_from_preset_and_flags() {
        let with_preset =
            MatchArgs { preset: Some("quick".into()), ..args(&[], &[], &["teams=on"]) };
        let settings = seating(&with_preset).unwrap().settings;
        assert_eq!(settings["banner"], SettingValue::Int(5));
        assert_eq!(settings["teams"], SettingValue::Bool(true));
    }

    #[test]
    fn what_the_game_does_not_know_is_refused_with_the_nearest_name() {
        let check =
            |args: MatchArgs, expected: &str| assert_eq!(seating(&args).unwrap_err(), expected);
        check(args(&["greddy"], &[], &[]), {
            "there is no bot `greddy` among human, random, greedy, mcts:1000, mcts:200ms, did you \
             mean `greedy`?"
        });
        check(args(&[], &["dargon"], &[]), {
            "there is no faction `dargon` among dragon, abyss, realm; did you mean dragon?"
        });
        check(args(&[], &[], &["baner=3"]), "duel has no setting `baner`; did you mean banner?");
        check(args(&[], &[], &["banner=33"]), {
            "banner takes a whole number from 1 to 20, not `33`\n  \
             banner=20  Life: a whole number from 1 to 20"
        });
        check(args(&[], &[], &["foo=1"]), {
            "duel has no setting `foo`\nSettings, with what they are unless set:\n  \
             banner=20    Life: a whole number from 1 to 20\n  \
             teams=false  true or false"
        });
        check(args(&[], &[], &["banner"]), {
            "`--set banner` lacks a value, write `--set banner=...`"
        });
        check(args(&["random"; 5], &[], &[]), "duel is for 2 to 4 seats, not 5");
        check(MatchArgs { seats: Some(2), ..args(&["random"; 3], &[], &[]) }, {
            "3 bots or factions are named for 2 seats"
        });
        check(MatchArgs { preset: Some("quik".into()), ..args(&[], &[], &[]) }, {
            "there is no preset `quik` among quick, did you mean `quick`?"
        });
    }
}
