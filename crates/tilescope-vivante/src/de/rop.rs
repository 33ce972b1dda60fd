//! Raster operations, and the pattern that is one of their inputs.

use tilescope_output::TernaryOp;

use super::Quirks;

/// A raster operation for opaque and for transparent pixels of the pattern.
///
/// Source: etna_viv doc/2d.md, raster operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rop {
    foreground: TernaryOp,
    background: TernaryOp,
}

impl Rop {
    /// The operation of a type, 0 to 3, and the tables of DE.ROP.
    pub fn new(kind: u32, foreground: u8, background: u8) -> Rop {
        let table = TernaryOp(match kind {
            // Bit 1 of the index is the pattern.
            0 => {
                let (without, with) = (foreground & 3, foreground >> 2 & 3);
                without | without << 2 | with << 4 | with << 6
            }
            // Bit 1 of the index is the source.
            1 => foreground & 15 | foreground << 4,
            _ => foreground,
        });
        Rop {
            foreground: table,
            background: if kind == 3 {
                TernaryOp(background)
            } else {
                table
            },
        }
    }

    /// Whether the result depends on the destination, the source and the pattern.
    pub fn reads(self) -> [bool; 3] {
        let (a, b) = (self.foreground.reads(), self.background.reads());
        std::array::from_fn(|i| a[i] || b[i])
    }

    /// The result for all bits of colours.
    pub fn apply(self, pattern: u32, source: u32, destination: u32, opaque: bool) -> u32 {
        match opaque {
            true => self.foreground.apply([destination, source, pattern]),
            false => self.background.apply([destination, source, pattern]),
        }
    }
}

/// The pattern: 8x8 pixels, repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pattern {
    /// One colour.
    Solid(u32),
    /// Two colours, selected by a bit per pixel; pixels whose mask bit is 0 are
    /// transparent.
    Bits {
        bits: u64,
        mask: u64,
        ones: u32,
        zeros: u32,
        origin: (u16, u16),
    },
}

impl Pattern {
    /// The colour for a pixel, and whether it is opaque.
    pub fn at(&self, x: u16, y: u16, quirks: Quirks) -> (u32, bool) {
        match *self {
            Pattern::Solid(colour) => (colour, true),
            Pattern::Bits {
                bits,
                mask,
                ones,
                zeros,
                origin,
            } => {
                let column = u32::from(x.wrapping_add(origin.0) & 7);
                let row = u32::from(y.wrapping_add(origin.1) & 7);
                let column = match quirks.pattern_from_lowest_bit {
                    true => column,
                    false => 7 - column,
                };
                let bit = |word: u64| word >> (row * 8 + column) & 1 != 0;
                (if bit(bits) { ones } else { zeros }, bit(mask))
            }
        }
    }
}
