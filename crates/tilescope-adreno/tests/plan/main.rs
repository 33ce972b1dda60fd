//! Decisions of turnip: literals of its sources, examples, and properties.

mod barriers;
mod engines;
mod explained;
mod formats;
mod images;
mod stream;
mod tiles;
mod vectors;
