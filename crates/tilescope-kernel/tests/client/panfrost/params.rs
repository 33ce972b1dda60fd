//! Parameters, and calls that the driver does not offer.

use tilescope_kernel::Errno;

use super::rig::*;
use crate::rig::{Client, long, word, words};

fn param(c: Client<'_>, param: u32) -> Result<u64, Errno> {
    let (result, out) = c.ioctl(GET_PARAM, &words(&[param, 0, 0, 0]));
    result.map(|_| long(&out, 8))
}

#[test]
fn chips_have_their_numbers() {
    for (chip, product, cores, tiler) in [
        ("t860", 0x860, 0xf, 0x809),
        ("t760", 0x750, 0xf, 0x809),
        ("t720", 0x720, 0x3, 0x409),
    ] {
        let (rig, _) = machine(chip, |_| {});
        let c = rig.open();
        assert_eq!(
            [0, 2, 10].map(|n| param(c, n)),
            [Ok(product), Ok(cores), Ok(tiler)],
            "{chip}"
        );
    }
}

#[test]
fn there_are_41_parameters() {
    let (rig, _) = machine("t860", |_| {});
    let c = rig.open();
    for n in 0..41 {
        assert!(param(c, n).is_ok(), "{n}");
    }
    assert_eq!(param(c, 41), Err(Errno::EINVAL));
    let padded = c.ioctl(GET_PARAM, &words(&[0, 1, 0, 0])).0;
    assert_eq!(padded, Err(Errno::EINVAL));
    assert_eq!(param(c, 39), Ok(0), "as many threads as there are");
    assert_eq!(param(c, 40), Ok(0), "compressed framebuffers");
}

#[test]
fn performance_counters_need_a_module_parameter() {
    let (rig, _) = machine("t860", |_| {});
    let c = rig.open();
    for request in [PERFCNT_ENABLE, PERFCNT_DUMP] {
        assert_eq!(c.ioctl(request, &[0; 8]).0, Err(Errno::ENOSYS));
    }
}

/// Source: Linux `panfrost_drv.c`.
#[test]
fn the_version_is_that_of_linux_6_1() {
    let (rig, _) = machine("t860", |_| {});
    let (result, out) = rig.open().ioctl(0xc040_6400, &[0; 64]);
    assert_eq!(result, Ok(0));
    assert_eq!([0, 4, 8].map(|at| word(&out, at)), [1, 2, 0]);
    let driver = rig.kernel.description();
    assert_eq!(driver.driver, "panfrost");
    assert!(driver.uevent.contains("OF_COMPATIBLE_1=arm,mali-t860\n"));
}
