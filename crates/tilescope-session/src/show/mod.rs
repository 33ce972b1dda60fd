//! How findings are shown: inside the listing, the same to whoever runs a job, a
//! capture or a program.

pub mod excerpt;
mod family;
mod finding;
pub mod listing;
mod wrap;

pub use finding::Finding;
pub use wrap::wrapped;
