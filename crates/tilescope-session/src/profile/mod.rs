//! Profiles: a trace for Perfetto, and tables of draws and of shader instructions.
//!
//! [`HostClock`] measures, devices collect ([`tilescope_core::profile`]), [`Trace`] writes slices
//! as they come, and [`Tables`] sums counts. Traces of several processes are parts of one: written
//! one after the other, they are a trace ([`parts`]).

mod clock;
pub mod parts;
mod process;
mod tables;
mod text;
mod trace;
mod wire;

pub use clock::HostClock;
pub use process::ProcessProfile;
pub use tables::{DrawRow, LineRow, ShaderRow, Source, Tables};
pub use text::text;
pub use trace::Trace;
