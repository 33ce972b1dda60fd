//! Texture sampling: addressing, filtering, level of detail.

#![forbid(unsafe_code)]
