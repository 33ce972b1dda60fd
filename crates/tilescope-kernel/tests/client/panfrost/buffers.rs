//! Buffers.

use std::os::unix::fs::FileExt;

use tilescope_kernel::{Access, Errno};

use super::rig::*;
use crate::rig::{waiting, words};

#[test]
fn flags_and_sizes() {
    let (rig, _) = machine("t860", |_| {});
    let c = rig.open();
    for flags in [0, NOEXEC, NOEXEC | HEAP] {
        assert!(try_new(c, 1, flags).is_ok(), "{flags}");
    }
    assert_eq!(rig.kernel.usage(), (3, 8192), "a heap takes none");
    for (size, flags) in [(0, NOEXEC), (4096, HEAP), (4096, 4)] {
        assert_eq!(
            try_new(c, size, flags),
            Err(Errno::EINVAL),
            "{size} {flags}"
        );
    }
    let padded = c.ioctl(CREATE_BO, &words(&[4096, 0, 0, 1, 0, 0])).0;
    assert_eq!(padded, Err(Errno::EINVAL));
}

#[test]
fn addresses_are_in_the_range_of_linux_and_differ() {
    let (rig, _) = machine("t860", |_| {});
    let c = rig.open();
    let mut all = Vec::new();
    for (size, flags) in [
        (4096, 0),
        (9000, NOEXEC),
        (3 << 20, NOEXEC),
        (12288, 0),
        (5 << 20, 0),
    ] {
        let (handle, at) = try_new(c, size, flags).unwrap();
        let end = at + u64::from(size);
        assert!(at >= 32 << 20 && end <= 4 << 30);
        assert_eq!(offset(c, handle), Ok(at));
        if flags & NOEXEC == 0 {
            assert_eq!(at >> 24, (end - 1) >> 24, "code crosses a line of 16 MiB");
        } else if size >= 2 << 20 {
            assert_eq!(at % (2 << 20), 0);
        }
        assert!(all.iter().all(|&(a, e)| end <= a || e <= at));
        all.push((at, end));
    }
    assert_eq!(offset(c, 99), Err(Errno::ENOENT));
}

#[test]
fn a_buffer_is_mapped_where_the_call_says() {
    let (rig, _) = machine("t860", |_| {});
    let c = rig.open();
    let (bo, _) = new(c, 8192);
    assert_eq!(mmap(c, bo, 1), Err(Errno::EINVAL));
    assert_eq!(mmap(c, bo + 1, 0), Err(Errno::ENOENT));
    let at = mmap(c, bo, 0).unwrap();
    let target = rig.kernel.mmap(c.file, at, 8192, Access::Write).unwrap();
    target.file.write_all_at(b"here", target.offset).unwrap();
    let other = rig.kernel.mmap(rig.open().file, at, 4096, Access::Read);
    assert_eq!(other.err(), Some(Errno::EACCES));
}

#[test]
fn heaps_are_not_for_clients() {
    let (rig, _) = machine("t860", |_| {});
    let c = rig.open();
    let (heap, _) = try_new(c, 128 << 20, NOEXEC | HEAP).unwrap();
    assert_eq!(mmap(c, heap, 0), Err(Errno::EINVAL));
    assert_eq!(c.prime(heap), Err(Errno::EINVAL));
    let (bo, _) = new(c, 4096);
    let at = mmap(c, bo, 0).unwrap();
    // The offset that the heap would have is before it.
    let guessed = rig
        .kernel
        .mmap(c.file, at - (128 << 20), 4096, Access::Read);
    assert_eq!(guessed.err(), Some(Errno::EINVAL));
}

#[test]
fn a_buffer_can_be_passed_on() {
    let (rig, _) = machine("t860", |_| {});
    let (a, b) = (rig.open(), rig.open());
    let (bo, at) = new(a, 4096);
    let fd = a.prime(bo).unwrap();
    let there = b.unprime(fd).unwrap();
    assert_eq!(offset(b, there), Ok(at));
    // Source: panfrost_ioctl_madvise: only a buffer of one file can be given up.
    assert_eq!(advise(a, bo, 1), Err(Errno::EINVAL));
    b.close(there).unwrap();
    assert_eq!(advise(a, bo, 1), Ok(1));
}

#[test]
fn memory_runs_out_and_advice_makes_room() {
    let (rig, _) = machine("t860", |c| c.memory = 3 * 4096);
    let c = rig.open();
    let (big, _) = new(c, 2 * 4096);
    assert_eq!(try_new(c, 2 * 4096, NOEXEC), Err(Errno::ENOMEM));
    assert_eq!(advise(c, big, 1), Ok(1));
    assert_eq!(advise(c, big, 0), Ok(1), "nothing needed it");
    assert_eq!(advise(c, big, 1), Ok(1));
    new(c, 2 * 4096);
    assert_eq!(advise(c, big, 0), Ok(0), "it was purged");
    assert_eq!(advise(c, 99, 0), Err(Errno::ENOENT));
    let (ids, _) = rig.end();
    assert_eq!(ids, ["MALI-KERNEL-006"]);
}

#[test]
fn waiting_ends_with_the_job() {
    let (rig, _) = machine("t860", |c| c.execution = waiting(8));
    let c = rig.open();
    let ((bo, at), (idle, _)) = (new(c, 4096), new(c, 4096));
    let job = Submit {
        chain: at,
        bos: vec![bo],
        ..Submit::default()
    };
    job.submit(c).unwrap();
    const LATER: i64 = i64::MAX;
    assert_eq!(wait(c, idle, 0, 0), Ok(0));
    assert_eq!(wait(c, bo, 1, 0), Err(Errno::EINVAL));
    assert_eq!(wait(c, 99, 0, 0), Err(Errno::ENOENT));
    assert_eq!(wait(c, bo, 0, 0), Err(Errno::EBUSY));
    let now = tilescope_kernel::Fds::monotonic(rig.machine.as_ref());
    let soon = (now + 20_000_000) as i64;
    assert_eq!(wait(c, bo, 0, soon), Err(Errno::ETIMEDOUT));
    let worker = rig.worker();
    assert_eq!(wait(c, bo, 0, LATER), Ok(0));
    rig.kernel.end_work();
    worker.join().unwrap();
}
