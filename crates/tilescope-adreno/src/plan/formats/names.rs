//! Names of formats, and the components that they state.
//!
//! Gallium names components from the lowest bit or byte on. Vulkan does so for arrays of
//! bytes, and from the highest bit on for packed words. The hardware's names have the widths of
//! red, green, blue, alpha, whatever their order.

use super::{FormatRow, Swap};
use std::fmt::Write;

/// A component of a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Component {
    /// `R`, `G`, `B`, `A`, `X` (none), and others of the name.
    pub letter: char,
    /// The lowest bit.
    pub low: u32,
    /// The number of bits.
    pub bits: u32,
}

/// The kind of a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// An array of components of whole bytes.
    Array,
    /// A word with components of any number of bits.
    Packed,
}

/// The components of a name of Gallium, from the lowest bit on, and what follows them.
/// `None` if the name does not state components.
fn parse(name: &str) -> Option<(Vec<Component>, &str)> {
    let (layout, kind) = name.split_once('_')?;
    if kind.contains('_') {
        // Stencil beside depth of another kind.
        return None;
    }
    let mut components = Vec::new();
    let mut rest = layout;
    let mut low = 0;
    while let Some(letter) = rest.chars().next() {
        let digits = rest.get(letter.len_utf8()..)?;
        let length = digits.bytes().take_while(u8::is_ascii_digit).count();
        let bits = digits.get(..length)?.parse::<u32>().ok()?;
        if !letter.is_ascii_uppercase() || bits == 0 || bits > 64 {
            return None;
        }
        components.push(Component { letter, low, bits });
        low += bits;
        rest = digits.get(length..)?;
    }
    let pixel = low <= 128 && !components.is_empty();
    pixel.then_some((components, kind))
}

/// The components of a hardware format with an order, from the lowest bit on. `None` if its
/// name does not state widths.
///
/// ```
/// use tilescope_adreno::plan::formats::{Swap, components};
/// let all = components("FMT6_5_5_5_1_UNORM", Swap::Wxyz).unwrap();
/// let text: String = all.iter().map(|c| format!("{}{}", c.letter, c.bits)).collect();
/// assert_eq!(text, "B5G5R5A1");
/// ```
pub fn components(format: &str, swap: Swap) -> Option<Vec<Component>> {
    let widths = format.strip_prefix("FMT6_")?.split('_');
    let mut bits = Vec::new();
    for width in widths {
        match width.parse::<u32>() {
            Ok(n) if (1..=64).contains(&n) => bits.push(n),
            _ => break,
        }
    }
    if bits.is_empty() || bits.len() > 4 {
        return None;
    }
    let mut all = Vec::new();
    let mut low = 0;
    for place in swap.letters().bytes().rev() {
        let (index, letter) = match place {
            b'X' => (0, 'R'),
            b'Y' => (1, 'G'),
            b'Z' => (2, 'B'),
            _ => (3, 'A'),
        };
        if let Some(&bits) = bits.get(index) {
            all.push(Component { letter, low, bits });
            low += bits;
        }
    }
    Some(all)
}

impl FormatRow {
    /// The components, from the lowest bit on; `None` for blocks and formats without widths in
    /// their name.
    pub fn layout(&self) -> Option<Vec<Component>> {
        if self.is_block() {
            return None;
        }
        parse(self.name).map(|(components, _)| components)
    }

    /// The kind of pixel.
    pub fn packing(&self) -> Option<Packing> {
        let components = self.layout()?;
        let whole = components.iter().all(|c| c.bits % 8 == 0);
        Some(if whole {
            Packing::Array
        } else {
            Packing::Packed
        })
    }

    /// The name in Vulkan without `VK_FORMAT_`, of formats of red, green, blue and alpha.
    ///
    /// ```
    /// use tilescope_adreno::plan::formats::named;
    /// let name = |gallium| named(gallium).unwrap().vulkan().unwrap();
    /// assert_eq!(name("B5G6R5_UNORM"), "R5G6B5_UNORM_PACK16");
    /// assert_eq!(name("R8G8B8A8_SRGB"), "R8G8B8A8_SRGB");
    /// ```
    pub fn vulkan(&self) -> Option<String> {
        let (mut components, kind) = parse(self.name)?;
        if !components.iter().all(|c| "RGBAE".contains(c.letter)) || self.is_block() {
            return None;
        }
        let packed = self.packing()? == Packing::Packed;
        if packed {
            components.reverse();
        }
        let mut name = String::new();
        // Writing to a String cannot fail.
        for component in components {
            let _ = write!(name, "{}{}", component.letter, component.bits);
        }
        let unsigned = packed && kind == "FLOAT";
        let kind = match kind {
            "FLOAT" if unsigned => "UFLOAT",
            "FLOAT" => "SFLOAT",
            other => other,
        };
        let _ = write!(name, "_{kind}");
        if packed {
            let _ = write!(name, "_PACK{}", self.bytes * 8);
        }
        Some(name)
    }
}
