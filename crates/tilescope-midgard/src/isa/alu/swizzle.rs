//! Components of vector sources as letters.
//!
//! A letter is the absolute position of a component in the register: `x` to `w`
//! are the first four, `e` to `p` the others. So the letters show the swizzle and
//! which half of the register the expand mode reads. Only components that the
//! instruction uses are shown.

use super::modes::{Expand, RegMode};
use tilescope_tables::asm::{Cursor, Parsed};

/// The letters of the components, in order.
pub(in crate::isa) const COMPONENTS: [char; 16] = [
    'x', 'y', 'z', 'w', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p',
];

/// The first components, up to eight, by letter, as parts of a text.
pub(in crate::isa) fn letters(count: usize) -> Vec<(&'static str, u8)> {
    (0..count).map(|n| (&"xyzwefgh"[n..=n], n as u8)).collect()
}

/// The swizzle that changes nothing.
const IDENTITY: u8 = 0b11_10_01_00;

/// The components that a source reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::isa) struct Swizzle {
    pub expand: Expand,
    pub selectors: u8,
}

/// A letter that [`Swizzle::read`] refuses.
const NONE: char = '?';

fn letter(index: usize) -> char {
    COMPONENTS.get(index).copied().unwrap_or(NONE)
}

fn index(c: char) -> Option<usize> {
    COMPONENTS.iter().position(|&x| x == c)
}

impl Swizzle {
    pub const IDENTITY: Swizzle = Swizzle {
        expand: Expand::Passthrough,
        selectors: IDENTITY,
    };

    /// Selector `i`; those beyond the fourth are 0.
    fn selector(self, i: usize) -> usize {
        (u32::from(self.selectors) >> (i * 2) & 3) as usize
    }

    fn set(&mut self, i: usize, value: usize) {
        self.selectors = self.selectors & !(3 << (i * 2)) | ((value & 3) as u8) << (i * 2);
    }

    /// The first component of each half of the instruction.
    pub fn bases(self, mode: RegMode) -> [u8; 2] {
        let bits = mode.bits() >> u32::from(self.expand.widens());
        let half = (64 / bits) as u8;
        match self.expand {
            Expand::Passthrough => [0, half],
            Expand::RepLow => [0, 0],
            Expand::RepHigh => [half, half],
            Expand::Swap => [half, 0],
            Expand::Low => [0, half / 2],
            Expand::High => [half, half + half / 2],
            Expand::LowSwap => [half / 2, 0],
            Expand::HighSwap => [half + half / 2, half],
        }
    }

    /// The letters of the components that `mask` uses; `None` for the whole register in
    /// order.
    pub fn show(self, mode: RegMode, mask: u8) -> Option<String> {
        if self == Swizzle::IDENTITY {
            return None;
        }
        if mode == RegMode::W64 {
            return Some(self.show_64(mask));
        }
        let components = self.components(mode, mask).into_iter();
        Some(components.flatten().map(letter).collect())
    }

    /// Pairs of selectors of the components of 64 bits that `mask` uses.
    fn pairs(self, mask: u8) -> impl Iterator<Item = (usize, usize)> {
        let first = usize::from(self.bases(RegMode::W64)[0]);
        let step = if self.expand.widens() { 1 } else { 2 };
        let used = (first..4).step_by(step).enumerate();
        let used = used.filter(move |(n, _)| u32::from(mask) >> (n * 4) & 1 != 0);
        used.map(move |(_, i)| (self.selector(i), self.selector(i + 1)))
    }

    /// Two selectors are one component: `X` or `Y`, or both of them if they do not
    /// select one whole component.
    fn show_64(self, mask: u8) -> String {
        let show = |(a, b): (usize, usize)| match self.expand {
            Expand::High => letter((a + 2) / 2).to_string(),
            e if e.widens() => letter(a / 2).to_string(),
            _ if b == a + 1 => if a > 1 { "Y" } else { "X" }.to_string(),
            _ => format!("[{}{}]", letter(a), letter(b)),
        };
        self.pairs(mask).map(show).collect()
    }

    /// The components that `mask` uses, counted from the lowest bits of the register
    /// in the width that is read. `None` stands for two halves of 64-bit components.
    pub fn components(self, mode: RegMode, mask: u8) -> Vec<Option<usize>> {
        let bases = self.bases(mode).map(usize::from);
        let wide = if mode == RegMode::W8 { 2 } else { 1 };
        if mode == RegMode::W64 {
            let whole =
                |(a, b)| (!self.expand.widens() && b == a + 1 && a % 2 == 0).then_some(a / 2);
            return self.pairs(mask).map(whole).collect();
        }
        let selected = positions(mode, mask).flat_map(|(position, selector)| {
            let first = bases[position / 4] + self.selector(selector) * wide;
            (first..first + wide).map(Some)
        });
        selected.collect()
    }

    /// Whether a part of a source's text after a dot is a swizzle.
    pub fn is_swizzle(text: &str) -> bool {
        let inside = |c: char| index(c).is_some() || "XY[]".contains(c);
        text != "neg" && !text.is_empty() && text.chars().all(inside)
    }

    /// Reads the letters of the components that `mask` uses. `widens` states
    /// whether a modifier shows that components are widened.
    pub fn read(text: Cursor<'_>, mode: RegMode, mask: u8, widens: bool) -> Parsed<Swizzle> {
        if mode == RegMode::W64 {
            return read_64(text, mask, widens);
        }
        let wide = if mode == RegMode::W8 { 2 } else { 1 };
        let used: Vec<(usize, usize)> = positions(mode, mask).collect();
        let letters: Vec<Option<usize>> = text.text.chars().map(index).collect();
        if letters.len() != used.len() * wide {
            let want = used.len() * wide;
            let plural = if want == 1 { "" } else { "s" };
            return text.refuse(
                format!("`{}` is not {want} component{plural}", text.text),
                "one for each component that is written",
            );
        }
        let mut firsts = Vec::new();
        for letters in letters.chunks(wide) {
            let (Some(first), Some(last)) = (letters[0], letters[wide - 1]) else {
                return text.refuse(format!("`{}` is not a swizzle", text.text), "");
            };
            if last != first + wide - 1 || first % wide != 0 {
                return text.refuse("8-bit components are selected in pairs", "as in `xy`, `zw`");
            }
            firsts.push(first);
        }
        let fits = |expand: &Expand| Swizzle::fitting(*expand, mode, &used, &firsts);
        match expands(mode, widens).iter().find_map(fits) {
            Some(swizzle) => Ok(swizzle),
            None => text.refuse(
                format!("`{}` cannot be encoded", text.text),
                "four components come from one half of the register, and both halves \
                 of the result use the same selectors",
            ),
        }
    }

    /// The swizzle with an expand mode that reads these first components at the positions and
    /// selectors of `used`.
    fn fitting(
        expand: Expand,
        mode: RegMode,
        used: &[(usize, usize)],
        firsts: &[usize],
    ) -> Option<Swizzle> {
        let wide = if mode == RegMode::W8 { 2 } else { 1 };
        let mut out = Swizzle {
            expand,
            ..Swizzle::IDENTITY
        };
        let bases = out.bases(mode).map(usize::from);
        let mut seen = [None; 4];
        for (&(position, selector), first) in used.iter().zip(firsts) {
            let value = first.checked_sub(bases[position / 4])? / wide;
            if value > 3 || seen[selector].is_some_and(|v| v != value) {
                return None;
            }
            seen[selector] = Some(value);
            out.set(selector, value);
        }
        Some(out)
    }
}

/// The components that `mask` uses: position in the result, and selector.
fn positions(mode: RegMode, mask: u8) -> impl Iterator<Item = (usize, usize)> {
    let halves = if mode == RegMode::W32 { 1 } else { 2 };
    (0..4 * halves)
        .filter(move |p| u32::from(mask) >> (p * mode.mask_bits()) & 1 != 0)
        .map(|p| (p, p % 4))
}

/// The expand modes of texts, in the order in which they are tried: drivers replicate 16-bit
/// components, where a half that is not used fits any.
fn expands(mode: RegMode, widens: bool) -> &'static [Expand] {
    use Expand::*;
    match (mode, widens) {
        (RegMode::W16, true) => &[Low, High, LowSwap, HighSwap],
        (RegMode::W32, true) => &[Low, High],
        (RegMode::W32, false) => &[Passthrough],
        (RegMode::W16, false) => &[RepLow, RepHigh, Passthrough, Swap],
        (RegMode::W8, false) => &[Passthrough, RepLow, RepHigh, Swap],
        (RegMode::W8, true) | (RegMode::W64, _) => &[],
    }
}

/// Reads components of 64 bits.
fn read_64(text: Cursor<'_>, mask: u8, widens: bool) -> Parsed<Swizzle> {
    let used = (0..2).filter(|n| u32::from(mask) >> (n * 4) & 1 != 0);
    let mut rest = text.text.chars();
    let mut pairs = Vec::new();
    for n in used {
        let pair = match rest.next() {
            Some('X') if !widens => [0, 1].map(Some),
            Some('Y') if !widens => [2, 3].map(Some),
            Some('[') if !widens => [rest.next(), rest.next()].map(|c| index(c?)),
            Some(c) if widens => [index(c), Some(0)],
            _ => [None, None],
        };
        let [Some(a), Some(b)] = pair else {
            return text.refuse(
                format!("`{}` does not select components of 64 bits", text.text),
                "one of `X`, `Y`, `[xw]` for each that is written",
            );
        };
        if text.text.contains('[') && rest.as_str().starts_with(']') {
            rest.next();
        }
        pairs.push((n, a, b));
    }
    if rest.next().is_some() || pairs.iter().any(|&(_, a, b)| a > 3 || b > 3) {
        return text.refuse(
            format!("`{}` does not select components of 64 bits", text.text),
            "",
        );
    }
    let mut out = Swizzle::IDENTITY;
    if widens {
        let high = pairs.iter().any(|&(_, a, _)| a > 1);
        out.expand = if high { Expand::High } else { Expand::Low };
        let first = if high { 2 } else { 0 };
        for (n, a, _) in pairs {
            out.set(first + n, (a * 2).wrapping_sub(first));
        }
    } else {
        for (n, a, b) in pairs {
            out.set(n * 2, a);
            out.set(n * 2 + 1, b);
        }
    }
    Ok(out)
}
