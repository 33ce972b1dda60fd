//! Tags of bundles.

use super::source::MESA;
use tilescope_tables::slot;

slot! {
    /// The kind and the size of a bundle.
    pub enum Tag;
    /// The encodings of [`Tag`].
    pub static TAG = "tag", 4, MESA;
    Invalid = "0000", "invalid", [], "No bundle has it.";
    Break = "0001", "break", [], "As the tag of the next bundle: the program ends.";
    TextureVertex = "0010", "tex/vt", [], "A texture instruction of a vertex shader.";
    Texture = "0011", "tex", [], "A texture instruction.";
    TextureBarrier = "0100", "tex/bar", [], "A barrier.";
    LoadStore = "0101", "ldst", [], "Two load/store instructions.";
    Unknown1 = "0110", "unk1", [], "Undocumented; one quadword.";
    Unknown2 = "0111", "unk2", [], "Undocumented; one quadword.";
    Alu4 = "1000", "alu/4", [], "ALU instructions in one quadword.";
    Alu8 = "1001", "alu/8", [], "ALU instructions in two quadwords.";
    Alu12 = "1010", "alu/12", [], "ALU instructions in three quadwords.";
    Alu16 = "1011", "alu/16", [], "ALU instructions in four quadwords.";
    Alu4Writeout = "1100", "aluw/4", [], "ALU instructions with a write to the tile buffer, in one quadword.";
    Alu8Writeout = "1101", "aluw/8", [], "ALU instructions with a write to the tile buffer, in two quadwords.";
    Alu12Writeout = "1110", "aluw/12", [], "ALU instructions with a write to the tile buffer, in three quadwords.";
    Alu16Writeout = "1111", "aluw/16", [], "ALU instructions with a write to the tile buffer, in four quadwords.";
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

    /// The tag of an ALU bundle of this many quadwords, of the same kind.
    pub(super) fn with_quads(self, quads: usize) -> Tag {
        Tag::of(self as u32 & !3 | (quads as u32 - 1))
    }

    /// Whether a bundle of texture instructions has the tag.
    pub fn is_texture(self) -> bool {
        matches!(
            self,
            Tag::TextureVertex | Tag::Texture | Tag::TextureBarrier
        )
    }
}
