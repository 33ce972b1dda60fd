//! The Debian packages that are needed to build Mesa.

use super::release::Release;
use std::process::Command;

/// The packages that `apt-get source` and the build need, beyond a minimal Debian.
const NEEDED: &[&str] = &[
    "bison",
    "dpkg-dev",
    "flex",
    "g++",
    "gcc",
    "glslang-tools",
    "libc6-dev",
    "libdrm-dev",
    "libelf-dev",
    "libexpat1-dev",
    "libglvnd-dev",
    "meson",
    "ninja-build",
    "pkg-config",
    "python3",
    "python3-mako",
    "zlib1g-dev",
];

/// Installs missing packages, or reports them.
pub fn ensure(release: &Release) -> Result<(), String> {
    let needed = NEEDED.iter().chain(release.packages).copied();
    let missing: Vec<&str> = needed.filter(|p| !installed(p)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let command = format!(
        "apt-get install --no-install-recommends {}",
        missing.join(" ")
    );
    if !root() {
        return Err(format!(
            "packages are missing; as root, `{command}` installs them"
        ));
    }
    crate::print(&format!("installing {}\n", missing.join(" ")));
    let apt = |args: &[&str]| {
        Command::new("apt-get")
            .env("DEBIAN_FRONTEND", "noninteractive")
            .args(args)
            .output()
            .map_err(|e| format!("cannot run apt-get: {e}"))
    };
    // Stale lists are tried first: an update may be impossible and unnecessary.
    let install = ["install", "-y", "-q", "--no-install-recommends"];
    let install: Vec<&str> = install.into_iter().chain(missing).collect();
    if apt(&install)?.status.success() {
        return Ok(());
    }
    apt(&["update", "-q"])?;
    let output = apt(&install)?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!(
            "`{command}` failed:\n{}",
            String::from_utf8_lossy(&output.stderr).trim_end()
        )),
    }
}

fn installed(package: &str) -> bool {
    let query = Command::new("dpkg-query")
        .args(["-W", "-f", "${db:Status-Status}", package])
        .output();
    query.is_ok_and(|o| o.status.success() && o.stdout == b"installed")
}

fn root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|o| o.stdout.trim_ascii() == b"0")
}
