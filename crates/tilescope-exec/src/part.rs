//! One of the two parts of a value.

/// A half of a word, or a word of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// The lower one.
    Low,
    /// The upper one.
    High,
}

impl Part {
    /// The part with this number, modulo 2.
    pub const fn of(number: u8) -> Part {
        match number & 1 {
            0 => Part::Low,
            _ => Part::High,
        }
    }
}
