//! The program to run: its path, and whether a library can be preloaded into it.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use crate::exit::Failure;

/// The exit codes that shells give a program that does not exist, and one that
/// cannot be executed. Source: POSIX, Shell Command Language, 2.8.2.
pub const NOT_FOUND: u8 = 127;
pub const NOT_EXECUTABLE: u8 = 126;

/// Bits of the mode.
const SET_USER: u32 = 0o4000;
const SET_GROUP: u32 = 0o2000;
const EXECUTE: u32 = 0o111;

/// The longest first line of a script. Source: Linux `binfmts.h`,
/// `BINPRM_BUF_SIZE`.
const FIRST_LINE: usize = 256;

/// Offsets and values of ELF files with 64 bits. Source: the System V ABI.
const MAGIC: &[u8] = b"\x7fELF";
const CLASS: usize = 4;
const CLASS_64: u8 = 2;
const HEADER: usize = 64;
const PROGRAM_HEADERS: usize = 32;
const ENTRY_SIZE: usize = 54;
const ENTRY_COUNT: usize = 56;
const INTERPRETER: [u8; 4] = [3, 0, 0, 0];

/// The reason why a library cannot be preloaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hindrance {
    Static,
    Not64Bit,
}

/// Checks a program before it is run, and returns a warning to print.
///
/// # Errors
/// It does not exist, cannot be executed, or the dynamic linker would not
/// preload a library into it or its children.
pub fn check(name: &OsStr) -> Result<Option<String>, Failure> {
    let shown = name.to_string_lossy();
    let cannot =
        |why: &str, help, code| Failure::coded(format!("cannot run {shown}: {why}"), help, code);
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let path = match find(name, &paths) {
        Found::Program(path) => path,
        Found::Nothing if name.as_bytes().contains(&b'/') => {
            return Err(cannot("there is no such file", None, NOT_FOUND));
        }
        Found::Nothing => return Err(cannot("it is not in PATH", None, NOT_FOUND)),
        Found::Folder => return Err(cannot("it is a folder", None, NOT_EXECUTABLE)),
        Found::Plain => {
            let help = "`chmod +x` makes a file executable";
            return Err(cannot("it is not executable", Some(help), NOT_EXECUTABLE));
        }
    };
    let Ok(meta) = path.metadata() else {
        return Ok(None);
    };
    let (user, group) = (rustix::process::geteuid(), rustix::process::getegid());
    let other_user = meta.mode() & SET_USER != 0 && meta.uid() != user.as_raw();
    let other_group = meta.mode() & SET_GROUP != 0 && meta.gid() != group.as_raw();
    if other_user || other_group {
        return Err(cannot(
            "it has a set-user-ID or set-group-ID bit, and libraries cannot be preloaded into such \
             programs",
            Some("run a copy without the bit"),
            NOT_EXECUTABLE,
        ));
    }
    let hindrance = binary(&path).and_then(|p| hindrance(&p));
    // A file that cannot be read may still be executable.
    Ok(hindrance.unwrap_or(None).map(|hindrance| {
        let what = match hindrance {
            Hindrance::Static => "is statically linked",
            Hindrance::Not64Bit => "is not a 64-bit program",
        };
        format!(
            "tilescope: {shown} {what}: only programs that it starts can \
             use the virtual GPU\n"
        )
    }))
}

#[derive(Debug, PartialEq, Eq)]
enum Found {
    Program(PathBuf),
    Folder,
    Plain,
    Nothing,
}

/// Finds a program as `execvp` does.
fn find(name: &OsStr, paths: &OsStr) -> Found {
    let inspect = |path: PathBuf| match path.metadata() {
        Err(_) => Found::Nothing,
        Ok(meta) if meta.is_dir() => Found::Folder,
        Ok(meta) if meta.permissions().mode() & EXECUTE == 0 => Found::Plain,
        Ok(_) => Found::Program(path),
    };
    if name.as_bytes().contains(&b'/') {
        return inspect(PathBuf::from(name));
    }
    let mut best = Found::Nothing;
    for found in std::env::split_paths(paths).map(|p| inspect(p.join(name))) {
        match found {
            Found::Program(_) => return found,
            Found::Plain => best = found,
            // Folders of `PATH` have folders in them.
            Found::Folder | Found::Nothing => {}
        }
    }
    best
}

/// The file that is loaded: the program, or the interpreter of a script.
fn binary(path: &Path) -> io::Result<PathBuf> {
    let mut start = Vec::new();
    File::open(path)?
        .take(FIRST_LINE as u64)
        .read_to_end(&mut start)?;
    let Some(line) = start.strip_prefix(b"#!") else {
        return Ok(path.to_owned());
    };
    let line = line.split(|b| *b == b'\n').next().unwrap_or(line);
    let mut words = line.split(|b| b" \t".contains(b)).filter(|w| !w.is_empty());
    let interpreter = words.next().unwrap_or_default();
    Ok(PathBuf::from(OsStr::from_bytes(interpreter)))
}

/// The reason why the dynamic linker would not preload a library into the ELF
/// file.
fn hindrance(path: &Path) -> io::Result<Option<Hindrance>> {
    let file = File::open(path)?;
    let mut header = [0; HEADER];
    file.read_exact_at(&mut header, 0)?;
    if !header.starts_with(MAGIC) {
        return Ok(None);
    }
    if header[CLASS] != CLASS_64 {
        return Ok(Some(Hindrance::Not64Bit));
    }
    let half = |at: usize| u64::from(u16::from_le_bytes([header[at], header[at + 1]]));
    let mut start = [0; 8];
    start.copy_from_slice(&header[PROGRAM_HEADERS..PROGRAM_HEADERS + 8]);
    let start = u64::from_le_bytes(start);
    for i in 0..half(ENTRY_COUNT) {
        let mut kind = [0; 4];
        let at = start.saturating_add(i * half(ENTRY_SIZE));
        file.read_exact_at(&mut kind, at)?;
        if kind == INTERPRETER {
            return Ok(None);
        }
    }
    Ok(Some(Hindrance::Static))
}
