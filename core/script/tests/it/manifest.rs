//! Manifests of packs that live in tests.

/// The manifest of a game, or of a pack of another kind that extends a game.
pub fn manifest(id: &str, kind: &str, game: Option<&str>) -> String {
    let games = game.map_or(String::new(), |game| format!("\n[games]\n{game} = \">=0.1\"\n"));
    format!(
        "schema = 1\n\n[pack]\nid = \"{id}\"\nversion = \"1.0.0\"\ntitle = \"{id}\"\n\
         kind = \"{kind}\"\napi = 1\n{games}\n[dependencies]\nharena = \"^0.1\"\n"
    )
}
