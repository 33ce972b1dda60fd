//! Rows of the texture operations and their modes.

use crate::isa::source::{MESA, UNLISTED};
use tilescope_tables::asm::{Cursor, Parsed};
use tilescope_tables::slot;

slot! {
    /// A texture operation.
    pub enum TexOp;
    /// The encodings of [`TexOp`].
    pub static TEXTURE = "texture operation", 4, MESA;
    Normal = "0001", "TEX", [], "Samples with a level of detail from derivatives, plus a bias.";
    Gradient = "0010", "TEX_GRAD", [], "Samples with a given level of detail or gradient.";
    Fetch = "0100", "TEX_FETCH", [], "Reads one texel, without filter.";
    GradFromDerivative = "1001", "DER_TO_GRAD", [], "A gradient from derivatives.";
    Mov = "1010", "MOV", [], "Moves a register.";
    Barrier = "1011", "BARRIER", [], "Waits for the workgroup.";
    GradFromCoords = "1100", "COORDS_TO_GRAD", [], "A gradient from coordinates.";
    Derivative = "1101", "DERIVATIVE", [], "Derivatives in blocks of two by two fragments.";
    ? UNLISTED: "0000", "0011", "0101", "011x", "1000", "111x";
}

slot! {
    /// The result of a texture operation. Derivatives have a direction instead: 0 for
    /// x, 1 for y.
    pub enum TextureMode;
    /// The encodings of [`TextureMode`].
    pub static TEXTURE_MODE = "texture mode", 4, MESA;
    Normal = "0001", "normal", [], "A filtered colour.";
    Shadow = "0101", "shadow", [], "The result of a depth comparison.";
    GatherShadow = "0110", "gather.shadow", [], "The results of four depth comparisons.";
    GatherX = "1000", "gatherX", [], "The x components of four texels.";
    GatherY = "1001", "gatherY", [], "The y components of four texels.";
    GatherZ = "1010", "gatherZ", [], "The z components of four texels.";
    GatherW = "1011", "gatherW", [], "The w components of four texels.";
    ? UNLISTED: "0000", "001x", "0100", "0111", "11xx";
}

slot! {
    /// The dimension of the texture.
    pub enum Dimension;
    /// The encodings of [`Dimension`].
    pub static DIMENSION = "texture dimension", 2, MESA;
    Cube = "00", "cube", [], "Cube map.";
    D1 = "01", "1d", [], "One dimension.";
    D2 = "10", "2d", [], "Two dimensions.";
    D3 = "11", "3d", [], "Three dimensions.";
}

slot! {
    /// The treatment of fragments outside the primitive.
    pub enum Execution;
    /// The encodings of [`Execution`].
    pub static EXECUTION = "partial execution", 2, MESA;
    Reserved = "00", "reserved", [], "Undocumented.";
    Skip = "01", "skip", [], "Helper fragments skip the instruction.";
    Kill = "10", "kill", [], "Helper fragments end after the instruction.";
    None = "11", "none", [], "Helper fragments execute the instruction.";
}

slot! {
    /// The type of the texels.
    pub enum SamplerType;
    /// The encodings of [`SamplerType`].
    pub static SAMPLER_TYPE = "sampler type", 2, MESA;
    None = "00", "?", [], "No texels: moves and barriers.";
    Float = "01", "f", [], "Floats.";
    Unsigned = "10", "u", [], "Unsigned integers.";
    Signed = "11", "i", [], "Signed integers.";
}

/// The encoding of an operation, which need not be documented.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TexCode(pub u8);

/// The name of encodings without a row, before their digits.
const WITHOUT_ROW: &str = "tex_op_";

impl TexCode {
    /// The operation, if the encoding is documented.
    pub fn op(self) -> Option<TexOp> {
        TEXTURE.decode(self.0.into()).map(|row| row.op)
    }

    pub(super) fn name(self) -> String {
        TEXTURE.name_of(self.0, WITHOUT_ROW)
    }

    /// The operation with this name.
    pub(super) fn read(name: Cursor<'_>) -> Parsed<TexCode> {
        if let Some(code) = TEXTURE.without_row(name.text, WITHOUT_ROW) {
            return Ok(TexCode(code));
        }
        let row = TEXTURE.find(name, |name| format!("unknown operation `{name}`"))?;
        Ok(row.op.into())
    }
}

impl From<TexOp> for TexCode {
    fn from(op: TexOp) -> TexCode {
        TexCode(op as u8)
    }
}
