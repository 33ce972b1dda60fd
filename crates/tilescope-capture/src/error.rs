//! Errors of a job, each at its place in a file.

use std::fmt;
use std::sync::Arc;

use tilescope_tables::text::TextError;

/// An error of a job and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobError {
    /// The file, as a path relative to the job's folder.
    pub file: String,
    /// The whole text of the file; `None` if it could not be read as text; then
    /// [`JobError::error`] has line 0.
    pub source: Option<Arc<str>>,
    /// Line, column and message.
    pub error: TextError,
}

impl JobError {
    /// An error about a whole file, for example one that cannot be read.
    pub(crate) fn whole_file(file: &str, message: impl Into<String>, help: Option<String>) -> Self {
        JobError {
            file: file.to_owned(),
            source: None,
            error: TextError {
                line: 0,
                column: 0,
                len: 0,
                message: message.into(),
                help,
            },
        }
    }

    /// The error as text: `file:line:column`, the source line with carets under the error, and
    /// help.
    pub fn render(&self) -> String {
        match &self.source {
            Some(source) if self.error.line > 0 => self.error.render(&self.file, source),
            _ => {
                let mut text = format!("{}: error: {}\n", self.file, self.error.message);
                if let Some(help) = &self.error.help {
                    text += &format!("  help: {help}\n");
                }
                text
            }
        }
    }
}

impl fmt::Display for JobError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.error.line {
            0 => write!(f, "{}: {}", self.file, self.error.message),
            line => write!(
                f,
                "{}:{line}:{}: {}",
                self.file, self.error.column, self.error.message
            ),
        }
    }
}

impl std::error::Error for JobError {}

/// A text file with its name, for converting byte spans to located errors.
#[derive(Clone, Debug)]
pub(crate) struct SourceFile {
    pub name: String,
    pub text: Arc<str>,
}

impl SourceFile {
    pub fn new(name: &str, text: &str) -> Self {
        SourceFile {
            name: name.to_owned(),
            text: text.into(),
        }
    }

    /// An error at the bytes `span`. Columns count characters, from 1.
    pub fn error(
        &self,
        span: std::ops::Range<usize>,
        message: impl Into<String>,
        help: Option<String>,
    ) -> JobError {
        let before = up_to(&self.text, span.start);
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        let rest = &self.text[before.len()..];
        let width = span.end.saturating_sub(span.start);
        // A span over several lines is underlined on its first line only.
        let on_line = rest.split('\n').next().unwrap_or("");
        let shown = up_to(on_line, width);
        JobError {
            file: self.name.clone(),
            source: Some(self.text.clone()),
            error: TextError {
                line: before.matches('\n').count() as u32 + 1,
                column: before[line_start..].chars().count() as u32 + 1,
                len: shown.trim_end().chars().count().max(1) as u32,
                message: message.into(),
                help,
            },
        }
    }

    /// An assembler's error in this file.
    pub fn located(&self, error: TextError) -> JobError {
        JobError {
            file: self.name.clone(),
            source: Some(self.text.clone()),
            error,
        }
    }
}

/// The first `len` bytes of `text`, or fewer, so that no character is split.
fn up_to(text: &str, len: usize) -> &str {
    let mut len = len.min(text.len());
    while !text.is_char_boundary(len) {
        len -= 1;
    }
    &text[..len]
}
