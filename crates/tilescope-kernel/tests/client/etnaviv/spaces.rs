//! Addresses chosen by the client.

use std::time::Duration;

use tilescope_kernel::Errno;
use tilescope_vivante::chips::{GC2000, GC3000};

use super::rig::*;
use crate::rig::waiting;

const SOFTPIN: u32 = 8;
const START: u64 = 4 << 20;

fn at(bos: &[(u32, u64)]) -> Submit {
    Submit {
        bos: bos.iter().map(|&(handle, va)| (3, handle, va)).collect(),
        flags: SOFTPIN,
        ..Submit::plain(0, vec![3 << 27, 0])
    }
}

#[test]
fn a_buffer_stays_where_its_file_put_it() {
    let (rig, _) = machine(&GC3000, |_| {});
    let (c, other) = (rig.open(), rig.open());
    let (a, b) = (new(c, 8192), new(c, 4096));
    let put = |bos: &[(u32, u64)]| at(bos).submit(c);
    assert_eq!(put(&[(a, START)]), Ok(0));
    assert_eq!(put(&[(a, START), (b, START + 8192)]), Ok(1));
    assert_eq!(put(&[(a, START + 4096)]), Err(Errno::EINVAL), "elsewhere");
    assert_eq!(put(&[(b, START - 4096)]), Err(Errno::EINVAL), "too low");
    // Another file has another space.
    let fd = c.prime(a).unwrap();
    let there = other.unprime(fd).unwrap();
    assert_eq!(at(&[(there, 0x4000_0000)]).submit(other), Ok(2));
}

#[test]
fn places_are_whole_pages_below_4_gib() {
    let (rig, _) = machine(&GC3000, |_| {});
    let c = rig.open();
    let put = |va| at(&[(new(c, 8192), va)]).submit(c).map(|_| ());
    assert_eq!(put(START + 8), Err(Errno::EINVAL));
    assert_eq!(put(0xffff_f000), Err(Errno::ENOSPC));
    assert_eq!(put(u64::MAX - 4095), Err(Errno::ENOSPC));
    assert_eq!(put(0xffff_e000), Ok(()));
}

#[test]
fn only_idle_buffers_make_room() {
    let (rig, _) = machine(&GC3000, |c| c.execution = waiting(8));
    let c = rig.open();
    let [a, b] = [0; 2].map(|_| new(c, 8192));
    let put = |handle, va| at(&[(handle, va)]).submit(c);
    assert_eq!(put(a, START), Ok(0));
    // The refusal is reported when the earlier job is done.
    let kernel = rig.kernel.clone();
    let worker = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        kernel.work();
    });
    assert_eq!(put(b, START + 4096), Err(Errno::ENOSPC), "in use");
    assert_eq!(wait_fence(c, 0, 0, LATER), Ok(0));
    assert_eq!(put(b, START + 4096), Ok(1), "idle now");
    assert_eq!(wait_fence(c, 1, 0, LATER), Ok(0));
    assert_eq!(put(a, START + 3 * 4096), Ok(2), "it can go elsewhere");
    c.close(b).unwrap();
    rig.kernel.end_work();
    worker.join().unwrap();
}

#[test]
fn the_kernel_chooses_addresses() {
    let (rig, given) = machine(&GC3000, |_| {});
    let c = rig.open();
    let [a, b] = [0; 2].map(|_| new(c, 8192));
    let mut job = Submit::one(a);
    job.bos.push((1, b, 0));
    job.relocs = vec![(4, 0, 0, 0), (12, 1, 4, 0)];
    job.stream = [load(COLOR_ADDR, &[0]), load(0x1410, &[0])].concat();
    job.submit(c).unwrap();
    let runs = &given.lock().unwrap().runs;
    let words = &runs[0].lists.last().unwrap().2;
    assert_eq!([words[1], words[3]], [0x40_0000, 0x40_2004]);
}

#[test]
fn the_first_mmu_refuses_addresses() {
    let (rig, _) = machine(&GC2000, |_| {});
    let c = rig.open();
    let bo = new(c, 4096);
    assert_eq!(at(&[(bo, START)]).submit(c), Err(Errno::EINVAL));
    assert_eq!(rig.end().0, ["VIV-KERNEL-008"]);
}

/// A client that returns after another one needs a flush.
#[test]
fn the_table_is_flushed_when_it_changes_hands() {
    let (rig, given) = machine(&GC3000, |_| {});
    let (c, d) = (rig.open(), rig.open());
    let (a, b) = (new(c, 4096), new(d, 4096));
    for _ in 0..2 {
        at(&[(a, START)]).submit(c).unwrap();
    }
    at(&[(b, START)]).submit(d).unwrap();
    at(&[(a, START)]).submit(c).unwrap();
    let runs = &given.lock().unwrap().runs;
    let flushes = |r: &Run| r.lists[0].2.starts_with(&[0x0801_0061]);
    let seen: Vec<bool> = runs.iter().map(flushes).collect();
    assert_eq!(seen, [true, false, true, true]);
}
