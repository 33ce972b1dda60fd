//! Excerpts of listings: the lines around a fault, and carets under its bits.

use std::fmt::Write;

/// One line of a listing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The text in front: an address, or an offset in stable listings.
    pub place: String,
    /// The bytes or the word in hexadecimal.
    pub hex: String,
    /// The packet, the field or the instruction.
    pub text: String,
}

/// The part of the line at fault that is underlined.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    /// First column in [`Line::hex`], from 0, and number of columns.
    pub hex: Option<(usize, usize)>,
    /// First column in [`Line::text`], from 0, and number of columns.
    pub text: Option<(usize, usize)>,
    /// The name of the bits: `bits 16..31: address`.
    pub label: String,
}

/// Lines around a fault.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excerpt {
    /// The lines.
    pub lines: Vec<Line>,
    /// The index of the one at fault.
    pub fault: usize,
    /// The part of it that is underlined.
    pub mark: Option<Mark>,
}

impl Excerpt {
    /// The line at fault without those around it.
    #[must_use]
    pub fn fault_only(mut self) -> Excerpt {
        self.lines = self.lines.drain(..).skip(self.fault).take(1).collect();
        self.fault = 0;
        self
    }

    /// The lines with a gutter, and a caret line under the one at fault.
    pub fn render(&self) -> String {
        let width = |of: fn(&Line) -> &str| {
            let widths = self.lines.iter().map(|l| of(l).chars().count());
            widths.max().unwrap_or(0)
        };
        let (place, hex) = (width(|l| &l.place), width(|l| &l.hex));
        let mut out = String::new();
        for (i, line) in self.lines.iter().enumerate() {
            let among = self.lines.len() > 1;
            let sign = if among && i == self.fault { '>' } else { ' ' };
            let row = format!("{:place$}  {:hex$}  {}", line.place, line.hex, line.text);
            // Writing to a String cannot fail, here and below.
            let _ = writeln!(out, " {sign} | {}", row.trim_end());
            if let (true, Some(mark)) = (i == self.fault, &self.mark) {
                let mut under = String::new();
                let starts = [(mark.hex, place + 2), (mark.text, place + hex + 4)];
                for ((column, len), from) in starts
                    .into_iter()
                    .filter_map(|(span, from)| Some((span?, from)))
                {
                    let at = from + column;
                    let have = under.chars().count();
                    under += &" ".repeat(at.saturating_sub(have));
                    under += &"^".repeat(len.max(1));
                }
                if under.is_empty() {
                    under = " ".repeat(place + hex + 4) + "^";
                }
                let _ = writeln!(out, "   | {under} {}", mark.label);
            }
        }
        out
    }
}

/// Columns of the hex digits that hold bits `lo..=hi` of a word printed as `0x`
/// and `digits` digits.
pub fn word_columns(lo: u16, hi: u16, digits: usize) -> Option<(usize, usize)> {
    let last = digits.checked_sub(1)?;
    let (left, right) = (usize::from(hi) / 4, usize::from(lo) / 4);
    (left <= last && right <= left).then(|| (2 + last - left, left - right + 1))
}

/// Columns of the bytes that hold bits `lo..=hi` when bytes are printed with
/// spaces between them, in memory order, after `skip` bytes.
pub fn byte_columns(lo: u16, hi: u16, skip: usize) -> (usize, usize) {
    let (first, last) = (usize::from(lo) / 8 + skip, usize::from(hi) / 8 + skip);
    (first * 3, (last.saturating_sub(first)) * 3 + 2)
}

/// `bits 4..7`, or `bit 4`.
pub fn bits(lo: u16, hi: u16) -> String {
    match lo == hi {
        true => format!("bit {lo}"),
        false => format!("bits {lo}..{hi}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(place: &str, hex: &str, text: &str) -> Line {
        Line {
            place: place.into(),
            hex: hex.into(),
            text: text.into(),
        }
    }

    #[test]
    fn the_line_at_fault_stands_among_others() {
        let (column, len) = byte_columns(8, 39, 1);
        let excerpt = Excerpt {
            lines: vec![
                line("0x1000", "38 12", "PRIMITIVE_LIST_FORMAT data=1, prim=2"),
                line(
                    "0x1002",
                    "21 04 ff ff 00 00",
                    "ARRAY_PRIMITIVES mode=4, length=65535",
                ),
                line("0x1008", "04", "FLUSH"),
            ],
            fault: 1,
            mark: Some(Mark {
                hex: Some((column, len)),
                text: Some((25, 12)),
                label: "bits 8..39: length".into(),
            }),
        };
        let alone = "\
\x20  | 0x1002  21 04 ff ff 00 00  ARRAY_PRIMITIVES mode=4, length=65535
   |               ^^^^^^^^^^^                           ^^^^^^^^^^^^ bits 8..39: length
";
        assert_eq!(excerpt.clone().fault_only().render(), alone);
        assert_eq!(
            excerpt.render(),
            "\
\x20  | 0x1000  38 12              PRIMITIVE_LIST_FORMAT data=1, prim=2
 > | 0x1002  21 04 ff ff 00 00  ARRAY_PRIMITIVES mode=4, length=65535
   |               ^^^^^^^^^^^                           ^^^^^^^^^^^^ bits 8..39: length
   | 0x1008  04                 FLUSH
"
        );
    }

    #[test]
    fn a_finding_in_a_shader_points_at_its_digits() {
        let excerpt = Excerpt {
            lines: vec![line("0x20", "0x159e7000100009e7", "nop")],
            fault: 0,
            mark: Some(Mark {
                hex: word_columns(60, 63, 16),
                text: None,
                label: "bits 60..63: sig".into(),
            }),
        };
        assert_eq!(
            excerpt.render(),
            "   | 0x20  0x159e7000100009e7  nop\n   |         ^ bits 60..63: sig\n"
        );
    }

    #[test]
    fn columns_of_bits() {
        assert_eq!(word_columns(0, 3, 16), Some((17, 1)));
        assert_eq!(word_columns(17, 23, 16), Some((12, 2)));
        assert_eq!(word_columns(0, 64, 16), None);
        assert_eq!(byte_columns(0, 7, 1), (3, 2));
        assert_eq!(byte_columns(4, 12, 0), (0, 5));
    }
}
