//! The engine behind ISA, register and packet tables.

#![forbid(unsafe_code)]
