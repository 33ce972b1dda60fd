//! A finding as reports have it.

use serde::{Deserialize, Serialize};
use tilescope_core::Severity;

use super::listing::{View, render};

/// Something that is wrong.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// The broken rule's id.
    pub rule: String,
    /// `slow`, `undefined`, `corrupt`, `fault` or `hang`.
    pub severity: String,
    /// What must hold.
    pub title: String,
    /// What was found.
    pub message: String,
    /// What hardware does.
    pub hardware: String,
    /// How to fix it.
    pub help: String,
    /// The way to it, in words.
    pub location: String,
    /// GPU address of the packet, record or instruction, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<u64>,
    /// Lowest and highest bit at fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bits: Option<[u16; 2]>,
    /// The file of the job that it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line of that file, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The lines around it, as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub excerpt: Option<String>,
    /// How often it was found there.
    pub count: u64,
}

impl Finding {
    /// As a person reads it.
    pub fn text(&self) -> String {
        render(&View {
            severity: self.severity_value(),
            rule: &self.rule,
            title: &self.title,
            message: &self.message,
            hardware: &self.hardware,
            help: &self.help,
            location: &self.location,
            source: self.file.as_deref().zip(self.line),
            excerpt: self.excerpt.as_deref(),
            count: self.count,
        })
    }

    fn severity_value(&self) -> Severity {
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
