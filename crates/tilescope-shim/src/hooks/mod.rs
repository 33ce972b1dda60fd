//! The functions that stand before the C library's, one file for each kind.
//!
//! Functions that C declares with `...` have fixed arguments here: on the
//! supported machines integers and pointers are passed in the same registers
//! either way, and one that was not passed is not used.

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

/// Whether the system reports that there is no such file; not a folder is what it
/// reports of paths relative to a descriptor of ours.
fn is_missing(error: i32) -> bool {
    matches!(error, libc::ENOENT | libc::ENOTDIR)
}
