//! Where the facts of rows are from.

/// How sure a fact is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Confidence {
    /// Concluded from other facts; nobody states it.
    Inferred,
    /// Seen on hardware or in working programs by somebody who published it.
    Observed,
    /// A vendor document, a driver or its headers state it.
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

/// Where a row is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// The document, file or page, or the program that shows it.
    pub text: &'static str,
    /// How sure it is.
    pub confidence: Confidence,
}
