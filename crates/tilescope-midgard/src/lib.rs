//! Mali Midgard: tables of the instruction set.
//!
//! [`isa`] has the rows of every operation and of every field of the instruction
//! words, and the decoder, encoder, disassembler and assembler that read them.
//! Nothing here executes.
//!
//! Names, encodings and bit ranges are those of Mesa's Panfrost driver.

#![forbid(unsafe_code)]

pub mod isa;
