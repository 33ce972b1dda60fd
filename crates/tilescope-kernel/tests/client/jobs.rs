//! Jobs: their results, refusals, and leftovers.

use std::os::unix::fs::FileExt;
use std::sync::atomic::Ordering::SeqCst;

use super::rig::{Client, Rig, Submit, long, word, words};
use tilescope_core::{Fuel, Status};
use tilescope_kernel::{Errno, Privilege};

fn pixel(c: Client<'_>, handle: u32, at: u64) -> u32 {
    let (file, base) = c.map(handle, 4096).unwrap();
    let mut b = [0; 4];
    file.read_exact_at(&mut b, base + at).unwrap();
    u32::from_le_bytes(b)
}

#[test]
fn a_clear_lands_in_the_clients_pages() {
    let rig = Rig::new();
    let c = rig.open();
    let bo = c.create(100 * 70 * 4);
    let (file, base) = c.map(bo, 4096).unwrap();
    file.write_all_at(&[9; 8], base).unwrap();
    assert_eq!(c.submit(&Submit::clear(bo, (100, 70), 0x1122_3344)), Ok(1));
    assert_eq!(pixel(c, bo, 0), 0x1122_3344);
    assert_eq!(pixel(c, bo, 4 * 777), 0x1122_3344);
    assert_eq!(c.submit(&Submit::clear(bo, (16, 16), 5)), Ok(2));
    assert_eq!((pixel(c, bo, 1020), pixel(c, bo, 1024)), (5, 0x1122_3344));
    assert_eq!(c.wait_bo(bo, 0), Ok(0));
    assert_eq!(c.wait_seqno(2, u64::MAX), Ok(0));
    assert_eq!(
        c.wait_seqno(3, 0),
        Err(Errno::ETIME),
        "it is never submitted"
    );
    let start = std::time::Instant::now();
    assert_eq!(c.wait_seqno(3, 20_000_000), Err(Errno::ETIME));
    assert!(start.elapsed().as_millis() >= 20);
    assert_eq!(c.wait_bo(99, 0), Err(Errno::EINVAL));
    let (ids, seen) = rig.end();
    assert!(ids.is_empty(), "{ids:?}");
    assert!(seen.outcomes.iter().all(|o| o.status == Status::Done));
    assert_eq!(seen.jobs.len(), 2);
}

#[test]
fn each_refusal_has_its_number_and_its_rule() {
    let rig = Rig::with(|c| c.memory = 4 << 20);
    let c = rig.open();
    let (bo, code) = (c.create(4096), c.try_shader(&NOTHING).unwrap());
    let good = Submit::clear(bo, (16, 16), 0);
    let change = |f: &dyn Fn(&mut Submit)| {
        let mut s = good.clone();
        f(&mut s);
        c.submit(&s)
    };
    let refused = [
        change(&|s| s.flags = 16),
        change(&|s| s.handles = vec![]),
        change(&|s| s.handles = vec![bo, 77]),
        change(&|s| s.color = Some((1, 4))),
        change(&|s| s.handles = vec![code]),
        change(&|s| s.color = None),
        change(&|s| s.size = (64, 64)),
        change(&|s| s.color = Some((0, 0x1000))),
        change(&|s| s.bin = vec![16, 0, 0, 0, 0]),
        change(&|s| s.bin = vec![6, 7, 4]),
        change(&|s| s.syncs.1 = 3),
    ];
    assert_eq!(refused, [Err(Errno::EINVAL); 11]);
    assert_eq!(change(&|s| s.perfmon = 5), Err(Errno::ENOENT));
    assert_eq!(change(&|s| s.syncs.0 = 3), Err(Errno::ENOENT));
    c.madvise(bo, 1).unwrap();
    assert_eq!(c.submit(&good), Err(Errno::EINVAL));
    c.madvise(bo, 0).unwrap();
    let mut bytes = good.bytes(&rig.memory);
    bytes[24..32].copy_from_slice(&8u64.to_le_bytes());
    assert_eq!(c.ioctl(0xc0b0_6440, &bytes).0, Err(Errno::EFAULT));
    let used = rig.kernel.usage();
    assert_eq!(used, (2, 8192), "refused jobs leave nothing");
    let ids = rig.end().0;
    let want = [
        "VC4-KERNEL-006",
        "VC4-KERNEL-002",
        "VC4-KERNEL-001",
        "VC4-KERNEL-003",
        "VC4-KERNEL-004",
        "VC4-KERNEL-066",
        "VC4-KERNEL-064",
        "VC4-KERNEL-061",
        "VC4-KERNEL-020",
        "VC4-CL-020",
        "VC4-KERNEL-009",
        "VC4-KERNEL-007",
    ];
    assert_eq!(ids, want);
}

const NOP: u64 = 0x1000_09e7_009e_7000;
const END: u64 = 0x3000_09e7_009e_7000;
const NOTHING: [u64; 3] = [END, NOP, NOP];

/// A frame without primitives: configuration, start, semaphore, flush.
fn empty_frame(bo: u32) -> Submit {
    let mut bin = vec![112];
    bin.extend([0; 12]);
    bin.extend([1, 1, 0, 6, 7, 4]);
    Submit {
        bin,
        ..Submit::clear(bo, (16, 16), 0xabcd)
    }
}

#[test]
fn binning_and_rendering_go_together() {
    let rig = Rig::new();
    let c = rig.open();
    let bo = c.create(4096);
    assert_eq!(c.submit(&empty_frame(bo)), Ok(1));
    assert_eq!(pixel(c, bo, 0), 0xabcd);
    assert_eq!(rig.kernel.usage(), (1, 4096));
    let (ids, seen) = rig.end();
    assert!(ids.is_empty(), "{ids:?}");
    assert_eq!(seen.outcomes[0].status, Status::Done);
}

#[test]
fn a_hang_is_kept_for_root_and_later_jobs_run() {
    let rig = Rig::new();
    let c = rig.open();
    let bo = c.create(4096);
    let mut hangs = Submit::clear(bo, (16, 16), 7);
    // 256 columns wrap around to 0: the frame never ends.
    let mut bytes = hangs.bytes(&rig.memory);
    bytes[58] = 255;
    assert_eq!(c.ioctl(0xc0b0_6440, &bytes).0, Ok(0));
    assert_eq!(c.wait_bo(bo, u64::MAX), Ok(0));
    hangs.clear = 8;
    assert_eq!(c.submit(&hangs), Ok(2));
    assert_eq!(pixel(c, bo, 0), 8);
    let (ids, _) = rig.end();
    assert!(ids.contains(&"VC4-CL-065"), "{ids:?}");
}

#[test]
fn fuel_ends_a_job_and_its_state_is_handed_out_once() {
    let rig = Rig::with(|c| c.fuel = Fuel::new(10));
    let c = rig.open();
    let bo = c.create(4096);
    assert_eq!(
        c.submit(&Submit::clear(bo, (16, 16), 7)),
        Ok(1),
        "as the kernel only learns later"
    );
    let root = rig.open_primary(Privilege::Root);
    let (r, out) = root.ioctl(0xc0a0_6446, &[0; 160]);
    assert_eq!((r, word(&out, 8)), (Ok(0), 2), "there is not enough room");
    let rows = rig.memory.put(&[0; 32]);
    let mut arg = vec![0; 160];
    arg[..8].copy_from_slice(&rows.to_le_bytes());
    arg[8] = 2;
    let (r, out) = root.ioctl(0xc0a0_6446, &arg);
    assert_eq!((r, long(&out, 0)), (Ok(0), rows));
    let row = rig.memory.get(rows);
    assert_eq!((word(&row, 0), word(&row, 8)), (1, 4096));
    let (list, at) = (word(&row, 16), word(&row, 20));
    assert_eq!((list, word(&row, 24)), (2, 4096), "the rendering list");
    assert_eq!(word(&out, 16), at);
    assert_eq!(root.ioctl(0xc0a0_6446, &arg).0, Err(Errno::ENOENT));
    // The buffer is the kernel's: it can be closed and nothing else.
    assert_eq!(root.map(list, 4096).err(), Some(Errno::EINVAL));
    assert_eq!(root.prime(list), Err(Errno::EINVAL));
    assert_eq!(root.madvise(list, 1), Err(Errno::EINVAL));
    assert_eq!(
        root.submit(&Submit::clear(list, (16, 16), 1)),
        Err(Errno::EINVAL)
    );
    assert_eq!(root.close(list), Ok(0));
    rig.kernel.close(root.file).unwrap();
    rig.kernel.close(c.file).unwrap();
    assert_eq!(rig.kernel.usage(), (0, 0));
}

#[test]
fn a_hang_while_binning_is_kept_with_both_lists() {
    let rig = Rig::with(|c| c.fuel = Fuel::new(3));
    let c = rig.open_primary(Privilege::Root);
    let bo = c.create(4096);
    assert_eq!(c.submit(&empty_frame(bo)), Ok(1));
    let rows = rig.memory.put(&[0; 64]);
    let mut arg = vec![0; 160];
    arg[..8].copy_from_slice(&rows.to_le_bytes());
    arg[8] = 4;
    let (r, out) = c.ioctl(0xc0a0_6446, &arg);
    assert_eq!((r, word(&out, 8)), (Ok(0), 3));
    let row = rig.memory.get(rows);
    let (exec, list) = (word(&row, 20), word(&row, 36));
    assert_eq!((word(&out, 12), word(&out, 16)), (exec, list));
}

#[test]
fn monitors_count_what_jobs_do() {
    let rig = Rig::new();
    let c = rig.open();
    let create = |events: &[u8]| {
        let mut arg = words(&[0, events.len() as u32]);
        arg.extend(events);
        arg.resize(24, 0);
        let (result, out) = c.ioctl(0xc018_644c, &arg);
        result.map(|_| word(&out, 0))
    };
    assert_eq!(create(&[]), Err(Errno::EINVAL));
    assert_eq!(create(&[30]), Err(Errno::EINVAL));
    assert_eq!(create(&[0; 17][..16]), Ok(1));
    assert_eq!(create(&[3, 9]), Ok(2));
    let bo = c.create(4096);
    let job = Submit {
        perfmon: 2,
        ..Submit::clear(bo, (16, 16), 1)
    };
    assert_eq!(c.submit(&job), Ok(1));
    let values = rig.memory.put(&[0xff; 16]);
    let arg = [2u64, values].map(u64::to_le_bytes).concat();
    assert_eq!(c.ioctl(0xc010_644e, &arg).0, Ok(0));
    assert_eq!(rig.memory.get(values), [0; 16], "a clear draws no quads");
    assert_eq!(c.ioctl(0xc004_644d, &words(&[2])).0, Ok(0));
    assert_eq!(c.ioctl(0xc004_644d, &words(&[2])).0, Err(Errno::EINVAL));
    assert_eq!(c.ioctl(0xc010_644e, &arg).0, Err(Errno::EINVAL));
}

#[test]
fn buffers_closed_in_flight_and_files_closed_with_work_leave_nothing() {
    let rig = Rig::new();
    std::thread::scope(|s| {
        for _ in 0..3 {
            s.spawn(|| {
                let memory = super::rig::Memory::default();
                for _ in 0..20 {
                    let file = rig
                        .kernel
                        .open(tilescope_kernel::Node::Render, Privilege::User);
                    let arg = memory.put(&words(&[4096, 0, 0, 0]));
                    rig.kernel.ioctl(file, 0xc010_6443, arg, &memory).unwrap();
                    let handle = word(&memory.get(arg), 8);
                    let job = Submit::clear(handle, (16, 16), 3).bytes(&memory);
                    let job = memory.put(&job);
                    rig.kernel.ioctl(file, 0xc0b0_6440, job, &memory).unwrap();
                    let close = memory.put(&words(&[handle, 0]));
                    rig.kernel.ioctl(file, 0x4008_6409, close, &memory).unwrap();
                    rig.kernel.close(file).unwrap();
                }
            });
        }
    });
    assert_eq!(rig.kernel.usage(), (0, 0));
    assert_eq!(rig.machine.made.load(SeqCst), 60);
    let (ids, seen) = rig.end();
    assert!(ids.is_empty(), "{ids:?}");
    assert_eq!(
        seen.jobs,
        (1..=60).collect::<Vec<_>>(),
        "in order, one at a time"
    );
}

#[test]
fn a_pause_waits_for_calls_and_blocks_new_ones() {
    let rig = Rig::new();
    let pause = rig.kernel.pause();
    let (send, receive) = std::sync::mpsc::channel();
    std::thread::scope(|s| {
        s.spawn(|| {
            let file = rig
                .kernel
                .open(tilescope_kernel::Node::Render, Privilege::User);
            send.send(file).unwrap();
        });
        let wait = std::time::Duration::from_millis(20);
        assert!(receive.recv_timeout(wait).is_err());
        drop(pause);
        rig.kernel.close(receive.recv().unwrap()).unwrap();
    });
}
