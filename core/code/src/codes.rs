//! All codes. The first two digits are the page of `docs/errors`: packs, definitions, Luau files,
//! rules, promises, Harena itself.

use super::Code;

/// Declares each code with what it means, and the list of all.
macro_rules! codes {
    ($($(#[$meaning:meta])+ $name:ident = $code:literal,)+) => {
        $($(#[$meaning])+ pub const $name: Code = Code($code);)+
        pub(super) const ALL: &[Code] = &[$($name),+];
    };
}

/// None: of a finding that is only counted.
pub const UNTOLD: Code = Code("");

codes! {
    /// `pack.toml` is not valid TOML.
    NOT_TOML = "H0101",
    /// A key that no manifest has.
    UNKNOWN_KEY = "H0102",
    /// A value of the wrong type, such as a number where text is due.
    WRONG_TYPE = "H0103",
    /// A key that every manifest needs is absent.
    MISSING_KEY = "H0104",
    /// A manifest schema this application does not read.
    UNKNOWN_SCHEMA = "H0105",
    /// An id that breaks the spelling rule.
    BAD_ID = "H0106",
    /// The id differs from the name of the folder.
    ID_IS_NOT_FOLDER = "H0107",
    /// A version or a range of versions that cannot be read.
    BAD_VERSION = "H0108",
    /// A word outside the list of words a key takes.
    UNKNOWN_WORD = "H0109",
    /// A text, number or address that its key does not accept.
    BAD_VALUE = "H0110",
    /// A faction, content, variant or scenario that names no game.
    NO_GAME = "H0111",
    /// The entry file is not in the pack.
    NO_ENTRY = "H0112",
    /// The folder has no `pack.toml`.
    NO_MANIFEST = "H0113",
    /// More problems in a manifest than are listed.
    MORE_PROBLEMS = "H0114",
    /// A file or folder could not be read.
    UNREADABLE = "H0120",
    /// A file path that no pack may hold.
    BAD_PATH = "H0121",
    /// A link that leaves the pack, leads nowhere, or stands for a folder.
    BAD_LINK = "H0122",
    /// A script, manifest or other text that is not UTF-8.
    NOT_UTF8 = "H0123",
    /// A file over its size limit.
    FILE_TOO_LARGE = "H0124",
    /// More files than a pack may have.
    TOO_MANY_FILES = "H0125",
    /// More bytes than a pack may have.
    PACK_TOO_LARGE = "H0126",
    /// A pipe, a device or a socket where a file should be.
    NO_FILE = "H0127",
    /// Two folders hold packs of one id.
    DUPLICATE_PACK = "H0130",
    /// A pack being watched is no longer there.
    PACK_GONE = "H0131",
    /// A folder that cannot be watched for changes.
    NOT_WATCHED = "H0132",
    /// More packs, or more folders to look for them, than are searched.
    TOO_MANY_PACKS = "H0133",
    /// A pack that calls itself as the library of the application does.
    RESERVED_ID = "H0134",
    /// A pack was asked for that nobody has.
    UNKNOWN_PACK = "H0140",
    /// A pack needs another that is not there.
    MISSING_PACK = "H0141",
    /// A pack needs another version of a pack that is there.
    WRONG_VERSION = "H0142",
    /// Packs that need each other in a circle.
    CYCLE = "H0143",
    /// Two packs that cannot be loaded together.
    CONFLICT = "H0144",
    /// The pack is made for other versions of the application.
    WRONG_ENGINE = "H0145",
    /// The pack is made for another script interface.
    WRONG_API = "H0146",
    /// A lock file that cannot be read.
    BAD_LOCK = "H0150",
    /// A file that is no archive of a pack, or a torn one.
    NOT_AN_ARCHIVE = "H0151",
    /// A link, a device or a path in an archive that not every machine has.
    BAD_ENTRY = "H0152",
    /// Two names in an archive that are one on some machines.
    SAME_NAME = "H0153",
    /// A program among the files of a pack.
    PROGRAM = "H0154",
    /// A file that unpacks to far more than its size.
    BOMB = "H0155",
    /// Another content under a version that is known.
    CHANGED_VERSION = "H0156",
    /// A pack without a licence, which nobody may pass on.
    NO_LICENSE = "H0157",
    /// A feed that cannot be read, or that tells what is not so.
    BAD_FEED = "H0158",
    /// A signature that does not hold.
    BAD_SIGNATURE = "H0159",
    /// A pack that is not signed with the key it was signed with before.
    OTHER_KEY = "H0160",
    /// No choice of versions fits together.
    NO_SOLUTION = "H0161",
    /// An id that is easily taken for another.
    LOOK_ALIKE = "H0162",
    /// An installed pack that is not as it was installed, or a place that is taken.
    BAD_STORE = "H0163",
    /// A list of renamed names that is not as it should be.
    BAD_RENAMED = "H0164",
    /// A field that its record does not have.
    UNKNOWN_FIELD = "H0201",
    /// A field that its record needs is absent.
    MISSING_FIELD = "H0202",
    /// A value of another type than its field takes.
    WRONG_KIND = "H0203",
    /// A number outside its range.
    OUT_OF_RANGE = "H0204",
    /// A name that nothing declares.
    UNDECLARED = "H0205",
    /// One name declared twice.
    DECLARED_TWICE = "H0206",
    /// A number that is not whole.
    NOT_WHOLE = "H0207",
    /// A list that is too short or too long.
    WRONG_LENGTH = "H0208",
    /// An id that breaks the spelling rule.
    BAD_SPELLING = "H0209",
    /// Tables within tables, too many of them.
    TOO_DEEP = "H0210",
    /// More than reading may cost.
    TOO_MUCH_TO_READ = "H0211",
    /// More problems than are listed.
    MORE_FINDINGS = "H0212",
    /// Colors that nobody can tell apart.
    COLORS_ALIKE = "H0213",
    /// A text over its length.
    TEXT_TOO_LONG = "H0214",
    /// A gap of a sentence that nothing fills.
    UNFILLED_GAP = "H0215",
    /// A reach that contradicts itself.
    NO_REACH = "H0216",
    /// A title that is wider than where it is written.
    WIDE_TITLE = "H0217",
    /// A file that cannot be parsed.
    SYNTAX = "H0300",
    /// A loop in the order of a table with names.
    UNORDERED_LOOP = "H0301",
    /// State in a local of a module.
    KEPT_IN_LOCAL = "H0302",
    /// State in a table of a module.
    KEPT_IN_TABLE = "H0303",
    /// An assignment to a global.
    GLOBAL = "H0304",
    /// A function of Luau that does not exist here.
    REMOVED_FUNCTION = "H0305",
    /// A table whose entries vanish.
    WEAK_TABLE = "H0306",
    /// A file whose types are not checked.
    NOT_STRICT = "H0307",
    /// A module that is required and never used.
    UNUSED_MODULE = "H0308",
    /// A file without an opening comment.
    NO_COMMENT = "H0309",
    /// An inner file of another pack.
    INNER_FILE = "H0310",
    /// Luau nested too deeply.
    NESTED_TOO_DEEPLY = "H0311",
    /// More Luau than is read.
    TOO_MUCH_LUAU = "H0312",
    /// A field written twice.
    WRITTEN_TWICE = "H0313",
    /// A function or a name defined twice.
    DEFINED_TWICE = "H0314",
    /// A module required in a function.
    LATE_REQUIRE = "H0315",
    /// A table or a function as a key.
    ADDRESS_AS_KEY = "H0316",
    /// A name that stands for nothing.
    UNKNOWN_GLOBAL = "H0317",
    /// A member that what it is asked of does not have.
    UNKNOWN_MEMBER = "H0318",
    /// What the type checker finds.
    TYPES_DO_NOT_FIT = "H0319",
    /// The type checker could not be asked.
    TYPES_NOT_CHECKED = "H0320",
    /// A local that is never used.
    UNUSED_LOCAL = "H0321",
    /// No rules to play by.
    NO_RULES = "H0400",
    /// An error in a script, or a refusal without a code of its own.
    SCRIPT_ERROR = "H0401",
    /// A script ran out of its steps.
    TOO_MANY_STEPS = "H0402",
    /// A script ran out of memory.
    OUT_OF_MEMORY = "H0403",
    /// Stopped from outside.
    STOPPED = "H0404",
    /// State outside the match.
    STATE_OUTSIDE = "H0405",
    /// A handle of a step that is over.
    STALE_HANDLE = "H0406",
    /// A change where only reading is allowed.
    ONLY_READS = "H0407",
    /// A method or field that does not exist.
    NO_SUCH_MEMBER = "H0408",
    /// A name that the game does not declare.
    NO_SUCH_NAME = "H0409",
    /// No step is left to run, and the match is not over.
    UNFINISHED = "H0410",
    /// A decision without options.
    NO_OPTIONS = "H0411",
    /// An answer given before is no longer among the options.
    STALE_ANSWER = "H0412",
    /// More steps or events waiting than there is room for.
    TOO_MANY_WAITING = "H0413",
    /// A score that is no number.
    NO_SCORE = "H0414",
    /// Something in play is gone from the rules.
    GONE_IN_PLAY = "H0415",
    /// More options than can be numbered.
    TOO_MANY_OPTIONS = "H0416",
    /// Step after step, and nobody is asked.
    NOBODY_ASKED = "H0417",
    /// More effects than a step may have.
    TOO_MUCH_HAPPENED = "H0418",
    /// A remark over its length.
    REMARK_TOO_LONG = "H0419",
    /// No game among the packs.
    NO_GAME_LOADED = "H0420",
    /// A file that returns something else than it should.
    WRONG_RETURN = "H0421",
    /// A board that cannot be built.
    BAD_BOARD = "H0422",
    /// Settings that a game refuses.
    SETTING_REFUSED = "H0423",
    /// A sheet that its constructor refuses.
    SHEET_REFUSED = "H0424",
    /// The guard of time ended a call. It tells of the machine, not of the match: elsewhere it
    /// might not have, so nothing may follow from it.
    UNDECIDED = "H0425",
    /// Something else where a sheet is due.
    NO_SHEET = "H0426",
    /// More pieces than can be numbered.
    TOO_MANY_PIECES = "H0427",
    /// More of a sort than fit.
    TOO_MANY_DECLARED = "H0430",
    /// A verb without a title.
    UNTITLED_VERB = "H0431",
    /// No faction to play.
    NO_FACTION = "H0432",
    /// No straight lines on this board.
    NO_LINES = "H0433",
    /// Too many or too few sheets.
    WRONG_TOTAL = "H0434",
    /// A change of something that is gone.
    CHANGED_GONE = "H0440",
    /// A change of something that was something else.
    WAS_OTHERWISE = "H0441",
    /// Two packs change one thing.
    CHANGED_TWICE = "H0442",
    /// Something new that is there already.
    NOT_NEW = "H0443",
    /// Changes nobody asked for.
    UNASKED_CHANGE = "H0444",
    /// The rules fail.
    RULES_FAIL = "H0501",
    /// A match does not end.
    NO_END = "H0502",
    /// Loaded twice, a game does not play the same.
    LOADED_OTHERWISE = "H0503",
    /// Options that are not in order.
    OPTIONS_UNORDERED = "H0504",
    /// A copy goes on differently.
    COPY_DIFFERS = "H0505",
    /// A saved match goes on differently.
    SAVED_DIFFERS = "H0506",
    /// Undo leads elsewhere.
    UNDO_DIFFERS = "H0507",
    /// The record leads elsewhere.
    REPLAY_DIFFERS = "H0508",
    /// A reload leads elsewhere.
    RELOAD_DIFFERS = "H0509",
    /// Hidden things show.
    HIDDEN_SHOWS = "H0510",
    /// Judging changes the match.
    JUDGING_CHANGES = "H0511",
    /// More work than a check may cost.
    CHECK_TOO_DEAR = "H0512",
    /// Offered and refused at once.
    OFFERED_AND_REFUSED = "H0513",
    /// Not offered, and nobody says why.
    UNEXPLAINED = "H0514",
    /// Nobody plays a seat.
    NOBODY_PLAYS = "H0520",
    /// A bot took what is not offered.
    NOT_OFFERED = "H0521",
    /// A thread of a series or of a bot ended.
    THREAD_ENDED = "H0522",
    /// Played again, a match leads elsewhere.
    PLAYED_OTHERWISE = "H0525",
    /// A bot from outside does not play.
    BOT_OUTSIDE = "H0526",
    /// A bot plays a persona its game does not have.
    UNKNOWN_PERSONA = "H0527",
    /// The engine failed.
    ENGINE_FAILED = "H9001",
}
