//! Replacements of C library functions, one file per kind.
//!
//! Functions that C declares with `...` have fixed arguments here: on the
//! supported machines integers and pointers are passed in the same registers
//! either way, and missing ones are not used.

mod actions;
mod control;
mod current;
mod descriptors;
mod exit;
mod folders;
mod links;
mod lookup;
mod open;
mod stat;
mod xattr;

use lookup::{Target, c_string, lookup};

pub use current::inherit;

/// Whether the system reports that there is no such file; ENOTDIR is reported
/// for paths relative to a virtual file's descriptor.
fn is_missing(error: i32) -> bool {
    matches!(error, libc::ENOENT | libc::ENOTDIR)
}
