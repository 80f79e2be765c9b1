//! Who plays a seat.

use crate::bot::BotKind;

/// Who plays a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Player {
    /// Somebody who attends the match.
    #[default]
    Human,
    /// A bot.
    Bot(BotKind),
}

/// Who sits in a seat that a person plays, as records and command lines say it.
pub const PERSON: &str = "human";

impl Player {
    /// The players a list can offer; search bots think in many more ways than those.
    pub fn all() -> impl Iterator<Item = Player> {
        std::iter::once(Player::Human).chain(BotKind::OFFERED.into_iter().map(Player::Bot))
    }

    /// The word for it.
    pub fn word(self) -> String {
        match self {
            Player::Human => PERSON.to_owned(),
            Player::Bot(kind) => kind.to_string(),
        }
    }

    /// The player of this word, if there is one.
    pub fn known(word: &str) -> Option<Player> {
        if word == PERSON { Some(Player::Human) } else { word.parse().ok().map(Player::Bot) }
    }

    /// The player of this word; people answer to every other word.
    pub fn named(word: &str) -> Player {
        Player::known(word).unwrap_or_default()
    }

    /// The seats where people sit, as a bit mask.
    pub fn persons(players: &[Player]) -> u16 {
        let people = (0..16).zip(players).filter(|(_, player)| **player == Player::Human);
        people.fold(0, |mask, (seat, _)| mask | 1u16 << seat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_have_words_and_people_a_bit_each() {
        for player in Player::all() {
            assert_eq!(Player::named(&player.word()), player);
        }
        assert_eq!((Player::known("Ada"), Player::named("Ada")), (None, Player::Human));
        let bot = Player::Bot(BotKind::Random);
        assert_eq!(Player::persons(&[Player::Human, bot, Player::Human]), 0b101);
        assert_eq!(Player::persons(&[Player::Human; 20]), u16::MAX);
    }
}
