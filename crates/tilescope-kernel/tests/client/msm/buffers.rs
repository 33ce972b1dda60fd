//! Buffers: flags, addresses, names, metadata, advice.

use tilescope_adreno::rules::kernel;
use tilescope_kernel::Errno;

use super::rig::*;
use crate::rig::words;

const START: u64 = 1 << 32;

#[test]
fn flags_and_sizes_are_checked() {
    let (rig, _) = machine("a618", |_| {});
    let c = rig.open();
    assert_eq!(try_new(c, 1, 0x2_0000), Ok(1), "write-combined");
    assert_eq!(try_new(c, 1, 0x4_0003), Ok(2), "uncached, read-only");
    assert_eq!(try_new(c, 1, 0x1_0000), Ok(3), "cached");
    assert_eq!(try_new(c, 1, 0x8_0000), Ok(4), "cached and coherent");
    for flags in [0, 0x3_0000, 0xa_0000, 0x2_0004, 0x12_0000] {
        assert_eq!(try_new(c, 1, flags), Err(Errno::EINVAL), "{flags:#x}");
    }
    assert_eq!(try_new(c, 0, WC), Err(Errno::EINVAL));
    assert_eq!(try_new(c, u64::MAX, WC), Err(Errno::EINVAL));
    assert_eq!(try_new(c, 1 << 40, WC), Err(Errno::ENOMEM));
    let flags = [1, 2, 4].map(|bo| info(c, bo, GET_FLAGS, 0, 0).unwrap().0);
    assert_eq!(flags, [0x2_0000, 0x2_0003, 0x8_0000]);
    let (old, _) = machine("a630", |_| {});
    assert_eq!(try_new(old.open(), 1, 0x8_0000), Err(Errno::EINVAL));
    let (ids, _) = rig.end();
    assert_eq!(ids, [kernel::OUT_OF_MEMORY.id]);
}

/// Softpin: an address stays, and each file has its own.
#[test]
fn the_kernel_chooses_addresses() {
    let (rig, _) = machine("a618", |_| {});
    let (a, b) = (rig.open(), rig.open());
    let (first, second, other) = (new(a, 4096), new(a, 8192), new(b, 4096));
    assert_eq!(iova(a, first), START);
    // A page between two buffers detects overruns.
    assert_eq!(iova(a, second), START + 0x2000);
    assert_eq!(iova(a, first), START);
    assert_eq!(iova(b, other), START, "another file");
}

#[test]
fn clients_choose_addresses() {
    let (rig, _) = machine("a618", |_| {});
    let c = rig.open();
    let (a, b) = (new(c, 8192), new(c, 4096));
    assert_eq!(set_iova(c, a, START + 0x4000), Ok(()));
    assert_eq!(iova(c, a), START + 0x4000);
    assert_eq!(set_iova(c, a, START + 0x4000), Ok(()), "as before");
    assert_eq!(set_iova(c, b, START + 0x5000), Err(Errno::ENOSPC), "taken");
    assert_eq!(set_iova(c, b, START + 0x6000), Ok(()), "right after");
    assert_eq!(
        set_iova(c, b, START + 0x8000),
        Err(Errno::EBUSY),
        "elsewhere"
    );
    assert_eq!(set_iova(c, b, 0), Ok(()));
    assert_eq!(set_iova(c, b, 0), Ok(()), "has none");
    assert_eq!(set_iova(c, b, START - 0x1000), Err(Errno::ENOSPC));
    assert_eq!(set_iova(c, b, 2 * START), Err(Errno::ENOSPC), "4 GiB");
    assert_eq!(set_iova(c, b, START + 1), Err(Errno::EINVAL));
    assert_eq!(set_iova(c, b, 2 * START - 0x1000), Ok(()));
    // Closing a buffer frees its addresses.
    assert_eq!(c.close(a), Ok(0));
    let d = new(c, 4096);
    assert_eq!(set_iova(c, d, START + 0x4000), Ok(()));
    let (ids, _) = rig.end();
    assert_eq!(ids, [kernel::ADDRESS.id]);
}

#[test]
fn buffers_have_names() {
    let (rig, _) = machine("a618", |_| {});
    let c = rig.open();
    let bo = new(c, 1);
    let text = rig.memory.put(b"vertices\nand more                ");
    let to = rig.memory.put(&[0xff; 12]);
    assert_eq!(info(c, bo, GET_NAME, 0, 0), Ok((0, 0)));
    assert_eq!(info(c, bo, SET_NAME, text, 17).map(|_| ()), Ok(()));
    assert_eq!(
        info(c, bo, GET_NAME, 0, 0),
        Ok((0, 8)),
        "it ends at a control character"
    );
    assert_eq!(info(c, bo, GET_NAME, to, 7), Err(Errno(525)), "ETOOSMALL");
    assert_eq!(info(c, bo, GET_NAME, to, 9), Ok((to, 8)));
    assert_eq!(rig.memory.get(to)[..9], *b"vertices\xff");
    assert_eq!(info(c, bo, SET_NAME, text, 32), Err(Errno::EINVAL));
    assert_eq!(info(c, bo, SET_NAME, 64, 3), Err(Errno::EFAULT));
    assert_eq!(
        info(c, bo, GET_NAME, 0, 0),
        Ok((0, 0)),
        "a failure clears it"
    );
}

#[test]
fn buffers_have_metadata() {
    let (rig, _) = machine("a618", |_| {});
    let c = rig.open();
    let bo = new(c, 1);
    let data = rig.memory.put(&(0..128).collect::<Vec<u8>>());
    let to = rig.memory.put(&[0xff; 128]);
    assert_eq!(
        info(c, bo, SET_METADATA, data, 129),
        Err(Errno(75)),
        "EOVERFLOW"
    );
    assert_eq!(info(c, bo, SET_METADATA, data, 128).map(|_| ()), Ok(()));
    assert_eq!(info(c, bo, GET_METADATA, 0, 0), Ok((0, 128)));
    assert_eq!(info(c, bo, GET_METADATA, to, 127), Err(Errno(525)));
    assert_eq!(info(c, bo, GET_METADATA, to, 128), Ok((to, 128)));
    assert_eq!(rig.memory.get(to), (0..128).collect::<Vec<u8>>());
}

#[test]
fn information_has_a_kind_and_an_object() {
    let (rig, _) = machine("a618", |_| {});
    let c = rig.open();
    let bo = new(c, 1);
    assert_eq!(info(c, bo, 8, 0, 0), Err(Errno::EINVAL));
    assert_eq!(info(c, 9, GET_IOVA, 0, 0), Err(Errno::ENOENT));
    for kind in [GET_OFFSET, GET_IOVA, SET_IOVA, GET_FLAGS] {
        assert_eq!(info(c, bo, kind, 0, 8), Err(Errno::EINVAL), "{kind}");
    }
    let padded = words(&[bo, GET_IOVA, 0, 0, 0, 1]);
    assert_eq!(c.ioctl(GEM_INFO, &padded).0, Err(Errno::EINVAL));
    assert!(info(c, bo, GET_OFFSET, 0, 0).unwrap().0 >= START);
}

#[test]
fn idle_buffers_are_ready() {
    let (rig, _) = machine("a618", |_| {});
    let c = rig.open();
    let bo = new(c, 1);
    for op in [1, 2, 3, 4, 8] {
        assert_eq!(prep(c, bo, op, 0), Ok(0), "{op}");
    }
    assert_eq!(prep(c, bo, 16, 0), Err(Errno::EINVAL));
    assert_eq!(prep(c, 9, 1, 0), Err(Errno::ENOENT));
    assert_eq!(c.ioctl(CPU_FINI, &words(&[bo])).0, Ok(0));
    assert_eq!(c.ioctl(CPU_FINI, &words(&[9])).0, Err(Errno::ENOENT));
}

#[test]
fn unneeded_buffers_make_room() {
    let (rig, _) = machine("a618", |c| c.memory = 3 << 12);
    let c = rig.open();
    let bo = new(c, 8192);
    assert_eq!((advise(c, bo, 1), advise(c, bo, 0)), (Ok(1), Ok(1)));
    assert_eq!(advise(c, bo, 2), Err(Errno::EINVAL));
    assert_eq!(advise(c, 9, 1), Err(Errno::ENOENT));
    assert_eq!(try_new(c, 8192, WC), Err(Errno::ENOMEM));
    assert_eq!(advise(c, bo, 1), Ok(1));
    assert!(try_new(c, 8192, WC).is_ok(), "purged");
    assert_eq!((advise(c, bo, 0), advise(c, bo, 1)), (Ok(0), Ok(0)));
}
