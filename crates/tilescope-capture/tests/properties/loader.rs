//! Any folder is a job or is refused with located errors.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use tilescope_capture::Job;
use tilescope_families::ALL;

use super::source::Bytes;

/// The triangle example: a job with every kind of text in it.
const FILES: [(&str, &str); 8] = [
    (
        "job.toml",
        include_str!("../../../../examples/vc4/gl-triangle/job.toml"),
    ),
    (
        "verts.txt",
        include_str!("../../../../examples/vc4/gl-triangle/verts.txt"),
    ),
    (
        "bin.cl",
        include_str!("../../../../examples/vc4/gl-triangle/bin.cl"),
    ),
    (
        "render.cl",
        include_str!("../../../../examples/vc4/gl-triangle/render.cl"),
    ),
    (
        "shader_record.cl",
        include_str!("../../../../examples/vc4/gl-triangle/shader_record.cl"),
    ),
    (
        "cs.qasm",
        include_str!("../../../../examples/vc4/gl-triangle/cs.qasm"),
    ),
    (
        "vs.qasm",
        include_str!("../../../../examples/vc4/gl-triangle/vs.qasm"),
    ),
    (
        "fs.qasm",
        include_str!("../../../../examples/vc4/gl-triangle/fs.qasm"),
    ),
];

/// A folder that is removed after the test case.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder that remains in the temporary directory does no harm.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Replacements for numbers and names.
const WORDS: [&str; 30] = [
    "0",
    "1",
    "-1",
    "3",
    "4095",
    "4096",
    "65536",
    "0x7fffffff",
    "0xffffffff",
    "0x100000000",
    "18446744073709551615",
    "9223372036854775807",
    "1e30",
    "nan",
    "\"\"",
    "\"frame\"",
    "@",
    "@fs",
    "@verts.end",
    "[",
    "]",
    "{",
    "}",
    "(((((((((((",
    "..",
    "\"../x\"",
    "#",
    "=",
    "\u{fffd}",
    "x*x<<99",
];

/// Changes words and lines of a text.
fn mutate(text: &str, bytes: &mut Bytes<'_>) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..1 + bytes.below(3) {
        if lines.is_empty() {
            break;
        }
        let at = bytes.below(lines.len());
        match bytes.below(5) {
            0 => {
                lines.remove(at);
            }
            1 => {
                let other = bytes.below(lines.len());
                let line = lines[other].clone();
                lines.insert(at, line);
            }
            2 => {
                let cut = lines[at]
                    .char_indices()
                    .map(|(i, _)| i)
                    .nth(bytes.below(20));
                lines[at].truncate(cut.unwrap_or(0));
            }
            _ => {
                let mut words: Vec<&str> = lines[at].split(' ').collect();
                let word = bytes.below(words.len());
                words[word] = bytes.pick(&WORDS);
                lines[at] = words.join(" ");
            }
        }
    }
    lines.join("\n")
}

/// The example with some of its text changed. True if it still loads.
pub fn job_loader_never_panics(data: &[u8]) -> bool {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let bytes = &mut Bytes::new(data);
    let n = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = format!("tilescope-loader-{}-{n}", std::process::id());
    let folder = Folder(std::env::temp_dir().join(name));
    std::fs::create_dir_all(&folder.0).expect("the temporary directory can be written");
    let changed = if bytes.once_in(2) {
        0
    } else {
        bytes.below(FILES.len())
    };
    for (i, (name, text)) in FILES.into_iter().enumerate() {
        let text = match i == changed {
            true => mutate(text, bytes),
            false => text.to_owned(),
        };
        std::fs::write(folder.0.join(name), text).expect("the folder can be written");
    }
    match Job::load(&folder.0, ALL) {
        Ok(_) => true,
        Err(errors) => {
            assert!(!errors.is_empty(), "it is refused without a reason");
            assert!(errors.iter().all(|e| !e.render().is_empty()));
            false
        }
    }
}
