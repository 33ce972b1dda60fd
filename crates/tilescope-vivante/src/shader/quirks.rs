//! Undocumented or chip-specific behaviour of shaders, as
//! named choices.

use crate::chips::Chip;

pub use tilescope_exec::functions::Precision;
pub use tilescope_exec::quad::Derivatives;

/// Rounding of float sums and products.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatRounding {
    /// To nearest, ties to even.
    NearestEven,
    /// Towards zero.
    TowardZero,
}

/// Denormal inputs and results of float arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Denormals {
    /// Are ordinary numbers.
    Keep,
    /// Are ordinary numbers in arithmetic and zeros in comparisons.
    ZeroInComparisons,
    /// Become zeros of the same sign.
    FlushKeepSign,
}

/// Results that IEEE 754 calls NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NanResult {
    /// This word.
    Word(u32),
}

/// Products of zero and infinity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZeroTimesInfinity {
    /// NaN, as other invalid operations.
    Nan,
    /// +0.
    Zero,
}

/// Comparisons of floats in SELECT, SET, CMP, BRANCH and TEXKILL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatComparison {
    /// IEEE 754: NaNs are unordered and unequal to everything.
    Ieee,
    /// By sign and magnitude: NaNs are beyond the infinity of their sign.
    SignMagnitude,
}

/// NaNs that are saturated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaturatedNan {
    /// Become 0.
    Zero,
    /// Become 1.
    One,
}

/// The result of SIGN for zeros.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignOfZero {
    /// 0.
    Zero,
    /// 1.
    One,
}

/// The components of its sources that an operation reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Components {
    /// The component of the result.
    Each,
    /// The first, whose result goes to every enabled component.
    FromX,
}

/// F2I of floats that do not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntegerOverflow {
    /// The nearest integer that fits; 0 for NaN.
    Saturate,
    /// 0.
    Zero,
}

/// Several uniforms in an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UniformConflict {
    /// Every uniform source reads the last one's uniform.
    LastWins,
    /// Each source reads its own.
    Each,
}

/// The type of MOVAR's source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressMove {
    /// A float, which becomes an integer.
    Float,
    /// An integer.
    Integer,
}

/// The rounding of floats to addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressRounding {
    /// Down.
    Floor,
    /// Towards zero.
    TowardZero,
    /// To nearest, ties to even.
    Nearest,
}

/// Temporary registers from `NUM_TEMPS` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BeyondTemps {
    /// Exist, as if `NUM_TEMPS` were large enough.
    Own,
    /// Alias those of a neighbouring thread; modelled as the thread's own, with
    /// numbers modulo `NUM_TEMPS`.
    Wrap,
}

/// Registers that are read before they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undefined {
    /// Hold this word.
    Word(u32),
}

/// All quirks, with the evidence for the defaults, which are those of GC2000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShaderQuirks {
    /// Default [`FloatRounding::NearestEven`]. Evidence: none is public.
    /// Instructions of later chips select either explicitly.
    pub rounding: FloatRounding,
    /// Default [`Denormals::ZeroInComparisons`]. Evidence: piglit's
    /// `fs-underflow-mul-compare-zero` and `fs-underflow-pow-compare-zero` pass on
    /// a GC2000, where products and powers just above half the least denormal are
    /// not above zero. Whether arithmetic or the comparison flushes them is
    /// unknown; the vendor's assembler marks loads that preserve denormals
    /// (`load.denorm`), so some units flush them.
    pub denormals: Denormals,
    /// Default `Word(0x7fc00000)`. Evidence: none.
    pub nan: NanResult,
    /// Default [`ZeroTimesInfinity::Nan`]. Evidence: none.
    pub zero_times_infinity: ZeroTimesInfinity,
    /// Default [`FloatComparison::Ieee`]. Evidence: none; Mesa implements min(a, b)
    /// as `b > a ? a : b`, which is b if either is a NaN.
    pub comparison: FloatComparison,
    /// Default [`SaturatedNan::Zero`]. Evidence: none; required by Direct3D 10.
    pub saturated_nan: SaturatedNan,
    /// Default [`SignOfZero::Zero`]. Evidence: Mesa implements GLSL's sign() with
    /// SIGN, and piglit's `fs-sign-float`, which tests zero, is not in the list of
    /// failures on a GC2000. rules-ng says the opposite: 1.0 for zero.
    pub sign_of_zero: SignOfZero,
    /// Results of RCP, RSQ, SQRT, EXP, LOG, SIN, COS and DIV.
    /// Default [`Precision::Nearest`]. Evidence: hardware is less precise by an
    /// unknown amount: piglit's `fs-op-assign-div-int-int`, a division by RCP,
    /// fails on a GC2000.
    pub precision: Precision,
    /// RCP, RSQ, SQRT, SIN and COS. Default [`Components::FromX`]. Evidence: Mesa
    /// treats them as scalar and puts the operand into x, as does the vendor's code
    /// (`rsq t3.xyz_, t3.xxxx`). EXP and LOG are documented as scalar.
    pub functions: Components,
    /// Integer operations except products. Default [`Components::FromX`]; with
    /// HALTI2 [`Components::Each`]. Evidence: rules-ng: scalar before GC3000.
    pub integers: Components,
    /// IMULLO0 and IMADLO0. Default [`Components::FromX`]. Evidence: rules-ng and
    /// Mesa treat them as scalar on all chips.
    pub products: Components,
    /// Default [`IntegerOverflow::Saturate`]. Evidence: none.
    pub integer_overflow: IntegerOverflow,
    /// Default [`UniformConflict::LastWins`]; with SH_NO_ONECONST_LIMIT
    /// [`UniformConflict::Each`]. Evidence: rules-ng.
    pub uniform_conflict: UniformConflict,
    /// Default [`AddressMove::Float`]; [`AddressMove::Integer`] with HALTI2.
    /// Evidence: Mesa emits the same instruction with floats before HALTI2 and with
    /// integers from HALTI2 on.
    pub address_move: AddressMove,
    /// Default [`AddressRounding::Floor`]. Evidence: none; rules-ng asks
    /// whether it rounds or floors, and Mesa's addresses are whole.
    pub address_rounding: AddressRounding,
    /// Default [`BeyondTemps::Own`]. Evidence: etna_viv: they overwrite those of
    /// neighbouring threads, with results that depend on the other threads.
    pub beyond_temps: BeyondTemps,
    /// Default [`Derivatives::Fine`]. Evidence: none.
    pub derivatives: Derivatives,
    /// Largest depth of nested calls. Default 4. Evidence: none; 4 is required by
    /// Direct3D 9 for shader model 3, for which the instruction set was designed.
    pub call_depth: u8,
    /// Default `Word(0xdeadbeef)`. Evidence: undefined on hardware; a fixed,
    /// implausible word keeps runs reproducible.
    pub undefined: Undefined,
}

impl ShaderQuirks {
    /// The best guess for GC2000.
    pub const DEFAULT: ShaderQuirks = ShaderQuirks {
        rounding: FloatRounding::NearestEven,
        denormals: Denormals::ZeroInComparisons,
        nan: NanResult::Word(0x7fc0_0000),
        zero_times_infinity: ZeroTimesInfinity::Nan,
        comparison: FloatComparison::Ieee,
        saturated_nan: SaturatedNan::Zero,
        sign_of_zero: SignOfZero::Zero,
        precision: Precision::Nearest,
        functions: Components::FromX,
        integers: Components::FromX,
        products: Components::FromX,
        integer_overflow: IntegerOverflow::Saturate,
        uniform_conflict: UniformConflict::LastWins,
        address_move: AddressMove::Float,
        address_rounding: AddressRounding::Floor,
        beyond_temps: BeyondTemps::Own,
        derivatives: Derivatives::Fine,
        call_depth: 4,
        undefined: Undefined::Word(0xdead_beef),
    };

    /// The best guess for `chip`.
    pub fn of(chip: &Chip) -> ShaderQuirks {
        let derived = chip.derived();
        let mut q = ShaderQuirks::DEFAULT;
        if derived.halti >= Some(2) {
            q.integers = Components::Each;
            q.address_move = AddressMove::Integer;
        }
        if derived.many_constants {
            q.uniform_conflict = UniformConflict::Each;
        }
        q
    }

    /// Whether all quirks of arithmetic have their defaults; those of registers and
    /// addresses may differ.
    pub fn default_arithmetic(&self) -> bool {
        let d = ShaderQuirks::DEFAULT;
        let floats = (self.rounding, self.denormals, self.nan, self.comparison)
            == (d.rounding, d.denormals, d.nan, d.comparison);
        floats
            && self.zero_times_infinity == d.zero_times_infinity
            && self.saturated_nan == d.saturated_nan
            && self.sign_of_zero == d.sign_of_zero
            && self.precision == d.precision
    }
}

impl Default for ShaderQuirks {
    fn default() -> Self {
        Self::DEFAULT
    }
}
