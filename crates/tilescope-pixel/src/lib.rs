//! Pixel formats, memory layouts and compressed blocks.

#![forbid(unsafe_code)]
