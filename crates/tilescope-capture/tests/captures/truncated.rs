//! Recordings and dumps that are truncated or damaged anywhere open up to the damage, or are
//! refused.

use std::path::Path;

use tilescope_capture::Capture;
use tilescope_capture::tscap::{Frames, Replay, SPOOLS_ENDING};
use tilescope_families::ALL;
use tilescope_vivante::etdump;

use super::etdump::dump;
use super::rig::{Run, bo};

/// The spool of a recording of three submissions.
fn spool() -> (Run, std::path::PathBuf, Vec<u8>) {
    let mut run = Run::new(Frames::ALL);
    for i in 0..3 {
        run.submit(&[bo("a", 0x1000, vec![i + 1; 40])], &[(0x1004, 9)]);
    }
    run.recorder.finish();
    let entries = std::fs::read_dir(run.spools()).unwrap();
    let path = entries
        .map(|e| e.unwrap().path())
        .find(|p| p.extension().is_some_and(|e| e == SPOOLS_ENDING))
        .unwrap();
    let bytes = std::fs::read(&path).unwrap();
    (run, path, bytes)
}

/// Opens the folder and replays it. Returns the number of submissions, and whether the recording is
/// known to be incomplete.
fn replayed(folder: &Path) -> (usize, bool) {
    let mut capture = Capture::open(folder, ALL).unwrap();
    let Some(process) = capture.manifest.processes.first().cloned() else {
        return (0, true);
    };
    let mut replay = Replay::new(&mut capture, 0).unwrap();
    let mut count = 0;
    while let Some(loaded) = replay.load(&mut capture).unwrap() {
        count += 1;
        replay.unload(loaded);
    }
    assert_eq!(count, process.submissions);
    (count, process.stopped.is_some() || !process.ended)
}

#[test]
fn a_spool_opens_wherever_it_is_cut_off() {
    let (run, path, bytes) = spool();
    let mut last = 0;
    for len in 0..=bytes.len() {
        std::fs::write(&path, &bytes[..len]).unwrap();
        let (count, incomplete) = replayed(run.spools());
        assert!(count >= last, "{count} of {last} submissions at {len}");
        assert_eq!(incomplete, len < bytes.len(), "at {len}");
        last = count;
    }
    assert_eq!(last, 3);
}

#[test]
fn a_spool_opens_up_to_a_damaged_byte() {
    let (run, path, bytes) = spool();
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x20;
        std::fs::write(&path, &damaged).unwrap();
        let (count, incomplete) = replayed(run.spools());
        assert!(count <= 3 && incomplete, "at {at}");
    }
}

#[test]
fn a_damaged_dump_opens_or_is_refused() {
    let bytes = etdump::write(&dump());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("core");
    let open = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        match Capture::open(&path, ALL) {
            Ok(mut capture) => {
                let mut replay = Replay::new(&mut capture, 0).unwrap();
                assert!(replay.load(&mut capture).unwrap().is_some());
                true
            }
            Err(e) => {
                assert!(e.to_string().starts_with(&path.display().to_string()));
                assert!(!e.message.is_empty());
                false
            }
        }
    };
    // Headers and the front of the objects; a buffer of one byte repeated follows.
    let interesting = bytes.len() - 4000;
    for len in 0..interesting {
        assert!(!open(&bytes[..len]), "cut off at {len}");
    }
    let mut opened = 0;
    for at in 0..interesting {
        for value in [0, 0xff, bytes[at] ^ 0x10] {
            let mut damaged = bytes.clone();
            damaged[at] = value;
            opened += usize::from(open(&damaged));
        }
    }
    // The contents of buffers do not affect opening; headers do.
    assert!(
        opened > interesting / 2 && opened < interesting * 3,
        "{opened}"
    );
}
