//! Recordings are read back unchanged.

use std::io::Read;

use tilescope_capture::Capture;
use tilescope_capture::tscap::manifest::{Access, Contents, Submission};
use tilescope_capture::tscap::{Frames, MAX_BLOB, Replay};
use tilescope_core::{GpuMemory, Status, Written};
use tilescope_families::ALL;

use super::rig::{Bo, DEVICE, Run, bo, read};

fn submissions(capture: &mut Capture) -> Vec<Submission> {
    let all = capture.submissions(0).unwrap();
    all.map(|s| s.unwrap()).collect()
}

/// Bytes that are different everywhere.
fn noise(len: usize, seed: u32) -> Vec<u8> {
    let words = (0..len as u32).map(|i| (i ^ seed).wrapping_mul(2_654_435_761) >> 13);
    words.map(|w| w as u8).collect()
}

#[test]
fn memory_comes_back_submission_by_submission() {
    let mut run = Run::new(Frames::ALL);
    let big = noise(3 * MAX_BLOB as usize + 5000, 1);
    let one = [bo("a", 0x1000, noise(9000, 2)), bo("b", 0x10_0000, big)];
    let after = run.submit(&one, &[(0x1000, 1), (0x2fff, 2), (0xf_0000, 3)]);
    // The program changes one page; the device's writes are left unchanged.
    let mut changed = after.clone();
    changed[8500] ^= 0xff;
    let [_, b] = one;
    let two = [bo("a", 0x1000, changed.clone()), b];
    run.submit(&two, &[]);
    // Another buffer takes the place of the first.
    let three = [bo("c", 0x2000, noise(4096, 3))];
    run.submit(&three, &[(0x2000, 9)]);
    run.recorder.finish();
    let (_dir, path) = run.pack();

    let mut capture = Capture::open(&path, ALL).unwrap();
    let p = &capture.manifest.processes[0];
    assert_eq!((p.ended, p.stopped.is_none()), (true, true));
    assert_eq!(p.submissions, 3);
    let submissions = submissions(&mut capture);
    let writes: Vec<Vec<(usize, u64, u64)>> = submissions
        .iter()
        .map(|s| {
            s.writes
                .iter()
                .map(|w| (w.buffer, w.offset, w.size))
                .collect()
        })
        .collect();
    assert_eq!(
        writes[0],
        [
            (0, 0, 9000),
            (2, 0, MAX_BLOB),
            (2, MAX_BLOB, MAX_BLOB),
            (2, 2 * MAX_BLOB, MAX_BLOB),
            (2, 3 * MAX_BLOB, 5000)
        ]
    );
    assert_eq!(writes[1], [(0, 8192, 808)], "only the page that changed");
    assert_eq!(writes[2], [(3, 0, 4096)]);
    let outputs = &submissions[0].result.as_ref().unwrap().outputs;
    assert_eq!(outputs.len(), 1, "scratch memory is not compared");
    assert_eq!(outputs[0].pages, [(0, 2)]);
    let new = &submissions[0].new_buffers;
    assert_eq!(new[1].contents, Contents::Undefined);
    assert_eq!(new[0].access, Access::ReadWrite);
    let last: Vec<_> = submissions.iter().map(|s| s.last_use.clone()).collect();
    assert_eq!(last, [vec![], vec![0, 2], vec![3, 1]]);

    let mut replay = Replay::new(&mut capture, 0).unwrap();
    let stores: [&[(u64, u8)]; 3] = [
        &[(0x1000, 1), (0x2fff, 2), (0xf_0000, 3)],
        &[],
        &[(0x2000, 9)],
    ];
    for (i, want) in [noise(9000, 2), changed, noise(4096, 3)].iter().enumerate() {
        let loaded = replay.load(&mut capture).unwrap().unwrap();
        assert_eq!(loaded.index, i);
        assert_eq!(loaded.submission.label, format!("job {}", i + 1));
        assert_eq!(loaded.submission.registers, [(0x30, 7)]);
        assert_eq!(loaded.submission.spare_memory, [(0xf_0000, 4096)]);
        assert!(read(&loaded.memory.regions()[0]) == *want, "submission {i}");
        assert!(!loaded.memory.initialised(0xf_0000, 1), "scratch is new");
        let written = Written::new(&loaded.memory);
        for (address, byte) in stores[i] {
            written.write(*address, &[*byte], DEVICE).unwrap();
        }
        let found = replay.compare(&mut capture, &loaded, &written, &Status::Done);
        assert_eq!(found, Ok(Some(Vec::new())));
        replay.unload(loaded);
    }
    assert!(replay.load(&mut capture).unwrap().is_none());
}

#[test]
fn differences_are_found_with_their_address() {
    let mut run = Run::new(Frames::ALL);
    run.submit(
        &[bo("a", 0x1000, vec![0; 5 * 4096])],
        &[(0x1000, 1), (0x4800, 2)],
    );
    run.recorder.finish();
    let (_dir, path) = run.pack();
    let mut capture = Capture::open(&path, ALL).unwrap();
    let mut compare = |stores: &[(u64, u8)]| {
        let mut replay = Replay::new(&mut capture, 0).unwrap();
        let loaded = replay.load(&mut capture).unwrap().unwrap();
        let written = Written::new(&loaded.memory);
        for (address, byte) in stores {
            written.write(*address, &[*byte], DEVICE).unwrap();
        }
        let found = replay.compare(&mut capture, &loaded, &written, &Status::Done);
        let found = found.unwrap().unwrap();
        found
            .into_iter()
            .map(|d| (d.what, d.found))
            .collect::<Vec<_>>()
    };
    assert_eq!(compare(&[(0x1000, 1), (0x4800, 2)]), []);
    let wrong = compare(&[(0x1000, 1), (0x4800, 3)]);
    assert_eq!(wrong.len(), 1);
    assert_eq!(wrong[0].0, "color_write in `a`");
    let end = "; the first page that differs is at 0x00004000";
    assert!(wrong[0].1.ends_with(end), "{wrong:?}");
    let more = compare(&[(0x1000, 1), (0x4800, 2), (0x2000, 0)]);
    assert_eq!(
        more,
        [(
            "`a`".to_owned(),
            "1 more, the first at 0x00002000".to_owned()
        )]
    );
}

#[test]
fn bytes_that_are_there_already_are_not_stored_again() {
    let mut run = Run::new(Frames::ALL);
    for i in 0..50 {
        // The same image in a new buffer each time.
        let base = 0x1_0000 + i * 0x4000;
        run.submit(&[bo("image", base, noise(8192, 5))], &[]);
    }
    run.recorder.finish();
    let (_dir, path) = run.pack();
    let mut zip = zip::ZipArchive::new(std::fs::File::open(&path).unwrap()).unwrap();
    assert_eq!(zip.len(), 3, "the manifest, the submissions and the data");
    let data = zip.by_name("data/0/00000000").unwrap();
    assert_eq!(data.size(), 8192);
    drop(data);
    let mut text = String::new();
    zip.by_name("submissions/0.jsonl")
        .unwrap()
        .read_to_string(&mut text)
        .unwrap();
    assert_eq!(text.lines().count(), 50, "a line for each submission");
}

#[test]
fn frames_are_the_submissions_that_draw() {
    let range = Frames {
        first: 2,
        last: Some(3),
    };
    let mut run = Run::new(range);
    let mut bytes = noise(8192, 6);
    // Frames 1, 2, 3 and 4; the third submission draws nothing, and belongs to
    // the frame after it.
    for draws in [true, true, false, true, true] {
        bytes[0] += 1;
        let (memory, result) = run.begin(&[bo("a", 0x1000, bytes.clone())], draws);
        assert_eq!(result, Ok(()));
        bytes = run.end(&memory, &[(0x2000, 1)]);
    }
    run.recorder.finish();
    let (_dir, path) = run.pack();
    let mut capture = Capture::open(&path, ALL).unwrap();
    let submissions = submissions(&mut capture);
    let seen: Vec<_> = submissions.iter().map(|s| (s.seqno, s.frame)).collect();
    assert_eq!(seen, [(2, Some(2)), (3, None), (4, Some(3))]);
    // All memory is there before the first of them, including rendered
    // contents.
    let mut want = noise(8192, 6);
    (want[0], want[4096]) = (want[0] + 2, 1);
    let loaded = Replay::new(&mut capture, 0)
        .unwrap()
        .load(&mut capture)
        .unwrap();
    assert!(read(&loaded.unwrap().memory.regions()[0]) == want);
}

#[test]
fn a_killed_process_leaves_its_submissions() {
    let mut run = Run::new(Frames::ALL);
    run.submit(&[bo("a", 0x1000, noise(4096, 7))], &[(0x1000, 1)]);
    let (_memory, result) = run.begin(&[bo("a", 0x1000, noise(4096, 8))], true);
    assert_eq!(result, Ok(()));
    // The folder itself opens, too.
    let left = Capture::open(run.spools(), ALL).unwrap();
    assert_eq!(left.manifest.processes[0].submissions, 2);
    let (dir, path) = run.pack();
    let mut capture = Capture::open(&path, ALL).unwrap();
    let p = &capture.manifest.processes[0];
    assert!(!p.ended);
    let submissions = submissions(&mut capture);
    assert!(submissions[0].result.is_some());
    assert!(submissions[1].result.is_none());
    let mut replay = Replay::new(&mut capture, 0).unwrap();
    let loaded = replay.load(&mut capture).unwrap().unwrap();
    replay.unload(loaded);
    let loaded = replay.load(&mut capture).unwrap().unwrap();
    assert!(read(&loaded.memory.regions()[0]) == noise(4096, 8));
    let written = Written::new(&loaded.memory);
    let found = replay.compare(&mut capture, &loaded, &written, &Status::Done);
    assert_eq!(found, Ok(None));
    let files: Vec<_> = std::fs::read_dir(dir.path()).unwrap().collect();
    assert_eq!(files.len(), 1, "nothing is left beside the capture");
}

#[test]
fn write_errors_are_reported_once_and_end_only_the_recording() {
    let mut run = Run::new(Frames::ALL);
    let a = || [bo("a", 0x1000, noise(4096, 9))];
    run.submit(&a(), &[]);
    std::fs::remove_dir_all(run.spools()).unwrap();
    let (memory, result) = run.begin(&a(), true);
    let result = result.unwrap_err();
    assert!(
        result.starts_with("a submission could not be recorded: "),
        "{result}"
    );
    run.end(&memory, &[]);
    let (memory, result) = run.begin(&a(), true);
    assert_eq!(result, Ok(()), "once is enough");
    run.end(&memory, &[]);
    run.recorder.finish();
}

#[test]
fn an_older_capture_stays_until_the_new_one_is_whole() {
    let first = Run::new(Frames::ALL);
    let dir = first.dir.path().to_owned();
    let target = dir.join("run.tscap");
    std::fs::write(&target, "old").unwrap();
    let spools = first.spools().to_owned();
    std::fs::remove_file(spools.join("head.json")).unwrap();
    let error = tilescope_capture::tscap::pack(&spools, &target).unwrap_err();
    assert!(error.to_string().contains("head.json"), "{error}");
    assert_eq!(std::fs::read(&target).unwrap(), b"old");
    let (_dir, path) = Run::new(Frames::ALL).pack();
    assert!(
        Capture::open(&path, ALL)
            .unwrap()
            .manifest
            .processes
            .is_empty()
    );
}

#[test]
fn a_buffer_of_one_submission_is_not_seen_by_others() {
    let mut run = Run::new(Frames::ALL);
    let pair: [Bo; 2] = [
        bo("a", 0x1000, noise(4096, 1)),
        bo("b", 0x4000, noise(4096, 2)),
    ];
    run.submit(&pair, &[(0x4000, 1)]);
    let [a, mut b] = pair;
    run.submit(&[a], &[]);
    b.bytes[0] = 1;
    run.submit(&[b], &[]);
    run.recorder.finish();
    let (_dir, path) = run.pack();
    let mut capture = Capture::open(&path, ALL).unwrap();
    let mut replay = Replay::new(&mut capture, 0).unwrap();
    let mut names = Vec::new();
    while let Some(loaded) = replay.load(&mut capture).unwrap() {
        let regions = loaded.memory.regions().iter().map(|r| r.name().to_owned());
        names.push(regions.collect::<Vec<_>>());
        if loaded.index == 0 {
            loaded.memory.write(0x4000, &[1], DEVICE).unwrap();
        }
        replay.unload(loaded);
    }
    assert_eq!(
        names,
        [
            vec!["a", "b", "scratch"],
            vec!["a", "scratch"],
            vec!["b", "scratch"]
        ]
    );
    let third = &submissions(&mut capture)[2];
    assert!(
        third.writes.is_empty(),
        "what the device wrote is not stored"
    );
}
