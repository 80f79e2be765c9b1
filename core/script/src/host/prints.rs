//! Whether scripts print.

use super::Host;

impl Host {
    /// Whether a script calls `print`, as far as the texts tell.
    pub fn may_print(&self) -> bool {
        let packs = self.packs().iter().filter(|pack| pack.id() != "harena");
        let mut texts = packs.flat_map(|pack| {
            let paths = pack.tree.scripts().filter(|path| !path.starts_with("spec/"));
            paths.filter_map(|path| pack.tree.get(path))
        });
        texts.any(|text| text.lines().any(names_print))
    }
}

/// Whether a line of a script that is no comment holds the word `print`.
fn names_print(line: &str) -> bool {
    let is_sign = |sign: char| !(sign.is_alphanumeric() || sign == '_' || sign == '-');
    !line.trim_start().starts_with("--") && line.split(is_sign).any(|word| word == "print")
}
