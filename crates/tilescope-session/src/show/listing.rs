//! Findings inside the listing: the lines around the fault, and a caret under
//! the bits.

use std::fmt::Write;

use tilescope_core::Severity;

use super::wrap::wrapped;

/// One line of a listing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// What stands before it: an address, or an offset in stable listings.
    pub place: String,
    /// The bytes or the word in hexadecimal.
    pub hex: String,
    /// The packet, the field or the instruction.
    pub text: String,
}

/// What is underlined in the line at fault.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    /// Columns of [`Line::hex`], from 0, and how many.
    pub hex: Option<(usize, usize)>,
    /// Columns of [`Line::text`], from 0, and how many.
    pub text: Option<(usize, usize)>,
    /// What the bits are: `bits 16..31: address`.
    pub label: String,
}

/// Lines around a fault.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excerpt {
    /// The lines.
    pub lines: Vec<Line>,
    /// Which of them is at fault.
    pub fault: usize,
    /// What is underlined in it.
    pub mark: Option<Mark>,
}

impl Excerpt {
    /// The lines with a gutter, and a caret line under the one at fault.
    pub fn render(&self) -> String {
        let width = |of: fn(&Line) -> &str| {
            let widths = self.lines.iter().map(|l| of(l).chars().count());
            widths.max().unwrap_or(0)
        };
        let (place, hex) = (width(|l| &l.place), width(|l| &l.hex));
        let mut out = String::new();
        for (i, line) in self.lines.iter().enumerate() {
            let sign = if i == self.fault { '>' } else { ' ' };
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

/// A finding with everything that is shown of it.
#[derive(Clone, Debug)]
pub struct View<'a> {
    /// How bad it is.
    pub severity: Severity,
    /// The rule's id.
    pub rule: &'a str,
    /// What must hold.
    pub title: &'a str,
    /// What was found.
    pub message: &'a str,
    /// What hardware does.
    pub hardware: &'a str,
    /// How to fix it.
    pub help: &'a str,
    /// The way to it.
    pub location: &'a str,
    /// The line of the job that made it: file and line.
    pub source: Option<(&'a str, u32)>,
    /// The lines around it.
    pub excerpt: Option<&'a str>,
    /// How often it was found there.
    pub count: u64,
}

/// The finding as a person reads it. Pure: the same view is the same text.
pub fn render(f: &View<'_>) -> String {
    let mut out = format!("{}[{}]: {}\n", f.severity, f.rule, f.title);
    match f.source {
        Some((file, line)) => {
            let _ = writeln!(out, "  --> {file}:{line}");
            out += &wrapped("   in ", f.location, 100);
        }
        None => out += &wrapped("  --> ", f.location, 100),
    }
    if let Some(excerpt) = f.excerpt {
        let _ = write!(out, "   |\n{excerpt}   |\n");
    }
    out += &wrapped("   = found:    ", f.message, 100);
    out += &wrapped("   = hardware: ", f.hardware, 100);
    out += &wrapped("   = help:     ", f.help, 100);
    if f.count > 1 {
        let _ = writeln!(out, "   = seen {} times here", f.count);
    }
    out
}

/// Columns of the hex digits that hold bits `lo..=hi` of a word printed as `0x`
/// and `digits` digits.
pub fn word_columns(lo: u16, hi: u16, digits: usize) -> Option<(usize, usize)> {
    let last = digits.checked_sub(1)?;
    let (left, right) = (usize::from(hi) / 4, usize::from(lo) / 4);
    (left <= last && right <= left).then(|| (2 + last - left, left - right + 1))
}

/// Columns of the bytes that hold bits `lo..=hi` when bytes are printed with
/// spaces between them, in memory order, behind `skip` bytes.
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
    fn a_finding_in_a_list_is_shown_inside_it() {
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
        let text = render(&View {
            severity: Severity::Corrupt,
            rule: "VC4-CL-045",
            title: "a draw of arrays ends before vertex 65535",
            message: "the draw ends at vertex 65600",
            hardware: "Indices wrap.",
            help: "Draw in pieces.",
            location: "submission 0 (frame) > binning list 0x00001000 > ARRAY_PRIMITIVES at +0x2",
            source: Some(("bin.cl", 7)),
            excerpt: Some(&excerpt.render()),
            count: 3,
        });
        assert_eq!(
            text,
            "\
corrupt[VC4-CL-045]: a draw of arrays ends before vertex 65535
  --> bin.cl:7
   in submission 0 (frame) > binning list 0x00001000 > ARRAY_PRIMITIVES at +0x2
   |
   | 0x1000  38 12              PRIMITIVE_LIST_FORMAT data=1, prim=2
 > | 0x1002  21 04 ff ff 00 00  ARRAY_PRIMITIVES mode=4, length=65535
   |               ^^^^^^^^^^^                           ^^^^^^^^^^^^ bits 8..39: length
   | 0x1008  04                 FLUSH
   |
   = found:    the draw ends at vertex 65600
   = hardware: Indices wrap.
   = help:     Draw in pieces.
   = seen 3 times here
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
            " > | 0x20  0x159e7000100009e7  nop\n   |         ^ bits 60..63: sig\n"
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
