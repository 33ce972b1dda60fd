//! Performance counters.

use std::os::unix::fs::FileExt;

use tilescope_kernel::{Access, Errno};
use tilescope_vivante::chips::{GC600, GC2000};

use super::rig::*;
use crate::rig::{Client, long, waiting, word, words};

fn name(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|b| *b == 0).unwrap();
    String::from_utf8(bytes[..end].to_vec()).unwrap()
}

/// The domain at a place: its name, how many signals, and the next place.
fn domain(c: Client<'_>, iter: u8) -> Result<(String, u16, u8), Errno> {
    let mut arg = vec![0; 72];
    arg[4] = iter;
    let (result, out) = c.ioctl(QUERY_DOM, &arg);
    result.map(|_| {
        assert_eq!(out[5], iter, "its number");
        (
            name(&out[8..]),
            u16::from_le_bytes([out[6], out[7]]),
            out[4],
        )
    })
}

fn signal(c: Client<'_>, domain: u8, iter: u16) -> Result<(String, u16), Errno> {
    let mut arg = vec![0; 76];
    arg[4] = domain;
    arg[6..8].copy_from_slice(&iter.to_le_bytes());
    let (result, out) = c.ioctl(QUERY_SIG, &arg);
    result.map(|_| {
        assert_eq!(out[8..10], iter.to_le_bytes(), "its number");
        (name(&out[10..]), u16::from_le_bytes([out[6], out[7]]))
    })
}

#[test]
fn domains_and_signals_are_listed_one_by_one() {
    let (rig, _) = machine(&GC2000, |_| {});
    let c = rig.open();
    let mut names = Vec::new();
    let mut iter = 0;
    while iter != 0xff {
        let (name, signals, next) = domain(c, iter).unwrap();
        let mut at = 0;
        let mut count = 0;
        while at != 0xffff {
            let (signal, next) = signal(c, iter, at).unwrap();
            assert!(!signal.is_empty());
            (at, count) = (next, count + 1);
        }
        assert_eq!(count, signals);
        names.push(name);
        iter = next;
    }
    assert_eq!(names, ["HI", "PE", "SH", "PA", "SE", "RA", "TX", "MC"]);
    assert_eq!(domain(c, 8), Err(Errno::EINVAL));
    assert_eq!(signal(c, 8, 0), Err(Errno::EINVAL));
    assert_eq!(signal(c, 1, 4), Err(Errno::EINVAL));
    assert_eq!(signal(c, 2, 0).unwrap().0, "SHADER_CYCLES");
    let mut arg = vec![0; 72];
    arg[0] = 1;
    assert_eq!(c.ioctl(QUERY_DOM, &arg).0, Err(Errno::ENXIO));
    // The domain of a chip's 2D engine is listed after the others.
    let (rig, _) = machine(&GC600, |_| {});
    let c = rig.open();
    assert_eq!(domain(c, 8).unwrap(), ("PE".to_owned(), 1, 0xff));
    assert_eq!(signal(c, 8, 0).unwrap().0, "PIXELS_RENDERED_2D");
}

#[test]
fn signals_are_read_before_and_after_a_job() {
    let (rig, given) = machine(&GC2000, |_| {});
    let c = rig.open();
    let bo = new(c, 4096);
    let mut job = Submit::plain(bo, vec![3 << 27, 0]);
    // SHADER_CYCLES to word 2 before and to word 3 after; PE in both pipes.
    job.requests = vec![
        (1, 2, 0, 7, 2, 0),
        (2, 2, 0, 7, 3, 0),
        (2, 1, 2, 7, 4, 0),
        (2, 0, 2, 7, 5, 0),
    ];
    job.submit(c).unwrap();
    let (result, out) = c.ioctl(GEM_INFO, &words(&[bo, 0, 0, 0]));
    result.unwrap();
    let map = rig.kernel.mmap(c.file, long(&out, 8), 4096, Access::Read);
    let map = map.unwrap();
    let mut bytes = [0; 24];
    map.file.read_exact_at(&mut bytes, map.offset).unwrap();
    let value = |i: usize| word(&bytes, i * 4);
    // The device returns 1000 plus the number of writes.
    assert_eq!((value(0), value(1)), (7, 0));
    assert_eq!((value(2), value(3)), (1001, 1002));
    assert_eq!(value(4), 1004 + 1006, "the sum of two pipes");
    assert_eq!(value(5), 1007);
    let writes = &given.lock().unwrap().writes;
    // MC.PROFILE_CONFIG0, and HI.CLOCK_CONTROL around the pipes.
    assert_eq!(writes[0], (0x470, 4 << 24));
    let pipes: Vec<u32> = writes.iter().map(|w| w.0).collect();
    assert_eq!(pipes[2..], [0, 0x470, 0, 0x470, 0]);
}

#[test]
fn jobs_that_are_skipped_are_not_measured() {
    let (rig, given) = machine(&GC2000, |c| {
        c.execution = waiting(8);
        c.jobs = tilescope_kernel::Jobs::Skip;
    });
    let c = rig.open();
    let bo = new(c, 4096);
    let mut job = Submit::plain(bo, vec![3 << 27, 0]);
    job.requests = vec![(1, 2, 0, 7, 2, 0)];
    job.submit(c).unwrap();
    let worker = rig.worker();
    rig.kernel.end_work();
    worker.join().unwrap();
    let given = given.lock().unwrap();
    assert_eq!((given.runs.len(), given.writes.len()), (0, 0));
}
