//! The engine behind ISA, register and packet tables.

#![forbid(unsafe_code)]

pub mod packet;
pub mod text;
