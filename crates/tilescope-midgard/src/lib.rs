//! Mali Midgard: tables of the instruction set and of the structures in memory.
//!
//! [`isa`] has the rows of every operation and of every field of the instruction
//! words, and the decoder, encoder, disassembler and assembler that read them.
//! [`descriptors`] has the fields of every job and descriptor of architectures v4
//! and v5, [`chips`] the differences between chips. Nothing here executes.
//!
//! Names, encodings and bit ranges are those of Mesa's Panfrost driver.

#![forbid(unsafe_code)]

pub mod chips;
pub mod descriptors;
pub mod isa;
