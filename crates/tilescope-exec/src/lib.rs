//! Lanes, masks and the Exec trait in which shader semantics are written once.

#![forbid(unsafe_code)]
