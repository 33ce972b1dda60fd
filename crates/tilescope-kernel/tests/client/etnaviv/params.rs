//! Parameters of the device.

use tilescope_kernel::{Errno, Privilege, etnaviv};
use tilescope_vivante::chips::{GC600, GC880, GC2000, GC3000, GC7000L};

use super::rig::{machine, param};
use crate::rig::{long, word, words};

/// Values as computed by a C compiler from `etnaviv_drm.h`.
const NUMBERS: &[(&str, u32)] = &[
    ("ETNAVIV_GET_PARAM", 0xc010_6440),
    ("ETNAVIV_GEM_NEW", 0xc010_6442),
    ("ETNAVIV_GEM_INFO", 0xc010_6443),
    ("ETNAVIV_GEM_CPU_PREP", 0x4018_6444),
    ("ETNAVIV_GEM_CPU_FINI", 0x4008_6445),
    ("ETNAVIV_GEM_SUBMIT", 0xc048_6446),
    ("ETNAVIV_WAIT_FENCE", 0x4020_6447),
    ("ETNAVIV_GEM_USERPTR", 0xc018_6448),
    ("ETNAVIV_GEM_WAIT", 0x4020_6449),
    ("ETNAVIV_PM_QUERY_DOM", 0xc048_644a),
    ("ETNAVIV_PM_QUERY_SIG", 0xc04c_644b),
];

#[test]
fn requests_are_those_of_the_header() {
    let rows = etnaviv::DRIVER.ioctls();
    let own = rows.iter().filter(|r| r.name.starts_with("ETNAVIV_"));
    let ours: Vec<(&str, u32)> = own.map(|r| (r.name, r.request())).collect();
    assert_eq!(ours, NUMBERS);
}

/// Against Mesa's table of real chips, src/etnaviv/drm-shim/etnaviv_noop.c.
#[test]
fn parameters_are_those_of_the_chip() {
    let (rig, _) = machine(&GC2000, |_| {});
    let c = rig.open();
    let of =
        |from: u32, to: u32| -> Vec<u64> { (from..=to).map(|n| param(c, 0, n).unwrap()).collect() };
    let features = [0xe029_6cad, 0xc979_9eff, 0x2efb_f2d9];
    assert_eq!(of(1, 2), [0x2000, 0x5108]);
    assert_eq!(of(3, 5), features);
    assert_eq!(of(6, 15), [0; 10]);
    let specs = [8, 64, 1024, 16, 4, 2, 512, 0, 512, 168, 11];
    assert_eq!(of(0x10, 0x1a), specs);
    assert_eq!(of(0x1b, 0x1b), [u64::MAX]);
    for unknown in [0, 0x1f, 0x20, u32::MAX] {
        assert_eq!(param(c, 0, unknown), Err(Errno::EINVAL));
    }
    assert_eq!(param(c, 1, 1), Err(Errno::ENXIO), "one core");
    assert_eq!(param(c, 3, 1), Err(Errno::ENXIO));
    assert_eq!(param(c, 4, 1), Err(Errno::EINVAL));
}

#[test]
fn only_the_second_mmu_lets_clients_choose_addresses() {
    let start = |chip| {
        let (rig, _) = machine(chip, |_| {});
        param(rig.open(), 0, 0x1b).unwrap()
    };
    for chip in [&GC2000, &GC880, &GC600] {
        assert_eq!(start(chip), u64::MAX);
    }
    for chip in [&GC3000, &GC7000L] {
        assert_eq!(start(chip), 4 << 20);
    }
}

#[test]
fn the_version_is_that_of_linux() {
    let (rig, _) = machine(&GC2000, |_| {});
    let c = rig.open();
    let [name, date, text] = [0; 3].map(|_| rig.memory.put(&[0; 32]));
    let mut arg = vec![9, 9, 9, 0];
    for at in [name, date, text] {
        arg.extend([32, 0, at as u32, 0]);
    }
    let (result, out) = c.ioctl(0xc040_6400, &words(&arg));
    assert_eq!(result, Ok(0));
    assert_eq!([0, 4, 8].map(|at| word(&out, at)), [1, 3, 0]);
    assert!(rig.memory.get(name).starts_with(b"etnaviv\0"));
    assert_eq!(long(&out, 16), 7);
    assert!(rig.memory.get(date).starts_with(b"20151214\0"));
    assert!(rig.memory.get(text).starts_with(b"etnaviv DRM\0"));
}

#[test]
fn there_is_neither_a_display_nor_synchronisation_objects() {
    let (rig, _) = machine(&GC2000, |_| {});
    let c = rig.open_primary(Privilege::Root);
    let cap = |n| {
        let (result, out) = c.ioctl(0xc010_640c, &words(&[n, 0, 0, 0]));
        result.map(|_| long(&out, 8))
    };
    assert_eq!(cap(5), Ok(3), "PRIME");
    assert_eq!(cap(6), Ok(1), "monotonic time");
    assert_eq!((cap(0x13), cap(0x14)), (Ok(0), Ok(0)));
    for display in [1, 2, 7, 0x10] {
        assert_eq!(cap(display), Err(Errno::EOPNOTSUPP));
    }
    let ask = |request, len| c.ioctl(request, &vec![0; len]).0;
    assert_eq!(ask(0x4010_640d, 16), Err(Errno::EOPNOTSUPP), "client cap");
    assert_eq!(ask(0xc008_64bf, 8), Err(Errno::EOPNOTSUPP), "syncobj");
    assert_eq!(ask(0xc020_64c3, 32), Err(Errno::EOPNOTSUPP));
    assert_eq!(ask(0xc040_64a0, 64), Err(Errno::EOPNOTSUPP), "resources");
    assert_eq!(ask(0xc020_64b2, 32), Err(Errno::ENOSYS), "dumb buffers");
    assert_eq!(ask(0xc010_6441, 16), Err(Errno::EINVAL), "no such number");
    let render = rig.open();
    let resources = render.ioctl(0xc040_64a0, &[0; 64]).0;
    assert_eq!(resources, Err(Errno::EACCES), "permission comes first");
}
