//! A client in a process with the library, and helpers to run as one.

use std::ffi::CString;
use std::os::fd::{FromRawFd, OwnedFd};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// The time limit of an inner test: a longer one hangs.
const LIMIT: Duration = Duration::from_secs(300);

const INSIDE: &str = "TILESCOPE_TEST_INSIDE";

/// `DRM_IOCTL_VERSION`: `_IOWR('d', 0, struct drm_version)` of 64 bytes (Linux
/// `drm.h`).
pub const VERSION: libc::c_ulong = 0xc040_6400;
/// `DRM_IOCTL_VC4_CREATE_BO` and `_MMAP_BO`, each of 16 bytes (Linux `vc4_drm.h`).
pub const CREATE_BO: libc::c_ulong = 0xc010_6443;
pub const MMAP_BO: libc::c_ulong = 0xc010_6444;

pub fn library() -> PathBuf {
    let exe = std::env::current_exe().unwrap();
    exe.with_file_name("libtilescope_shim.so")
}

/// Whether this process is the inner one; if not, runs the test of this name in
/// an inner process, which must pass.
pub fn inside(test: &str) -> bool {
    inside_with(test, &[])
}

/// The same, with additional variables.
pub fn inside_with(test: &str, variables: &[(&str, &str)]) -> bool {
    if std::env::var_os(INSIDE).is_some() {
        return true;
    }
    let library = library();
    assert!(library.exists(), "{} is not built", library.display());
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", test, "--nocapture", "--test-threads=1"])
        .env(INSIDE, "1")
        .env("LD_PRELOAD", &library)
        .env("TILESCOPE_GPU", "bcm2837")
        .envs(variables.iter().copied())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let pid = child.id() as libc::pid_t;
    let (ended, watch) = channel::<()>();
    let watcher = std::thread::spawn(move || {
        let hangs = watch.recv_timeout(LIMIT) == Err(RecvTimeoutError::Timeout);
        if hangs {
            unsafe { libc::kill(pid, libc::SIGKILL) };
        }
        hangs
    });
    let output = child.wait_with_output().unwrap();
    drop(ended);
    assert!(!watcher.join().unwrap(), "{test} hangs");
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
    assert!(text.contains("1 passed"), "{text}");
    false
}

/// The virtual node: the one that leads to a virtual folder.
pub fn node() -> PathBuf {
    let entries = std::fs::read_dir("/dev/dri").unwrap();
    let ours = |p: &PathBuf| {
        let name = p.file_name().unwrap().to_str().unwrap();
        if !name.starts_with("renderD") {
            return false;
        }
        let link = std::fs::canonicalize(format!("/sys/class/drm/{name}"));
        link.is_ok_and(|l| l.starts_with("/sys/devices/platform/tilescope.0"))
    };
    let mut found = entries.map(|e| e.unwrap().path()).filter(ours);
    found.next().expect("the node is listed")
}

pub fn open() -> OwnedFd {
    let path = CString::new(node().to_str().unwrap()).unwrap();
    let fd = unsafe { libc::open(path.as_ptr(), libc::O_RDWR | libc::O_CLOEXEC) };
    assert!(fd >= 0, "{}", std::io::Error::last_os_error());
    unsafe { OwnedFd::from_raw_fd(fd) }
}

pub fn ioctl<T>(fd: i32, request: libc::c_ulong, argument: &mut T) -> Result<(), i32> {
    match unsafe { libc::ioctl(fd, request, argument as *mut T) } {
        0.. => Ok(()),
        _ => Err(std::io::Error::last_os_error().raw_os_error().unwrap()),
    }
}

/// The name of the driver behind a descriptor.
pub fn driver(fd: i32) -> Result<String, i32> {
    let mut name = [0_u8; 16];
    // Three numbers and padding, then lengths and pointers of name, date and
    // description.
    let mut version = [
        0,
        0,
        name.len() as u64,
        name.as_mut_ptr() as u64,
        0,
        0,
        0,
        0,
    ];
    ioctl(fd, VERSION, &mut version)?;
    let len = version[2] as usize;
    Ok(String::from_utf8_lossy(&name[..len]).into_owned())
}

pub fn create(fd: i32, size: u32) -> Result<u32, i32> {
    let mut bo = [size, 0, 0, 0];
    ioctl(fd, CREATE_BO, &mut bo)?;
    Ok(bo[2])
}

/// Maps a whole buffer.
pub fn map(fd: i32, handle: u32, size: usize) -> *mut u32 {
    let mut bo = [u64::from(handle), 0];
    ioctl(fd, MMAP_BO, &mut bo).unwrap();
    let (access, shared) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED);
    let at = unsafe { libc::mmap(std::ptr::null_mut(), size, access, shared, fd, bo[1] as i64) };
    assert_ne!(at, libc::MAP_FAILED, "{}", std::io::Error::last_os_error());
    at.cast()
}

pub fn descriptors() -> usize {
    std::fs::read_dir("/proc/self/fd").unwrap().count()
}

/// `DRM_IOCTL_VC4_SUBMIT_CL` and `_WAIT_BO`.
const SUBMIT_CL: libc::c_ulong = 0xc0b0_6440;
const WAIT_BO: libc::c_ulong = 0xc010_6442;

/// Submits a job that clears a buffer of 256 x 256 pixels, and signals the
/// object `out`.
pub fn clear(fd: i32, handle: u32, value: u32, out: u32) -> Result<u64, i32> {
    let mut job = [0_u32; 44];
    let handles = [handle];
    job[6] = handles.as_ptr() as u64 as u32;
    job[7] = (handles.as_ptr() as u64 >> 32) as u32;
    job[12] = 1;
    job[13] = 256 | 256 << 16;
    job[14] = 3 << 16 | 3 << 24;
    for surface in [15, 18, 21, 24, 27, 30] {
        job[surface] = u32::MAX;
    }
    // A linear surface of RGBA8888 in the first buffer.
    (job[18], job[20]) = (0, 1 << 2);
    (job[33], job[34], job[35], job[37]) = (value, value, 0xff_ffff, 1);
    job[42] = out;
    ioctl(fd, SUBMIT_CL, &mut job)?;
    Ok(u64::from(job[38]) | u64::from(job[39]) << 32)
}

/// Waits until no job uses a buffer.
pub fn wait(fd: i32, handle: u32) -> Result<(), i32> {
    ioctl(fd, WAIT_BO, &mut [u64::from(handle), u64::MAX])
}

/// The path of a descriptor's node.
pub fn node_name(fd: i32) -> String {
    let mut seen: libc::stat = unsafe { std::mem::zeroed() };
    assert_eq!(unsafe { libc::fstat(fd, &mut seen) }, 0);
    format!("/dev/dri/renderD{}", libc::minor(seen.st_rdev))
}
