//! Rows of the modes of ALU instructions.

use crate::isa::source::MESA;
use tilescope_tables::slot;

slot! {
    /// The width of the components of an instruction.
    pub enum RegMode;
    /// The encodings of [`RegMode`].
    pub static REG_MODE = "register mode", 2, MESA;
    W8 = "00", "8", [], "Sixteen components of 8 bits.";
    W16 = "01", "16", [], "Eight components of 16 bits.";
    W32 = "10", "32", [], "Four components of 32 bits.";
    W64 = "11", "64", [], "Two components of 64 bits.";
}

impl RegMode {
    /// The width in bits.
    pub fn bits(self) -> u32 {
        8 << self as u32
    }

    /// The bits of a mask for one component: a bit is 16 bits of the register, or
    /// two components of 8 bits.
    pub(super) fn mask_bits(self) -> usize {
        (self.bits() as usize / 16).max(1)
    }
}

slot! {
    /// The part of the destination that a vector instruction writes.
    pub enum Shrink;
    /// The encodings of [`Shrink`].
    pub static SHRINK = "shrink mode", 2, MESA;
    Lower = "00", "lower", [], "Results of half the width, to the lower half of the register.";
    Upper = "01", "upper", [], "Results of half the width, to the upper half of the register.";
    None = "10", "none", [], "Results of the full width.";
    Reserved = "11", "reserved", [], "Undocumented.";
}

slot! {
    /// The components of a source that a vector instruction reads.
    pub enum Expand;
    /// The encodings of [`Expand`].
    pub static EXPAND = "expand mode", 3, MESA;
    Passthrough = "000", "passthrough", [], "The register as it is.";
    RepLow = "001", "rep_low", [], "The lower half of the register, twice.";
    RepHigh = "010", "rep_high", [], "The upper half of the register, twice.";
    Swap = "011", "swap", [], "The register with its halves exchanged.";
    Low = "100", "expand_low", [], "The lower half, each component widened.";
    High = "101", "expand_high", [], "The upper half, each component widened.";
    LowSwap = "110", "expand_low_swap", [], "The lower half, each component widened, with the halves of the result exchanged.";
    HighSwap = "111", "expand_high_swap", [], "The upper half, each component widened, with the halves of the result exchanged.";
}

impl Expand {
    /// Whether components are widened.
    pub fn widens(self) -> bool {
        self >= Expand::Low
    }
}

slot! {
    /// The modification of a source of an integer operation that is widened.
    pub enum IntModifier;
    /// The encodings of [`IntModifier`].
    pub static INT_MODIFIER = "integer source modifier", 2, MESA;
    SignExtend = "00", "sext", [], "Sign-extended.";
    ZeroExtend = "01", "zext", [], "Zero-extended.";
    Replicate = "10", "replicate", [], "Copied to both halves.";
    LeftShift = "11", "lshift", [], "Shifted to the upper half.";
}

slot! {
    /// The modification of a float result.
    pub enum OutmodFloat;
    /// The encodings of [`OutmodFloat`].
    pub static OUTMOD_FLOAT = "float output modifier", 2, MESA;
    None = "00", "none", [], "None.";
    Clamp0Inf = "01", "clamp_0_inf", [], "At least 0; NaN becomes 0.";
    ClampM11 = "10", "clamp_m1_1", [], "Clamped to [-1, 1]; NaN becomes -1.";
    Clamp01 = "11", "clamp_0_1", [], "Clamped to [0, 1]; NaN becomes 0.";
}

slot! {
    /// The modification of an integer result.
    pub enum OutmodInt;
    /// The encodings of [`OutmodInt`].
    pub static OUTMOD_INT = "integer output modifier", 2, MESA;
    Ssat = "00", "ssat", [], "Saturated, signed.";
    Usat = "01", "usat", [], "Saturated, unsigned.";
    KeepLo = "10", "keeplo", [], "The lower half; results of the full width have this encoding.";
    KeepHi = "11", "keephi", [], "The upper half.";
}
