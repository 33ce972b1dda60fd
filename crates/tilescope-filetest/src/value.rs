//! Values of places: words of lanes.

use std::fmt;

/// Lanes of a value.
pub const LANES: usize = 16;

/// A word, or what is expected of one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Word {
    /// These bits.
    Bits(u32),
    /// The number of the lane, as a float.
    Lane,
    /// A float within a relative distance of `value`.
    Near {
        /// The float.
        value: f32,
        /// The distance, relative to `value`.
        relative: f32,
    },
    /// Anything.
    Any,
}

impl Word {
    /// Parses a word.
    ///
    /// # Errors
    /// The reason why `text` is not one.
    pub fn parse(text: &str) -> Result<Word, String> {
        let wrong = || format!("`{text}` is not a word");
        match text {
            "*" => return Ok(Word::Any),
            "lane" => return Ok(Word::Lane),
            _ => {}
        }
        if let Some(digits) = text.strip_prefix("0x") {
            let bits = u32::from_str_radix(digits, 16).map_err(|_| wrong())?;
            return Ok(Word::Bits(bits));
        }
        if let Ok(integer) = text.parse::<i64>() {
            let unsigned = u32::try_from(integer).ok();
            let signed = i32::try_from(integer).ok().map(|i| i as u32);
            return unsigned.or(signed).map(Word::Bits).ok_or_else(wrong);
        }
        if let Some((value, relative)) = text.split_once('~') {
            let value: f32 = value.parse().map_err(|_| wrong())?;
            let relative: f32 = relative.parse().map_err(|_| wrong())?;
            let usable = value.is_finite() && (0.0..1.0).contains(&relative);
            return usable
                .then_some(Word::Near { value, relative })
                .ok_or_else(wrong);
        }
        let float: f32 = text.parse().map_err(|_| wrong())?;
        Ok(Word::Bits(match float.is_nan() {
            true => 0x7fc0_0000,
            false => float.to_bits(),
        }))
    }

    /// The bits in a lane; `None` if it is only an expectation.
    pub fn bits(self, lane: usize) -> Option<u32> {
        match self {
            Word::Bits(bits) => Some(bits),
            Word::Lane => Some((lane as f32).to_bits()),
            Word::Near { .. } | Word::Any => None,
        }
    }

    /// Whether `found` is what is expected in a lane.
    pub fn matches(self, lane: usize, found: u32) -> bool {
        match self {
            Word::Near { value, relative } => {
                let distance = (f32::from_bits(found) - value).abs();
                distance <= relative * value.abs()
            }
            Word::Any => true,
            Word::Bits(_) | Word::Lane => self.bits(lane) == Some(found),
        }
    }

    /// A word that no match of this one matches; `None` if anything matches it.
    pub(crate) fn other(self) -> Option<Word> {
        match self {
            Word::Bits(bits) => Some(Word::Bits(bits ^ 1)),
            // No lane has a negative number.
            Word::Lane => Some(Word::Bits(0xbf80_0000)),
            Word::Near { value, .. } => Some(Word::Bits((-4.0 * value - 1.0).to_bits())),
            Word::Any => None,
        }
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Word::Bits(bits) => write!(f, "{bits:#010x}"),
            Word::Lane => f.write_str("lane"),
            Word::Near { value, relative } => write!(f, "{value}~{relative}"),
            Word::Any => f.write_str("*"),
        }
    }
}

/// The words of all lanes: 1, 2, 4, 8 or 16 of them, repeated.
#[derive(Clone, Debug, PartialEq)]
pub struct Value(pub(crate) Vec<Word>);

impl Value {
    /// A value of these words.
    ///
    /// # Errors
    /// If their number does not divide that of the lanes.
    pub fn new(words: Vec<Word>) -> Result<Value, String> {
        match words.len() {
            1 | 2 | 4 | 8 | LANES => Ok(Value(words)),
            n => Err(format!("{n} words do not fill {LANES} lanes")),
        }
    }

    /// The word of a lane.
    pub fn word(&self, lane: usize) -> Word {
        self.0[lane % self.0.len()]
    }

    /// The bits of all lanes, for an input.
    ///
    /// # Errors
    /// If a word is only an expectation.
    pub fn lanes(&self) -> Result<[u32; LANES], String> {
        let mut all = [0; LANES];
        for (lane, bits) in all.iter_mut().enumerate() {
            let word = self.word(lane);
            *bits = word
                .bits(lane)
                .ok_or_else(|| format!("`{word}` is not an input"))?;
        }
        Ok(all)
    }

    /// The word that all lanes have, for an input.
    ///
    /// # Errors
    /// If lanes differ, or it is only an expectation.
    pub fn scalar(&self) -> Result<u32, String> {
        match self.0.as_slice() {
            [Word::Bits(bits)] => Ok(*bits),
            _ => Err("expected one word for all lanes".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words() {
        for (text, bits) in [
            ("1.0", 0x3f80_0000),
            ("-inf", 0xff80_0000),
            ("-nan", 0x7fc0_0000),
            ("1e-45", 1),
            ("12", 12),
            ("-1", u32::MAX),
            ("4294967295", u32::MAX),
            ("0xffff0000", 0xffff_0000),
        ] {
            assert_eq!(Word::parse(text), Ok(Word::Bits(bits)), "{text}");
        }
        for text in [
            "",
            "two",
            "0x100000000",
            "4294967296",
            "-2147483649",
            "1~2",
            "x~0.1",
        ] {
            assert!(Word::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn near_words_have_a_distance() {
        let near = Word::parse("-2.0~1e-4").unwrap();
        assert!(near.matches(0, (-2.0001f32).to_bits()));
        assert!(!near.matches(0, (-2.001f32).to_bits()));
        assert!(!near.matches(0, 2.0f32.to_bits()));
        assert!(!near.matches(0, f32::NAN.to_bits()));
        assert!(!near.matches(0, f32::INFINITY.to_bits()));
    }

    #[test]
    fn no_other_word_matches() {
        for text in ["1.0", "0", "lane", "3.0~0.01", "-0.0", "0.0~0.1"] {
            let word = Word::parse(text).unwrap();
            let other = word.other().and_then(|w| w.bits(0)).unwrap();
            assert!((0..LANES).all(|lane| !word.matches(lane, other)), "{text}");
        }
        assert_eq!(Word::Any.other(), None);
    }

    #[test]
    fn lists_repeat() {
        let words = |n| (0..n).map(Word::Bits).collect::<Vec<_>>();
        let value = Value::new(words(4)).unwrap();
        assert_eq!(value.lanes().unwrap()[..6], [0, 1, 2, 3, 0, 1]);
        assert!(Value::new(words(3)).is_err());
        assert!(Value::new(words(0)).is_err());
        assert!(value.scalar().is_err());
    }
}
