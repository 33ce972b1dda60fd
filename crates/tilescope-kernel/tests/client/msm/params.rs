//! Properties of chips, and of the driver.

use tilescope_kernel::{Errno, Node, Privilege};

use super::rig::*;
use crate::rig::{long, word, words};

/// Parameters that are numbers of a chip: GPU_ID, GMEM_SIZE, CHIP_ID, MAX_FREQ, GMEM_BASE,
/// PRIORITIES, PP_PGTABLE, FAULTS, SUSPENDS, VA_START, VA_SIZE, HIGHEST_BANK_BIT, RAYTRACING,
/// UBWC_SWIZZLE, MACROTILE_MODE.
const NUMBERS: [u32; 15] = [1, 2, 3, 4, 6, 7, 8, 9, 10, 0xe, 0xf, 0x10, 0x11, 0x12, 0x13];

#[test]
fn chips_have_their_numbers() {
    const START: u64 = 0x1_0000_0000;
    let rows: [(&str, [u64; 15]); 4] = [
        (
            "a618",
            [
                618,
                0x8_0000,
                0x0601_0800,
                800_000_000,
                0x10_0000,
                3,
                0,
                0,
                0,
                START,
                START,
                14,
                0,
                6,
                0,
            ],
        ),
        (
            "a630",
            [
                630,
                0x10_0000,
                0x0603_0000,
                710_000_000,
                0x10_0000,
                3,
                0,
                0,
                0,
                START,
                START,
                15,
                0,
                6,
                0,
            ],
        ),
        (
            "a635",
            [
                0,
                0x8_0000,
                0x75_0603_0500,
                550_000_000,
                0,
                3,
                0,
                0,
                0,
                START,
                4 * START,
                14,
                0,
                6,
                1,
            ],
        ),
        (
            "a660",
            [
                660,
                0x18_0000,
                0x0606_0000,
                840_000_000,
                0,
                3,
                0,
                0,
                0,
                START,
                4 * START,
                16,
                0,
                6,
                1,
            ],
        ),
    ];
    for (chip, values) in rows {
        let (rig, _) = machine(chip, |_| {});
        let c = rig.open();
        assert_eq!(NUMBERS.map(|n| param(c, n).unwrap()), values, "{chip}");
    }
}

/// An unknown parameter is an error and never 0: drivers take the value then.
#[test]
fn unknown_parameters_are_refused() {
    let (rig, _) = machine("a618", |_| {});
    let c = rig.open();
    for number in [0, 0xb, 0xc, 0xd, 0x14, 0x15, u32::MAX] {
        assert_eq!(param(c, number), Err(Errno::EINVAL), "{number:#x}");
    }
    let ask = |arg: [u32; 6]| c.ioctl(GET_PARAM, &words(&arg)).0;
    assert_eq!(ask([0x11, 1, 0, 0, 0, 0]), Err(Errno::EINVAL), "pipe");
    assert_eq!(ask([0x10, 1, 0, 0, 4, 0]), Err(Errno::EINVAL), "len");
    assert_eq!(ask([0x10, 1, 0, 0, 0, 1]), Err(Errno::EINVAL), "pad");
}

#[test]
fn time_passes() {
    let (rig, _) = machine("a618", |_| {});
    let c = rig.open();
    let times = [(); 3].map(|()| param(c, 5).unwrap());
    assert_eq!(times, [0x1_0000_0001, 0x1_0000_0003, 0x1_0000_0005]);
}

#[test]
fn programs_have_names_and_only_root_profiles() {
    let (rig, _) = machine("a618", |_| {});
    let c = rig.open();
    let root = rig.open_primary(Privilege::Root);
    let name = rig.memory.put(b"glmark2");
    let set = |c: crate::rig::Client<'_>, number, value: u64, len| {
        let [low, up] = high(value);
        let arg = words(&[0x10, number, low, up, len, 0]);
        c.ioctl(SET_PARAM, &arg).0
    };
    assert_eq!(set(c, 0xc, name, 7), Ok(0));
    assert_eq!(set(c, 0xd, name, 7), Ok(0));
    assert_eq!(set(c, 0xc, 64, 7), Err(Errno::EFAULT));
    assert_eq!(set(c, 0xc, name, 4097), Err(Errno::EINVAL));
    assert_eq!(set(c, 0xb, 1, 0), Err(Errno::EPERM));
    assert_eq!([0, 1, 2].map(|v| set(root, 0xb, v, 0)), [Ok(0); 3]);
    assert_eq!(set(root, 0xb, 3, 0), Err(Errno::EINVAL));
    assert_eq!(set(root, 0xb, 1, 4), Err(Errno::EINVAL));
    assert_eq!(set(c, 1, 1, 0), Err(Errno::EINVAL), "read-only");
}

#[test]
fn the_driver_has_no_timelines_and_no_display() {
    let (rig, _) = machine("a618", |_| {});
    let c = rig.open();
    let cap = |number: u32| {
        let (result, out) = c.ioctl(0xc010_640c, &words(&[number, 0, 0, 0]));
        result.map(|_| long(&out, 8))
    };
    assert_eq!((cap(0x13), cap(0x14), cap(5)), (Ok(1), Ok(0), Ok(3)));
    assert_eq!(cap(1), Err(Errno::EOPNOTSUPP), "dumb buffers");
    let (result, out) = c.ioctl(0xc040_6400, &[0; 64]);
    assert_eq!(result, Ok(0));
    assert_eq!([0, 4, 8].map(|at| word(&out, at)), [1, 12, 0]);
    let _ = rig.kernel.open(Node::Primary, Privilege::User);
}

#[test]
fn queues_are_opened_and_closed() {
    let (rig, _) = machine("a618", |_| {});
    let c = rig.open();
    assert_eq!((queue(c, 0, 0), queue(c, 0, 2)), (Ok(1), Ok(2)));
    assert_eq!(queue(c, 0, 3), Err(Errno::EINVAL), "priority");
    assert_eq!(queue(c, 1, 0), Err(Errno::EINVAL), "preemption");
    let close = |id: u32| c.ioctl(QUEUE_CLOSE, &words(&[id])).0;
    assert_eq!(close(1), Ok(0));
    assert_eq!(close(1), Err(Errno::ENOENT));
    assert_eq!(close(0), Err(Errno::ENOENT), "the default queue stays");
    assert_eq!(queue(c, 0, 1), Ok(3), "numbers are not used again");
    let to = rig.memory.put(&[0xff; 8]);
    let query = |id: u32, param: u32, len: u32, pad: u32| {
        let [low, up] = high(to);
        let arg = words(&[low, up, id, param, len, pad]);
        c.ioctl(QUEUE_QUERY, &arg).0
    };
    assert_eq!(query(2, 0, 4, 0), Ok(0));
    assert_eq!(rig.memory.get(to), [0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff]);
    assert_eq!(query(1, 0, 4, 0), Err(Errno::ENOENT));
    assert_eq!(query(2, 1, 4, 0), Err(Errno::EINVAL));
    assert_eq!(query(2, 0, 4, 1), Err(Errno::EINVAL));
}
