//! Spellings of the device's paths, the current folder, and links to descriptors.

use std::ffi::{CStr, CString};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::process::Command;

use super::client::{create, driver, inside, node, open};

fn try_open(path: &str, flags: i32) -> Result<OwnedFd, i32> {
    let path = CString::new(path).unwrap();
    match unsafe { libc::open(path.as_ptr(), flags | libc::O_CLOEXEC, 0o600) } {
        fd @ 0.. => Ok(unsafe { OwnedFd::from_raw_fd(fd) }),
        _ => Err(std::io::Error::last_os_error().raw_os_error().unwrap()),
    }
}

fn is_device(path: &str) -> bool {
    let opened = try_open(path, libc::O_RDWR);
    opened.is_ok_and(|fd| driver(fd.as_raw_fd()).as_deref() == Ok("vc4"))
}

fn name() -> String {
    let node = node();
    node.file_name().unwrap().to_str().unwrap().to_owned()
}

#[test]
fn every_spelling_of_the_path_opens_the_node() {
    if !inside("paths::every_spelling_of_the_path_opens_the_node") {
        return;
    }
    let name = name();
    for folder in [
        "/dev//dri/",
        "/dev/./dri/",
        "//dev/dri//",
        "/dev/shm/../dri/",
        "/dev/dri/../dri/",
        "/dev/dri/by-path/../",
        "/sys/class/drm/../../../dev/dri/",
        "/usr/../dev/dri/",
        "/proc/self/../../dev/dri/",
    ] {
        let path = format!("{folder}{name}");
        assert!(is_device(&path), "{path}");
        let meta = std::fs::metadata(&path);
        assert!(meta.is_ok(), "{path}");
    }
    for missing in [
        format!("/dev/dri/{name}/"),
        format!("/dev/dri/{name}/x"),
        format!("/dev/nothing/../dri/{name}"),
        format!("/dev/dri/nothing/../{name}"),
    ] {
        assert!(try_open(&missing, libc::O_RDWR).is_err(), "{missing}");
    }
    std::env::set_current_dir("/dev/shm").unwrap();
    assert!(is_device(&format!("../dri/{name}")));
    std::env::set_current_dir("/").unwrap();
    assert!(is_device(&format!("dev/dri/{name}")));
    assert!(std::fs::metadata("/dev/dri/../null").is_ok());
}

#[test]
fn files_that_must_be_new_are_refused() {
    if !inside("paths::files_that_must_be_new_are_refused") {
        return;
    }
    let node = format!("/dev/dri/{}", name());
    let new = libc::O_CREAT | libc::O_EXCL;
    let code = |path: &str, flags| try_open(path, flags).err();
    assert_eq!(code(&node, libc::O_RDWR | new), Some(libc::EEXIST));
    assert_eq!(code(&node, libc::O_RDWR | libc::O_CREAT), None);
    let link = "/dev/dri/by-path/platform-tilescope.0-render";
    assert_eq!(code(link, libc::O_RDWR | new), Some(libc::EEXIST));
    assert_eq!(code(link, libc::O_RDWR), None);
    let folder = "/sys/devices/platform/tilescope.0";
    let file = format!("{folder}/new");
    assert_eq!(
        code(&file, libc::O_WRONLY | libc::O_CREAT),
        Some(libc::EACCES)
    );
    assert_eq!(code(&file, libc::O_RDONLY), Some(libc::ENOENT));
}

#[test]
fn links_to_descriptors_open_the_node_anew() {
    if !inside("paths::links_to_descriptors_open_the_node_anew") {
        return;
    }
    let file = open();
    let fd = file.as_raw_fd();
    assert_eq!(create(fd, 4096), Ok(1));
    let node = node();
    for folder in ["/proc/self/fd".to_owned(), "/dev/fd".to_owned()]
        .into_iter()
        .chain([format!("/proc/{}/fd", std::process::id())])
    {
        let path = format!("{folder}/{fd}");
        assert_eq!(std::fs::read_link(&path).unwrap(), node);
        assert_eq!(std::fs::canonicalize(&path).unwrap(), node);
        use std::os::unix::fs::FileTypeExt;
        let followed = std::fs::metadata(&path).unwrap();
        assert!(followed.file_type().is_char_device());
        let link = std::fs::symlink_metadata(&path).unwrap();
        assert!(link.file_type().is_symlink());
        let again = try_open(&path, libc::O_RDWR).unwrap();
        // Handles belong to an open file, and this one is new.
        assert_eq!(create(again.as_raw_fd(), 4096), Ok(1));
    }
    let null = std::fs::File::open("/dev/null").unwrap();
    let path = format!("/proc/self/fd/{}", null.as_raw_fd());
    assert_eq!(
        std::fs::read_link(path).unwrap().to_str(),
        Some("/dev/null")
    );
}

fn shell(script: &str) -> String {
    let output = Command::new("sh").args(["-c", script]).output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{script}: {err}");
    assert_eq!(err, "", "{script}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn folders_of_the_device_can_be_the_current_one() {
    if !inside("paths::folders_of_the_device_can_be_the_current_one") {
        return;
    }
    let name = name();
    for folder in ["/dev/dri", "/sys/devices/platform/tilescope.0"] {
        std::env::set_current_dir(folder).unwrap();
        assert_eq!(std::env::current_dir().unwrap().to_str(), Some(folder));
        let names = std::fs::read_dir(".").unwrap();
        let names: Vec<_> = names.map(|e| e.unwrap().file_name()).collect();
        let inside = std::fs::read_dir(folder).unwrap();
        let inside: Vec<_> = inside.map(|e| e.unwrap().file_name()).collect();
        assert_eq!(names, inside);
        assert!(std::fs::write("stray", "x").is_err(), "nothing can be made");
    }
    assert!(
        std::fs::read_to_string("uevent")
            .unwrap()
            .starts_with("DRIVER=")
    );
    std::env::set_current_dir("/dev/dri").unwrap();
    assert!(is_device(&name));
    assert!(is_device(&format!("./{name}")));
    assert!(is_device(&format!("../dri/{name}")));
    assert!(std::fs::metadata("nothing").is_err());
    assert!(std::fs::metadata("../null").is_ok());
    // An executed program has the same current folder.
    assert_eq!(shell("pwd; ls -d renderD*"), format!("/dev/dri\n{name}\n"));
    std::env::set_current_dir("..").unwrap();
    assert_eq!(std::env::current_dir().unwrap().to_str(), Some("/dev"));
    assert!(std::fs::metadata("null").is_ok());
    let listed = shell(&format!(
        "cd /dev/dri && cat ../null && ls {name} && cd / && pwd"
    ));
    assert_eq!(listed, format!("{name}\n/\n"));
    let left = std::fs::read_dir("/tmp").unwrap();
    let is_stand_in = |n: &str| n.starts_with("tilescope-cwd");
    let left = left.filter(|e| is_stand_in(e.as_ref().unwrap().file_name().to_str().unwrap()));
    assert_eq!(left.count(), 0);
}

#[test]
fn folders_above_the_device_list_it_once() {
    if !inside("paths::folders_above_the_device_list_it_once") {
        return;
    }
    for (folder, entry) in [
        ("/dev", "dri"),
        ("/sys/class", "drm"),
        ("/sys/devices", "platform"),
        ("/sys/class/../../dev", "dri"),
    ] {
        let names = std::fs::read_dir(folder).unwrap();
        let names = names.map(|e| e.unwrap().file_name());
        assert_eq!(names.filter(|n| n == entry).count(), 1, "{folder}");
        assert!(std::fs::metadata(folder).unwrap().is_dir());
        std::env::set_current_dir(folder).unwrap();
        let names = std::fs::read_dir(".").unwrap();
        let names = names.map(|e| e.unwrap().file_name());
        assert_eq!(names.filter(|n| n == entry).count(), 1, "{folder}");
    }
    let all = shell("ls -la /dev/dri /sys/class/drm");
    assert!(all.contains(" .."), "{all}");
    let found = shell("find /dev -maxdepth 2 -path '/dev/dri/renderD*'");
    assert_eq!(found, format!("/dev/dri/{}\n", name()));
    let dir = unsafe { libc::opendir(c"/dev/dri".as_ptr()) };
    assert!(!dir.is_null());
    let parent = unsafe { libc::openat(libc::dirfd(dir), c"..".as_ptr(), libc::O_RDONLY) };
    assert!(parent >= 0);
    let mut seen: libc::stat = unsafe { std::mem::zeroed() };
    let at = |name: &CStr, seen: &mut libc::stat| unsafe {
        libc::fstatat(parent, name.as_ptr(), seen, 0)
    };
    assert_eq!(at(c"null", &mut seen), 0);
    assert_eq!(at(c"dri", &mut seen), 0);
    unsafe { libc::closedir(dir) };
}
