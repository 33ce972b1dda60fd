//! Reports of processes that end without exit handlers.

use std::os::fd::AsRawFd;

use super::client::{clear, create, inside_with, open, wait};

const LOG: &str = "TILESCOPE_LOG";

#[test]
fn a_child_that_calls_underscore_exit_reports() {
    const NAME: &str = "exit::a_child_that_calls_underscore_exit_reports";
    let log = std::env::temp_dir().join(format!("tilescope-exit-{}", std::process::id()));
    if !inside_with(NAME, &[(LOG, log.to_str().unwrap())]) {
        std::fs::remove_file(&log).unwrap();
        return;
    }
    let file = open();
    let fd = file.as_raw_fd();
    let bo = create(fd, 256 * 256 * 4).unwrap();
    clear(fd, bo, 1, 0).unwrap();
    wait(fd, bo).unwrap();
    let child = |draws: u32| {
        let child = unsafe { libc::fork() };
        if child == 0 {
            for i in 0..draws {
                clear(fd, bo, i, 0).unwrap();
            }
            // Without waiting: the jobs are done before the process ends.
            unsafe { libc::_exit(0) };
        }
        let mut status = -1;
        unsafe { libc::waitpid(child, &mut status, 0) };
        assert_eq!(status, 0);
        child
    };
    let (idle, busy) = (child(0), child(3));
    let log = std::fs::read_to_string(std::env::var(LOG).unwrap()).unwrap();
    let of = |process: i32| {
        let key = format!("\"process\":{process},");
        log.lines().filter(|l| l.contains(&key)).collect::<Vec<_>>()
    };
    assert_eq!(of(idle), [""; 0]);
    let lines = of(busy);
    assert_eq!(lines.len(), 1, "{log}");
    assert!(lines[0].contains("\"jobs\":3,"), "{log}");
}

#[test]
fn a_handler_leaves_at_once() {
    const NAME: &str = "exit::a_handler_leaves_at_once";
    let log = std::env::temp_dir().join(format!("tilescope-handler-{}", std::process::id()));
    if !inside_with(NAME, &[(LOG, log.to_str().unwrap())]) {
        std::fs::remove_file(&log).unwrap();
        return;
    }
    let file = open();
    let fd = file.as_raw_fd();
    let bo = create(fd, 256 * 256 * 4).unwrap();
    extern "C" fn leave(_: i32) {
        unsafe { libc::_exit(7) };
    }
    let child = unsafe { libc::fork() };
    if child == 0 {
        clear(fd, bo, 1, 0).unwrap();
        unsafe {
            libc::signal(libc::SIGUSR2, leave as *const () as usize);
            libc::raise(libc::SIGUSR2);
        }
    }
    let mut status = -1;
    unsafe { libc::waitpid(child, &mut status, 0) };
    assert!(libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == 7);
}
