//! Captures that are built to exhaust memory are refused, or read, in little memory; and recording,
//! packing and replaying many submissions takes no more memory than a few.

#[path = "captures/rig.rs"]
#[expect(dead_code, reason = "shared with the other tests of captures")]
mod rig;

use std::io::{Cursor, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use peak_alloc::PeakAlloc;
use tilescope_capture::Capture;
use tilescope_capture::tscap::{Frames, Limits, Replay};
use tilescope_core::{Status, Written};
use tilescope_families::ALL;
use zip::write::SimpleFileOptions;

use rig::{DEVICE, Run, bo};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// The memory limit of opening any file, in bytes.
const CEILING: usize = 96 << 20;
/// The time limit, for a build without optimisation on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The additional memory in use while `act` runs, at its peak.
fn peak<T>(act: impl FnOnce() -> T) -> (T, usize) {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let result = act();
    (result, MEMORY.peak_usage().saturating_sub(before))
}

const HEAD: &str = concat!(
    r#""format": "tilescope-capture", "version": 2, "tilescope": "0", "chip": "bcm2837", "#,
    r#""device_memory": 0, "executed": true, "command": []"#
);
const PROCESS: &str = r#"{"process": 1, "program": "x", "ended": true, "submissions": 1}"#;
const SUBMISSION: &str = concat!(
    r#""seqno": 1, "file": 1, "label": "x", "work": [], "buffers": [], "#,
    r#""writes": [], "targets": []"#
);

/// A zip of entries, each a text before, a piece that repeats, and a text after.
fn zip(entries: &[(&str, &str, &str, usize, &str)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, before, piece, times, after) in entries {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(before.as_bytes()).unwrap();
        let block = piece.repeat((1 << 16) / piece.len().max(1));
        let pieces = block.len() / piece.len().max(1);
        for _ in 0..times / pieces.max(1) {
            zip.write_all(block.as_bytes()).unwrap();
        }
        for _ in 0..times % pieces.max(1) {
            zip.write_all(piece.as_bytes()).unwrap();
        }
        zip.write_all(after.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// Opens and loads a file within the memory limit; returns the error.
fn opened(what: &str, file: Vec<u8>) -> Result<usize, String> {
    let start = Instant::now();
    let (result, peak) = peak(|| {
        let source = Cursor::new(file);
        let mut capture = Capture::read(Path::new("x"), source, Limits::default(), ALL)?;
        let mut count = 0;
        for process in 0..capture.manifest.processes.len() {
            let mut replay = Replay::new(&mut capture, process)?;
            while let Some(loaded) = replay.load(&mut capture)? {
                count += 1;
                replay.unload(loaded);
            }
        }
        Ok(count)
    });
    assert!(peak < CEILING, "{what} takes {} KiB", peak >> 10);
    let took = start.elapsed();
    assert!(took < PATIENCE, "{what} takes {took:?}");
    result.map_err(|e: tilescope_capture::CaptureError| e.to_string())
}

fn manifests() {
    let manifest = |before: &str, piece: &str, times: usize, after: &str| {
        let before = format!("{{{HEAD}, {before}");
        let line = format!("{{{SUBMISSION}}}");
        zip(&[
            ("manifest.json", &before, piece, times, after),
            ("submissions/0.jsonl", &line, "", 0, "\n"),
        ])
    };
    let end = format!("], \"processes\": [{PROCESS}]}}");
    // The largest manifest allowed, all of it unknown fields.
    let unknown = manifest("\"new\": [0", ",0", 30 << 20, &end);
    assert!(unknown.len() < 1 << 20);
    assert_eq!(opened("an unknown list", unknown), Ok(1));
    let large = manifest("\"new\": [0", ",0", 60 << 20, &end);
    let text = opened("a larger one", large).unwrap_err();
    assert_eq!(text, "x: manifest.json: more than 67108864 bytes");
    let deep = manifest("\"new\": [", "[", 1 << 20, &end);
    let text = opened("deep nesting of the unknown", deep).unwrap_err();
    assert!(text.starts_with("x: manifest.json"), "{text}");
    let deep = manifest("\"frames\": [", "[", 1 << 20, &end);
    let text = opened("deep nesting of the known", deep).unwrap_err();
    assert!(text.starts_with("x: manifest.json"), "{text}");
    let word = manifest("\"new\": [\"", "a", 60 << 20, &format!("\"{end}"));
    assert_eq!(opened("a long word", word), Ok(1));
    let number = manifest("\"new\": [1", "0", 1 << 20, &end);
    assert_eq!(opened("a large unknown number", number), Ok(1));
    let number = manifest(
        "\"frames\": {\"first\": 1",
        "0",
        1 << 20,
        &end.replacen(']', "}", 1),
    );
    let text = opened("a large number", number).unwrap_err();
    assert!(text.starts_with("x: manifest.json"), "{text}");
    let twice = manifest("\"version\": 2, \"new\": [", "", 0, &end);
    let text = opened("a field twice", twice).unwrap_err();
    assert!(text.contains("duplicate field `version`"), "{text}");
    let many = manifest(
        "\"processes\": [",
        &format!("{PROCESS},"),
        400_000,
        &format!("{PROCESS}]}}"),
    );
    let text = opened("many processes", many).unwrap_err();
    assert!(text.starts_with("x: submissions/1.jsonl: "), "{text}");
}

fn submissions() {
    let one = format!("{{{HEAD}, \"processes\": [{PROCESS}]}}");
    let lines = |before: &str, piece: &str, times: usize, after: &str| {
        zip(&[
            ("manifest.json", &one, "", 0, ""),
            ("submissions/0.jsonl", before, piece, times, after),
        ])
    };
    let unknown = lines(
        &format!("{{{SUBMISSION}, \"new\": [0"),
        ",0",
        7 << 20,
        "]}\n",
    );
    assert_eq!(opened("an unknown field", unknown), Ok(1));
    let long = lines(
        &format!("{{{SUBMISSION}, \"new\": [0"),
        ",0",
        20 << 20,
        "]}\n",
    );
    let text = opened("a long line", long).unwrap_err();
    let want = "x: submissions/0.jsonl: line 1: a line has more than 16777216 bytes";
    assert_eq!(text, want);
    let many = lines("", &format!("{{{SUBMISSION}}}\n"), 200_000, "");
    let text = opened("more lines than announced", many).unwrap_err();
    assert_eq!(
        text,
        "x: submissions/0.jsonl: 200000 submissions, and the manifest has 1"
    );
    let buffer =
        r#"{"name":"a","address":"0x00001000","size":1,"access":"read-write","contents":"kept"}"#;
    let buffers = lines(
        &format!("{{{SUBMISSION}, \"new_buffers\": [{buffer}"),
        &format!(",{buffer}"),
        150_000,
        "]}\n",
    );
    assert_eq!(opened("many buffers", buffers), Ok(1));
    // Two bytes of text for eight of memory.
    let before = format!("{{{SUBMISSION}}}").replace("\"buffers\": []", "\"buffers\": [0");
    let before = before.split(", \"writes\"").next().unwrap_or("");
    let indices = lines(before, ",0", 7 << 20, "],\"writes\":[],\"targets\":[]}\n");
    let text = opened("many indices", indices).unwrap_err();
    let want = "x: submissions/0.jsonl: line 1: buffers: more than 65536 elements";
    assert!(text.starts_with(want), "{text}");
}

fn bombs() {
    let one = format!("{{{HEAD}, \"processes\": [{PROCESS}]}}");
    let line = format!("{{{SUBMISSION}}}");
    let bomb = zip(&[
        ("manifest.json", &one, "", 0, ""),
        ("submissions/0.jsonl", &line, "", 0, "\n"),
        ("data/0/00000000", "", "\0", 100 << 20, ""),
    ]);
    assert!(bomb.len() < 200 << 10);
    let text = opened("a large piece of data", bomb).unwrap_err();
    assert_eq!(
        text,
        "x: data/0/00000000: 104857600 bytes, more than 1048576"
    );
    // One whose header claims another size.
    let buffer =
        r#"{"name":"a","address":"0x00001000","size":8,"access":"read-write","contents":"kept"}"#;
    let write = r#"{"buffer":0,"offset":0,"size":8,"blob":0}"#;
    let line = line
        .replace(
            "\"buffers\": []",
            &format!("\"new_buffers\": [{buffer}], \"buffers\": [0]"),
        )
        .replace("\"writes\": []", &format!("\"writes\": [{write}]"));
    let mut bomb = zip(&[
        ("manifest.json", &one, "", 0, ""),
        ("submissions/0.jsonl", &line, "", 0, "\n"),
        ("data/0/00000000", "", "\0", 100 << 20, ""),
    ]);
    let size = u32::to_le_bytes(100 << 20);
    for at in 0..bomb.len() - 4 {
        if bomb[at..at + 4] == size {
            bomb[at..at + 4].copy_from_slice(&u32::to_le_bytes(1000));
        }
    }
    let text = opened("a lying header", bomb).unwrap_err();
    assert!(text.starts_with("x: data/0/00000000: "), "{text}");
    // More text than a file of this size plausibly has.
    let line = format!("{{{SUBMISSION}, \"new\": \"{}\"}}\n", "a".repeat(10_000));
    let more = one.replace("\"submissions\": 1", "\"submissions\": 1000000");
    let text = zip(&[
        ("manifest.json", &more, "", 0, ""),
        ("submissions/0.jsonl", "", &line, 20_000, ""),
    ]);
    let text = opened("text without end", text).unwrap_err();
    assert!(text.contains("the capture has more text than"), "{text}");
}

/// Records and replays `count` submissions; returns the peaks of recording, packing and replaying.
fn run(count: u32) -> [usize; 3] {
    let mut run = Run::new(Frames::ALL);
    let (_, recording) = peak(|| {
        for i in 0..count {
            let mut bytes = vec![7; 5000];
            bytes[..4].copy_from_slice(&i.to_le_bytes());
            // As in the kernel: buffers at changing addresses.
            let list = 0x10_0000 + u64::from(i % 500) * 0x1000;
            let buffers = [
                bo("a", 0x1000, bytes),
                bo("list", list, i.to_le_bytes().to_vec()),
            ];
            run.submit(&buffers, &[(0x1800, i as u8)]);
        }
        run.recorder.finish();
    });
    let ((_dir, path), packing) = peak(|| run.pack());
    let (done, replaying) = peak(|| {
        let mut capture = Capture::open(&path, ALL).unwrap();
        let mut replay = Replay::new(&mut capture, 0).unwrap();
        let mut done = 0;
        while let Some(loaded) = replay.load(&mut capture).unwrap() {
            let written = Written::new(&loaded.memory);
            let store = [done as u8];
            tilescope_core::GpuMemory::write(&written, 0x1800, &store, DEVICE).unwrap();
            let found = replay.compare(&mut capture, &loaded, &written, &Status::Done);
            assert_eq!(found, Ok(Some(Vec::new())), "submission {done}");
            done += 1;
            replay.unload(loaded);
        }
        done
    });
    assert_eq!(done, count);
    [recording, packing, replaying]
}

fn many_submissions() {
    let (few, many) = (run(3000), run(8000));
    for (what, (few, many)) in ["recording", "packing", "replaying"]
        .iter()
        .zip(few.into_iter().zip(many))
    {
        let growth = many.saturating_sub(few) / 5000;
        // An entry in the directory of the zip for each MiB, and the bounded cache of recent blobs.
        assert!(
            growth < 160,
            "{what}: {growth} bytes a submission, {few} to {many}"
        );
    }
}

// A single test: others would run concurrently and be measured too.
#[test]
fn memory_stays_under_the_ceiling() {
    manifests();
    submissions();
    bombs();
    many_submissions();
}
