//! Properties of ALU operations.

use super::ops::{ALU, AluOp};
use tilescope_tables::Row;

tilescope_tables::named_enum! {
    /// The type of the components that an operation writes.
    pub enum Lane;
    /// The letter before the width in the text.
    name:
    /// Floats.
    F = "f";
    /// Integers whose sign does not matter, or depends on the source modifiers.
    I = "i";
    /// Signed integers.
    S = "s";
    /// Unsigned integers.
    U = "u";
}

tilescope_tables::named_enum! {
    /// An arithmetic unit.
    pub enum Unit;
    /// The name in the text.
    name:
    /// Vector multiplier, in the first stage.
    Vmul = "vmul";
    /// Scalar adder, in the first stage.
    Sadd = "sadd";
    /// Vector adder, in the second stage.
    Vadd = "vadd";
    /// Scalar multiplier, in the second stage.
    Smul = "smul";
    /// Lookup tables, in the second stage.
    Lut = "lut";
}

/// A set of units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Units(u8);

impl Units {
    /// The units whose places have a letter, in the order of [`Unit::ALL`].
    pub(super) const fn parse(text: &str) -> Units {
        let bytes = text.as_bytes();
        assert!(bytes.len() == Unit::ALL.len());
        let (mut set, mut i) = (0, 0);
        while i < bytes.len() {
            assert!(bytes[i] == b'-' || bytes[i] == b"VDASL"[i]);
            if bytes[i] != b'-' {
                set |= 1 << i;
            }
            i += 1;
        }
        Units(set)
    }

    /// Whether the set has `unit`.
    pub fn has(self, unit: Unit) -> bool {
        self.0 >> unit as u8 & 1 != 0
    }
}

/// An operation and its properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alu {
    /// The operation.
    pub op: AluOp,
    /// The type of the result.
    pub lane: Lane,
    /// The units that have the operation. Programs can name others; what these do
    /// is undocumented.
    pub units: Units,
    /// The sources that it reads.
    pub reads: [bool; 2],
    /// The components that its value is made of.
    pub across: Across,
}

/// The components that the value of an operation is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Across {
    /// Those at its own position.
    No,
    /// The sum of products of so many.
    Dot(u8),
    /// All comparisons of four components.
    All,
    /// Any of four comparisons.
    Any,
    /// A choice by r31.
    Select {
        /// Each component has a condition of its own.
        vector: bool,
    },
    /// The product of two components of the first source.
    Fused,
    /// The components with the numbers that the second source has.
    Choose,
    /// A component of an intermediate result.
    Angle,
    /// All components, which are shifted alike.
    Reduced,
}

impl Across {
    /// The number of components that the operation reads whatever its mask, or 0 if
    /// it works component by component.
    pub fn channels(self) -> u8 {
        match self {
            Across::Dot(count) => count,
            Across::All | Across::Any => 4,
            _ => 0,
        }
    }
}

/// The encoding of an operation, which need not be documented.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AluCode(pub u8);

impl AluCode {
    /// The operation's row, if the encoding is documented.
    pub fn row(self) -> Option<&'static Row<Alu>> {
        ALU.decode(self.0.into())
    }

    /// Whether the sources are integers. Encodings of float and integer operations
    /// are in different ranges, those without a row too.
    pub fn reads_integers(self) -> bool {
        matches!(self.0, 0x40..=0x7e | 0xa0..=0xc1)
    }

    /// The type of the result.
    pub fn lane(self) -> Lane {
        match self.row() {
            Some(row) => row.op.lane,
            None if self.reads_integers() => Lane::I,
            None => Lane::F,
        }
    }

    /// Whether the result is an integer.
    pub fn writes_integers(self) -> bool {
        self.lane() != Lane::F
    }

    /// See [`Across::channels`].
    pub fn channels(self) -> u8 {
        self.row().map_or(0, |row| row.op.across.channels())
    }

    /// The name with the type of the result, without the width.
    pub(super) fn name(self) -> String {
        match self.row() {
            Some(row) => row.name.to_string(),
            None => format!("alu_op_{:02X}.{}", self.0, self.lane().name()),
        }
    }

    /// The operation with this name.
    pub(super) fn named(name: &str) -> Option<AluCode> {
        if let Some(row) = ALU.named(name) {
            return Some(AluCode(row.op.op as u8));
        }
        let (hex, _) = name.strip_prefix("alu_op_")?.split_once('.')?;
        let code = AluCode(u8::from_str_radix(hex, 16).ok()?);
        (code.name() == name).then_some(code)
    }
}

impl From<AluOp> for AluCode {
    fn from(op: AluOp) -> AluCode {
        AluCode(op as u8)
    }
}
