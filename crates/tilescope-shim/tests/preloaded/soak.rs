//! Long use of the device keeps memory and descriptors flat.

use std::os::fd::AsRawFd;

use super::client::{clear, create, descriptors, inside, ioctl, map, open, wait};

/// `DRM_IOCTL_GEM_CLOSE` (Linux `drm.h`).
const GEM_CLOSE: libc::c_ulong = 0x4008_6409;
const SIZE: usize = 256 * 256 * 4;

fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap();
    let pages = text.split(' ').nth(1).unwrap();
    pages.parse::<u64>().unwrap() * 4096
}

/// `TILESCOPE_CYCLES=100000` runs for hours.
#[test]
fn soak_of_jobs_mappings_and_forks_stays_flat() {
    if !inside("soak::soak_of_jobs_mappings_and_forks_stays_flat") {
        return;
    }
    let cycles = std::env::var("TILESCOPE_CYCLES").ok();
    let cycles = cycles.and_then(|n| n.parse().ok()).unwrap_or(300_u32);
    let file = open();
    let fd = file.as_raw_fd();
    let cycle = |i: u32| {
        let bo = create(fd, SIZE as u32).unwrap();
        let at = map(fd, bo, SIZE);
        clear(fd, bo, i, 0).unwrap();
        if i.is_multiple_of(32) {
            let child = unsafe { libc::fork() };
            if child == 0 {
                let code = i32::from(wait(fd, bo).is_err());
                unsafe { libc::_exit(code) };
            }
            let mut status = -1;
            unsafe { libc::waitpid(child, &mut status, 0) };
            assert_eq!(status, 0);
        }
        wait(fd, bo).unwrap();
        assert_eq!(unsafe { at.add(SIZE / 4 - 1).read_volatile() }, i);
        assert_eq!(unsafe { libc::munmap(at.cast(), SIZE) }, 0);
        ioctl(fd, GEM_CLOSE, &mut [bo, 0]).unwrap();
        drop(open());
    };
    (0..cycles / 3).for_each(cycle);
    let before = (descriptors(), resident());
    (0..cycles).for_each(cycle);
    assert_eq!(descriptors(), before.0);
    let more = resident().saturating_sub(before.1);
    // Memory that the allocator keeps, independent of the number of cycles.
    assert!(more < 4 << 20, "{more} bytes more after {cycles} cycles");
}
