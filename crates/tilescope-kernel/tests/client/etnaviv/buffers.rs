//! Buffers.

use std::os::unix::fs::FileExt;

use tilescope_kernel::{Access, Errno};
use tilescope_vivante::chips::GC2000;

use super::rig::*;
use crate::rig::{Client, long, waiting, word, words};

fn info(c: Client<'_>, handle: u32, pad: u32) -> Result<u64, Errno> {
    let (result, out) = c.ioctl(GEM_INFO, &words(&[handle, pad, 0, 0]));
    result.map(|_| long(&out, 8))
}

#[test]
fn a_buffer_has_one_way_of_caching() {
    let (rig, _) = machine(&GC2000, |_| {});
    let c = rig.open();
    let good = [0x1_0000, 0x2_0000, 0x4_0000, 0x12_0000];
    for flags in good {
        assert!(try_new(c, 4096, flags).is_ok(), "{flags:#x}");
    }
    for flags in [0, 0x3_0000, 0x8_0000, 0x10_0000, 0x22_0000, 1, WC | 1] {
        assert_eq!(try_new(c, 4096, flags), Err(Errno::EINVAL), "{flags:#x}");
    }
    assert_eq!(rig.kernel.usage(), (4, 4 * 4096));
}

#[test]
fn sizes_are_whole_pages_of_32_bits() {
    let (rig, _) = machine(&GC2000, |_| {});
    let c = rig.open();
    assert_eq!(try_new(c, 0, WC), Err(Errno::EINVAL));
    assert_eq!(try_new(c, 1 << 32, WC), Err(Errno::EINVAL));
    new(c, (1 << 32) + 1);
    assert_eq!(rig.kernel.usage(), (1, 4096));
}

#[test]
fn memory_runs_out_and_comes_back() {
    let (rig, _) = machine(&GC2000, |c| c.memory = 3 * 4096);
    let c = rig.open();
    let big = new(c, 2 * 4096);
    assert_eq!(try_new(c, 2 * 4096, WC), Err(Errno::ENOMEM));
    c.close(big).unwrap();
    new(c, 3 * 4096);
    let (ids, _) = rig.end();
    assert_eq!(ids, ["VIV-KERNEL-013"]);
}

#[test]
fn a_buffer_is_mapped_where_info_says() {
    let (rig, _) = machine(&GC2000, |_| {});
    let c = rig.open();
    let bo = new(c, 8192);
    assert_eq!(info(c, bo, 1), Err(Errno::EINVAL));
    assert_eq!(info(c, bo + 1, 0), Err(Errno::ENOENT));
    let offset = info(c, bo, 0).unwrap();
    let map = |file, len| rig.kernel.mmap(file, offset, len, Access::Write);
    let target = map(c.file, 8192).unwrap();
    target.file.write_all_at(b"here", target.offset).unwrap();
    let again = map(c.file, 4096).unwrap();
    let mut bytes = [0; 4];
    again.file.read_exact_at(&mut bytes, again.offset).unwrap();
    assert_eq!(&bytes, b"here");
    assert_eq!(map(c.file, 8193).err(), Some(Errno::EINVAL));
    assert_eq!(map(rig.open().file, 4096).err(), Some(Errno::EACCES));
}

#[test]
fn a_buffer_can_be_passed_on() {
    let (rig, _) = machine(&GC2000, |_| {});
    let (a, b) = (rig.open(), rig.open());
    let bo = new(a, 4096);
    let fd = a.prime(bo).unwrap();
    let there = b.unprime(fd).unwrap();
    assert_eq!(b.unprime(fd), Ok(there), "the same handle");
    assert_eq!(a.unprime(fd), Ok(bo));
    assert_eq!(rig.kernel.usage().0, 1);
    // A file of another device.
    let (other, _) = machine(&GC2000, |_| {});
    let file = rig.machine.file(fd);
    let fd = tilescope_kernel::Fds::export(
        other.machine.as_ref(),
        &file,
        tilescope_kernel::CloseOnExec::Yes,
    );
    let c = other.open();
    let bo = c.unprime(fd.unwrap()).unwrap();
    assert!(Submit::one(bo).submit(c).is_ok());
    assert_eq!(other.kernel.usage(), (1, 0), "it takes nothing of this one");
}

#[test]
fn preparing_waits_for_conflicting_jobs() {
    let (rig, _) = machine(&GC2000, |c| c.execution = waiting(8));
    let c = rig.open();
    let [reads, writes, idle] = [0; 3].map(|_| new(c, 4096));
    let mut job = Submit::one(reads);
    job.bos = vec![(1, reads, 0), (2, writes, 0)];
    assert_eq!(job.submit(c), Ok(0));
    const READ: u32 = 1;
    const WRITE: u32 = 2;
    const NOSYNC: u32 = 4;
    assert_eq!(prep(c, idle, WRITE, OVER), Ok(0));
    assert_eq!(prep(c, reads, READ, OVER), Ok(0), "both read");
    assert_eq!(prep(c, reads, WRITE, OVER), Err(Errno::ETIMEDOUT));
    assert_eq!(prep(c, writes, READ, OVER), Err(Errno::ETIMEDOUT));
    assert_eq!(prep(c, writes, READ, [0; 4]), Err(Errno::ETIMEDOUT));
    assert_eq!(prep(c, writes, READ | NOSYNC, LATER), Err(Errno::EBUSY));
    assert_eq!(prep(c, reads, READ | NOSYNC, LATER), Ok(0));
    assert_eq!(
        prep(c, reads, READ | WRITE | NOSYNC, LATER),
        Err(Errno::EBUSY)
    );
    assert_eq!(prep(c, writes, 8, LATER), Err(Errno::EINVAL));
    assert_eq!(prep(c, 77, READ, LATER), Err(Errno::ENOENT));

    let wait = |core, handle, flags| {
        let arg = words(&[&[core, handle, flags, 0], &OVER[..]].concat());
        c.ioctl(GEM_WAIT, &arg).0
    };
    assert_eq!(wait(0, reads, 1), Err(Errno::EBUSY));
    assert_eq!(wait(0, reads, 0), Err(Errno::ETIMEDOUT));
    assert_eq!(wait(0, idle, 0), Ok(0));
    assert_eq!(wait(0, idle, 2), Err(Errno::EINVAL));
    assert_eq!(wait(1, idle, 0), Err(Errno::ENXIO));
    assert_eq!(wait(0, 77, 0), Err(Errno::ENOENT));

    let worker = rig.worker();
    assert_eq!(prep(c, writes, READ, LATER), Ok(0));
    assert_eq!(wait(0, reads, 1), Ok(0));
    rig.kernel.end_work();
    worker.join().unwrap();
    let fini = |handle, flags| c.ioctl(CPU_FINI, &words(&[handle, flags])).0;
    assert_eq!(fini(writes, 0), Ok(0));
    assert_eq!(fini(writes, 1), Err(Errno::EINVAL));
    assert_eq!(fini(77, 0), Err(Errno::ENOENT));
}

#[test]
fn userptr_is_refused_and_counted() {
    let (rig, _) = machine(&GC2000, |_| {});
    let c = rig.open();
    let ask = |at: u32, size: [u32; 2], flags| {
        c.ioctl(USERPTR, &words(&[at, 0, size[0], size[1], flags, 0]))
            .0
    };
    let page = [4096, 0];
    for flags in [0, 4, 7] {
        assert_eq!(ask(0x1000, page, flags), Err(Errno::EINVAL));
    }
    assert_eq!(ask(0x1001, page, 3), Err(Errno::EINVAL));
    assert_eq!(ask(0x1000, [1, 0], 3), Err(Errno::EINVAL));
    assert_eq!(ask(0x1000, [4096, 1], 3), Err(Errno::EINVAL));
    assert_eq!(ask(0x1000, page, 1), Err(Errno::EOPNOTSUPP));
    let (_, seen) = rig.end();
    let counted = &seen.recorder.unimplemented;
    assert_eq!(counted.len(), 1);
    assert!(counted[0].what.contains("GEM_USERPTR"));
}

#[test]
fn descriptors_of_buffers_wait_as_well() {
    let (rig, _) = machine(&GC2000, |c| c.execution = waiting(8));
    let c = rig.open();
    let bo = new(c, 4096);
    let mut job = Submit::one(bo);
    job.bos[0].0 = 1;
    job.submit(c).unwrap();
    let fd = c.prime(bo).unwrap();
    let export = |flags: u32| {
        let at = rig.memory.put(&words(&[flags, 0]));
        let key = rig.machine.key(fd);
        let call = rig.kernel.dma_buf_ioctl(key, 0xc008_6202, at, &rig.memory);
        call.unwrap().unwrap();
        word(&rig.memory.get(at), 4) as i32
    };
    // A reader of a buffer waits for writers.
    assert!(rig.machine.is_readable(export(1)));
    assert!(!rig.machine.is_readable(export(2)));
    let worker = rig.worker();
    rig.kernel.end_work();
    worker.join().unwrap();
    assert!(rig.machine.is_readable(export(2)));
}
