//! The text form of control lists.
