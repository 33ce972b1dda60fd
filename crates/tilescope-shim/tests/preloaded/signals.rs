//! Signal handlers that interrupt calls of the library, and resource limits
//! that raise signals.

use std::os::fd::AsRawFd;
use std::sync::atomic::{AtomicI32, AtomicU32, AtomicUsize, Ordering::SeqCst};
use std::time::{Duration, Instant};

use super::client::{VERSION, clear, create, inside, inside_with, ioctl, node_name, open, wait};

/// The node's path with its zero byte, for a handler that must not allocate.
static PATH: [AtomicI32; 32] = [const { AtomicI32::new(0) }; 32];
static RUNS: AtomicU32 = AtomicU32::new(0);
static FAILURES: AtomicU32 = AtomicU32::new(0);
static OPEN: AtomicI32 = AtomicI32::new(-1);
static FORKS: AtomicU32 = AtomicU32::new(0);

fn path() -> [u8; 32] {
    std::array::from_fn(|i| PATH[i].load(SeqCst) as u8)
}

fn is_vc4(fd: i32) -> bool {
    let mut name = [0_u8; 8];
    let mut version = [0, 0, 8, name.as_mut_ptr() as u64, 0, 0, 0, 0];
    let done = unsafe { libc::ioctl(fd, VERSION, version.as_mut_ptr()) };
    done == 0 && name.starts_with(b"vc4")
}

/// Uses the device, as handlers may on Linux, and sometimes forks.
extern "C" fn handler(_: i32) {
    let run = RUNS.fetch_add(1, SeqCst);
    let known = is_vc4(OPEN.load(SeqCst));
    let path = path();
    let fd = unsafe { libc::open(path.as_ptr().cast(), libc::O_RDWR | libc::O_CLOEXEC) };
    let new = fd >= 0 && is_vc4(fd);
    unsafe { libc::close(fd) };
    let mut forked = true;
    if run.is_multiple_of(16) {
        FORKS.fetch_add(1, SeqCst);
        let child = unsafe { libc::fork() };
        if child == 0 {
            let code = i32::from(!is_vc4(OPEN.load(SeqCst)));
            unsafe { libc::_exit(code) };
        }
        let mut status = -1;
        unsafe { libc::waitpid(child, &mut status, 0) };
        forked = status == 0;
    }
    FAILURES.fetch_add(u32::from(!known || !new || !forked), SeqCst);
}

fn handle(signal: i32, flags: i32) {
    let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
    action.sa_sigaction = handler as *const () as usize;
    action.sa_flags = flags;
    assert_eq!(
        unsafe { libc::sigaction(signal, &action, std::ptr::null_mut()) },
        0
    );
}

#[test]
fn handlers_that_interrupt_calls_use_the_device_and_fork() {
    if !inside("signals::handlers_that_interrupt_calls_use_the_device_and_fork") {
        return;
    }
    let file = open();
    let fd = file.as_raw_fd();
    for (to, from) in PATH.iter().zip(node_name(fd).bytes()) {
        to.store(from.into(), SeqCst);
    }
    OPEN.store(fd, SeqCst);
    handle(libc::SIGUSR1, libc::SA_RESTART);
    let main = unsafe { libc::pthread_self() };
    let stop = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while stop.load(SeqCst) == 0 {
                unsafe { libc::pthread_kill(main, libc::SIGUSR1) };
                std::thread::sleep(Duration::from_micros(200));
            }
        });
        let path = path();
        let start = Instant::now();
        // Without allocation by the program, which handlers must not interrupt.
        while RUNS.load(SeqCst) < 400 {
            assert!(is_vc4(fd));
            let other = unsafe { libc::open(path.as_ptr().cast(), libc::O_RDWR) };
            assert!(other >= 0 && is_vc4(other));
            unsafe { libc::close(other) };
            assert!(start.elapsed() < Duration::from_secs(120), "it hangs");
        }
        stop.store(1, SeqCst);
    });
    assert_eq!(FAILURES.load(SeqCst), 0);
    assert!(FORKS.load(SeqCst) >= 20);
}

/// `DRM_IOCTL_SYNCOBJ_CREATE` and `_WAIT` (Linux `drm.h`).
const SYNCOBJ_CREATE: libc::c_ulong = 0xc008_64bf;
const SYNCOBJ_WAIT: libc::c_ulong = 0xc020_64c3;

#[test]
fn a_signal_ends_an_indefinite_wait() {
    if !inside("signals::a_signal_ends_an_indefinite_wait") {
        return;
    }
    let file = open();
    let fd = file.as_raw_fd();
    let mut object = [0_u32; 2];
    ioctl(fd, SYNCOBJ_CREATE, &mut object).unwrap();
    extern "C" fn count(_: i32) {
        RUNS.fetch_add(1, SeqCst);
    }
    let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
    action.sa_sigaction = count as *const () as usize;
    unsafe { libc::sigaction(libc::SIGALRM, &action, std::ptr::null_mut()) };
    let waiting = unsafe { libc::pthread_self() };
    let done = AtomicU32::new(0);
    std::thread::scope(|scope| {
        // Sent to this thread: a signal for the process may be delivered to any thread. More than
        // once: the first may arrive before the wait begins.
        scope.spawn(|| {
            while done.load(SeqCst) == 0 {
                std::thread::sleep(Duration::from_millis(100));
                unsafe { libc::pthread_kill(waiting, libc::SIGALRM) };
            }
        });
        // Wait without a timeout for a submission that never comes.
        let handles = [object[0]];
        let mut arg = [handles.as_ptr() as u64, i64::MAX as u64, 1 | 2 << 32, 0];
        let result = ioctl(fd, SYNCOBJ_WAIT, &mut arg);
        done.store(1, SeqCst);
        assert_eq!(result, Err(libc::EINTR));
    });
    assert!(RUNS.load(SeqCst) >= 1);
}

const RECORD: &str = "TILESCOPE_RECORD";

#[test]
fn a_limit_on_file_sizes_ends_the_recording_only() {
    const NAME: &str = "signals::a_limit_on_file_sizes_ends_the_recording_only";
    let folder = std::env::temp_dir().join(format!("tilescope-limit-{}", std::process::id()));
    if std::env::var_os(RECORD).is_none() {
        std::fs::create_dir(&folder).unwrap();
    }
    let overlap = ("TILESCOPE_OVERLAP", "no");
    let inside = inside_with(NAME, &[(RECORD, folder.to_str().unwrap()), overlap]);
    if !inside {
        std::fs::remove_dir_all(&folder).unwrap();
        return;
    }
    let file = open();
    let fd = file.as_raw_fd();
    let mut limit: libc::rlimit = unsafe { std::mem::zeroed() };
    unsafe { libc::getrlimit(libc::RLIMIT_FSIZE, &mut limit) };
    let small = libc::rlimit {
        rlim_cur: 4096,
        ..limit
    };
    let bo = create(fd, 256 * 256 * 4).unwrap();
    assert_eq!(unsafe { libc::setrlimit(libc::RLIMIT_FSIZE, &small) }, 0);
    for i in 0..64 {
        clear(fd, bo, i, 0).unwrap();
        wait(fd, bo).unwrap();
    }
    let recorded: Vec<u64> = std::fs::read_dir(std::env::var(RECORD).unwrap())
        .unwrap()
        .map(|e| e.unwrap().metadata().unwrap().len())
        .collect();
    assert!(recorded.iter().all(|len| *len <= 4096), "{recorded:?}");
    assert!(!recorded.is_empty());
    // The signal is still delivered to the program.
    let mut pending: libc::sigset_t = unsafe { std::mem::zeroed() };
    unsafe { libc::sigpending(&mut pending) };
    assert_eq!(unsafe { libc::sigismember(&pending, libc::SIGXFSZ) }, 0);
    unsafe { libc::setrlimit(libc::RLIMIT_FSIZE, &limit) };
}
