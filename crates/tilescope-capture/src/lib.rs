//! Jobs written by hand and captures: what goes into a device.

#![forbid(unsafe_code)]
