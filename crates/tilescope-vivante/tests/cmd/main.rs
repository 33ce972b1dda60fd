//! Command streams: table, parser, text and listings.

mod etna_viv;
mod properties;
mod table;
mod text;
