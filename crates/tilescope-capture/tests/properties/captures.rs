//! Any file is a capture or is refused with located errors, and every replay
//! terminates.

use std::io::{Cursor, Read, Write};
use std::path::Path;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tilescope_capture::tscap::{Limits, Replay};
use tilescope_capture::{Capture, CaptureError};
use tilescope_core::{Context, Device, Fuel, Serial, Silent, Status, Written};
use tilescope_families::ALL;
use tilescope_vc4::{Options, Vc4, chips};

use super::source::Bytes;

const GOLDEN: &[u8] = include_bytes!("../../../../tests/captures/v1-target.tscap");

/// Enough fuel for the recording there.
const FUEL: u64 = 2_000_000;

type Entries = Vec<(String, Vec<u8>)>;

fn entries() -> Entries {
    let mut zip = zip::ZipArchive::new(Cursor::new(GOLDEN)).expect("a zip");
    let mut all = Vec::new();
    for i in 0..zip.len() {
        let mut entry = zip.by_index(i).expect("an entry");
        let name = entry.name().expect("a name").into_owned();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).expect("its bytes");
        all.push((name, bytes));
    }
    all
}

fn zip(entries: &Entries) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        let options = zip::write::SimpleFileOptions::default();
        // Duplicate names from the fuzzer are left out.
        if zip.start_file(name, options).is_ok() {
            zip.write_all(bytes).expect("memory");
        }
    }
    zip.finish().expect("memory").into_inner()
}

/// Replacements for values of a manifest.
fn nasty(bytes: &mut Bytes<'_>) -> Value {
    match bytes.below(12) {
        0 => json!(0),
        1 => json!(u64::MAX),
        2 => json!(-1),
        3 => json!(1e30),
        4 => json!("0xffffffffffffffff"),
        5 => json!(format!("{:#010x}", bytes.nasty())),
        6 => json!([]),
        7 => json!({}),
        8 => Value::Null,
        9 => json!(bytes.below(64)),
        _ => json!(bytes.nasty()),
    }
}

/// Every value inside `value`.
fn leaves<'a>(value: &'a mut Value, into: &mut Vec<&'a mut Value>) {
    let is_leaf = match value {
        Value::Array(list) => list.is_empty(),
        Value::Object(map) => map.is_empty(),
        _ => true,
    };
    match value {
        leaf if is_leaf => into.push(leaf),
        Value::Array(list) => list.iter_mut().for_each(|v| leaves(v, into)),
        Value::Object(map) => map.values_mut().for_each(|v| leaves(v, into)),
        _ => {}
    }
}

fn change_manifest(text: &[u8], bytes: &mut Bytes<'_>) -> Vec<u8> {
    let mut manifest: Value = serde_json::from_slice(text).expect("a manifest");
    for _ in 0..1 + bytes.below(3) {
        let mut all = Vec::new();
        leaves(&mut manifest, &mut all);
        let at = bytes.below(all.len());
        *all[at] = nasty(bytes);
    }
    serde_json::to_vec(&manifest).expect("text")
}

/// Changes bytes of a blob, and its name with them.
fn change_blob(all: &mut Entries, bytes: &mut Bytes<'_>) {
    let at = 1 + bytes.below(all.len() - 1);
    let old = all[at].0.clone();
    for _ in 0..1 + bytes.below(4) {
        let len = all[at].1.len();
        let word = bytes.nasty().to_le_bytes();
        let place = bytes.below(len.saturating_sub(4));
        all[at].1[place..(place + 4).min(len)].copy_from_slice(&word[..4.min(len - place)]);
    }
    let hash = Sha256::digest(&all[at].1);
    let new: String = hash.iter().map(|b| format!("{b:02x}")).collect();
    let old_hash = old.strip_prefix("blobs/").unwrap_or(&old).to_owned();
    let manifest = String::from_utf8_lossy(&all[0].1).replace(&old_hash, &new);
    all[0].1 = manifest.into_bytes();
    all[at].0 = format!("blobs/{new}");
}

/// Opens a capture and replays it. Returns the number of completed submissions.
fn replay(file: Vec<u8>) -> Result<usize, CaptureError> {
    let limits = Limits {
        manifest: 1 << 20,
        memory: 64 << 20,
    };
    let mut capture = Capture::read(Path::new("x"), Cursor::new(file), limits, ALL)?;
    let mut done = 0;
    for process in 0..capture.manifest.processes.len() {
        let mut device = Vc4::new(&chips::BCM2837, Options::default());
        let mut replay = Replay::new(&mut capture, process)?;
        while let Some(loaded) = replay.load(&mut capture)? {
            let written = Written::new(&loaded.memory);
            let outcome = device.submit(
                &loaded.submission,
                &mut Context {
                    memory: &written,
                    observer: &mut Silent,
                    fuel: Fuel::new(FUEL),
                    workers: &Serial,
                },
            );
            replay.compare(&mut capture, &loaded, &written, &outcome.status)?;
            if outcome.status != Status::Done {
                device.reset();
            }
            done += usize::from(outcome.status == Status::Done);
            replay.unload(loaded);
        }
    }
    Ok(done)
}

/// A capture with some of it changed. True if it still opens.
pub fn capture_reader_never_panics(data: &[u8]) -> bool {
    let bytes = &mut Bytes::new(data);
    let mut all = entries();
    let file = match bytes.below(4) {
        0 => {
            let mut file = GOLDEN.to_vec();
            for _ in 0..1 + bytes.below(8) {
                let at = bytes.below(file.len());
                file[at] = bytes.u8();
            }
            if bytes.once_in(4) {
                file.truncate(bytes.below(file.len()));
            }
            file
        }
        1 => {
            change_blob(&mut all, bytes);
            zip(&all)
        }
        _ => {
            all[0].1 = change_manifest(&all[0].1, bytes);
            zip(&all)
        }
    };
    match replay(file) {
        Ok(_) => true,
        Err(e) => {
            assert!(e.to_string().starts_with("x: "), "{e}");
            assert!(!e.message.is_empty());
            false
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_golden_has_fuel_enough() {
        assert_eq!(replay(GOLDEN.to_vec()), Ok(3));
    }
}
