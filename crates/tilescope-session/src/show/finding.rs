//! A finding as reports have it.

use serde::{Deserialize, Serialize};
use tilescope_core::Severity;

use super::render::render;
use super::styled::Styled;

/// The width of findings where no terminal decides it.
pub const WIDTH: usize = 100;

/// Something that is wrong.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// The broken rule's id.
    pub rule: String,
    /// `slow`, `undefined`, `corrupt`, `fault` or `hang`.
    pub severity: String,
    /// The rule: what must hold.
    pub title: String,
    /// The diagnosis: what is wrong here.
    pub message: String,
    /// The behaviour of hardware.
    pub hardware: String,
    /// The fix.
    pub help: String,
    /// The path from the submission to the place, in words.
    pub location: String,
    /// GPU address of the packet, record or instruction, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<u64>,
    /// Lowest and highest bit at fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bits: Option<[u16; 2]>,
    /// The text file that it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line of that file, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The first character at fault in that line, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// The character after the last one at fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_column: Option<u32>,
    /// That line, whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The lines of the listing, as text: the one at fault, and those around it if
    /// the finding comes from no text file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub excerpt: Option<String>,
    /// The number of times it was found there.
    pub count: u64,
}

impl Finding {
    /// As a person reads it.
    pub fn text(&self) -> String {
        self.styled(WIDTH).text()
    }

    /// As a person reads it on a terminal of `width` columns.
    pub fn styled(&self, width: usize) -> Styled {
        render(self, width)
    }

    /// The severity.
    pub fn severity(&self) -> Severity {
        [
            Severity::Slow,
            Severity::Undefined,
            Severity::Corrupt,
            Severity::Fault,
        ]
        .into_iter()
        .find(|s| s.name() == self.severity)
        .unwrap_or(Severity::Hang)
    }
}
