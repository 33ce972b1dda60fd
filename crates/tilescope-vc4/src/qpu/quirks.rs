//! Named choices for undocumented QPU behaviour.

/// Rounding of float results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatRounding {
    /// To nearest, ties to even.
    NearestEven,
    /// Towards zero.
    TowardZero,
}

/// Denormal and zero inputs and results of float operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Denormals {
    /// Become a zero of their sign.
    FlushKeepSign,
    /// Become plus zero.
    FlushToPlusZero,
}

/// Results that IEEE 754 calls NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NanResult {
    /// Plus infinity.
    PlusInfinity,
    /// The quiet NaN `0x7fc00000`.
    QuietNan,
}

/// FMUL of zero and infinity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZeroTimesInfinity {
    /// Zero.
    Zero,
    /// Same as other results that IEEE 754 calls NaN.
    NanResult,
}

/// FTOI of values that do not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FtoiOverflow {
    /// The low 32 bits of the integer.
    Wrap,
    /// The nearest integer that fits.
    Saturate,
    /// Zero.
    Zero,
}

/// Rounding of colour in the mul-ALU packs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorRounding {
    /// To nearest, ties up.
    NearestUp,
    /// To nearest, ties to even.
    NearestEven,
    /// Towards zero.
    TowardZero,
}

/// Binary16 denormals in packs and unpacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HalfDenormals {
    /// Converted exactly.
    Convert,
    /// Become zeros of their sign.
    Flush,
}

/// Results of the special function unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SfuPrecision {
    /// The binary32 nearest to the exact result.
    Nearest,
    /// Mantissas are truncated to this many fraction bits, as with a table of that
    /// precision.
    FractionBits(u8),
}

/// Branch words in which bit 45, the lowest bit of raddr_a and elsewhere the
/// set-flags bit, is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OddBranchRegister {
    /// A taken branch sets the flags from the link value.
    SetsFlags,
    /// Nothing.
    Ignored,
}

/// A full rotation of an accumulator that the previous instruction wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RotateHazard {
    /// Lanes that read from a higher quad see the value before that write, and a
    /// rotation by r5 sees the old r5.
    Stale,
    /// The new value is seen everywhere.
    Forward,
}

/// Reads of address 39, the NOP register, of a register file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NopRead {
    /// Lanes 12 to 15 of the last value read from that file, repeated for each quad.
    LastQuad,
    /// Zero.
    Zero,
}

/// Results of a mul ALU whose operation is NOP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MulNop {
    /// Lanes 12 to 15 of its last result, repeated for each quad.
    LastQuad,
    /// Not written.
    NoWrite,
}

/// Instructions with a reserved operation, branch condition or immediate form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReservedEncoding {
    /// Compute nothing; a reserved branch is not taken. The signal still counts.
    Nothing,
    /// Stop the thread.
    Stops,
}

/// Registers that a thread reads before writing them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undefined {
    /// Hold this word in every lane when the thread starts.
    Word(u32),
}

/// Every choice, with the evidence for its default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QpuQuirks {
    /// Rounding of FADD and FSUB. Default [`FloatRounding::NearestEven`]. Evidence: none is public.
    /// py-videocore's ALU tests accept a relative error of 1e-6 on a Raspberry
    /// Pi, which both choices meet.
    pub fadd_rounding: FloatRounding,
    /// Rounding of FMUL. Default [`FloatRounding::TowardZero`]. Evidence: the FAQ of V3DLib
    /// reports products rounded down on Raspberry Pis. Of 1221 results of piglit that a
    /// Raspberry Pi 3 judges (textures, blits, built-in functions, lines, points, polygons),
    /// 9 depend on it, ASTC `miptree` and `fbo-blit-stretch`: all fail on the board, and fail
    /// here with this choice only.
    pub fmul_rounding: FloatRounding,
    /// Default [`Denormals::FlushToPlusZero`]. Evidence: vc4asm's addendum,
    /// measured: denormals "are just truncated to 0". Zeros have no sign: Mesa negates
    /// by FMUL with -1.0 and takes signs from integer flags, and piglit's
    /// `fs-sign-neg`, with a zero in it, passes on a Raspberry Pi 3.
    pub denormals: Denormals,
    /// Default [`NanResult::PlusInfinity`]. Evidence: vc4asm's addendum,
    /// measured: 0.0 + NaN = +Inf.
    pub nan_result: NanResult,
    /// Default [`ZeroTimesInfinity::Zero`]. Evidence: Mesa refines RECIP by a
    /// Newton step, whose sign for 1/0 depends on it; piglit's
    /// `glsl-fs-atan-2`, which needs it positive, passes on a Raspberry Pi 3.
    pub zero_times_infinity: ZeroTimesInfinity,
    /// Default [`FtoiOverflow::Wrap`]. Evidence: inferred. Mesa divides integers by
    /// FTOI(RECIP(b) * 4294966784.0), which is beyond 2^31 for b = 1: saturation then makes
    /// 24 / -1 equal to -19 and zero makes it -2; dEQP-GLES2's integer divisions, which
    /// have that case, are not on the Raspberry Pi 3's list of failures. Values of 2^32
    /// and above are extrapolated.
    pub ftoi_overflow: FtoiOverflow,
    /// Default [`ColorRounding::NearestUp`]. Evidence: piglit's
    /// `arb_framebuffer_srgb-blit`, `linear_to_srgb enabled render`, draws 0.5/255,
    /// 1.5/255, 2.5/255 (Mesa's fragment coordinates are integers) and passes on a
    /// Raspberry Pi 3 only if they become 1, 2, 3. py-videocore's `test_pack_mul`
    /// accepts a difference of 1 from truncation.
    pub color_rounding: ColorRounding,
    /// Default [`HalfDenormals::Flush`]. Evidence: the general statement on
    /// denormals in vc4asm's addendum; halves are not named there.
    pub half_denormals: HalfDenormals,
    /// Default [`SfuPrecision::Nearest`]. Evidence: py-videocore's
    /// `test_sfu.py` finds hardware within a relative 1e-4 (LOG 1e-2), so
    /// hardware is a table; its contents are not public.
    pub sfu: SfuPrecision,
    /// Default [`OddBranchRegister::SetsFlags`]. Evidence: vc4asm's addendum,
    /// measured; that the flags come from the link value is a guess (any other
    /// candidate is not zero either).
    pub odd_branch_register: OddBranchRegister,
    /// Default [`RotateHazard::Stale`]. Evidence: vc4asm's addendum: the
    /// restriction applies only to lanes that take from a higher quad.
    pub rotate_hazard: RotateHazard,
    /// Default [`NopRead::LastQuad`]. Evidence: vc4asm's addendum, measured.
    pub nop_read: NopRead,
    /// Default [`MulNop::LastQuad`]. Evidence: vc4asm's addendum, measured.
    pub mul_nop: MulNop,
    /// Default `Word(0xdeadbeef)`. Evidence: undefined on hardware; a fixed word that
    /// is an implausible value keeps runs repeatable.
    pub undefined: Undefined,
    /// Default [`ReservedEncoding::Nothing`]. Evidence: none. The Guide reserves the
    /// encodings and does not mention an error state for them.
    pub reserved_encoding: ReservedEncoding,
}

impl QpuQuirks {
    /// The best known approximation of the hardware.
    pub const DEFAULT: QpuQuirks = QpuQuirks {
        fadd_rounding: FloatRounding::NearestEven,
        fmul_rounding: FloatRounding::TowardZero,
        denormals: Denormals::FlushToPlusZero,
        nan_result: NanResult::PlusInfinity,
        zero_times_infinity: ZeroTimesInfinity::Zero,
        ftoi_overflow: FtoiOverflow::Wrap,
        color_rounding: ColorRounding::NearestUp,
        half_denormals: HalfDenormals::Flush,
        sfu: SfuPrecision::Nearest,
        odd_branch_register: OddBranchRegister::SetsFlags,
        rotate_hazard: RotateHazard::Stale,
        nop_read: NopRead::LastQuad,
        mul_nop: MulNop::LastQuad,
        undefined: Undefined::Word(0xdead_beef),
        reserved_encoding: ReservedEncoding::Nothing,
    };
}

impl Default for QpuQuirks {
    fn default() -> Self {
        Self::DEFAULT
    }
}
