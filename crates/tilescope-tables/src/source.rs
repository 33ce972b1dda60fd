//! Sources of the facts in rows.

/// The confidence in a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Confidence {
    /// Inferred from other facts; no source states it.
    Inferred,
    /// Observed on hardware or in working programs, and published.
    Observed,
    /// Stated by a vendor document, a driver or its headers.
    Documented,
}

impl Confidence {
    /// The lower-case word used in listings and reference pages.
    pub fn name(self) -> &'static str {
        match self {
            Confidence::Documented => "documented",
            Confidence::Observed => "observed",
            Confidence::Inferred => "inferred",
        }
    }
}

/// The source of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// The document, file or page, or the program that shows it.
    pub text: &'static str,
    /// The confidence.
    pub confidence: Confidence,
}
