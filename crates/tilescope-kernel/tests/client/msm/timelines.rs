//! Timelines of synchronisation objects, as in Linux after 6.12.

use tilescope_kernel::drm::fds::Fds;
use tilescope_kernel::{Config, Errno, Kernel, Timelines};

use super::rig::{machine as msm, *};
use crate::rig::{Client, Rig, long, waiting, word, words};

const TIMELINE_WAIT: u64 = 0xc028_64ca;
const QUERY: u64 = 0xc018_64cb;
const TRANSFER: u64 = 0xc020_64cc;
const TIMELINE_SIGNAL: u64 = 0xc018_64cd;

const WAIT_ALL: u32 = 1;
const FOR_SUBMIT: u32 = 2;
const AVAILABLE: u32 = 4;

/// A machine with timelines.
fn machine(chip: &str, change: impl FnOnce(&mut Config)) -> (Rig, ()) {
    let (rig, _) = msm(chip, |c| {
        c.timelines = Timelines::Present;
        change(c);
    });
    (rig, ())
}

/// Waits for points; returns the number of the first object that reached its own.
fn wait_for(c: Client<'_>, points: &[(u32, u64)], flags: u32, ms: i64) -> Result<u32, Errno> {
    let handles: Vec<u32> = points.iter().map(|p| p.0).collect();
    let values: Vec<u8> = points.iter().flat_map(|p| p.1.to_le_bytes()).collect();
    let end = match ms {
        0 => 0,
        ms => c.rig.machine.monotonic() as i64 + ms * 1_000_000,
    };
    let mut arg = [
        c.rig.memory.put(&words(&handles)),
        c.rig.memory.put(&values),
        end as u64,
    ]
    .map(u64::to_le_bytes)
    .concat();
    arg.extend(words(&[points.len() as u32, flags, 77, 0]));
    let (result, out) = c.ioctl(TIMELINE_WAIT, &arg);
    result.map(|_| word(&out, 32))
}

fn array(
    c: Client<'_>,
    request: u64,
    points: &[(u32, u64)],
    flags: u32,
) -> Result<Vec<u64>, Errno> {
    let handles: Vec<u32> = points.iter().map(|p| p.0).collect();
    let values: Vec<u8> = points.iter().flat_map(|p| p.1.to_le_bytes()).collect();
    let at = c.rig.memory.put(&values);
    let mut arg = [c.rig.memory.put(&words(&handles)), at]
        .map(u64::to_le_bytes)
        .concat();
    arg.extend(words(&[points.len() as u32, flags]));
    c.ioctl(request, &arg).0?;
    let out = c.rig.memory.get(at);
    Ok((0..points.len()).map(|i| long(&out, i * 8)).collect())
}

fn query(c: Client<'_>, handle: u32, flags: u32) -> u64 {
    array(c, QUERY, &[(handle, 0)], flags).unwrap()[0]
}

fn signal(c: Client<'_>, handle: u32, point: u64) {
    array(c, TIMELINE_SIGNAL, &[(handle, point)], 0).unwrap();
}

fn transfer(c: Client<'_>, from: (u32, u64), to: (u32, u64), flags: u32) -> Result<i32, Errno> {
    let ([a, b], [x, y]) = (high(from.1), high(to.1));
    let arg = words(&[from.0, to.0, a, b, x, y, flags, 0]);
    c.ioctl(TRANSFER, &arg).0
}

/// An empty job whose fence is a point.
fn job(handle: u32, point: u64) -> Submit {
    Submit {
        flags: 0x10 | Submit::SYNCOBJ_OUT,
        bos: Vec::new(),
        cmds: Vec::new(),
        out_syncs: vec![(handle, 0, point)],
        ..Submit::of(0)
    }
}

#[test]
fn points_are_signalled_in_order() {
    let (rig, _) = machine("a618", |_| {});
    let c = rig.open();
    let t = sync(c, 0);
    assert_eq!(query(c, t, 0), 0);
    assert_eq!(wait_for(c, &[(t, 1)], 0, 0), Err(Errno::EINVAL), "no fence");
    assert_eq!(wait_for(c, &[(t, 1)], FOR_SUBMIT, 5), Err(Errno::ETIME));
    signal(c, t, 3);
    assert_eq!(query(c, t, 0), 3);
    for point in 0..=3 {
        assert_eq!(wait_for(c, &[(t, point)], 0, 0), Ok(0), "{point}");
    }
    assert_eq!(wait_for(c, &[(t, 4)], 0, 0), Err(Errno::EINVAL));
    signal(c, t, 9);
    assert_eq!(query(c, t, 0), 9);
    // A point that is not after the last one takes its number.
    signal(c, t, 4);
    assert_eq!(query(c, t, 0), 9);
    assert_eq!(wait_for(c, &[(t, 9)], 0, 0), Ok(0));
}

#[test]
fn arguments_are_checked() {
    let (rig, _) = machine("a618", |_| {});
    let c = rig.open();
    let t = sync(c, 0);
    assert_eq!(wait_for(c, &[], 0, 0), Err(Errno::EINVAL));
    assert_eq!(wait_for(c, &[(t, 0)], 16, 0), Err(Errno::EINVAL));
    assert_eq!(wait_for(c, &[(9, 0)], 0, 0), Err(Errno::ENOENT));
    assert_eq!(array(c, QUERY, &[(t, 0)], 2), Err(Errno::EINVAL));
    assert_eq!(array(c, QUERY, &[], 0), Err(Errno::EINVAL));
    assert_eq!(array(c, TIMELINE_SIGNAL, &[(t, 1)], 1), Err(Errno::EINVAL));
    assert_eq!(array(c, TIMELINE_SIGNAL, &[(9, 1)], 0), Err(Errno::ENOENT));
    assert_eq!(transfer(c, (t, 0), (9, 1), 0), Err(Errno::ENOENT));
    assert_eq!(transfer(c, (9, 0), (t, 1), 0), Err(Errno::ENOENT));
    assert_eq!(transfer(c, (t, 0), (t, 1), 0), Err(Errno::EINVAL), "empty");
    assert_eq!(transfer(c, (t, 0), (t, 1), 1), Err(Errno::EINVAL), "flags");
}

/// A later point is reached after the earlier ones: the second job is in another queue, and both
/// wait for the worker.
#[test]
fn points_are_reached_when_jobs_are_done() {
    let (rig, _) = machine("a618", |c| c.execution = waiting(8));
    let c = rig.open();
    let t = sync(c, 0);
    job(t, 5).submit(c).unwrap();
    job(t, 8).submit(c).unwrap();
    assert_eq!((query(c, t, 0), query(c, t, 1)), (0, 8));
    assert_eq!(wait_for(c, &[(t, 5)], 0, 0), Err(Errno::ETIME));
    assert_eq!(
        wait_for(c, &[(t, 8)], AVAILABLE, 0),
        Ok(0),
        "it has a fence"
    );
    assert_eq!(wait_for(c, &[(t, 9)], AVAILABLE, 5), Err(Errno::ETIME));
    let binary = sync(c, 0);
    assert_eq!(transfer(c, (t, 5), (binary, 0), 0), Ok(0));
    let worker = rig.worker();
    assert_eq!(wait_for(c, &[(t, 8), (t, 5)], WAIT_ALL, 10_000), Ok(0));
    assert_eq!(wait_for(c, &[(binary, 0)], 0, 10_000), Ok(0));
    assert_eq!(query(c, t, 0), 8);
    // A job may wait for a point, and for those before it.
    for point in [1, 5, 8] {
        let waits = Submit {
            flags: 0x10 | Submit::SYNCOBJ_IN | Submit::SYNCOBJ_OUT,
            in_syncs: vec![(t, 0, point)],
            ..job(binary, 0)
        };
        assert!(waits.submit(c).is_ok(), "{point}");
    }
    rig.kernel.end_work();
    worker.join().unwrap();
}

/// A wait begins before the point is submitted.
#[test]
fn waits_precede_submissions() {
    let (rig, _) = machine("a618", |_| {});
    let c = rig.open();
    let (t, copy) = (sync(c, 0), sync(c, 0));
    let file = c.file;
    let kernel: std::sync::Arc<Kernel> = rig.kernel.clone();
    let signaller = std::thread::spawn(move || {
        use crate::rig::Memory;
        use tilescope_kernel::Errno;
        let memory = Memory::default();
        std::thread::sleep(std::time::Duration::from_millis(20));
        let handles = memory.put(&words(&[t]));
        let points = memory.put(&4u64.to_le_bytes());
        let mut arg = [handles, points].map(u64::to_le_bytes).concat();
        arg.extend(words(&[1, 0]));
        let at = memory.put(&arg);
        let result: Result<i32, Errno> = kernel.ioctl(file, TIMELINE_SIGNAL, at, &memory);
        result
    });
    assert_eq!(wait_for(c, &[(t, 4)], FOR_SUBMIT, 10_000), Ok(0));
    assert_eq!(signaller.join().unwrap(), Ok(0));
    assert_eq!(transfer(c, (t, 2), (copy, 6), FOR_SUBMIT), Ok(0));
    assert_eq!(query(c, copy, 0), 6);
}

/// Objects that a job waits for can be emptied for the next use.
#[test]
fn objects_are_reset_by_jobs() {
    let (rig, _) = machine("a618", |_| {});
    let c = rig.open();
    let s = sync(c, 1);
    let reset = Submit {
        flags: 0x10 | Submit::SYNCOBJ_IN,
        in_syncs: vec![(s, 1, 0)],
        out_syncs: Vec::new(),
        ..job(s, 0)
    };
    assert!(reset.submit(c).is_ok());
    assert_eq!(reset.submit(c), Err(Errno::EINVAL), "it is empty");
}

/// Linux 6.12 has none.
#[test]
fn timelines_can_be_absent() {
    let (rig, _) = msm("a618", |_| {});
    let c = rig.open();
    let t = sync(c, 1);
    for request in [TIMELINE_WAIT, QUERY, TRANSFER, TIMELINE_SIGNAL] {
        assert_eq!(c.ioctl(request, &[0; 40]).0, Err(Errno::EOPNOTSUPP));
    }
    assert_eq!(job(t, 1).submit(c), Err(Errno::EOPNOTSUPP));
    let waits = Submit {
        flags: 0x10 | Submit::SYNCOBJ_IN,
        in_syncs: vec![(t, 0, 1)],
        ..job(t, 0)
    };
    assert_eq!(waits.submit(c), Err(Errno::EOPNOTSUPP));
    assert!(job(t, 0).submit(c).is_ok());
}
