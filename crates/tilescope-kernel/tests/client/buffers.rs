//! Buffers: creation, mapping, sharing, purging.

use std::os::unix::fs::FileExt;

use super::rig::{Rig, long, word, words};
use tilescope_kernel::{Access, Errno, Privilege};

const NOP: u64 = 0x1000_09e7_009e_7000;
const END: u64 = 0x3000_09e7_009e_7000;

#[test]
fn handles_are_the_smallest_free_numbers() {
    let rig = Rig::new();
    let c = rig.open();
    let a = [c.create(1), c.create(4096), c.create(4097)];
    assert_eq!(a, [1, 2, 3]);
    assert_eq!(rig.kernel.usage(), (3, 4096 + 4096 + 8192));
    assert_eq!(c.close(2), Ok(0));
    assert_eq!(c.close(2), Err(Errno::EINVAL));
    assert_eq!(c.close(0), Err(Errno::EINVAL));
    assert_eq!(c.create(100), 2);
    assert_eq!(c.try_create(0), Err(Errno::EINVAL));
    rig.kernel.close(c.file).unwrap();
    assert_eq!(rig.kernel.usage(), (0, 0));
    assert_eq!(rig.kernel.close(c.file), Err(Errno::EBADF));
    assert_eq!(c.try_create(1), Err(Errno::EBADF));
}

#[test]
fn memory_runs_out_and_comes_back() {
    let rig = Rig::with(|c| c.memory = 1 << 20);
    let c = rig.open();
    let big = c.create(768 << 10);
    assert_eq!(c.try_create(512 << 10), Err(Errno::ENOMEM));
    assert_eq!(c.try_create(u32::MAX), Err(Errno::ENOMEM));
    // Purgeable buffers are purged, once that makes room.
    assert_eq!(c.madvise(big, 1), Ok(1));
    let next = c.create(512 << 10);
    assert_eq!(c.madvise(big, 0), Ok(0), "its contents are gone");
    assert_eq!(c.map(big, 4096).err(), Some(Errno::EINVAL));
    assert_eq!(c.prime(big), Err(Errno::EINVAL));
    c.close(big).unwrap();
    c.close(next).unwrap();
    assert_eq!(rig.kernel.usage(), (0, 0));
    assert_eq!(rig.end().0, ["VC4-KERNEL-008"]);
}

#[test]
fn maps_show_the_same_pages_each_time() {
    let rig = Rig::with(|c| c.own_files = 1);
    let (c, other) = (rig.open(), rig.open());
    for handle in [c.create(8192), c.create(8192), c.create(8192)] {
        let (file, at) = c.map(handle, 8192).unwrap();
        file.write_all_at(&[handle as u8; 16], at + 5000).unwrap();
        let (again, at) = c.map(handle, 4096).unwrap();
        let mut seen = [0; 16];
        again.read_exact_at(&mut seen, at + 5000).unwrap();
        assert_eq!(seen, [handle as u8; 16]);
        assert_eq!(c.map(handle, 8193).err(), Some(Errno::EINVAL));
        let offset = c.offset(handle).unwrap();
        let mmap = |file, at| rig.kernel.mmap(file, at, 4096, Access::Read).err();
        assert_eq!(mmap(c.file, offset), None);
        assert_eq!(mmap(c.file, offset + 4096), Some(Errno::EINVAL));
        assert_eq!(mmap(other.file, offset), Some(Errno::EACCES));
    }
    assert_eq!(c.offset(99), Err(Errno::EINVAL));
}

#[test]
fn pages_of_a_freed_buffer_are_zero_for_the_next() {
    let rig = Rig::with(|c| c.own_files = 0);
    let c = rig.open();
    // A pool is freed with its last buffer.
    c.create(4096);
    let first = c.create(4096);
    let (file, at) = c.map(first, 4096).unwrap();
    file.write_all_at(&[0xee; 4096], at).unwrap();
    c.close(first).unwrap();
    let (file, again) = c.map(c.create(4096), 4096).unwrap();
    assert_eq!(again, at);
    let mut seen = [1; 4096];
    file.read_exact_at(&mut seen, again).unwrap();
    assert_eq!(seen, [0; 4096]);
    // A reference to a mapping keeps its pages.
    let held = c.create(4096);
    let target = rig
        .kernel
        .mmap(c.file, c.offset(held).unwrap(), 4096, Access::Write)
        .unwrap();
    c.close(held).unwrap();
    let next = c.map(c.create(4096), 4096).unwrap();
    assert_ne!(next.1, target.offset);
    drop(target);
    assert_eq!(
        rig.machine.made.load(std::sync::atomic::Ordering::SeqCst),
        1
    );
}

#[test]
fn descriptors_and_names_lead_to_one_buffer() {
    let rig = Rig::new();
    let (a, b) = (
        rig.open_primary(Privilege::User),
        rig.open_primary(Privilege::User),
    );
    let (_, magic) = b.ioctl(0x8004_6402, &[0; 4]);
    assert_eq!(a.ioctl(0x4004_6411, &magic).0, Ok(0));
    b.create(4096);
    let handle = a.create(8192);
    let fd = a.prime(handle).unwrap();
    assert_eq!(
        rig.machine.file(fd).metadata().unwrap().len(),
        8192,
        "as reported by lseek"
    );
    assert_eq!(a.unprime(fd), Ok(handle), "its own buffer keeps its handle");
    let there = b.unprime(fd).unwrap();
    assert_eq!(b.unprime(fd), Ok(there));
    let (file, at) = a.map(handle, 8192).unwrap();
    file.write_all_at(b"shared", at + 8000).unwrap();
    let (file, at) = b.map(there, 8192).unwrap();
    let mut seen = [0; 6];
    file.read_exact_at(&mut seen, at + 8000).unwrap();
    assert_eq!(&seen, b"shared");

    let (r, out) = a.ioctl(0xc008_640a, &words(&[handle, 0]));
    assert_eq!((r, word(&out, 4)), (Ok(0), 1));
    let (r, out) = b.ioctl(0xc010_640b, &words(&[1, 0, 0, 0]));
    assert_eq!((r, long(&out, 8)), (Ok(0), 8192));
    let named = word(&out, 4);
    assert_eq!(b.offset(named), a.offset(handle));
    for handle in [named, there] {
        b.close(handle).unwrap();
    }
    a.close(handle).unwrap();
    assert_eq!(
        b.ioctl(0xc010_640b, &words(&[1, 0, 0, 0])).0,
        Err(Errno::ENOENT)
    );
    // The descriptor still has the pages.
    let back = b.unprime(fd).unwrap();
    let (file, at) = b.map(back, 8192).unwrap();
    file.read_exact_at(&mut seen, at + 8000).unwrap();
    assert_eq!(&seen, b"shared");
    rig.machine.close(fd);
    assert_eq!(b.unprime(fd), Err(Errno::EBADF));
    assert_eq!(a.prime(77), Err(Errno::ENOENT));
}

#[test]
fn pooled_buffers_are_shared_before_they_are_mapped() {
    let rig = Rig::with(|c| c.own_files = 0);
    let (a, b) = (rig.open(), rig.open());
    let (early, late) = (a.create(4096), a.create(4096));
    let there = b.unprime(a.prime(early).unwrap()).unwrap();
    let (file, at) = a.map(early, 4096).unwrap();
    file.write_all_at(&[5], at).unwrap();
    let (file, at) = b.map(there, 4096).unwrap();
    let mut seen = [0];
    file.read_exact_at(&mut seen, at).unwrap();
    assert_eq!(seen, [5]);
    a.map(late, 4096).unwrap();
    assert_eq!(a.prime(late), Err(Errno::EMFILE));
}

#[test]
fn shaders_are_checked_and_stay_as_they_are() {
    let rig = Rig::new();
    let c = rig.open();
    let shader = c.try_shader(&[NOP, END, NOP, NOP]).unwrap();
    let offset = c.offset(shader).unwrap();
    let map = |access| rig.kernel.mmap(c.file, offset, 4096, access).err();
    assert_eq!(map(Access::Write), Some(Errno::EINVAL));
    assert_eq!(map(Access::Read), None);
    assert_eq!(c.prime(shader), Err(Errno::EINVAL));
    assert_eq!(c.try_shader(&[NOP, NOP]), Err(Errno::EINVAL));
    assert_eq!(c.try_shader(&[]), Err(Errno::EINVAL));
    let bad = words(&[16, 0, 0x10, 0, 0, 0]);
    assert_eq!(c.ioctl(0xc018_6445, &bad).0, Err(Errno::EFAULT));
    let odd = words(&[12, 0, 0x10, 0, 0, 0]);
    assert_eq!(c.ioctl(0xc018_6445, &odd).0, Err(Errno::EINVAL));
    assert_eq!(rig.kernel.usage().0, 1);
    assert_eq!(
        rig.end().0,
        ["VC4-QPU-183"],
        "the zeros behind it are breakpoints"
    );
}

#[test]
fn tiling_labels_and_parameters() {
    let rig = Rig::new();
    let c = rig.open();
    let t_tiled = (7u64 << 56) | 1;
    let tiling = |request, handle, modifier: u64| {
        let arg = words(&[handle, 0, modifier as u32, (modifier >> 32) as u32]);
        let (result, out) = c.ioctl(request, &arg);
        result.map(|_| long(&out, 8))
    };
    let (set, get) = (0xc010_6448, 0xc010_6449);
    assert_eq!(tiling(get, 0, 0), Err(Errno::ENOENT), "the probe of Mesa");
    let bo = c.create(4096);
    assert_eq!(tiling(get, bo, 0), Ok(0));
    tiling(set, bo, t_tiled).unwrap();
    assert_eq!(tiling(get, bo, 0), Ok(t_tiled));
    assert_eq!(tiling(set, bo, 5), Err(Errno::EINVAL));
    assert_eq!(tiling(get, bo, t_tiled), Err(Errno::EINVAL));

    let name = rig.memory.put(b"depth\0");
    let label = |handle, len, at: u64| {
        c.ioctl(
            0xc010_644a,
            &words(&[handle, len, at as u32, (at >> 32) as u32]),
        )
        .0
    };
    assert_eq!(label(bo, 5, name), Ok(0));
    assert_eq!(label(bo, 0, name), Err(Errno::EINVAL));
    assert_eq!(
        label(bo, 3, name),
        Err(Errno::EINVAL),
        "not ended within its length"
    );
    assert_eq!(label(99, 5, name), Err(Errno::ENOENT));
    assert_eq!(label(bo, 5, 16), Err(Errno::EFAULT));

    let param = |n, pad| {
        let (result, out) = c.ioctl(0xc010_6447, &words(&[n, pad, 9, 9]));
        result.map(|_| long(&out, 8))
    };
    assert_eq!(param(0, 0), Ok(0x0244_3356));
    assert_eq!(param(1, 0).unwrap() & 0xf, 1, "V3D 2.1");
    assert!((3..9).all(|n| param(n, 0) == Ok(1)));
    assert_eq!(param(9, 0), Err(Errno::EINVAL));
    assert_eq!(param(0, 1), Err(Errno::EINVAL));
}
