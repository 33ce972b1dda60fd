//! Virtual folders as seen by programs, compared with those of a board.

use std::ffi::CStr;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::process::{Command, Output};

use super::client::{driver, inside, inside_with, ioctl, node};

fn run(name: &str, args: &[&str]) -> (String, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = Command::new(name).args(args).output().unwrap();
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&stdout), text(&stderr));
    assert!(status.success(), "{name} {args:?}: {out}{err}");
    (out, err)
}

fn open(path: &CStr, flags: i32) -> OwnedFd {
    let fd = unsafe { libc::open(path.as_ptr(), flags | libc::O_CLOEXEC) };
    assert!(fd >= 0, "{path:?}: {}", std::io::Error::last_os_error());
    unsafe { OwnedFd::from_raw_fd(fd) }
}

#[test]
fn ls_and_find_see_the_nodes() {
    if !inside("folders::ls_and_find_see_the_nodes") {
        return;
    }
    let folders = [
        "/dev/dri",
        "/sys/class/drm",
        "/sys/devices/platform/tilescope.0",
    ];
    let (out, err) = run("ls", &[["-lR"].as_slice(), &folders].concat());
    assert_eq!(err, "");
    for part in [
        " 226, ",
        "by-path",
        "platform-tilescope.0-render -> ../renderD",
        "subsystem -> ",
    ] {
        assert!(out.contains(part), "no {part}: {out}");
    }
    let (out, err) = run("find", &[folders.as_slice(), &["-ls"]].concat());
    assert_eq!(err, "");
    let name = node().file_name().unwrap().to_str().unwrap().to_owned();
    let device = format!("/sys/devices/platform/tilescope.0/drm/{name}/uevent");
    assert!(out.lines().any(|l| l.ends_with(&device)), "{out}");
    let (out, _) = run("stat", &["-Lc", "%F %t", &format!("/dev/dri/{name}")]);
    assert_eq!(out, "character special file e2\n");
    let (out, _) = run(
        "readlink",
        &["-f", "/dev/dri/by-path/platform-tilescope.0-render"],
    );
    assert_eq!(out, format!("/dev/dri/{name}\n"));
}

#[test]
fn folders_can_be_opened_and_read_through_descriptors() {
    if !inside("folders::folders_can_be_opened_and_read_through_descriptors") {
        return;
    }
    let folder = open(
        c"/sys/devices/platform/tilescope.0",
        libc::O_RDONLY | libc::O_DIRECTORY,
    );
    let fd = folder.as_raw_fd();
    let mut seen: libc::stat = unsafe { std::mem::zeroed() };
    assert_eq!(unsafe { libc::fstat(fd, &mut seen) }, 0);
    assert_eq!(seen.st_mode & libc::S_IFMT, libc::S_IFDIR);
    let mut below: libc::stat = unsafe { std::mem::zeroed() };
    let at = |name: &CStr, to: &mut libc::stat| unsafe {
        libc::fstatat(fd, name.as_ptr(), to, libc::AT_SYMLINK_NOFOLLOW)
    };
    assert_eq!(at(c"subsystem", &mut below), 0);
    assert_eq!(below.st_mode & libc::S_IFMT, libc::S_IFLNK);
    assert_eq!(at(c"nothing", &mut below), -1);
    let mut link = [0_u8; 64];
    let len = unsafe { libc::readlinkat(fd, c"subsystem".as_ptr(), link.as_mut_ptr().cast(), 64) };
    assert_eq!(&link[..len as usize], b"../../../bus/platform");
    let text = unsafe { libc::openat(fd, c"uevent".as_ptr(), libc::O_RDONLY | libc::O_CLOEXEC) };
    let text = std::io::read_to_string(unsafe { std::fs::File::from_raw_fd(text) }).unwrap();
    assert!(text.starts_with("DRIVER=vc4-drm\n"), "{text}");
    // Read as a folder, by a copy of the descriptor.
    let names = unsafe {
        let dir = libc::fdopendir(libc::fcntl(fd, libc::F_DUPFD_CLOEXEC, 0));
        assert!(!dir.is_null());
        assert_eq!(
            libc::openat(libc::dirfd(dir), c"gone".as_ptr(), libc::O_RDONLY),
            -1
        );
        let mut names = Vec::new();
        loop {
            let entry = libc::readdir(dir);
            if entry.is_null() {
                break;
            }
            names.push(
                CStr::from_ptr((*entry).d_name.as_ptr())
                    .to_str()
                    .unwrap()
                    .to_owned(),
            );
        }
        libc::closedir(dir);
        names
    };
    assert_eq!(names, [".", "..", "drm", "subsystem", "uevent"]);
    drop(folder);
    let again = unsafe { libc::openat(fd, c"uevent".as_ptr(), libc::O_RDONLY) };
    assert_eq!(again, -1, "the descriptor is closed");
}

#[test]
fn files_have_no_attributes() {
    if !inside("folders::files_have_no_attributes") {
        return;
    }
    let path = std::ffi::CString::new(node().to_str().unwrap()).unwrap();
    let mut room = [0_u8; 64];
    let (at, len) = (room.as_mut_ptr(), room.len());
    let name = c"system.posix_acl_access".as_ptr();
    for get in [libc::getxattr, libc::lgetxattr] {
        assert_eq!(unsafe { get(path.as_ptr(), name, at.cast(), len) }, -1);
        let error = std::io::Error::last_os_error().raw_os_error();
        assert_eq!(error, Some(libc::EOPNOTSUPP));
    }
    assert_eq!(
        unsafe { libc::llistxattr(path.as_ptr(), at.cast(), len) },
        0
    );
}

/// `DRM_IOCTL_SET_MASTER`, and `MODE_CREATE_DUMB` of 32 bytes (Linux `drm.h`).
const SET_MASTER: libc::c_ulong = 0x641e;
const CREATE_DUMB: libc::c_ulong = 0xc020_64b2;

#[test]
fn two_devices_have_separate_nodes() {
    if !inside_with(
        "folders::two_devices_have_separate_nodes",
        &[("TILESCOPE_GPU", "bcm2837,bcm2835")],
    ) {
        return;
    }
    let mut numbers = Vec::new();
    for device in ["tilescope.0", "tilescope.1"] {
        for (kind, dumb) in [("card", Ok(())), ("render", Err(libc::EACCES))] {
            let path = format!("/dev/dri/by-path/platform-{device}-{kind}");
            let file = std::fs::File::options()
                .read(true)
                .write(true)
                .open(&path)
                .unwrap();
            let fd = file.as_raw_fd();
            assert_eq!(driver(fd).unwrap(), "vc4");
            assert_eq!(ioctl(fd, SET_MASTER, &mut [0_u8; 0]), dumb);
            assert_eq!(
                ioctl(fd, CREATE_DUMB, &mut [16_u32, 16, 32, 0, 0, 0, 0, 0]),
                dumb
            );
            use std::os::unix::fs::MetadataExt;
            let number = file.metadata().unwrap().rdev();
            let shown = std::fs::read_to_string(format!(
                "/sys/dev/char/{}:{}/dev",
                libc::major(number),
                libc::minor(number)
            ));
            assert_eq!(shown.unwrap(), format!("226:{}\n", libc::minor(number)));
            numbers.push(libc::minor(number));
        }
    }
    assert_eq!(numbers[1] - numbers[0], 128);
    assert_eq!(numbers[3] - numbers[2], 128);
    numbers.sort();
    numbers.dedup();
    assert_eq!(numbers.len(), 4);
}
