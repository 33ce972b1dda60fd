//! The presentation of findings: the same for jobs, captures and programs.

pub mod excerpt;
mod finding;
pub mod listing;
mod render;
mod source_line;
mod styled;
mod wrap;

pub use finding::{Finding, WIDTH};
pub use styled::{Role, Styled, count, escaped, is_plain};
pub use wrap::wrapped;
