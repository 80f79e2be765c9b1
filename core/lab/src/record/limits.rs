//! How much a record may hold. Matches stay far below; what is above was made to do harm.

/// Largest record, in bytes (32 MiB). Whoever reads the file holds it.
pub const MAX_RECORD_BYTES: u64 = 32 * 1024 * 1024;
/// Longest line of a record, in bytes (1 MiB).
pub const MAX_LINE_BYTES: usize = 1024 * 1024;
/// Most actions of a record.
pub const MAX_MOVES: usize = 200_000;
/// Most lines of play of a record.
pub const MAX_LINES_OF_PLAY: usize = 1_000;
/// Most notes of a record.
pub const MAX_NOTES: usize = 10_000;
/// Most packs a record names.
pub const MAX_RECORDED_PACKS: usize = 1_000;
/// Most packs a record carries.
pub const MAX_CARRIED: usize = 16;
/// Most settings a record names.
pub const MAX_SETTINGS: usize = 1_000;
/// Most actions whose arguments a record names.
pub const MAX_VERBS: usize = 256;
/// Longest name in a record, in characters.
pub const MAX_NAME: usize = 200;
/// Most seats of a match.
pub const MAX_SEATS: usize = 16;
/// Most effects of the position a record begins with.
pub const MAX_POSITION_EFFECTS: usize = 10_000;
/// Most numbers in the lists of a position, and most results forced on chance, all together.
pub const MAX_POSITION_NUMBERS: usize = 10_000;
/// Most steps on the agenda of a position.
pub const MAX_POSITION_STEPS: usize = 1_000;
/// Most streams of chance that a position forces results on.
pub const MAX_STREAMS: usize = 64;
/// Oddities of a record that are told one by one; the rest is counted.
pub const MAX_WARNINGS: usize = 20;

/// The beginning of a text, for a message.
pub(super) fn short(text: &str) -> String {
    const MOST: usize = 200;
    let shown: String = text.chars().take(MOST).flat_map(char::escape_debug).collect();
    // Quotation marks are no harm.
    let shown = shown.replace("\\\"", "\"").replace("\\'", "'");
    if text.chars().nth(MOST).is_some() { shown + "..." } else { shown }
}
