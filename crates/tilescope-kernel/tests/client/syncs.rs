//! Synchronisation objects, descriptors of fences, and fences of buffers.

use super::rig::{Answer, Client, Rig, Submit, config, long, word, words};
use tilescope_kernel::drm::fds::Fds;
use tilescope_kernel::{Errno, FileKey, Kernel, Node, Privilege};
use tilescope_vc4::chips;

const WAIT_ALL: u32 = 1;
const WAIT_FOR_SUBMIT: u32 = 2;

fn create(c: Client<'_>, flags: u32) -> u32 {
    let (result, out) = c.ioctl(0xc008_64bf, &words(&[0, flags]));
    assert_eq!(result, Ok(0));
    word(&out, 0)
}

fn destroy(c: Client<'_>, handle: u32) -> Result<i32, Errno> {
    c.ioctl(0xc008_64c0, &words(&[handle, 0])).0
}

fn export(c: Client<'_>, handle: u32, flags: u32) -> Result<i32, Errno> {
    let (result, out) = c.ioctl(0xc010_64c1, &words(&[handle, flags, 0, 0]));
    result.map(|_| word(&out, 8) as i32)
}

fn import(c: Client<'_>, handle: u32, flags: u32, fd: i32) -> Result<u32, Errno> {
    let (result, out) = c.ioctl(0xc010_64c2, &words(&[handle, flags, fd as u32, 0]));
    result.map(|_| word(&out, 0))
}

fn list(c: Client<'_>, request: u64, handles: &[u32]) -> Result<i32, Errno> {
    let at = c.rig.memory.put(&words(handles));
    let arg = words(&[at as u32, (at >> 32) as u32, handles.len() as u32, 0]);
    c.ioctl(request, &arg).0
}

/// Waits `ms` milliseconds for objects; returns the first signalled one.
fn wait(c: Client<'_>, handles: &[u32], flags: u32, ms: i64) -> Result<u32, Errno> {
    let at = c.rig.memory.put(&words(handles));
    let end = match ms {
        0 => 0,
        ms => c.rig.machine.monotonic() as i64 + ms * 1_000_000,
    };
    let mut arg = [at, end as u64].map(u64::to_le_bytes).concat();
    arg.extend(words(&[handles.len() as u32, flags, 77, 0]));
    let (result, out) = c.ioctl(0xc020_64c3, &arg);
    result.map(|_| word(&out, 24))
}

fn with_syncs(bo: u32, syncs: (u32, u32)) -> Submit {
    Submit {
        syncs,
        ..Submit::clear(bo, (16, 16), 7)
    }
}

#[test]
fn objects_are_made_signalled_reset_and_gone() {
    let rig = Rig::new();
    let c = rig.open();
    assert_eq!((create(c, 0), create(c, 1)), (1, 2));
    assert_eq!(c.ioctl(0xc008_64bf, &words(&[0, 2])).0, Err(Errno::EINVAL));
    assert_eq!(wait(c, &[2], 0, 0), Ok(0));
    assert_eq!(wait(c, &[1], 0, 0), Err(Errno::EINVAL), "nothing is in it");
    assert_eq!(wait(c, &[1, 2], WAIT_FOR_SUBMIT, 0), Ok(1));
    assert_eq!(
        wait(c, &[1, 2], WAIT_FOR_SUBMIT | WAIT_ALL, 10),
        Err(Errno::ETIME)
    );
    assert_eq!(wait(c, &[], 0, 0), Err(Errno::EINVAL));
    assert_eq!(wait(c, &[2], 4, 0), Err(Errno::EINVAL));
    assert_eq!(wait(c, &[2, 3], 0, 0), Err(Errno::ENOENT));
    let (reset, signal) = (0xc010_64c4, 0xc010_64c5);
    assert_eq!(list(c, signal, &[1]), Ok(0));
    assert_eq!(wait(c, &[1, 2], WAIT_ALL, 0), Ok(0));
    assert_eq!(list(c, reset, &[1, 2]), Ok(0));
    assert_eq!(wait(c, &[2], 0, 0), Err(Errno::EINVAL));
    assert_eq!(list(c, reset, &[]), Err(Errno::EINVAL));
    assert_eq!(list(c, signal, &[5]), Err(Errno::ENOENT));
    assert_eq!((destroy(c, 1), destroy(c, 1)), (Ok(0), Err(Errno::EINVAL)));
    assert_eq!(create(c, 0), 1);
    let other = rig.open();
    assert_eq!(
        destroy(other, 1),
        Err(Errno::EINVAL),
        "handles are the file's"
    );
}

#[test]
fn a_submission_fills_the_object_it_names() {
    let rig = Rig::queued(8);
    let c = rig.open();
    let (bo, out) = (c.create(4096), create(c, 0));
    assert_eq!(
        c.submit(&with_syncs(bo, (out, 0))),
        Err(Errno::EINVAL),
        "it is empty"
    );
    assert_eq!(c.submit(&with_syncs(bo, (0, out))), Ok(1));
    assert_eq!(wait(c, &[out], 0, 10), Err(Errno::ETIME));
    let fd = export(c, out, 1).unwrap();
    assert!(!rig.machine.is_readable(fd));
    // Its own queue is in order anyway: no deadlock.
    assert_eq!(c.submit(&with_syncs(bo, (out, out))), Ok(2));
    let worker = rig.worker();
    assert_eq!(wait(c, &[out], 0, 10_000), Ok(0));
    assert!(rig.machine.is_readable(fd), "job 1 is done before job 2");
    rig.kernel.end_work();
    worker.join().unwrap();
    assert_eq!(rig.end().1.jobs, [1, 2]);
}

#[test]
fn waits_end_with_the_submission() {
    let rig = Rig::new();
    let kernel = &rig.kernel;
    let c = rig.open();
    let (bo, out) = (c.create(4096), create(c, 0));
    std::thread::scope(|s| {
        let file = c.file;
        let waiter = s.spawn(move || {
            let memory = super::rig::Memory::default();
            let handles = memory.put(&words(&[out]));
            let mut arg = [handles, i64::MAX as u64].map(u64::to_le_bytes).concat();
            arg.extend(words(&[1, WAIT_FOR_SUBMIT, 0, 0]));
            let at = memory.put(&arg);
            kernel.ioctl(file, 0xc020_64c3, at, &memory)
        });
        std::thread::sleep(std::time::Duration::from_millis(20));
        assert!(!waiter.is_finished());
        // An exclusive user of the kernel interrupts the wait: the call is
        // restarted.
        drop(kernel.pause());
        assert_eq!(waiter.join().unwrap(), Err(Errno::ERESTART));
    });
    assert_eq!(c.submit(&with_syncs(bo, (0, out))), Ok(1));
    assert_eq!(wait(c, &[out], WAIT_FOR_SUBMIT, 0), Ok(0));
}

#[test]
fn descriptors_carry_fences_and_objects() {
    let rig = Rig::new();
    let (a, b) = (rig.open(), rig.open());
    let (empty, full) = (create(a, 0), create(a, 1));
    assert_eq!(export(a, empty, 1), Err(Errno::EINVAL));
    assert_eq!(export(a, 9, 1), Err(Errno::ENOENT));
    assert_eq!(export(a, 9, 0), Err(Errno::EINVAL));
    assert_eq!(export(a, full, 2), Err(Errno::EINVAL));
    let fence = export(a, full, 1).unwrap();
    assert!(rig.machine.is_readable(fence));
    assert_eq!(import(a, empty, 1, fence), Ok(empty));
    assert_eq!(wait(a, &[empty], 0, 0), Ok(0));
    assert_eq!(import(a, 9, 1, fence), Err(Errno::ENOENT));
    assert_eq!(import(a, empty, 1, 5), Err(Errno::EINVAL));
    // The object itself, in another file.
    let fd = export(a, full, 0).unwrap();
    let there = import(b, 0, 0, fd).unwrap();
    assert_eq!(list(a, 0xc010_64c4, &[full]), Ok(0));
    assert_eq!(wait(b, &[there], 0, 0), Err(Errno::EINVAL));
    assert_eq!(
        import(b, 0, 0, fence),
        Err(Errno::EINVAL),
        "a fence is no object"
    );
    assert_eq!(
        import(b, there, 1, fd),
        Err(Errno::EINVAL),
        "nor the other way round"
    );
    assert_eq!(b.unprime(fd), Err(Errno::EINVAL));
    assert_eq!(rig.kernel.fences().files(), 2);
    let kept = rig.machine.key(fd);
    rig.kernel.fences().retain(|key| key == kept);
    assert_eq!(rig.kernel.fences().files(), 1);
    assert_eq!(import(a, empty, 1, fence), Err(Errno::EINVAL));
}

fn on_file(rig: &Rig, fd: i32, request: u64, arg: &[u8]) -> Answer {
    let at = rig.memory.put(arg);
    let key = rig.machine.key(fd);
    let fences = rig.kernel.fences();
    let result = fences.ioctl(rig.machine.as_ref(), key, request, at, &rig.memory);
    (result, rig.memory.get(at))
}

#[test]
fn fences_are_merged_and_described() {
    let rig = Rig::queued(8);
    let c = rig.open();
    let (bo, one, two) = (c.create(4096), create(c, 0), create(c, 0));
    c.submit(&with_syncs(bo, (0, one))).unwrap();
    c.submit(&with_syncs(bo, (0, two))).unwrap();
    let (first, second) = (export(c, one, 1).unwrap(), export(c, two, 1).unwrap());
    let merge = |fd2: i32, flags: u32| {
        let mut arg = b"both\0".to_vec();
        arg.resize(32, 0xee);
        arg.extend(words(&[fd2 as u32, 0, flags, 0]));
        let (result, out) = on_file(&rig, first, 0xc030_3e03, &arg);
        result.map(|_| word(&out, 36) as i32)
    };
    assert_eq!(merge(second, 1), Err(Errno::EINVAL));
    assert_eq!(merge(5, 0), Err(Errno::ENOENT));
    let both = merge(second, 0).unwrap();
    let info = |fd: i32, room: u32| {
        let rows = rig.memory.put(&[0; 160]);
        let mut arg = vec![0; 32];
        arg.extend(words(&[0, 0, room, 0]));
        arg.extend(rows.to_le_bytes());
        let (result, out) = on_file(&rig, fd, 0xc038_3e04, &arg);
        (
            result.map(|_| (word(&out, 32), word(&out, 40))),
            out,
            rig.memory.get(rows),
        )
    };
    let (answer, out, rows) = info(both, 2);
    assert_eq!(answer, Ok((0, 1)), "one queue: the later of the two");
    assert_eq!(&out[..5], b"both\0");
    assert_eq!(&rows[..8], b"vc4-v3d\0");
    assert_eq!(&rows[32..36], b"vc4\0");
    assert_eq!((word(&rows, 64), long(&rows, 72)), (0, 0));
    assert_eq!(
        on_file(&rig, first, 0xc038_3e05, &[0; 56]).0,
        Err(Errno::ENOTTY)
    );
    let worker = rig.worker();
    assert_eq!(c.wait_seqno(2, u64::MAX), Ok(0));
    let (answer, out, rows) = info(both, 1);
    assert_eq!(answer, Ok((1, 1)));
    assert!(long(&rows, 72) > 0, "when it was done");
    assert_eq!(word(&rows, 64), 1);
    assert!(out.starts_with(b"both"));
    assert_eq!(info(both, 0).0, Ok((1, 1)));
    let name = info(first, 0).1;
    let name = String::from_utf8_lossy(&name[..12]).into_owned();
    assert_eq!(name, "vc4-vc4-v3d1");
    rig.kernel.end_work();
    worker.join().unwrap();
}

#[test]
fn jobs_wait_for_fences_of_other_devices() {
    let rig = Rig::queued(8);
    let mut config = config(&chips::BCM2835);
    config.fences = rig.kernel.fences().clone();
    let other = Kernel::new(config, rig.machine.clone(), Box::new(super::rig::Silent)).unwrap();
    let c = rig.open();
    let (bo, out) = (c.create(4096), create(c, 0));
    c.submit(&with_syncs(bo, (0, out))).unwrap();
    let fd = export(c, out, 1).unwrap();
    std::thread::scope(|s| {
        let waiter = s.spawn(|| {
            let memory = super::rig::Memory::default();
            let file = other.open(Node::Render, Privilege::User);
            let call = |request, arg: &[u8]| {
                let at = memory.put(arg);
                let result = other.ioctl(file, request, at, &memory);
                (result, memory.get(at))
            };
            let bo = word(&call(0xc010_6443, &words(&[4096, 0, 0, 0])).1, 8);
            let sync = word(&call(0xc008_64bf, &words(&[0, 0])).1, 0);
            let set = call(0xc010_64c2, &words(&[sync, 1, fd as u32, 0])).0;
            assert_eq!(set, Ok(0));
            call(0xc0b0_6440, &with_syncs(bo, (sync, 0)).bytes(&memory)).0
        });
        std::thread::sleep(std::time::Duration::from_millis(20));
        assert!(!waiter.is_finished());
        let worker = rig.worker();
        assert_eq!(waiter.join().unwrap(), Ok(0));
        rig.kernel.end_work();
        worker.join().unwrap();
    });
}

#[test]
fn descriptors_of_buffers_wait_for_jobs() {
    let rig = Rig::queued(8);
    let c = rig.open();
    let bo = c.create(4096);
    let fd = c.prime(bo).unwrap();
    let key = rig.machine.key(fd);
    let call = |key: FileKey, request, arg: &[u8]| {
        let at = rig.memory.put(arg);
        let result = rig.kernel.dma_buf_ioctl(key, request, at, &rig.memory);
        (result, rig.memory.get(at))
    };
    let sync = |flags: u64| call(key, 0x4008_6200, &flags.to_le_bytes()).0.unwrap();
    assert_eq!(
        (sync(0), sync(8), sync(4)),
        (Err(Errno::EINVAL), Err(Errno::EINVAL), Err(Errno::EINVAL))
    );
    assert_eq!((sync(3), sync(7)), (Ok(0), Ok(0)));
    assert_eq!(call(key, 0x4008_6209, &[0; 8]).0, Some(Err(Errno::ENOTTY)));
    c.submit(&Submit::clear(bo, (16, 16), 7)).unwrap();
    let (result, out) = call(key, 0xc008_6202, &words(&[3, 0]));
    assert_eq!(result, Some(Ok(0)));
    let fence = word(&out, 4) as i32;
    assert!(!rig.machine.is_readable(fence));
    assert_eq!(sync(7), Ok(0), "the end of an access waits for nothing");
    let worker = rig.worker();
    assert_eq!(sync(1), Ok(0));
    assert!(rig.machine.is_readable(fence));
    let foreign = rig.machine.key(fence);
    assert_eq!(call(foreign, 0x4008_6200, &[1; 8]).0, None);
    rig.kernel.end_work();
    worker.join().unwrap();
}
