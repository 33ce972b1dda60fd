//! Tags of bundles.

use super::source::MESA;
use super::table::slot;

slot! {
    /// The kind and the size of a bundle.
    Tag, TAG = "tag", 4, MESA;
    Invalid = 0, "0000", "invalid", "No bundle has it.";
    Break = 1, "0001", "break", "As the tag of the next bundle: the program ends.";
    TextureVertex = 2, "0010", "tex/vt", "A texture instruction of a vertex shader.";
    Texture = 3, "0011", "tex", "A texture instruction.";
    TextureBarrier = 4, "0100", "tex/bar", "A barrier.";
    LoadStore = 5, "0101", "ldst", "Two load/store instructions.";
    Unknown1 = 6, "0110", "unk1", "Undocumented; one quadword.";
    Unknown2 = 7, "0111", "unk2", "Undocumented; one quadword.";
    Alu4 = 8, "1000", "alu/4", "ALU instructions in one quadword.";
    Alu8 = 9, "1001", "alu/8", "ALU instructions in two quadwords.";
    Alu12 = 10, "1010", "alu/12", "ALU instructions in three quadwords.";
    Alu16 = 11, "1011", "alu/16", "ALU instructions in four quadwords.";
    Alu4Writeout = 12, "1100", "aluw/4", "ALU instructions with a write to the tile buffer, in one quadword.";
    Alu8Writeout = 13, "1101", "aluw/8", "ALU instructions with a write to the tile buffer, in two quadwords.";
    Alu12Writeout = 14, "1110", "aluw/12", "ALU instructions with a write to the tile buffer, in three quadwords.";
    Alu16Writeout = 15, "1111", "aluw/16", "ALU instructions with a write to the tile buffer, in four quadwords.";
}

impl Tag {
    /// The tag in the low four bits of `bits`.
    pub fn of(bits: u32) -> Tag {
        TAG.rows[(bits & 15) as usize].op
    }

    /// The number of quadwords of an ALU bundle.
    pub fn alu_quads(self) -> Option<usize> {
        let tag = self as usize;
        (tag >= Tag::Alu4 as usize).then_some((tag & 3) + 1)
    }

    /// Whether a bundle of texture instructions has the tag.
    pub fn is_texture(self) -> bool {
        matches!(
            self,
            Tag::TextureVertex | Tag::Texture | Tag::TextureBarrier
        )
    }
}
