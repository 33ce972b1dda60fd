//! Nodes, permissions and the ioctls of the core.

use super::rig::{Client, Rig, long, word, words};
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
}

#[test]
fn the_name_of_the_bus_comes_with_the_version() {
    let rig = Rig::new();
    let c = rig.open_primary(Privilege::User);
    let unique = |room: u64| {
        let at = rig.memory.put(&[0xff; 8]);
        let (result, out) = c.ioctl(0xc010_6401, &[room, at].map(u64::to_le_bytes).concat());
        assert_eq!(result, Ok(0));
        (long(&out, 0), rig.memory.get(at))
    };
    assert_eq!(unique(8).0, 0);
    let wanted = [1, 4, u32::MAX, u32::MAX];
    assert_eq!(c.ioctl(0xc010_6407, &words(&wanted)).0, Ok(0));
    let (result, out) = c.ioctl(0xc010_6407, &words(&[2, 0, 0, 0]));
    assert_eq!(result, Err(Errno::EINVAL));
    assert_eq!((word(&out, 0), word(&out, 4)), (1, 4));
    assert_eq!(unique(8), (7, b"soc:gpu\xff".to_vec()));
    assert_eq!(unique(6), (7, vec![0xff; 8]), "all or nothing");
}

const SET_MASTER: u64 = 0x641e;
const DROP_MASTER: u64 = 0x641f;

#[test]
fn the_master_authenticates_others() {
    let rig = Rig::new();
    let first = rig.open_primary(Privilege::User);
    let second = rig.open_primary(Privilege::User);
    let flink = |c: Client<'_>, handle| c.ioctl(0xc008_640a, &words(&[handle, 0])).0;
    let (a, b) = (first.create(4096), second.create(4096));
    assert_eq!(flink(first, a), Ok(0));
    assert_eq!(flink(second, b), Err(Errno::EACCES));
    let magic = |c: Client<'_>| {
        let (result, out) = c.ioctl(0x8004_6402, &[0; 4]);
        result.map(|_| word(&out, 0))
    };
    let trust = |c: Client<'_>, magic| c.ioctl(0x4004_6411, &words(&[magic])).0;
    assert_eq!((magic(first), magic(second)), (Ok(1), Ok(2)));
    assert_eq!(magic(second), Ok(2), "it keeps its number");
    assert_eq!(trust(second, 2), Err(Errno::EACCES), "only the master may");
    assert_eq!(trust(first, 3), Err(Errno::EINVAL));
    assert_eq!(trust(first, 2), Ok(0));
    assert_eq!(trust(first, 2), Err(Errno::EINVAL), "once");
    assert_eq!(flink(second, b), Ok(0));
    // The place of the master.
    assert_eq!(second.ioctl(SET_MASTER, &[]).0, Err(Errno::EACCES));
    let root = rig.open_primary(Privilege::Root);
    assert_eq!(root.ioctl(SET_MASTER, &[]).0, Err(Errno::EBUSY));
    assert_eq!(first.ioctl(SET_MASTER, &[]).0, Ok(0), "it is");
    assert_eq!(root.ioctl(DROP_MASTER, &[]).0, Err(Errno::EINVAL));
    assert_eq!(first.ioctl(DROP_MASTER, &[]).0, Ok(0));
    assert_eq!(trust(first, 1), Err(Errno::EACCES));
    assert_eq!(root.ioctl(SET_MASTER, &[]).0, Ok(0));
    assert_eq!(first.ioctl(SET_MASTER, &[]).0, Err(Errno::EBUSY));
    rig.kernel.close(root.file).unwrap();
    assert_eq!(first.ioctl(SET_MASTER, &[]).0, Ok(0));
    rig.kernel.close(first.file).unwrap();
    // There is no master now, so the next client to open becomes it.
    let last = rig.open_primary(Privilege::User);
    assert_eq!(magic(last), Ok(1));
    assert_eq!(trust(last, 1), Ok(0));
}

#[test]
fn missing_features_return_errors() {
    let rig = Rig::new();
    let c = rig.open();
    let cap = |n| {
        let (result, out) = c.ioctl(0xc010_640c, &words(&[n, 0, 7, 7]));
        result.map(|_| long(&out, 8))
    };
    assert_eq!(cap(5), Ok(3));
    assert_eq!((cap(0x13), cap(0x14)), (Ok(1), Ok(0)));
    assert_eq!((cap(1), cap(3), cap(8)), (Ok(1), Ok(24), Ok(64)));
    assert_eq!(cap(0x15), Err(Errno::EINVAL));
    assert_eq!(c.ioctl(0xc028_64ca, &[0; 40]).0, Err(Errno::EOPNOTSUPP));
    assert_eq!(c.ioctl(0x5401, &[0; 64]).0, Err(Errno::ENOTTY));
    assert_eq!(c.ioctl(0xc010_64bd, &[0; 16]).0, Err(Errno::EINVAL));
    assert_eq!(c.ioctl(0xc010_644f, &[0; 16]).0, Err(Errno::EINVAL));
}

#[test]
fn short_arguments_are_zero_extended_and_bad_pointers_fail() {
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
    // The upper half of the request is ignored.
    let arg = rig.memory.put(&words(&[4096, 0, 0, 0]));
    assert_eq!(
        kernel.ioctl(c.file, 0xffff_ffff_c010_6443, arg, &rig.memory),
        Ok(0)
    );
}
