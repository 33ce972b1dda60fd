//! Operands: destinations, sources, samplers, and their text forms.

use super::modes::{ADDR_MODE, AddrMode, COMPONENT, Component, ImmKind};
use half::f16;
use std::fmt;

/// A swizzle: the source component for each of the four components, two bits each,
/// x lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Swizzle(pub u8);

impl Swizzle {
    /// The identity.
    pub const XYZW: Swizzle = Swizzle(0xe4);

    /// The source component for component `i` (0 to 3).
    pub const fn component(self, i: usize) -> Component {
        match self.0 >> ((i & 3) * 2) & 3 {
            0 => Component::X,
            1 => Component::Y,
            2 => Component::Z,
            _ => Component::W,
        }
    }
}

impl fmt::Display for Swizzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(".")?;
        (0..4).try_for_each(|i| self.component(i).fmt(f))
    }
}

/// A write mask: bit 0 is x, bit 3 is w.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Comps(pub u8);

impl Comps {
    /// All four.
    pub const XYZW: Comps = Comps(15);

    /// Whether the component is written.
    pub const fn has(self, component: Component) -> bool {
        self.0 >> component as u32 & 1 != 0
    }
}

impl fmt::Display for Comps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Comps::XYZW {
            return Ok(());
        }
        f.write_str(".")?;
        Component::ALL.iter().try_for_each(|c| match self.has(*c) {
            true => c.fmt(f),
            false => f.write_str("_"),
        })
    }
}

impl fmt::Display for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(COMPONENT.row(self).map_or("", |r| r.name))
    }
}

impl fmt::Display for AddrMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(ADDR_MODE.row(self).map_or("", |r| r.name))
    }
}

/// The destination of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dst {
    /// None.
    Void,
    /// A temporary register.
    Temp {
        /// Number of the register, below 128.
        reg: u8,
        /// The address added to the number.
        address: AddrMode,
        /// The components that are written.
        comps: Comps,
    },
    /// The address register.
    Address {
        /// Number of the register; only 0 is known.
        reg: u8,
        /// The components that are written.
        comps: Comps,
    },
    /// Memory.
    Memory {
        /// The components that are written.
        comps: Comps,
    },
}

impl fmt::Display for Dst {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Dst::Void => f.write_str("void"),
            Dst::Temp {
                reg,
                address,
                comps,
            } => write!(f, "t{reg}{address}{comps}"),
            Dst::Address { reg, comps } => write!(f, "a{reg}{comps}"),
            Dst::Memory { comps } => write!(f, "mem{comps}"),
        }
    }
}

/// The register file of a source, with both groups of uniforms as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum File {
    /// Temporary registers.
    Temp,
    /// Values that the hardware derives.
    Internal,
    /// Uniforms.
    Uniform,
    /// Temporary registers in full precision, of dual-16 mode.
    TempFull,
}

impl File {
    /// The prefix of the register's name.
    pub const fn prefix(self) -> &'static str {
        match self {
            File::Temp => "t",
            File::Internal => "i",
            File::Uniform => "u",
            File::TempFull => "th",
        }
    }

    /// The largest number that can be encoded.
    pub const fn last(self) -> u16 {
        match self {
            File::Uniform => 511 + 128,
            _ => 511,
        }
    }
}

/// A source register with its modifiers. The absolute value is taken before the
/// negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reg {
    /// The location of the register.
    pub file: File,
    /// Its number.
    pub index: u16,
    /// The address added to the number.
    pub address: AddrMode,
    /// The swizzle.
    pub swizzle: Swizzle,
    /// Whether the value is negated.
    pub negate: bool,
    /// Whether the absolute value is taken.
    pub absolute: bool,
}

impl fmt::Display for Reg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let minus = if self.negate { "-" } else { "" };
        let bar = if self.absolute { "|" } else { "" };
        write!(
            f,
            "{minus}{bar}{}{}{}{}{bar}",
            self.file.prefix(),
            self.index,
            self.address,
            self.swizzle
        )
    }
}

/// A constant in an instruction, the same in every component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Imm {
    /// The type of the immediate.
    pub kind: ImmKind,
    /// 20 bits.
    pub bits: u32,
}

impl Imm {
    /// The width of an immediate in bits.
    pub const WIDTH: u32 = 20;

    /// The 32 bits of the operand. A 16-bit float is widened.
    pub fn value(self) -> u32 {
        match self.kind {
            ImmKind::F20 => self.bits << 12,
            ImmKind::S20 => ((self.bits << 12) as i32 >> 12) as u32,
            ImmKind::U20 => self.bits,
            ImmKind::F16 => f16::from_bits(self.bits as u16).to_f32().to_bits(),
        }
    }
}

/// A float as a decimal that parses to the same value: with six digits if possible,
/// else the shortest. `None` if there is no decimal.
fn decimal(value: f32) -> Option<String> {
    const NAN: u32 = 0x7fc0_0000;
    let bits = value.to_bits();
    match bits & 0x7fff_ffff {
        NAN if bits == NAN => return Some("nan".into()),
        NAN => return Some("-nan".into()),
        _ if value.is_nan() => return None,
        _ => {}
    }
    let six = format!("{value:.6}");
    let same = six.parse::<f32>().is_ok_and(|v| v.to_bits() == bits);
    Some(if same { six } else { format!("{value:e}") })
}

impl fmt::Display for Imm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let float = f32::from_bits(self.value());
        let text = match self.kind {
            ImmKind::U20 => Some(self.bits.to_string()),
            ImmKind::S20 => Some((self.value() as i32).to_string()),
            ImmKind::F20 => decimal(float),
            // binary16 NaNs with other payloads widen to the canonical one.
            ImmKind::F16 if u32::from(f16::from_f32(float).to_bits()) == self.bits => {
                decimal(float)
            }
            ImmKind::F16 => None,
        };
        let kind = self.kind.name();
        match text {
            Some(text) => write!(f, "{text}:{kind}"),
            None => write!(f, "{:#07x}:{kind}", self.bits),
        }
    }
}

/// The source of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Src {
    /// None.
    Void,
    /// A register.
    Reg(Reg),
    /// An immediate.
    Imm(Imm),
}

impl fmt::Display for Src {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Src::Void => f.write_str("void"),
            Src::Reg(r) => r.fmt(f),
            Src::Imm(i) => i.fmt(f),
        }
    }
}

/// The sampler of a texture read, with the swizzle of its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sampler {
    /// Number of the sampler, below 32.
    pub id: u8,
    /// The address added to the number.
    pub address: AddrMode,
    /// The swizzle of the result.
    pub swizzle: Swizzle,
}

impl fmt::Display for Sampler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tex{}{}{}", self.id, self.address, self.swizzle)
    }
}
