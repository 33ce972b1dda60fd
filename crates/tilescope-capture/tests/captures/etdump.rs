//! Dumps of Linux's etnaviv driver are captures of one submission.

use tilescope_capture::Capture;
use tilescope_capture::tscap::Replay;
use tilescope_capture::tscap::manifest::{Address, Work};
use tilescope_core::{GpuMemory, Unit};
use tilescope_families::ALL;
use tilescope_vivante::etdump::{self, Kind, Object};

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|w| w.to_le_bytes()).collect()
}

const NOP: u32 = 3 << 27;
const WAIT: u32 = 7 << 27;
const LINK: u32 = 8 << 27;

/// A job of a GC2000 with a buffer, whose stream links to one NOP in the ring.
pub fn dump() -> Vec<Object> {
    let ring = [NOP, 0, NOP, 0, WAIT, 0, LINK | 2, 0x1008_0010];
    vec![
        Object::at(Kind::Registers, 0, bytes(&[0x20, 0x2000, 0x24, 0x5108])),
        Object::at(Kind::Mmu, 0, vec![1; 64]),
        Object::at(Kind::Ring, 0x1008_0000, bytes(&ring)),
        Object::at(
            Kind::Stream,
            0x1000_0000,
            bytes(&[NOP, 5, LINK | 1, 0x1008_0008]),
        ),
        Object::at(Kind::PageMap, 0, vec![0; 8]),
        Object::at(Kind::Buffer, 0x8000_0000, vec![7; 4096]),
    ]
}

fn open(objects: &[Object]) -> Result<Capture, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("core");
    std::fs::write(&path, etdump::write(objects)).unwrap();
    assert!(Capture::is_one(&path, ALL));
    Capture::open(&path, ALL).map_err(|e| e.message)
}

#[test]
fn a_dump_is_a_capture_of_one_submission() {
    let mut capture = open(&dump()).unwrap();
    let manifest = capture.manifest.clone();
    assert_eq!(manifest.head.chip, "gc2000");
    assert!(!manifest.head.executed);
    let process = &manifest.processes[0];
    assert_eq!(process.submissions, 1);
    let submission = capture.submissions(0).unwrap().next().unwrap().unwrap();
    let names: Vec<&str> = submission
        .new_buffers
        .iter()
        .map(|b| b.name.as_str())
        .collect();
    assert_eq!(names.len(), 3);
    for name in ["ring", "command stream", "bo 1"] {
        assert!(names.contains(&name));
    }
    let list = |start, end| Work::List {
        queue: 0,
        start: Address(start),
        end: Address(end),
    };
    let work = &submission.work;
    let want = [
        list(0x1000_0000, 0x1000_0008),
        list(0x1008_0008, 0x1008_0010),
    ];
    assert_eq!(work.as_slice(), want);
    let loaded = Replay::new(&mut capture, 0)
        .unwrap()
        .load(&mut capture)
        .unwrap();
    let mut seen = [0; 4];
    let memory = &loaded.unwrap().memory;
    memory.read(0x8000_0ffc, &mut seen, Unit("test")).unwrap();
    assert_eq!(seen, [7; 4]);
}

#[test]
fn dumps_that_make_no_sense_are_refused() {
    let changed = |change: fn(&mut Vec<Object>)| {
        let mut objects = dump();
        change(&mut objects);
        open(&objects).map(|_| ()).unwrap_err()
    };
    let no_chip = changed(|o| o[0].bytes[5] = 0x77);
    assert_eq!(no_chip, "there is no GC7700 revision 0x5108");
    let no_stream = changed(|o| _ = o.remove(3));
    assert_eq!(no_stream, "it has no command stream");
    let overlap = changed(|o| o[5].address = 0x1000_0000);
    assert!(overlap.contains("bo 1 overlaps"), "{overlap}");
    let end = changed(|o| o[5].address = u64::MAX - 5);
    assert!(end.contains("bo 1 overlaps"), "{end}");
}

/// The number of pieces of work in the capture of a dump.
fn pieces(objects: &[Object]) -> usize {
    let mut capture = open(objects).unwrap();
    let submission = capture.submissions(0).unwrap().next().unwrap();
    submission.unwrap().work.len()
}

#[test]
fn a_stream_that_links_nowhere_runs_to_its_end() {
    let mut objects = dump();
    objects[3].bytes = bytes(&[NOP, 5]);
    assert_eq!(pieces(&objects), 1);
    // A link that leaves the ring, and a ring that never waits.
    for (at, word) in [(3, 0x2000_0000), (3, 0x1008_1008)] {
        let mut objects = dump();
        objects[3].bytes[at * 4..at * 4 + 4].copy_from_slice(&u32::to_le_bytes(word));
        assert_eq!(pieces(&objects), 1);
    }
}
