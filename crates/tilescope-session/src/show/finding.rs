//! A finding in the form of reports.

use serde::{Deserialize, Serialize};
use tilescope_core::Severity;

use super::render::render;
use super::styled::Styled;

/// The width of findings without a terminal.
pub const WIDTH: usize = 100;

/// A broken rule with its diagnosis and location.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// The broken rule's id.
    pub rule: String,
    /// `slow`, `undefined`, `corrupt`, `fault` or `hang`.
    pub severity: String,
    /// The title of the rule: the condition that must hold.
    pub title: String,
    /// The diagnosis.
    pub message: String,
    /// The behaviour of the hardware.
    pub hardware: String,
    /// The fix.
    pub help: String,
    /// The path from the submission to the place, as text.
    pub location: String,
    /// GPU address of the packet, record or instruction, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<u64>,
    /// Lowest and highest bit at fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bits: Option<[u16; 2]>,
    /// The text file, if it comes from one.
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
    /// The complete source line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The lines of the listing, as text: the one at fault, and those around it if the finding does
    /// not come from a text file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub excerpt: Option<String>,
    /// The number of times it was found there.
    pub count: u64,
}

impl Finding {
    /// The text for humans.
    pub fn text(&self) -> String {
        self.styled(WIDTH).text()
    }

    /// The text for a terminal of `width` columns.
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
