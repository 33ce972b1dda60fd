//! Feature words: the units and fixes of a chip.

mod table;

pub use table::{Feature, ROWS};

/// The number of feature words.
pub const WORDS: usize = 14;

/// A feature bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeatureRow {
    /// The feature.
    pub feature: Feature,
    /// Its name in the register database.
    pub name: &'static str,
    /// The meaning of the bit, in one line.
    pub doc: &'static str,
}

/// Lists the rows and the enum of them.
///
/// A row reads `Variant = word, bit, "NAME", "doc";`, lowest first.
macro_rules! rows {
    ( $( $variant:ident = $word:literal, $bit:literal, $name:literal, $doc:literal; )* ) => {
        /// A feature bit.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u16)]
        pub enum Feature {
            $( #[doc = $doc] $variant = $word * 32 + $bit, )*
        }

        /// Every feature, by word and bit.
        ///
        /// Source: etna_viv rnndb, common.xml.
        pub static ROWS: &[$crate::features::FeatureRow] = &[
            $( $crate::features::FeatureRow { feature: Feature::$variant, name: $name, doc: $doc }, )*
        ];
    };
}
use rows;

impl Feature {
    /// The word that it is in, 0 for `chipFeatures`, from 1 on for
    /// `chipMinorFeatures0` and so on.
    pub const fn word(self) -> usize {
        self as usize / 32
    }

    /// Its bit in the word.
    pub const fn bit(self) -> u32 {
        self as u32 % 32
    }

    /// Its row.
    pub fn row(self) -> &'static FeatureRow {
        // Tests check that the rows are sorted and complete.
        let i = ROWS.partition_point(|r| r.feature < self);
        &ROWS[i]
    }

    /// Its name in the register database.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The feature of this name, ignoring case.
    pub fn find(name: &str) -> Option<Feature> {
        let row = ROWS.iter().find(|r| r.name.eq_ignore_ascii_case(name));
        row.map(|r| r.feature)
    }
}

/// The feature words of a chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeatureWords(pub [u32; WORDS]);

impl FeatureWords {
    /// Feature words that start with `words`; the others are 0.
    pub const fn starting<const N: usize>(words: [u32; N]) -> FeatureWords {
        let mut all = [0; WORDS];
        let mut i = 0;
        while i < N {
            all[i] = words[i];
            i += 1;
        }
        FeatureWords(all)
    }

    /// Whether the chip has `feature`.
    pub const fn has(&self, feature: Feature) -> bool {
        self.0[feature.word()] >> feature.bit() & 1 != 0
    }

    /// The features that the chip has, by word and bit.
    pub fn list(&self) -> impl Iterator<Item = Feature> {
        ROWS.iter().map(|r| r.feature).filter(|&f| self.has(f))
    }

    /// The HALTI level of the 3D architecture; `None` for chips before HALTI0.
    ///
    /// Source: Mesa `etna_get_specs`.
    pub const fn halti(&self) -> Option<u8> {
        const LEVELS: [(Feature, u8); 6] = [
            (Feature::Halti5, 5),
            (Feature::Halti4, 4),
            (Feature::Halti3, 3),
            (Feature::Halti2, 2),
            (Feature::Halti1, 1),
            (Feature::Halti0, 0),
        ];
        let mut i = 0;
        while i < LEVELS.len() {
            if self.has(LEVELS[i].0) {
                return Some(LEVELS[i].1);
            }
            i += 1;
        }
        None
    }
}
