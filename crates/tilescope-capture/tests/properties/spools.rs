//! Any partial recording of a process becomes a capture that opens, or is
//! refused.

use std::path::PathBuf;

use tilescope_capture::tscap::manifest::{self, Address, Head, Surface};
use tilescope_capture::tscap::{Folder, Frames, Recorder, SPOOLS_ENDING, Taken};
use tilescope_core::{AddressSpace, GpuMemory, Region, Status, Submission, Unit, Work, Written};
use twox_hash::XxHash3_64;

use super::dumps::opens;
use super::source::Bytes;

/// Bytes before the first record.
const MAGIC: usize = 8;
/// Size of a record's header: kind, length, checksum.
const HEAD: usize = 1 + 4 + 8;

fn folder(parent: &std::path::Path) -> Folder {
    let head = Head {
        format: manifest::FORMAT.to_owned(),
        version: manifest::VERSION,
        tilescope: "0.0.0".to_owned(),
        chip: "bcm2837".to_owned(),
        device_memory: 1 << 20,
        executed: true,
        command: vec!["a program".to_owned()],
        frames: None,
    };
    Folder::create(&parent.join("run.tscap"), &head).expect("the folder can be written")
}

fn spool_in(folder: &Folder) -> PathBuf {
    let entries = std::fs::read_dir(folder.path()).expect("a folder");
    let mut paths = entries.map(|e| e.expect("an entry").path());
    let is_spool = |p: &PathBuf| p.extension().is_some_and(|e| e == SPOOLS_ENDING);
    paths.find(is_spool).expect("a spool")
}

/// The spool of a process that submitted three jobs.
fn spool() -> (String, Vec<u8>) {
    let dir = tempfile::tempdir().expect("the temporary directory can be written");
    let folder = folder(dir.path());
    let mut recorder = Recorder::new(folder.path(), Frames::ALL);
    for seqno in 1..=3 {
        let mut memory = AddressSpace::new();
        let bytes = [seqno as u8; 64];
        let region = Region::from_bytes("bo", 0x1000, &bytes);
        memory.map(region).expect("a free range");
        let submission = Submission {
            label: format!("job {seqno}"),
            registers: vec![(0x30, 7)],
            work: vec![Work::List {
                queue: 1,
                start: 0x1000,
                end: 0x1010,
            }],
            spare_memory: Vec::new(),
        };
        let target = Surface {
            name: "color_write".to_owned(),
            address: Address(0x1000),
            width: 4,
            height: 4,
            bits: 4,
            stride: 0,
            source: None,
        };
        let taken = Taken {
            seqno,
            file: 1,
            submission: &submission,
            memory: &memory,
            targets: vec![target],
        };
        recorder.before(&taken).expect("room for it");
        let written = Written::new(&memory);
        written
            .write(0x1020, &[9], Unit("test"))
            .expect("it is mapped");
        let noted = recorder.after(&memory, &written, &Status::Done);
        noted.expect("room for it");
    }
    recorder.finish();
    let path = spool_in(&folder);
    let name = path.file_name().expect("a name").to_string_lossy();
    (name.into_owned(), std::fs::read(&path).expect("a file"))
}

/// The records of a spool: kind and bytes.
fn records(spool: &[u8]) -> Vec<(u8, Vec<u8>)> {
    let mut all = Vec::new();
    let mut rest = &spool[MAGIC..];
    while rest.len() >= HEAD {
        let len = u32::from_le_bytes([rest[1], rest[2], rest[3], rest[4]]) as usize;
        all.push((rest[0], rest[HEAD..HEAD + len].to_vec()));
        rest = &rest[HEAD + len..];
    }
    all
}

/// Changes records, so that their contents are parsed and not only their
/// checksums.
fn change(records: &mut Vec<(u8, Vec<u8>)>, bytes: &mut Bytes<'_>) {
    let at = bytes.below(records.len());
    match bytes.below(6) {
        0 => {
            records.remove(at);
        }
        1 => {
            let other = records[bytes.below(records.len())].clone();
            records.insert(at, other);
        }
        2 => records[at].0 = bytes.pick(b"HBSOFEX"),
        3 => {
            let len = records[at].1.len();
            records[at].1.truncate(bytes.below(len + 1));
        }
        _ => {
            let text = &mut records[at].1;
            // Digits become other digits, so that the text often stays a manifest.
            let digits: Vec<usize> = (0..text.len())
                .filter(|i| text[*i].is_ascii_hexdigit())
                .collect();
            if !digits.is_empty() {
                text[bytes.pick(&digits)] = bytes.pick(b"0189f,\"");
            }
        }
    }
}

/// A spool with some of it changed. Returns true if it still becomes a capture
/// that opens.
pub fn spool_reader_never_panics(data: &[u8]) -> bool {
    let bytes = &mut Bytes::new(data);
    let (name, whole) = spool();
    let mut file = whole.clone();
    if bytes.once_in(3) {
        for _ in 0..1 + bytes.below(4) {
            let at = bytes.below(file.len());
            file[at] ^= 1 << bytes.below(8);
        }
        if bytes.once_in(2) {
            file.truncate(bytes.below(file.len()));
        }
    } else {
        let mut records = records(&whole);
        for _ in 0..1 + bytes.below(3) {
            if !records.is_empty() {
                change(&mut records, bytes);
            }
        }
        file.truncate(MAGIC);
        for (kind, text) in records {
            file.push(kind);
            file.extend((text.len() as u32).to_le_bytes());
            file.extend(XxHash3_64::oneshot(&text).to_le_bytes());
            file.extend(text);
        }
    }
    let dir = tempfile::tempdir().expect("the temporary directory can be written");
    let folder = folder(dir.path());
    std::fs::write(folder.path().join(name), file).expect("the folder can be written");
    match folder.finish() {
        Ok(packed) => opens(&packed.path),
        Err(e) => {
            assert!(!e.message.is_empty(), "it is refused without a reason");
            false
        }
    }
}
