//! How a match is set up: game, settings, seats, factions, players, seed.

use harena_engine::game::Settings;
use harena_engine::id::Seat;
use harena_lab::bot::BotKind;
use harena_lab::player::Player;
use harena_script::Menu;

/// How a match is set up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The id of the game.
    pub game: String,
    /// How many play.
    pub n_seats: u8,
    /// Settings that differ from their defaults.
    pub settings: Settings,
    /// The faction of each seat by id; `None` leaves it to the match.
    pub factions: Vec<Option<String>>,
    /// Who plays each seat.
    pub players: Vec<Player>,
    /// The seed of all chance.
    pub seed: u64,
}

impl Plan {
    /// The match a game opens with: two people where it allows two, its first factions in order.
    pub fn first(menu: &Menu, seed: u64) -> Plan {
        let n_seats = 2.clamp(menu.min_seats, menu.max_seats.max(menu.min_seats));
        let mut plan = Plan { game: menu.id.clone(), n_seats, seed, ..Plan::default() };
        plan.fit(menu);
        plan
    }

    /// Whether both are played with the same game, under the same settings and by as many.
    pub fn builds_as(&self, other: &Plan) -> bool {
        (&self.game, &self.settings, self.n_seats) == (&other.game, &other.settings, other.n_seats)
    }

    /// Gives every seat a faction and a player, and drops what the game does not have.
    pub fn fit(&mut self, menu: &Menu) {
        self.n_seats = self.n_seats.clamp(menu.min_seats, menu.max_seats.max(menu.min_seats));
        let n = usize::from(self.n_seats);
        for at in self.factions.len()..n {
            let taken = |id: &str| self.factions.iter().flatten().any(|other| other == id);
            let free = menu.factions.iter().find(|entry| !taken(&entry.id));
            let entry = free.or_else(|| menu.factions.get(at % menu.factions.len().max(1)));
            self.factions.push(entry.map(|entry| entry.id.clone()));
        }
        self.factions.truncate(n);
        self.players.resize(n, Player::Human);
        let plays = |name: &str| menu.personas.iter().any(|entry| entry.id == name);
        for player in &mut self.players {
            if matches!(player, Player::Bot(BotKind::Persona(persona)) if !plays(persona.name())) {
                *player = Player::Bot(BotKind::Greedy);
            }
        }
        let known = |id: &String| menu.factions.iter().any(|entry| entry.id == *id);
        for faction in &mut self.factions {
            *faction = faction.take().filter(known);
        }
        self.settings.retain(|id, value| {
            menu.settings.iter().any(|rule| rule.id == *id && rule.default != *value)
        });
    }

    /// Gives a faction that nobody plays to each seat whose own is not among these any more.
    pub fn refill(&mut self, menu: &Menu) {
        let known = |id: &String| menu.factions.iter().any(|entry| entry.id == *id);
        for at in 0..self.factions.len() {
            if self.factions.get(at).and_then(Option::as_ref).is_none_or(known) {
                continue;
            }
            let taken = |id: &str| self.factions.iter().flatten().any(|other| other == id);
            let free = menu.factions.iter().find(|entry| !taken(&entry.id));
            if let Some(slot) = self.factions.get_mut(at) {
                *slot = free.map(|entry| entry.id.clone());
            }
        }
        self.fit(menu);
    }

    /// Lets a faction play in the first seat, and the one that had it where this one was.
    pub fn take_faction(&mut self, faction: &str) {
        let wanted = Some(faction.to_owned());
        let before = self.factions.first().cloned().flatten();
        if let Some(other) = self.factions.iter_mut().skip(1).find(|it| **it == wanted) {
            *other = before;
        }
        if let Some(first) = self.factions.first_mut() {
            *first = wanted;
        }
    }

    /// Seats a bot everywhere but in the first seat.
    pub fn seat_bots(&mut self, bot: &str) {
        self.players.iter_mut().skip(1).for_each(|player| *player = Player::named(bot));
    }

    /// Who plays a seat.
    pub fn player(&self, seat: Seat) -> Player {
        self.players.get(seat.index()).copied().unwrap_or_default()
    }

    /// Gives a seat to a player.
    pub fn set_player(&mut self, seat: Seat, player: Player) {
        if let Some(slot) = self.players.get_mut(seat.index()) {
            *slot = player;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use harena_lab::bot::Persona;
    use harena_script::PersonaEntry;

    #[test]
    fn a_character_that_the_game_does_not_know_leaves_a_plain_bot() {
        let named = |name: &str| Player::Bot(BotKind::Persona(Persona::named(name)));
        let raider =
            PersonaEntry { id: "raider".into(), title: String::new(), text: String::new() };
        let menu = Menu { max_seats: 3, personas: vec![raider], ..Menu::default() };
        let players = vec![named("raider"), named("gone"), Player::Human];
        let mut plan = Plan { n_seats: 3, players, ..Plan::default() };
        plan.fit(&menu);
        assert_eq!(plan.players, [named("raider"), Player::Bot(BotKind::Greedy), Player::Human]);
    }

    #[test]
    fn a_faction_that_is_taken_leaves_its_seat_to_the_one_it_drives_away() {
        let check = |taken: &str, expected: [&str; 3]| {
            let some = |ids: [&str; 3]| ids.map(|id| Some(id.to_owned())).to_vec();
            let mut plan = Plan { factions: some(["a", "b", "c"]), ..Plan::default() };
            plan.take_faction(taken);
            assert_eq!(plan.factions, some(expected));
        };
        check("a", ["a", "b", "c"]);
        check("c", ["c", "b", "a"]);
        check("d", ["d", "b", "c"]);
    }
}
