//! The display without hardware, and its dumb buffers.

use std::os::unix::fs::FileExt;

use super::rig::{Client, Rig, long, word, words};
use tilescope_kernel::{Access, Errno, Privilege};

#[test]
fn the_display_has_no_parts() {
    let rig = Rig::new();
    let c = rig.open_primary(Privilege::User);
    let (result, out) = c.ioctl(0xc040_64a0, &[9; 64]);
    assert_eq!(result, Ok(0));
    let numbers: Vec<u32> = (32..64).step_by(4).map(|at| word(&out, at)).collect();
    assert_eq!(numbers, [0, 0, 0, 0, 0, 2048, 0, 2048]);
    assert_eq!(&out[..32], [9; 32], "pointers stay");
    let (result, out) = c.ioctl(0xc010_64b5, &[9; 16]);
    assert_eq!((result, word(&out, 8)), (Ok(0), 0));
    for request in [
        0xc068_64a1,
        0xc068_64a2,
        0xc014_64a6,
        0xc050_64a7,
        0xc020_64b6,
        0xc018_64b0,
    ] {
        assert_eq!(
            c.ioctl(request, &[1; 104]).0,
            Err(Errno::ENOENT),
            "{request:#x}"
        );
    }
    assert_eq!(c.ioctl(0xc068_64b8, &[1; 104]).0, Err(Errno::EINVAL));
    let second = rig.open_primary(Privilege::User);
    assert_eq!(second.ioctl(0xc068_64a2, &[0; 104]).0, Err(Errno::EACCES));
}

#[test]
fn atomic_commits_need_the_capability() {
    let rig = Rig::new();
    let c = rig.open_primary(Privilege::User);
    let cap = |capability: u64, value: u64| {
        c.ioctl(
            0x4010_640d,
            &[capability, value].map(u64::to_le_bytes).concat(),
        )
        .0
    };
    let commit = |flags: u32, objects: u32| {
        let mut arg = words(&[flags, objects]);
        arg.resize(56, 0);
        c.ioctl(0xc038_64bc, &arg).0
    };
    assert_eq!(commit(0, 0), Err(Errno::EINVAL));
    assert_eq!((cap(2, 1), cap(3, 1)), (Ok(0), Ok(0)));
    assert_eq!(
        (cap(3, 3), cap(2, 2)),
        (Err(Errno::EINVAL), Err(Errno::EINVAL))
    );
    assert_eq!(
        (cap(0, 1), cap(6, 1)),
        (Err(Errno::EINVAL), Err(Errno::EINVAL))
    );
    assert_eq!(
        (commit(0x100, 0), commit(0x1000, 0)),
        (Ok(0), Err(Errno::EINVAL))
    );
    assert_eq!(commit(0, 1), Err(Errno::ENOENT));
}

fn create(c: Client<'_>, width: u32, height: u32, bpp: u32) -> Result<(u32, u32, u64), Errno> {
    let (result, out) = c.ioctl(0xc020_64b2, &words(&[height, width, bpp, 0, 9, 9, 9, 9]));
    result.map(|_| (word(&out, 16), word(&out, 20), long(&out, 24)))
}

#[test]
fn dumb_buffers_are_made_mapped_and_gone() {
    let rig = Rig::with(|c| c.memory = 1 << 20);
    let c = rig.open_primary(Privilege::User);
    assert_eq!(create(c, 100, 30, 32), Ok((1, 400, 12000)));
    assert_eq!(create(c, 3, 2, 12), Ok((2, 5, 10)));
    for (width, height, bpp) in [
        (0, 1, 32),
        (1, 0, 32),
        (1, 1, 0),
        (u32::MAX, 2, 32),
        (1, 1, u32::MAX),
    ] {
        assert_eq!(create(c, width, height, bpp), Err(Errno::EINVAL));
    }
    assert_eq!(create(c, 1024, 1024, 32), Err(Errno::ENOMEM));
    let (result, out) = c.ioctl(0xc010_64b3, &words(&[1, 0, 0, 0]));
    assert_eq!((result, Ok(long(&out, 8))), (Ok(0), c.offset(1)));
    let target = rig
        .kernel
        .mmap(c.file, long(&out, 8), 12000, Access::Write)
        .unwrap();
    target
        .file
        .write_all_at(b"here", target.offset + 11000)
        .unwrap();
    assert_eq!(
        c.ioctl(0xc010_64b3, &words(&[9, 0, 0, 0])).0,
        Err(Errno::ENOENT)
    );
    // An imported buffer cannot be mapped this way.
    let fd = c.prime(2).unwrap();
    assert_eq!(c.close(2), Ok(0));
    let other = c.unprime(fd).unwrap();
    assert_eq!(
        c.ioctl(0xc010_64b3, &words(&[other, 0, 0, 0])).0,
        Err(Errno::EINVAL)
    );
    assert_eq!(c.madvise(other, 1), Err(Errno::EINVAL), "nor thrown away");
    for (handle, answer) in [(1, Ok(0)), (1, Err(Errno::EINVAL)), (other, Ok(0))] {
        assert_eq!(c.ioctl(0xc004_64b4, &words(&[handle])).0, answer);
    }
    drop(target);
    assert_eq!(rig.kernel.usage(), (0, 0));
}
