//! Errors in captures are reported with their place.

use std::io::{Cursor, Read, Write};
use std::path::Path;

use serde_json::{Value, json};
use tilescope_capture::Capture;
use tilescope_capture::tscap::{Limits, Replay};
use tilescope_families::ALL;

/// A capture of format version 1 that must keep opening: a program of
/// tests/gles, by Mesa 22.3.6.
pub const GOLDEN: &[u8] = include_bytes!("../../../../tests/captures/v1-target.tscap");

/// The entries of a zip.
pub fn entries(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut all = Vec::new();
    for i in 0..zip.len() {
        let mut entry = zip.by_index(i).unwrap();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).unwrap();
        all.push((entry.name().unwrap().into_owned(), bytes));
    }
    all
}

/// A zip of entries.
pub fn zip(entries: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        let options = zip::write::SimpleFileOptions::default();
        zip.start_file(name, options).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// The golden capture with another manifest.
fn with_manifest(change: impl FnOnce(&mut Value)) -> Vec<u8> {
    let mut all = entries(GOLDEN);
    let mut manifest: Value = serde_json::from_slice(&all[0].1).unwrap();
    change(&mut manifest);
    all[0].1 = serde_json::to_vec(&manifest).unwrap();
    zip(&all)
}

/// Opens and loads everything; gives the error.
fn error(bytes: Vec<u8>) -> String {
    let opened = Capture::read(Path::new("x"), Cursor::new(bytes), Limits::default(), ALL);
    let mut capture = match opened {
        Ok(capture) => capture,
        Err(e) => return e.to_string(),
    };
    let mut replay = Replay::new(&mut capture, 0).unwrap();
    loop {
        match replay.load(&mut capture) {
            Ok(Some(loaded)) => replay.unload(loaded),
            Ok(None) => return "none".to_owned(),
            Err(e) => return e.to_string(),
        }
    }
}

#[test]
fn version_1_keeps_opening() {
    assert_eq!(error(GOLDEN.to_vec()), "none");
    // New fields do not need a new version.
    let newer = with_manifest(|m| {
        m["new"] = json!(1);
        m["processes"][0]["submissions"][0]["new"] = json!({});
    });
    assert_eq!(error(newer), "none");
}

#[test]
fn errors_have_their_place_in_the_manifest() {
    type Change = fn(&mut Value);
    let cases: &[(Change, &str)] = &[
        (
            |m| m["version"] = json!(3),
            "version: 3, and this program supports versions 1 to 2",
        ),
        (
            |m| m["format"] = json!("other"),
            "format: \"other\", not \"tilescope-capture\"",
        ),
        (
            |m| m["chip"] = json!("voodoo"),
            "chip: there is no chip \"voodoo\"",
        ),
        (
            |m| m["processes"][0]["buffers"][1]["size"] = json!(0xffff_ffff_u64),
            "processes[0].buffers[1]: 4294967295 bytes at 0x1002b000 do not fit into 32 address \
             bits",
        ),
        (
            |m| m["processes"][0]["submissions"][1]["buffers"][2] = json!(99),
            "processes[0].submissions[1].buffers[2]: 99, and there are 27",
        ),
        (
            |m| m["processes"][0]["submissions"][0]["buffers"][1] = json!(0),
            "processes[0].submissions[0].buffers[1]: buffer 0 overlaps another at 0x10022000",
        ),
        (
            |m| m["processes"][0]["submissions"][0]["writes"][0]["offset"] = json!(8),
            "processes[0].submissions[0].writes[0]: 4096 bytes at offset 8 of a buffer of 4096 \
             bytes; a blob has at most 1048576",
        ),
        (
            |m| m["processes"][0]["submissions"][0]["writes"][0]["blob"] = json!("../x"),
            "processes[0].submissions[0].writes[0]: there is no entry blobs/../x",
        ),
        (
            |m| m["processes"][0]["submissions"][0]["writes"][0]["size"] = json!(100),
            "processes[0].submissions[0].writes[0]: its blob has 4096 bytes instead of 100",
        ),
        (
            |m| {
                let first = m["processes"][0]["submissions"][0]["writes"][0].clone();
                m["processes"][0]["submissions"][0]["writes"][1] = first;
            },
            "processes[0].submissions[0].writes[1]: writes are not in ascending order, or overlap",
        ),
        (
            |m| {
                let pages = json!([[0, u64::MAX]]);
                m["processes"][0]["submissions"][0]["result"]["outputs"][0]["pages"] = pages;
            },
            "processes[0].submissions[0].result.outputs[0]: pages 0 and 18446744073709551615 more \
             are not in order in a buffer of 6",
        ),
    ];
    for (change, want) in cases {
        let want = format!("x: manifest.json: {want}");
        assert_eq!(error(with_manifest(*change)), want);
    }
    // Line and column are those of the text, and are not compared here.
    let bad = |change: Change, place: &str| {
        let text = error(with_manifest(change));
        let want = format!("x: manifest.json: processes[0].{place}");
        assert!(text.starts_with(&want), "{text}");
    };
    bad(
        |m| m["processes"][0]["buffers"][3]["address"] = json!(1),
        "buffers[3].address: invalid type: integer `1`, expected a string",
    );
    bad(
        |m| m["processes"][0]["submissions"][2]["work"][1] = json!({"jump": {}}),
        "submissions[2].work[1]: unknown variant `jump`",
    );
}

#[test]
fn errors_name_the_damaged_entry() {
    let mut all = entries(GOLDEN);
    let blob = all.iter().position(|e| e.0.starts_with("blobs/")).unwrap();
    all[blob].1[7] ^= 1;
    let name = all[blob].0.clone();
    let text = error(zip(&all));
    let want = format!("x: {name}: the SHA-256 of its bytes is ");
    assert!(text.starts_with(&want), "{text}");
    let mut none = entries(GOLDEN);
    none.remove(0);
    assert_eq!(
        error(zip(&none)),
        "x: manifest.json: specified file not found in archive"
    );
    assert!(error(b"what".to_vec()).starts_with("x: not a zip, or cut off: "));
    for len in [0, 30, GOLDEN.len() / 2, GOLDEN.len() - 1] {
        let text = error(GOLDEN[..len].to_vec());
        assert!(
            text.starts_with("x: not a zip, or cut off: "),
            "{len}: {text}"
        );
    }
}

#[test]
fn damaged_bytes_are_detected() {
    let mut changed = GOLDEN.to_vec();
    let middle = GOLDEN.len() / 2;
    for byte in &mut changed[middle..middle + 100] {
        *byte ^= 0x55;
    }
    let text = error(changed);
    assert!(
        text.starts_with("x: blobs/") || text.contains("not a zip"),
        "{text}"
    );
}

#[test]
fn oversized_entries_are_not_unpacked() {
    let mut all = entries(GOLDEN);
    // A thousand times larger than it looks.
    all[0].1 = vec![b' '; 8 << 20];
    let limits = Limits {
        manifest: 1 << 20,
        ..Limits::default()
    };
    let bytes = zip(&all);
    assert!(bytes.len() < 64 << 10);
    let opened = Capture::read(Path::new("x"), Cursor::new(bytes), limits, ALL);
    assert_eq!(
        opened.unwrap_err().to_string(),
        "x: manifest.json: more than 1048576 bytes"
    );
    let limits = Limits {
        memory: 1 << 20,
        ..Limits::default()
    };
    let opened = Capture::read(Path::new("x"), Cursor::new(GOLDEN.to_vec()), limits, ALL);
    let text = opened.unwrap_err().to_string();
    let place = "x: manifest.json: processes[0].submissions[0].buffers: the buffers in use here";
    assert!(text.starts_with(place), "{text}");
}
