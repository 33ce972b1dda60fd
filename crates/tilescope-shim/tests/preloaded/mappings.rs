//! Mappings that are split, moved and protected, and invalid ones.

use std::os::fd::AsRawFd;

use super::client::{MMAP_BO, clear, create, inside, ioctl, map, open, wait};

/// `DRM_IOCTL_GEM_CLOSE` (Linux `drm.h`).
const GEM_CLOSE: libc::c_ulong = 0x4008_6409;
const PAGE: usize = 4096;
const SIZE: usize = 256 * 256 * 4;

fn offset(fd: i32, handle: u32) -> i64 {
    let mut bo = [u64::from(handle), 0];
    ioctl(fd, MMAP_BO, &mut bo).unwrap();
    bo[1] as i64
}

fn try_map(fd: i32, offset: i64, protection: i32) -> Result<*mut libc::c_void, i32> {
    let at = unsafe {
        libc::mmap(
            std::ptr::null_mut(),
            PAGE,
            protection,
            libc::MAP_SHARED,
            fd,
            offset,
        )
    };
    match at {
        libc::MAP_FAILED => Err(std::io::Error::last_os_error().raw_os_error().unwrap()),
        at => Ok(at),
    }
}

#[test]
fn mappings_are_cut_moved_and_protected() {
    if !inside("mappings::mappings_are_cut_moved_and_protected") {
        return;
    }
    let file = open();
    let fd = file.as_raw_fd();
    let bo = create(fd, SIZE as u32).unwrap();
    let at = map(fd, bo, SIZE).cast::<u8>();
    unsafe {
        // A hole in the middle; both ends stay mapped.
        assert_eq!(libc::munmap(at.add(16 * PAGE).cast(), 4 * PAGE), 0);
        assert_eq!(libc::mprotect(at.cast(), PAGE, libc::PROT_READ), 0);
        clear(fd, bo, 0x0101_0101, 0).unwrap();
        wait(fd, bo).unwrap();
        assert_eq!(at.read_volatile(), 1);
        assert_eq!(at.add(SIZE - 1).read_volatile(), 1);
        // Moved elsewhere.
        let tail = at.add(20 * PAGE);
        let moved = libc::mremap(tail.cast(), PAGE, 2 * PAGE, libc::MREMAP_MAYMOVE);
        assert_ne!(moved, libc::MAP_FAILED);
        clear(fd, bo, 0x0202_0202, 0).unwrap();
        wait(fd, bo).unwrap();
        assert_eq!(moved.cast::<u8>().add(2 * PAGE - 1).read_volatile(), 2);
        // Freed by its client, and still mapped.
        ioctl(fd, GEM_CLOSE, &mut [bo, 0]).unwrap();
        let next = create(fd, SIZE as u32).unwrap();
        clear(fd, next, 0x0303_0303, 0).unwrap();
        wait(fd, next).unwrap();
        assert_eq!(at.read_volatile(), 2);
        assert_eq!(libc::munmap(moved, 2 * PAGE), 0);
        assert_eq!(libc::munmap(at.cast(), SIZE), 0);
    }
}

#[test]
fn offsets_of_closed_handles_and_other_files_are_refused() {
    if !inside("mappings::offsets_of_closed_handles_and_other_files_are_refused") {
        return;
    }
    let (file, other) = (open(), open());
    let fd = file.as_raw_fd();
    let bo = create(fd, 8192).unwrap();
    let place = offset(fd, bo);
    let read = libc::PROT_READ;
    assert_eq!(try_map(other.as_raw_fd(), place, read), Err(libc::EACCES));
    assert_eq!(try_map(fd, place + 4096, read), Err(libc::EINVAL));
    assert_eq!(try_map(fd, place + 1, read), Err(libc::EINVAL));
    let (a, b) = (
        try_map(fd, place, read).unwrap(),
        try_map(fd, place, read).unwrap(),
    );
    assert_ne!(a, b);
    ioctl(fd, GEM_CLOSE, &mut [bo, 0]).unwrap();
    assert_eq!(try_map(fd, place, read), Err(libc::EINVAL));
}

#[test]
fn without_descriptors_there_is_an_error_and_no_harm() {
    if !inside("mappings::without_descriptors_there_is_an_error_and_no_harm") {
        return;
    }
    let file = open();
    let fd = file.as_raw_fd();
    create(fd, 4096).unwrap();
    let mut before: libc::rlimit = unsafe { std::mem::zeroed() };
    unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &mut before) };
    let low = libc::rlimit {
        rlim_cur: super::client::descriptors() as u64,
        ..before
    };
    assert_eq!(unsafe { libc::setrlimit(libc::RLIMIT_NOFILE, &low) }, 0);
    let path = std::ffi::CString::new(super::client::node_name(fd)).unwrap();
    let answers: Vec<i32> = (0..64)
        .map(|_| unsafe { libc::open(path.as_ptr(), libc::O_RDWR) })
        .take_while(|fd| *fd >= 0)
        .collect();
    let error = std::io::Error::last_os_error().raw_os_error();
    assert_eq!(error, Some(libc::EMFILE));
    let failed = (0..8).find_map(|_| create(fd, 4096).err());
    assert_eq!(failed, Some(libc::EMFILE));
    assert_eq!(unsafe { libc::setrlimit(libc::RLIMIT_NOFILE, &before) }, 0);
    for opened in answers {
        unsafe { libc::close(opened) };
    }
    assert!(create(fd, 4096).is_ok());
    let mut after: libc::rlimit = unsafe { std::mem::zeroed() };
    unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &mut after) };
    assert_eq!(
        after.rlim_cur, before.rlim_cur,
        "the program's own limit counts"
    );
}
