//! `harena sign` and `harena verify`: whose file it is.

use std::fs;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};

use harena_pack::{
    Key, MAX_ARCHIVE_BYTES, Pack, SIGNATURE_ENDING, Source, Store, read_regular, told_comment,
    unpack, verify as verified,
};
use minisign::{KeyPair, PublicKey, SecretKey, SecretKeyBox};
use serde_json::json;

use super::add::{key_named, one};
use crate::args::{Common, Sign as Args, Verify};
use crate::catalog::data_dir;
use crate::failure::{Exit, Failure, Outcome};
use crate::files;
use crate::out::{Out, Style};

/// Largest file of a key, in bytes.
const MAX_KEY_BYTES: u64 = 16 * 1024;

/// Makes a key, or signs an archive.
///
/// # Errors
/// No archive, no key, or a key that is there already.
pub fn run(args: &Args, out: &Out) -> Outcome {
    match (&args.new_key, &args.file, &args.key) {
        (Some(path), _, _) => new_key(path, out),
        (None, Some(file), Some(key)) => sign(file, key, out),
        (None, _, _) => Err(Failure::usage("name an archive, and a key with --key")),
    }
}

fn new_key(path: &Path, out: &Out) -> Outcome {
    let failed = |error: minisign::PError| Failure::usage(format!("no key was made: {error}"));
    let pair = KeyPair::generate_unencrypted_keypair().map_err(failed)?;
    let secret = pair.sk.to_box(Some("harena secret key")).map_err(failed)?.into_string();
    let public = pair.pk.to_box().map_err(failed)?.into_string();
    write_secret(path, &secret)?;
    let beside = PathBuf::from(format!("{}.pub", path.display()));
    files::write(&beside, &public)?;
    let letters = pair.pk.to_base64();
    if out.json {
        out.answer_json(&json!({ "secret": path, "public": beside, "key": letters }));
    } else {
        out.answer(&format!("wrote {}: keep it to yourself, and a copy of it", path.display()));
        out.answer(&format!("wrote {}: show it to everybody", beside.display()));
        out.answer(&format!("key {letters}"));
    }
    Ok(Exit::Fine)
}

/// Writes a secret where nothing is yet, readable by its owner alone.
fn write_secret(path: &Path, text: &str) -> Result<(), Failure> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = options.open(path).and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| Failure::disk("write", path, &error))
}

fn sign(file: &Path, key: &Path, out: &Out) -> Outcome {
    let (bytes, pack) = read(file)?;
    let text = read_regular(key, MAX_KEY_BYTES).map_err(|it| Failure::disk("read", key, &it))?;
    let secret = secret(&String::from_utf8_lossy(&text), key)?;
    let failed = |error: minisign::PError| Failure::usage(format!("it was not signed: {error}"));
    let public = PublicKey::from_secret_key(&secret).map_err(failed)?;
    let named = format!("signed with key {}", public.to_base64());
    let comment = told_comment(&pack);
    let content = Cursor::new(&bytes);
    let signature = minisign::sign(Some(&public), &secret, content, Some(&comment), Some(&named));
    let beside = PathBuf::from(format!("{}{SIGNATURE_ENDING}", file.display()));
    files::write(&beside, &signature.map_err(failed)?.into_string())?;
    if out.json {
        out.answer_json(&json!({ "signature": beside, "key": public.to_base64() }));
    } else {
        out.answer(&format!("wrote {}", beside.display()));
        out.answer(&named);
    }
    Ok(Exit::Fine)
}

/// The secret key of a file; one with a password asks for it.
fn secret(text: &str, path: &Path) -> Result<SecretKey, Failure> {
    let no_key = || Failure::usage(format!("`{}` holds no secret key", path.display()));
    let boxed = || SecretKeyBox::from_string(text).map_err(|_| no_key());
    match boxed()?.into_unencrypted_secret_key() {
        Ok(key) => Ok(key),
        Err(_) => boxed()?.into_secret_key(None).map_err(|_| no_key()),
    }
}

fn read(file: &Path) -> Result<(Vec<u8>, Pack), Failure> {
    let bytes = read_regular(file, MAX_ARCHIVE_BYTES)
        .map_err(|error| Failure::disk("read", file, &error))?;
    let pack = unpack(&bytes)
        .and_then(|unpacked| Pack::from_archive(&unpacked.tree, Source::Memory))
        .map_err(|problems| Failure::Packs(problems, Box::default()))?;
    Ok((bytes, pack))
}

/// Checks an archive and its signature.
///
/// # Errors
/// It is no archive, or its signature does not hold. One without a signature is a finding.
pub fn verify(args: &Verify, common: &Common, out: &Out) -> Outcome {
    let (bytes, pack) = read(&args.file)?;
    let named = args.key.as_deref().map(key_named).transpose()?;
    let store = data_dir(common).map(Store::at);
    let pinned = store.and_then(|store| store.key_of(pack.id()).ok().flatten());
    let known = named.as_ref().or(pinned.as_ref());
    let signed = verified(&args.file, &bytes, known).map_err(one)?;
    if let Some(signed) = &signed {
        signed.is_of(&pack).map_err(one)?;
    }
    let (id, version) = (pack.id(), &pack.manifest.version);
    let key = signed.as_ref().map(|it| it.key.letters());
    if out.json {
        out.answer_json(&json!({
            "id": id,
            "version": version.to_string(),
            "tree": pack.digest.to_string(),
            "signed": signed.is_some(),
            "key": key,
            "known": known.map(Key::letters),
        }));
    } else {
        out.answer(&format!("{id} {version}, tree {}", pack.digest));
        out.answer(&match (key, known) {
            (Some(key), Some(_)) => {
                out.styled(Style::Green, &format!("the signature holds, with the known key {key}"))
            }
            (Some(key), None) => {
                format!("the signature holds, with key {key}, which nobody vouches for yet")
            }
            (None, _) => out.styled(Style::Yellow, "there is no signature beside it"),
        });
    }
    Ok(if signed.is_some() { Exit::Fine } else { Exit::Findings })
}
