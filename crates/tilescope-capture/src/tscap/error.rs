//! Errors of captures, with their places.

use std::fmt;
use std::path::Path;

/// The reason why a capture cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct CaptureError {
    /// The file.
    pub file: String,
    /// The place: an entry of the zip, a line or field of it, a byte offset. Empty for
    /// the whole file.
    pub place: String,
    /// The error, with the value found and the expected one.
    pub message: String,
}

impl CaptureError {
    pub(crate) fn new(
        file: &Path,
        place: impl Into<String>,
        message: impl fmt::Display,
    ) -> CaptureError {
        CaptureError {
            file: file.display().to_string(),
            place: place.into(),
            message: message.to_string(),
        }
    }
}

impl fmt::Display for CaptureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place.as_str() {
            "" => write!(f, "{}: {}", self.file, self.message),
            place => write!(f, "{}: {place}: {}", self.file, self.message),
        }
    }
}
