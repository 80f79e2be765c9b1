//! Writes down which packs and error pages are built into the executable.
//!
//! The packs are those below `scripts` and `factions` of the checkout, found by their manifests;
//! the pages are those of `docs/errors`. The generated file names them with `include_bytes!` and
//! `include_str!`, so the compiler itself reads them.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let here = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?);
    let root = here.join("../..").canonicalize()?;
    let mut packs = Vec::new();
    for folder in ["scripts", "factions"] {
        find_packs(&root.join(folder), &mut packs)?;
    }
    packs.sort();
    let mut text = String::from("const PACKS: &[EmbeddedPack] = &[\n");
    for pack in &packs {
        text += &pack_entry(pack)?;
    }
    text += "];\nconst PAGES: &[&str] = &[\n";
    for page in files_below(&root.join("docs/errors"))? {
        text += &format!("    include_str!({:?}),\n", page.display().to_string());
    }
    text += "];\n";
    fs::write(PathBuf::from(std::env::var("OUT_DIR")?).join("built_in.rs"), text)?;
    Ok(())
}

fn pack_entry(pack: &Path) -> Result<String, Box<dyn Error>> {
    let name = pack.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut text = format!("    ({name:?}, &[\n");
    for file in files_below(pack)? {
        let inside = file.strip_prefix(pack)?.to_string_lossy().replace('\\', "/");
        let file = file.display().to_string();
        text += &format!("        ({inside:?}, include_bytes!({file:?})),\n");
    }
    Ok(text + "    ]),\n")
}

/// Collects the folders with a manifest at or below a folder.
fn find_packs(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed={}", folder.display());
    if folder.join("pack.toml").is_file() {
        found.push(folder.to_owned());
        return Ok(());
    }
    for entry in entries(folder)? {
        if entry.is_dir() {
            find_packs(&entry, found)?;
        }
    }
    Ok(())
}

/// All files at or below a folder, hidden ones and backups apart, sorted.
fn files_below(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut files = Vec::new();
    for entry in entries(folder)? {
        if entry.is_dir() {
            files.extend(files_below(&entry)?);
        } else {
            files.push(entry);
        }
    }
    Ok(files)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_tools = name.starts_with(['.', '#']) || name.ends_with('~');
        if !is_tools {
            entries.push(path);
        }
    }
    entries.sort();
    Ok(entries)
}
