//! Input of devices: jobs, which are written by hand, and captures.
//!
//! A [`Job`] is a folder with a `job.toml` that names a chip, buffers, render
//! targets and submissions. Command lists, shaders and data are text in the same
//! folder, assembled by the tables that also decode them. Loading a job never
//! executes anything: the result is a memory image and a list of [`Step`]s that a
//! caller passes to a device.
//!
//! `docs/jobs.md` describes the format key by key; a test compares it with
//! [`job::TABLES`].

#![forbid(unsafe_code)]

mod data;
mod error;
mod expr;
pub mod job;
mod png_image;
mod reader;
mod symbols;
mod texture;
pub mod tscap;

pub use error::JobError;
pub use job::{Buffer, Instance, Job, Kind, MmioOp, MmioScript, Source, Step, Target};
pub use png_image::PngImage;
pub use tilescope_tables::list::Assembled;
pub use tscap::{Capture, CaptureError};
