//! Descriptors of fences and buffers.

use std::os::fd::AsRawFd;

use super::client::{clear, create, inside, ioctl, open, wait};

/// `DRM_IOCTL_SYNCOBJ_CREATE`, `_HANDLE_TO_FD`, `_FD_TO_HANDLE`, `_WAIT`; `SYNC_IOC_FILE_INFO`
/// and `_MERGE`; `DRM_IOCTL_PRIME_HANDLE_TO_FD`; `DMA_BUF_IOCTL_SYNC` (Linux `drm.h`,
/// `sync_file.h`, `dma-buf.h`).
const SYNCOBJ_CREATE: libc::c_ulong = 0xc008_64bf;
const HANDLE_TO_FD: libc::c_ulong = 0xc010_64c1;
const FD_TO_HANDLE: libc::c_ulong = 0xc010_64c2;
const SYNCOBJ_WAIT: libc::c_ulong = 0xc020_64c3;
const FILE_INFO: libc::c_ulong = 0xc038_3e04;
const MERGE: libc::c_ulong = 0xc030_3e03;
const PRIME: libc::c_ulong = 0xc00c_642d;
const SYNC: libc::c_ulong = 0x4008_6200;

fn syncobj(fd: i32, flags: u32) -> u32 {
    let mut arg = [0, flags];
    ioctl(fd, SYNCOBJ_CREATE, &mut arg).unwrap();
    arg[0]
}

fn fence(fd: i32, object: u32) -> i32 {
    let mut arg = [object, 1, 0, 0];
    ioctl(fd, HANDLE_TO_FD, &mut arg).unwrap();
    arg[2] as i32
}

fn is_ready(fd: i32, timeout: i32) -> bool {
    let mut poll = libc::pollfd {
        fd,
        events: libc::POLLIN,
        revents: 0,
    };
    let ready = unsafe { libc::poll(&mut poll, 1, timeout) };
    assert!(
        ready >= 0 && poll.revents & !libc::POLLIN == 0,
        "{:#x}",
        poll.revents
    );
    ready == 1
}

#[test]
fn fences_are_polled_merged_and_put_back() {
    if !inside("fences::fences_are_polled_merged_and_put_back") {
        return;
    }
    let file = open();
    let fd = file.as_raw_fd();
    let (bo, object) = (create(fd, 256 * 256 * 4).unwrap(), syncobj(fd, 0));
    let fences: Vec<i32> = (0..20)
        .map(|i| {
            clear(fd, bo, i, object).unwrap();
            fence(fd, object)
        })
        .collect();
    let (first, last) = (fences[0], fences[19]);
    let mut merge = [0_u32; 12];
    merge[8] = last as u32;
    ioctl(first, MERGE, &mut merge).unwrap();
    let both = merge[9] as i32;
    assert!(is_ready(both, 60_000));
    assert!(
        fences.iter().all(|f| is_ready(*f, 0)),
        "they are done in order"
    );
    let mut info = [0_u32; 14];
    ioctl(both, FILE_INFO, &mut info).unwrap();
    assert_eq!((info[8], info[10]), (1, 1), "signalled; one fence");
    // Into another object, which is then waited for.
    let other = syncobj(fd, 0);
    ioctl(fd, FD_TO_HANDLE, &mut [other, 1, last as u32, 0]).unwrap();
    let handles = [other];
    let mut arg = [handles.as_ptr() as u64, 0, 1, 0];
    ioctl(fd, SYNCOBJ_WAIT, &mut arg).unwrap();
    for f in fences.into_iter().chain([both]) {
        assert_eq!(unsafe { libc::close(f) }, 0);
    }
    assert_eq!(ioctl(last, FILE_INFO, &mut info), Err(libc::EBADF));
}

#[test]
fn fences_leave_no_descriptors() {
    if !inside("fences::fences_leave_no_descriptors") {
        return;
    }
    let file = open();
    let fd = file.as_raw_fd();
    let (bo, object) = (create(fd, 256 * 256 * 4).unwrap(), syncobj(fd, 1));
    let cycle = |i: u32| {
        clear(fd, bo, i, object).unwrap();
        let fence = fence(fd, object);
        assert_eq!(unsafe { libc::close(fence) }, 0);
    };
    cycle(0);
    wait(fd, bo).unwrap();
    let before = super::client::descriptors();
    (0..300).for_each(cycle);
    wait(fd, bo).unwrap();
    // The write descriptor is dropped with the job, after its wait.
    drop(open());
    assert_eq!(super::client::descriptors(), before);
}

#[test]
fn access_to_a_shared_buffer_waits_for_jobs() {
    if !inside("fences::access_to_a_shared_buffer_waits_for_jobs") {
        return;
    }
    let file = open();
    let fd = file.as_raw_fd();
    let size = 256 * 256 * 4;
    let bo = create(fd, size as u32).unwrap();
    let mut arg = [bo, 0o2_000_002, 0];
    ioctl(fd, PRIME, &mut arg).unwrap();
    let shared = arg[2] as i32;
    let at = unsafe {
        libc::mmap(
            std::ptr::null_mut(),
            size,
            libc::PROT_READ,
            libc::MAP_SHARED,
            shared,
            0,
        )
    };
    assert_ne!(at, libc::MAP_FAILED);
    for i in 1..=10 {
        clear(fd, bo, i, 0).unwrap();
        ioctl(shared, SYNC, &mut 1_u64).unwrap();
        let pixel = unsafe { at.cast::<u32>().add(65_535).read_volatile() };
        assert_eq!(pixel, i);
        ioctl(shared, SYNC, &mut 5_u64).unwrap();
    }
    assert_eq!(ioctl(shared, SYNC, &mut 8_u64), Err(libc::EINVAL));
    // The system handles all other descriptors.
    let null = std::fs::File::open("/dev/null").unwrap();
    assert_eq!(ioctl(null.as_raw_fd(), SYNC, &mut 1_u64), Err(libc::ENOTTY));
    unsafe { libc::munmap(at, size) };
}
