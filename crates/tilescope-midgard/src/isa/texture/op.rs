//! Rows of the texture operations and their modes.

use crate::isa::source::MESA;
use crate::isa::table::slot;

slot! {
    /// A texture operation.
    TexOp, TEXTURE = "texture operation", 4, MESA;
    Normal = 1, "0001", "TEX", "Samples with a level of detail from derivatives, plus a bias.";
    Gradient = 2, "0010", "TEX_GRAD", "Samples with a given level of detail or gradient.";
    Fetch = 4, "0100", "TEX_FETCH", "Reads one texel, without filter.";
    GradFromDerivative = 9, "1001", "DER_TO_GRAD", "A gradient from derivatives.";
    Mov = 10, "1010", "MOV", "Moves a register.";
    Barrier = 11, "1011", "BARRIER", "Waits for the workgroup.";
    GradFromCoords = 12, "1100", "COORDS_TO_GRAD", "A gradient from coordinates.";
    Derivative = 13, "1101", "DERIVATIVE", "Derivatives in blocks of two by two fragments.";
    ? "0000";
    ? "0011";
    ? "0101";
    ? "011x";
    ? "1000";
    ? "111x";
}

slot! {
    /// The result of a texture operation. Derivatives have a direction instead: 0 for
    /// x, 1 for y.
    TextureMode, TEXTURE_MODE = "texture mode", 4, MESA;
    Normal = 1, "0001", "normal", "A filtered colour.";
    Shadow = 5, "0101", "shadow", "The result of a depth comparison.";
    GatherShadow = 6, "0110", "gather.shadow", "The results of four depth comparisons.";
    GatherX = 8, "1000", "gatherX", "The x components of four texels.";
    GatherY = 9, "1001", "gatherY", "The y components of four texels.";
    GatherZ = 10, "1010", "gatherZ", "The z components of four texels.";
    GatherW = 11, "1011", "gatherW", "The w components of four texels.";
    ? "0000";
    ? "001x";
    ? "0100";
    ? "0111";
    ? "11xx";
}

slot! {
    /// The dimension of the texture.
    Dimension, DIMENSION = "texture dimension", 2, MESA;
    Cube = 0, "00", "cube", "Cube map.";
    D1 = 1, "01", "1d", "One dimension.";
    D2 = 2, "10", "2d", "Two dimensions.";
    D3 = 3, "11", "3d", "Three dimensions.";
}

slot! {
    /// The treatment of fragments outside the primitive.
    Execution, EXECUTION = "partial execution", 2, MESA;
    Reserved = 0, "00", "reserved", "Undocumented.";
    Skip = 1, "01", "skip", "Helper fragments skip the instruction.";
    Kill = 2, "10", "kill", "Helper fragments end after the instruction.";
    None = 3, "11", "none", "Helper fragments execute the instruction.";
}

slot! {
    /// The type of the texels.
    SamplerType, SAMPLER_TYPE = "sampler type", 2, MESA;
    None = 0, "00", "?", "No texels: moves and barriers.";
    Float = 1, "01", "f", "Floats.";
    Unsigned = 2, "10", "u", "Unsigned integers.";
    Signed = 3, "11", "i", "Signed integers.";
}

/// The encoding of an operation, which need not be documented.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TexCode(pub u8);

impl TexCode {
    /// The operation, if the encoding is documented.
    pub fn op(self) -> Option<TexOp> {
        TEXTURE.decode(self.0.into()).map(|row| row.op)
    }

    pub(super) fn name(self) -> String {
        match self.op() {
            Some(op) => op.name().to_string(),
            None => format!("tex_op_{:02X}", self.0),
        }
    }
}

impl From<TexOp> for TexCode {
    fn from(op: TexOp) -> TexCode {
        TexCode(op as u8)
    }
}
