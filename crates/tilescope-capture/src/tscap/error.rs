//! What is wrong with a capture, and where.

use std::fmt;
use std::path::Path;

/// Why a capture cannot be read, or written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct CaptureError {
    /// The file.
    pub file: String,
    /// Where in it: an entry of the zip, a place in the manifest, a byte offset.
    /// Empty if it is the whole file.
    pub place: String,
    /// What was found, and what was expected.
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
