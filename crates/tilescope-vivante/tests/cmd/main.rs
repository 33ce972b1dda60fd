//! Command streams: table, parser, text and listings.

mod docs;
mod etna_viv;
mod properties;
#[path = "../properties/streams.rs"]
mod streams;
mod table;
mod text;
