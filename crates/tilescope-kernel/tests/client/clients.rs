//! Nodes, permissions and the calls of the core.

use super::rig::{Rig, long, word, words};
use tilescope_kernel::{Errno, Privilege};

#[test]
fn version_is_asked_for_twice() {
    let rig = Rig::new();
    let c = rig.open();
    let (result, out) = c.ioctl(0xc040_6400, &[0; 64]);
    assert_eq!((result, long(&out, 16)), (Ok(0), 3));
    let name = rig.memory.put(&[0xff; 8]);
    let mut arg = out;
    arg[24..32].copy_from_slice(&name.to_le_bytes());
    arg[32..40].fill(0);
    arg[48..56].fill(0);
    assert_eq!(c.ioctl(0xc040_6400, &arg).0, Ok(0));
    assert_eq!(&rig.memory.get(name)[..4], b"vc4\xff");
}

#[test]
fn render_nodes_have_no_names_and_no_masters() {
    let rig = Rig::new();
    let (render, primary) = (rig.open(), rig.open_primary(Privilege::User));
    for request in [
        0xc010_6401,
        0x8004_6402,
        0xc008_640a,
        0xc010_640b,
        0x4010_640d,
        0x641e,
    ] {
        assert_eq!(
            render.ioctl(request, &[0; 16]).0,
            Err(Errno::EACCES),
            "{request:#x}"
        );
        assert_ne!(
            primary.ioctl(request, &[0; 16]).0,
            Err(Errno::EACCES),
            "{request:#x}"
        );
    }
    assert_eq!(primary.ioctl(0xc0a0_6446, &[0; 160]).0, Err(Errno::EACCES));
    let root = rig.open_primary(Privilege::Root);
    assert_eq!(root.ioctl(0xc0a0_6446, &[0; 160]).0, Err(Errno::ENOENT));
    let (r, out) = primary.ioctl(0x8004_6402, &[0; 4]);
    assert_eq!((r, word(&out, 0)), (Ok(0), 1));
    assert_eq!(primary.ioctl(0x4004_6411, &words(&[1])).0, Ok(0));
    assert_eq!(
        primary.ioctl(0x4004_6411, &words(&[2])).0,
        Err(Errno::EINVAL)
    );
    let (_, out) = primary.ioctl(0xc010_6401, &[0; 16]);
    assert_eq!(long(&out, 0), 7);
    let wanted = [1, 4, u32::MAX, u32::MAX];
    assert_eq!(primary.ioctl(0xc010_6407, &words(&wanted)).0, Ok(0));
    assert_eq!(
        primary.ioctl(0xc010_6407, &words(&[2, 0, 0, 0])).0,
        Err(Errno::EINVAL)
    );
}

#[test]
fn what_is_not_there_is_said_so() {
    let rig = Rig::new();
    let c = rig.open();
    let cap = |n| {
        let (result, out) = c.ioctl(0xc010_640c, &words(&[n, 0, 7, 7]));
        result.map(|_| long(&out, 8))
    };
    assert_eq!(cap(5), Ok(3));
    assert_eq!((cap(0x13), cap(0x14)), (Ok(0), Ok(0)));
    assert_eq!(cap(1), Err(Errno::EOPNOTSUPP));
    assert_eq!(c.ioctl(0xc008_64bf, &[0; 8]).0, Err(Errno::EOPNOTSUPP));
    assert_eq!(c.ioctl(0x5401, &[0; 64]).0, Err(Errno::ENOTTY));
    assert_eq!(c.ioctl(0xc010_64a0, &[0; 16]).0, Err(Errno::EINVAL));
    assert_eq!(c.ioctl(0xc010_644f, &[0; 16]).0, Err(Errno::EINVAL));
}

#[test]
fn sizes_that_differ_are_filled_up_and_bad_pointers_fail() {
    let rig = Rig::new();
    let c = rig.open();
    // The first four bytes of CREATE_BO: the rest is zero, and not copied back.
    let (result, out) = c.ioctl(0xc004_6443, &words(&[4096]));
    assert_eq!((result, out.len()), (Ok(0), 4));
    let (result, out) = c.ioctl(0xc020_6443, &[0, 16, 0, 0].repeat(8));
    assert_eq!((result, word(&out, 8)), (Ok(0), 2));
    let kernel = &rig.kernel;
    assert_eq!(
        kernel.ioctl(c.file, 0xc010_6443, 8, &rig.memory),
        Err(Errno::EFAULT)
    );
    let short = rig.memory.put(&[0; 4]);
    assert_eq!(
        kernel.ioctl(c.file, 0xc010_6443, short, &rig.memory),
        Err(Errno::EFAULT)
    );
    // The upper half of the request does not count.
    let arg = rig.memory.put(&words(&[4096, 0, 0, 0]));
    assert_eq!(
        kernel.ioctl(c.file, 0xffff_ffff_c010_6443, arg, &rig.memory),
        Ok(0)
    );
}
