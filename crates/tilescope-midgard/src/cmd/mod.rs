//! Jobs and descriptors as text.
//!
//! ```text
//! rows.rs        names of statements: every descriptor of both architectures
//! text.rs        the assembler
//! listing.rs     jobs and arrays of descriptors as lines, which assemble to the same bytes
//! extent.rs      the length of a program
//! refer.rs       the memory that a descriptor refers to
//! ```
//!
//! A statement is a descriptor and its fields: `JOB_HEADER type=TILER, is_64b, index=2`. Omitted
//! fields are zero. Descriptors that differ in v4 begin with `V4_` there.

mod buffers;
mod extent;
mod listing;
mod refer;
mod rows;
mod text;

pub use extent::program_len;
pub use listing::{addresses, describe, describe_jobs, elements, framebuffer, texture};
pub use refer::{Reference, Target, references, texture_size};
pub use rows::{Row, find, row};
pub use text::{assemble, assemble_with};

use tilescope_tables::packet::Layout;

/// The layout of the structure that `bytes` begin with, if they are a job.
pub fn first(bytes: &[u8]) -> Option<&'static Layout> {
    listing::is_job(bytes).then_some(&crate::descriptors::job::job_header::LAYOUT)
}
