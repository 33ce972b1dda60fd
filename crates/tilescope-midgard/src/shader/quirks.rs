//! Undocumented behaviour of shaders, as named choices.

use crate::chips::{Chip, Quirk};
pub use tilescope_exec::functions::Precision;
pub use tilescope_exec::quad::Derivatives;

/// Signs of the sources of MUL with the output modifier keephi.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HighProduct {
    /// Both are unsigned.
    Unsigned,
    /// Both are signed.
    Signed,
}

/// Order of the sums of FDOT3 and FDOT4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DotOrder {
    /// ((x + y) + z) + w.
    Sequential,
    /// (x + y) + (z + w).
    Pairs,
}

/// CSEL.vector and FCSEL.vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VectorSelect {
    /// Each bit of the condition chooses a bit.
    Bits,
    /// A condition other than zero chooses the first source.
    NonZero,
}

/// Registers between the texture unit and the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextureRegisters {
    /// Registers of their own.
    Own,
    /// Results go to r0 and r1, coordinates are the load/store registers.
    Shared,
}

/// Undocumented choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShaderQuirks {
    /// Precision of the lookup tables: of FRCP, FRSQRT, FSQRT, FEXP2, FLOG2, FSINPI and
    /// FCOSPI. Unspecified; Mesa's conformance tests pass with anything that OpenGL ES allows.
    pub precision: Precision,
    /// Mesa emits the same bits for umul_high and imul_high (midgard_compile.c), so one
    /// of them is wrong on hardware. Unsigned, because NIR lowers every unsigned
    /// division by a constant to umul_high, and conformance tests of these pass.
    pub high_product: HighProduct,
    /// Undocumented.
    pub dot_order: DotOrder,
    /// OpenGL ES leaves it open.
    pub derivatives: Derivatives,
    /// midgard_ops.c: the vector select "acts as bitselect()".
    pub vector_select: VectorSelect,
    /// Chips with the quirk `interpipe_register_aliasing` share them.
    pub texture_registers: TextureRegisters,
    /// The NaN that arithmetic returns. Undocumented.
    pub nan: u32,
    /// Bits at the top of an exponent that FREDUCE makes alike in all vectors: the largest
    /// component gets one and zeros there. Claim 1 of patent US 9146901, which names the
    /// instruction, calls it P and leaves it open. Three, as with fewer the sum of the
    /// squares, which the claim keeps finite, could overflow.
    pub reduced_bits: u8,
    /// Content of registers that were never written. It belongs to another thread.
    pub undefined: u32,
    /// The number of calls that can be inside one another. No driver uses calls.
    pub call_depth: u8,
}

impl ShaderQuirks {
    /// The choices that do not depend on the chip.
    pub const DEFAULT: ShaderQuirks = ShaderQuirks {
        precision: Precision::Nearest,
        high_product: HighProduct::Unsigned,
        dot_order: DotOrder::Sequential,
        derivatives: Derivatives::Fine,
        vector_select: VectorSelect::Bits,
        texture_registers: TextureRegisters::Own,
        nan: 0x7fc0_0000,
        reduced_bits: 3,
        undefined: 0,
        call_depth: 4,
    };

    /// The choices of a chip.
    pub fn of(chip: &Chip) -> ShaderQuirks {
        let texture_registers = match chip.has(Quirk::InterpipeRegisterAliasing) {
            true => TextureRegisters::Shared,
            false => TextureRegisters::Own,
        };
        ShaderQuirks {
            texture_registers,
            ..ShaderQuirks::DEFAULT
        }
    }
}
