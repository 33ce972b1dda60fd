//! The fields of the instruction word.
//!
//! The four words have the same fields in every instruction, except for bits 0 to
//! 10 of word 1 and the upper part of word 3, which depend on the kind of
//! instruction.

use super::op::Form;
use super::word::Inst;
use tilescope_tables::{Field, Format};

/// A field of one of the four words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Index of the word.
    pub word: usize,
    /// The bits of the word.
    pub field: Field,
}

impl Place {
    const fn new(word: usize, name: &'static str, hi: u8, lo: u8, doc: &'static str) -> Place {
        Place {
            word,
            field: Field::new(name, hi, lo, doc),
        }
    }

    /// The field's value.
    pub const fn get(&self, inst: Inst) -> u32 {
        self.field.get(inst.0[self.word] as u64) as u32
    }

    /// The instruction with the field replaced. Bits that do not fit are dropped.
    #[must_use]
    pub const fn set(&self, inst: Inst, value: u32) -> Inst {
        let mut words = inst.0;
        words[self.word] = self.field.set(words[self.word] as u64, value as u64) as u32;
        Inst(words)
    }
}

pub(super) const OPCODE: Place = Place::new(0, "opcode", 5, 0, "bits 5:0 of the operation");
pub(super) const COND: Place = Place::new(0, "cond", 10, 6, "condition");
pub(super) const SAT: Place = Place::new(0, "sat", 11, 11, "clamp the result to [0, 1]");
pub(super) const DST_USE: Place = Place::new(0, "dst_use", 12, 12, "there is a destination");
pub(super) const DST_AMODE: Place =
    Place::new(0, "dst_amode", 15, 13, "addressing mode of the destination");
pub(super) const DST_REG: Place = Place::new(0, "dst_reg", 22, 16, "destination register");
pub(super) const DST_COMPS: Place =
    Place::new(0, "dst_comps", 26, 23, "enabled components, bit 0 is x");
pub(super) const TEX_ID: Place = Place::new(0, "tex_id", 31, 27, "sampler");

pub(super) const TEX_AMODE: Place =
    Place::new(1, "tex_amode", 2, 0, "addressing mode of the sampler");
pub(super) const TEX_SWIZ: Place =
    Place::new(1, "tex_swiz", 10, 3, "swizzle of the sampler's result");
pub(super) const RMODE: Place = Place::new(1, "rmode", 1, 0, "rounding mode");
pub(super) const PMODE: Place = Place::new(1, "pmode", 2, 2, "results are not packed");
const ALU_3_6: Place = Place::new(1, "bits_35_38", 6, 3, "no meaning known");
pub(super) const SKPHP: Place = Place::new(1, "skphp", 7, 7, "skip helper pixels");
const ALU_8_10: Place = Place::new(1, "bits_40_42", 10, 8, "no meaning known");
pub(super) const LEFT_SHIFT: Place = Place::new(
    1,
    "left_shift",
    5,
    3,
    "the offset src1 is shifted left by it",
);
const MEMORY_6: Place = Place::new(1, "bit_38", 6, 6, "no meaning known");
pub(super) const LOCAL: Place = Place::new(1, "local", 8, 8, "work-group local memory");
const MEMORY_9: Place = Place::new(1, "bit_41", 9, 9, "no meaning known");
pub(super) const DENORM: Place = Place::new(1, "denorm", 10, 10, "preserve denormals");
pub(super) const TYPE2: Place = Place::new(1, "type2", 21, 21, "bit 2 of the type");
pub(super) const OPCODE6: Place = Place::new(2, "opcode6", 16, 16, "bit 6 of the operation");
pub(super) const TYPE01: Place = Place::new(2, "type01", 31, 30, "bits 1:0 of the type");
pub(super) const SEL0: Place = Place::new(
    3,
    "sel0",
    13,
    13,
    "dual-16 mode: low half of the 16-bit registers",
);
pub(super) const SEL1: Place = Place::new(
    3,
    "sel1",
    24,
    24,
    "dual-16 mode: high half of the 16-bit registers",
);
pub(super) const DST_FULL: Place = Place::new(
    3,
    "dst_full",
    31,
    31,
    "dual-16 mode: full-precision destination",
);
const FLOW_3_6: Place = Place::new(3, "bits_99_102", 6, 3, "no meaning known");
pub(super) const TARGET: Place = Place::new(3, "target", 21, 7, "target instruction");
const FLOW_22_31: Place = Place::new(3, "bits_118_127", 31, 22, "no meaning known");

/// The fields of a source operand.
pub(super) struct SrcPlaces {
    pub used: Place,
    pub reg: Place,
    pub swiz: Place,
    pub neg: Place,
    pub abs: Place,
    pub amode: Place,
    pub rgroup: Place,
}

/// Declares a source by its fields: the word, the highest and the lowest bit of each.
macro_rules! source {
    (
        $n:literal, used: $used:tt, reg: $reg:tt, swiz: $swiz:tt, neg: $neg:tt, abs: $abs:tt,
        amode: $amode:tt, rgroup: $rgroup:tt
    ) => {
        SrcPlaces {
            used: source!(@ $n "use" $used concat!("there is a source ", $n)),
            reg: source!(@ $n "reg" $reg "register; bits 8:0 of an immediate"),
            swiz: source!(@ $n "swiz" $swiz "swizzle; bits 16:9 of an immediate"),
            neg: source!(@ $n "neg" $neg "negated; bit 17 of an immediate"),
            abs: source!(@ $n "abs" $abs "absolute value; bit 18 of an immediate"),
            amode: source!(@ $n "amode" $amode "addressing mode; kind and bit 19 of an immediate"),
            rgroup: source!(@ $n "rgroup" $rgroup "register group"),
        }
    };
    (@ $n:literal $name:literal ($word:literal, $hi:literal, $lo:literal) $doc:expr) => {
        Place::new($word, concat!("src", $n, "_", $name), $hi, $lo, $doc)
    };
}

#[rustfmt::skip]
pub(super) const SRC: [SrcPlaces; 3] = [
    source!(0, used: (1, 11, 11), reg: (1, 20, 12), swiz: (1, 29, 22), neg: (1, 30, 30), abs: (1, 31, 31),
        amode: (2, 2, 0), rgroup: (2, 5, 3)),
    source!(1, used: (2, 6, 6), reg: (2, 15, 7), swiz: (2, 24, 17), neg: (2, 25, 25), abs: (2, 26, 26),
        amode: (2, 29, 27), rgroup: (3, 2, 0)),
    source!(2, used: (3, 3, 3), reg: (3, 12, 4), swiz: (3, 21, 14), neg: (3, 22, 22), abs: (3, 23, 23),
        amode: (3, 27, 25), rgroup: (3, 30, 28)),
];

macro_rules! format {
    ($(#[$m:meta])* $id:ident, $name:literal, $($place:expr),+ $(,)?) => {
        $(#[$m])*
        pub static $id: Format = Format {
            name: $name,
            width: 32,
            fields: &[$($place.field),+],
        };
    };
}

format!(
    /// Word 0 of every instruction.
    WORD0, "word 0",
    TEX_ID, DST_COMPS, DST_REG, DST_AMODE, DST_USE, SAT, COND, OPCODE
);
format!(
    /// Word 1 of instructions that are neither texture nor memory instructions.
    WORD1, "word 1",
    SRC[0].abs, SRC[0].neg, SRC[0].swiz, TYPE2, SRC[0].reg, SRC[0].used,
    ALU_8_10, SKPHP, ALU_3_6, PMODE, RMODE
);
format!(
    /// Word 1 of texture instructions.
    WORD1_TEXTURE, "word 1 of texture instructions",
    SRC[0].abs, SRC[0].neg, SRC[0].swiz, TYPE2, SRC[0].reg, SRC[0].used,
    TEX_SWIZ, TEX_AMODE
);
format!(
    /// Word 1 of instructions that read or write memory.
    WORD1_MEMORY, "word 1 of memory instructions",
    SRC[0].abs, SRC[0].neg, SRC[0].swiz, TYPE2, SRC[0].reg, SRC[0].used,
    DENORM, MEMORY_9, LOCAL, SKPHP, MEMORY_6, LEFT_SHIFT, PMODE, RMODE
);
format!(
    /// Word 2 of every instruction.
    WORD2, "word 2",
    TYPE01, SRC[1].amode, SRC[1].abs, SRC[1].neg, SRC[1].swiz, OPCODE6,
    SRC[1].reg, SRC[1].used, SRC[0].rgroup, SRC[0].amode
);
format!(
    /// Word 3 of instructions without a target.
    WORD3, "word 3",
    DST_FULL, SRC[2].rgroup, SRC[2].amode, SEL1, SRC[2].abs, SRC[2].neg,
    SRC[2].swiz, SEL0, SRC[2].reg, SRC[2].used, SRC[1].rgroup
);
format!(
    /// Word 3 of instructions with a target.
    WORD3_FLOW, "word 3 of branches and calls",
    FLOW_22_31, TARGET, FLOW_3_6, SRC[1].rgroup
);

/// The formats of the four words of an instruction of this form.
pub fn formats(form: Form) -> [&'static Format; 4] {
    match form {
        Form::Alu | Form::Plain | Form::AddressMove => [&WORD0, &WORD1, &WORD2, &WORD3],
        Form::Texture => [&WORD0, &WORD1_TEXTURE, &WORD2, &WORD3],
        Form::Memory | Form::MemoryStore => [&WORD0, &WORD1_MEMORY, &WORD2, &WORD3],
        Form::Flow => [&WORD0, &WORD1, &WORD2, &WORD3_FLOW],
    }
}

/// The fields of an instruction of this form, in the order of the words.
pub(super) fn places(form: Form) -> impl Iterator<Item = Place> {
    formats(form)
        .into_iter()
        .enumerate()
        .flat_map(|(word, format)| {
            let fields = format.fields.iter();
            fields.map(move |&field| Place { word, field })
        })
}
