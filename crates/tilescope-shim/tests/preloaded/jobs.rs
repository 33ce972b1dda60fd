//! Jobs under way while the process forks, executes or ends.

use std::os::fd::AsRawFd;
use std::process::Command;

use super::client::{clear, create, inside, inside_with, ioctl, map, open, wait};

const SIZE: usize = 256 * 256 * 4;

#[test]
fn a_fork_with_pending_jobs_has_their_images() {
    if !inside("jobs::a_fork_with_pending_jobs_has_their_images") {
        return;
    }
    let file = open();
    let fd = file.as_raw_fd();
    let bo = create(fd, SIZE as u32).unwrap();
    let at = map(fd, bo, SIZE);
    for round in 0..10 {
        for i in 0..8 {
            clear(fd, bo, round * 8 + i, 0).unwrap();
        }
        let child = unsafe { libc::fork() };
        if child == 0 {
            let good = wait(fd, bo).is_ok()
                && unsafe { at.add(65_535).read_volatile() } == round * 8 + 7
                && create(fd, 4096).is_ok_and(|own| {
                    // A separate thread runs its jobs.
                    clear(fd, own, 1, 0) == Err(libc::EINVAL)
                })
                && create(fd, SIZE as u32)
                    .is_ok_and(|own| clear(fd, own, 3, 0).is_ok() && wait(fd, own).is_ok());
            unsafe { libc::_exit(i32::from(!good)) };
        }
        let mut status = -1;
        unsafe { libc::waitpid(child, &mut status, 0) };
        assert_eq!(status, 0);
    }
    wait(fd, bo).unwrap();
    assert_eq!(unsafe { at.read_volatile() }, 79);
}

/// `DRM_IOCTL_SYNCOBJ_CREATE`, `_WAIT` and `_SIGNAL` (Linux `drm.h`).
const SYNCOBJ_CREATE: libc::c_ulong = 0xc008_64bf;
const SYNCOBJ_WAIT: libc::c_ulong = 0xc020_64c3;
const SYNCOBJ_SIGNAL: libc::c_ulong = 0xc010_64c5;

#[test]
fn a_fork_does_not_wait_for_indefinite_waits() {
    if !inside("jobs::a_fork_does_not_wait_for_indefinite_waits") {
        return;
    }
    let file = open();
    let fd = file.as_raw_fd();
    let mut object = [0_u32, 0];
    ioctl(fd, SYNCOBJ_CREATE, &mut object).unwrap();
    let handles = [object[0]];
    std::thread::scope(|scope| {
        let waiter = scope.spawn(|| {
            // Until it is submitted, without a timeout.
            let mut arg = [handles.as_ptr() as u64, i64::MAX as u64, 1 | 2 << 32, 0];
            ioctl(fd, SYNCOBJ_WAIT, &mut arg)
        });
        std::thread::sleep(std::time::Duration::from_millis(20));
        for _ in 0..5 {
            let child = unsafe { libc::fork() };
            if child == 0 {
                let good = create(fd, 4096).is_ok();
                unsafe { libc::_exit(i32::from(!good)) };
            }
            let mut status = -1;
            unsafe { libc::waitpid(child, &mut status, 0) };
            assert_eq!(status, 0);
        }
        assert!(!waiter.is_finished());
        ioctl(fd, SYNCOBJ_SIGNAL, &mut [handles.as_ptr() as u64, 1]).unwrap();
        assert_eq!(waiter.join().unwrap(), Ok(()));
    });
}

#[test]
fn exit_waits_for_remaining_jobs() {
    let log = std::env::temp_dir().join(format!("tilescope-shim-log-{}", std::process::id()));
    let path = log.to_str().unwrap();
    if !inside_with(
        "jobs::exit_waits_for_remaining_jobs",
        &[("TILESCOPE_LOG", path)],
    ) {
        let text = std::fs::read_to_string(&log).unwrap();
        std::fs::remove_file(&log).unwrap();
        assert!(text.contains("\"jobs\":60,"), "{text}");
        return;
    }
    let file = open();
    let bo = create(file.as_raw_fd(), SIZE as u32).unwrap();
    for i in 0..60 {
        clear(file.as_raw_fd(), bo, i, 0).unwrap();
    }
}

const LEFT: &str = "TILESCOPE_TEST_LEFT";

#[test]
fn a_program_that_is_executed_may_use_what_is_left_open() {
    const NAME: &str = "jobs::a_program_that_is_executed_may_use_what_is_left_open";
    if !inside(NAME) {
        return;
    }
    if let Ok(fd) = std::env::var(LEFT) {
        let fd: i32 = fd.parse().unwrap();
        let mut seen: libc::stat = unsafe { std::mem::zeroed() };
        assert_eq!(unsafe { libc::fstat(fd, &mut seen) }, 0);
        assert_eq!(seen.st_mode & libc::S_IFMT, libc::S_IFCHR);
        // As if just opened: the first handle is free.
        assert_eq!(create(fd, SIZE as u32), Ok(1));
        clear(fd, 1, 9, 0).unwrap();
        wait(fd, 1).unwrap();
        return;
    }
    let file = open();
    assert_eq!(create(file.as_raw_fd(), 4096), Ok(1));
    let left = unsafe { libc::dup(file.as_raw_fd()) };
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", NAME, "--nocapture", "--test-threads=1"])
        .env(LEFT, left.to_string())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
    assert_eq!(
        create(file.as_raw_fd(), 4096),
        Ok(2),
        "this process continues as before"
    );
}
