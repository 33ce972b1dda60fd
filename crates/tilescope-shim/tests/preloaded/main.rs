//! Tests that run in a separate process with the library preloaded. Each test starts that process
//! and checks its result.

mod client;
mod exit;
mod fences;
mod folders;
mod jobs;
mod mappings;
mod paths;
mod signals;
mod soak;

use std::ffi::{CStr, CString};
use std::io::Read;
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::process::Command;

use client::{CREATE_BO, MMAP_BO, create, descriptors, driver, inside, ioctl, map, node, open};

#[test]
fn the_node_is_found_as_libdrm_finds_it() {
    if !inside("the_node_is_found_as_libdrm_finds_it") {
        return;
    }
    use std::os::unix::fs::{FileTypeExt, MetadataExt};
    let node = node();
    let meta = std::fs::metadata(&node).unwrap();
    assert!(meta.file_type().is_char_device());
    let (major, minor) = (libc::major(meta.rdev()), libc::minor(meta.rdev()));
    assert_eq!(major, 226);
    assert_eq!(node, Path::new(&format!("/dev/dri/renderD{minor}")));
    let device = PathBuf::from(format!("/sys/dev/char/226:{minor}/device"));
    assert!(device.join("drm").is_dir());
    let bus = std::fs::read_link(device.join("subsystem")).unwrap();
    assert_eq!(bus.file_name().unwrap(), "platform");
    let uevent = std::fs::read_to_string(device.join("uevent")).unwrap();
    assert!(uevent.contains("OF_COMPATIBLE_0="), "{uevent}");
    let names: Vec<_> = std::fs::read_dir(device.join("drm")).unwrap().collect();
    let mut names: Vec<_> = names.into_iter().map(|n| n.unwrap().file_name()).collect();
    names.sort();
    let card = format!("card{}", minor - 128);
    assert_eq!(
        names,
        [card.as_str(), node.file_name().unwrap().to_str().unwrap()]
    );
    assert!(!device.join("vendor").exists());
    assert!(std::fs::write(device.join("uevent"), "x").is_err());
    // C's stdio does not go through `open`.
    let path = CString::new(format!("{}/uevent", device.display())).unwrap();
    let mut line = [0_u8; 64];
    unsafe {
        let file = libc::fopen(path.as_ptr(), c"re".as_ptr());
        assert!(!file.is_null());
        assert!(!libc::fgets(line.as_mut_ptr().cast(), 64, file).is_null());
        libc::fclose(file);
    }
    let line = CStr::from_bytes_until_nul(&line).unwrap().to_str().unwrap();
    assert_eq!(Some(line.trim_end()), uevent.lines().next());
}

#[test]
fn other_files_are_unchanged() {
    if !inside("other_files_are_unchanged") {
        return;
    }
    let dir = std::env::temp_dir().join(format!("tilescope-shim-{}", std::process::id()));
    std::fs::create_dir(&dir).unwrap();
    std::fs::write(dir.join("renderD128"), "mine").unwrap();
    assert_eq!(
        std::fs::read_to_string(dir.join("renderD128")).unwrap(),
        "mine"
    );
    std::env::set_current_dir(&dir).unwrap();
    assert_eq!(std::fs::read_to_string("renderD128").unwrap(), "mine");
    assert_eq!(std::fs::read_dir(&dir).unwrap().count(), 1);
    std::fs::remove_dir_all(&dir).unwrap();
    assert!(std::fs::metadata("/dev/dri/renderD128x").is_err());
    assert!(std::fs::metadata("/dev/null").is_ok());
    let class = std::fs::read_dir("/sys/class").unwrap().count();
    let real = Command::new("ls")
        .arg("/sys/class")
        .env_remove("LD_PRELOAD")
        .output()
        .unwrap();
    let real = String::from_utf8_lossy(&real.stdout);
    let others = real.lines().filter(|name| *name != "drm").count();
    assert_eq!(class, others + 1);
    let mut zero = [1_u8; 4];
    std::fs::File::open("/dev/zero")
        .unwrap()
        .read_exact(&mut zero)
        .unwrap();
    assert_eq!(zero, [0; 4]);
    // A terminal ioctl on a file that is not a terminal.
    let null = std::fs::File::open("/dev/null").unwrap();
    let mut size = [0_u16; 4];
    assert_eq!(
        ioctl(null.as_raw_fd(), libc::TIOCGWINSZ, &mut size),
        Err(libc::ENOTTY)
    );
    // A DRM ioctl as well.
    assert_eq!(driver(null.as_raw_fd()), Err(libc::ENOTTY));
}

#[test]
fn a_copy_of_a_descriptor_is_the_same_file() {
    if !inside("a_copy_of_a_descriptor_is_the_same_file") {
        return;
    }
    let first = open();
    assert_eq!(driver(first.as_raw_fd()).unwrap(), "vc4");
    let handle = create(first.as_raw_fd(), 4096).unwrap();
    let copies = unsafe {
        [
            libc::dup(first.as_raw_fd()),
            libc::fcntl(first.as_raw_fd(), libc::F_DUPFD_CLOEXEC, 100),
            libc::syscall(libc::SYS_dup, first.as_raw_fd()) as i32,
            libc::dup3(first.as_raw_fd(), 200, libc::O_CLOEXEC),
        ]
    };
    drop(first);
    for copy in copies {
        let mut bo = [u64::from(handle), 0];
        assert_eq!(ioctl(copy, MMAP_BO, &mut bo), Ok(()));
        unsafe { libc::close(copy) };
    }
    // Another open file does not have the handle.
    let second = open();
    let mut bo = [u64::from(handle), 0];
    assert_eq!(
        ioctl(second.as_raw_fd(), MMAP_BO, &mut bo),
        Err(libc::EINVAL)
    );
    let mut poll = libc::pollfd {
        fd: second.as_raw_fd(),
        events: libc::POLLIN,
        revents: 0,
    };
    assert_eq!(unsafe { libc::poll(&mut poll, 1, 0) }, 0);
}

#[test]
fn mappings_show_the_buffer_and_outlive_it() {
    if !inside("mappings_show_the_buffer_and_outlive_it") {
        return;
    }
    let file = open();
    let fd = file.as_raw_fd();
    let handle = create(fd, 8192).unwrap();
    let (a, b) = (map(fd, handle, 8192), map(fd, handle, 8192));
    unsafe {
        a.add(5).write_volatile(0xdead_beef);
        assert_eq!(b.add(5).read_volatile(), 0xdead_beef);
        assert_eq!(libc::munmap(a.cast(), 8192), 0);
    }
    drop(file);
    let other = open();
    let again = create(other.as_raw_fd(), 8192).unwrap();
    let c = map(other.as_raw_fd(), again, 8192);
    unsafe {
        c.add(5).write_volatile(1);
        assert_eq!(b.add(5).read_volatile(), 0xdead_beef);
        assert_eq!(libc::munmap(b.cast(), 8192), 0);
        assert_eq!(libc::munmap(c.cast(), 8192), 0);
    }
}

#[test]
fn a_forked_child_has_its_own_copy() {
    if !inside("a_forked_child_has_its_own_copy") {
        return;
    }
    let file = open();
    let handle = create(file.as_raw_fd(), 4096).unwrap();
    let at = map(file.as_raw_fd(), handle, 4096);
    // Threads that are inside the library about half of the time.
    let stop = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                    assert_eq!(driver(file.as_raw_fd()).unwrap(), "vc4");
                }
            });
        }
        for i in 1..=20 {
            let child = unsafe { libc::fork() };
            if child == 0 {
                let good = driver(file.as_raw_fd()).is_ok_and(|d| d == "vc4")
                    && create(file.as_raw_fd(), 4096).is_ok();
                unsafe {
                    at.write_volatile(i);
                    libc::close(file.as_raw_fd());
                    libc::_exit(i32::from(!good));
                }
            }
            let mut status = -1;
            unsafe { libc::waitpid(child, &mut status, 0) };
            assert_eq!(status, 0);
            // The pages are shared by both; the closed descriptor is the
            // child's.
            assert_eq!(unsafe { at.read_volatile() }, i);
        }
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    assert_eq!(driver(file.as_raw_fd()).unwrap(), "vc4");
}

#[test]
fn closed_files_leave_nothing() {
    if !inside("closed_files_leave_nothing") {
        return;
    }
    let resident = || {
        let text = std::fs::read_to_string("/proc/self/statm").unwrap();
        let pages = text.split(' ').nth(1).unwrap();
        pages.parse::<u64>().unwrap() * 4096
    };
    let cycle = || {
        let file = open();
        let fd = file.as_raw_fd();
        let handle = create(fd, 64 << 10).unwrap();
        let at = map(fd, handle, 64 << 10);
        unsafe {
            at.write_volatile(7);
            libc::munmap(at.cast(), 64 << 10);
        }
    };
    (0..50).for_each(|_| cycle());
    let before = (descriptors(), resident());
    (0..1000).for_each(|_| cycle());
    assert_eq!(descriptors(), before.0);
    let more = resident().saturating_sub(before.1);
    assert!(more < 1 << 20, "{more} bytes more");
}

#[test]
fn bad_pointers_are_errors() {
    if !inside("bad_pointers_are_errors") {
        return;
    }
    let file = open();
    for bad in [0_usize, 8, usize::MAX - 7, 0x7fff_ffff_f000] {
        let result = unsafe { libc::ioctl(file.as_raw_fd(), CREATE_BO, bad) };
        assert_eq!(result, -1);
        let error = std::io::Error::last_os_error().raw_os_error();
        assert_eq!(error, Some(libc::EFAULT), "{bad:#x}");
    }
    let at = unsafe {
        let shared = libc::MAP_SHARED;
        libc::mmap(
            std::ptr::null_mut(),
            4096,
            libc::PROT_READ,
            shared,
            file.as_raw_fd(),
            1 << 40,
        )
    };
    assert_eq!(at, libc::MAP_FAILED);
}
