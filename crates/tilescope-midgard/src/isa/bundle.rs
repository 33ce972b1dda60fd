//! Bundles: one or more quadwords that execute together.

use super::alu::{Scalar, Unit, Vector};
use super::branch::{Branch, BranchExtended};
use super::ldst::LoadStore;
use super::tag::Tag;
use super::texture::Texture;
use super::word::Word;
use tilescope_tables::{Field, Format};

/// 128 bits, the first word at the lowest address.
pub type Quad = [u32; 4];

/// Half-words of a quadword.
const HALVES: usize = 8;

const VMUL: Field = Field::new(
    "vmul",
    17,
    17,
    "there is an instruction for the vector multiplier",
);
const SADD: Field = Field::new(
    "sadd",
    19,
    19,
    "there is an instruction for the scalar adder",
);
const VADD: Field = Field::new(
    "vadd",
    21,
    21,
    "there is an instruction for the vector adder",
);
const SMUL: Field = Field::new(
    "smul",
    23,
    23,
    "there is an instruction for the scalar multiplier",
);
const LUT: Field = Field::new(
    "lut",
    25,
    25,
    "there is an instruction for the lookup tables",
);
const BR: Field = Field::new("br", 26, 26, "there is a compact branch");
const BRX: Field = Field::new("brx", 27, 27, "there is an extended branch");
const TAG: Field = Field::new("tag", 3, 0, "tag");
const NEXT: Field = Field::new("next", 7, 4, "tag of the next bundle");

/// The first word of an ALU bundle. The register words of its instructions follow,
/// then the bodies and branches in the same order, and in the last quadword the
/// constants.
pub static CONTROL: Format = Format {
    name: "ALU control word",
    width: 32,
    fields: &[
        Field::new("bits_28_31", 31, 28, "no meaning known"),
        BRX,
        BR,
        LUT,
        Field::new("bit_24", 24, 24, "no meaning known"),
        SMUL,
        Field::new("bit_22", 22, 22, "no meaning known"),
        VADD,
        Field::new("bit_20", 20, 20, "no meaning known"),
        SADD,
        Field::new("bit_18", 18, 18, "no meaning known"),
        VMUL,
        Field::new("bits_8_16", 16, 8, "no meaning known"),
        NEXT,
        TAG,
    ],
};

/// The fields of the control word with a meaning.
const KNOWN: [Field; 9] = [TAG, NEXT, VMUL, SADD, VADD, SMUL, LUT, BR, BRX];

/// The bits of the control word without a meaning.
pub(super) fn unknown_bits(control: u32) -> u32 {
    let known: u64 = KNOWN.iter().map(Field::mask).sum();
    control & !known as u32
}

/// A bundle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bundle {
    /// The tag. For [`Body::Raw`] both tags are in the bits of the body too.
    pub tag: Tag,
    /// The tag of the next bundle.
    pub next: Tag,
    /// The instructions.
    pub body: Body,
}

/// The instructions of a bundle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// A texture instruction or a barrier.
    Texture(Texture),
    /// Two load/store instructions.
    LoadStore([LoadStore; 2]),
    /// ALU instructions and branches.
    Alu(Box<AluBundle>),
    /// Quadwords that are no valid bundle.
    Raw(Raw),
}

/// Quadwords that are no valid bundle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raw {
    /// The bits.
    pub quads: Vec<Quad>,
    /// The reason.
    pub reason: &'static str,
}

/// The instructions of an ALU bundle, in the order of their execution. The first two
/// are the first stage, the others the second, which reads the results of the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AluBundle {
    /// Bits of the control word without a known meaning, in place.
    pub unknown: u32,
    /// Vector multiplier.
    pub vmul: Option<Vector>,
    /// Scalar adder.
    pub sadd: Option<Scalar>,
    /// Vector adder.
    pub vadd: Option<Vector>,
    /// Scalar multiplier.
    pub smul: Option<Scalar>,
    /// Lookup tables.
    pub lut: Option<Vector>,
    /// Compact branch.
    pub branch: Option<Branch>,
    /// Extended branch.
    pub extended: Option<BranchExtended>,
    /// Embedded constants.
    pub constants: Option<Quad>,
}

/// Half-words in order.
struct Halves<'q> {
    quads: &'q [Quad],
    next: usize,
}

impl Halves<'_> {
    fn take(&mut self, count: usize) -> u64 {
        let mut value = 0;
        for i in 0..count {
            let at = self.next + i;
            let word = self.quads.get(at / HALVES).map_or(0, |q| q[at / 2 % 4]);
            value |= u64::from(word >> (at % 2 * 16) & 0xffff) << (16 * i);
        }
        self.next += count;
        value
    }
}

/// The number of half-words that an ALU bundle's instructions occupy.
fn halves(control: u32) -> usize {
    let size = |field: Field, halves: usize| field.get(control.into()) as usize * halves;
    let vectors: usize = [VMUL, VADD, LUT].into_iter().map(|f| size(f, 4)).sum();
    let scalars: usize = [SADD, SMUL].into_iter().map(|f| size(f, 3)).sum();
    2 + vectors + scalars + size(BR, 1) + size(BRX, 3)
}

impl AluBundle {
    /// The quadwords of the instructions, without the constants.
    fn code_quads(&self) -> usize {
        halves(self.control()).div_ceil(HALVES)
    }

    /// The number of quadwords, from 1 to 4.
    pub fn quads(&self) -> usize {
        self.code_quads() + usize::from(self.constants.is_some())
    }

    /// The tag of a bundle of this size.
    pub fn tag(&self, writeout: bool) -> Tag {
        let first = if writeout {
            Tag::Alu4Writeout
        } else {
            Tag::Alu4
        };
        Tag::of(first as u32 + self.quads() as u32 - 1)
    }

    /// The instruction of a vector unit.
    pub fn vector(&self, unit: Unit) -> Option<&Vector> {
        match unit {
            Unit::Vmul => self.vmul.as_ref(),
            Unit::Vadd => self.vadd.as_ref(),
            Unit::Lut => self.lut.as_ref(),
            Unit::Sadd | Unit::Smul => None,
        }
    }

    /// The instruction of a scalar unit.
    pub fn scalar(&self, unit: Unit) -> Option<&Scalar> {
        match unit {
            Unit::Sadd => self.sadd.as_ref(),
            Unit::Smul => self.smul.as_ref(),
            Unit::Vmul | Unit::Vadd | Unit::Lut => None,
        }
    }

    /// The control word without tags.
    fn control(&self) -> u32 {
        let present = [
            (VMUL, self.vmul.is_some()),
            (SADD, self.sadd.is_some()),
            (VADD, self.vadd.is_some()),
            (SMUL, self.smul.is_some()),
            (LUT, self.lut.is_some()),
            (BR, self.branch.is_some()),
            (BRX, self.extended.is_some()),
        ];
        let word = unknown_bits(self.unknown).into();
        present
            .into_iter()
            .fold(word, |word, (field, on)| field.set(word, on.into())) as u32
    }

    fn decode(quads: &[Quad]) -> Result<AluBundle, &'static str> {
        let control = quads[0][0];
        let halves = halves(control);
        let code = halves.div_ceil(HALVES);
        let constants = match quads.len().checked_sub(code) {
            None => return Err("the instructions are longer than the tag states"),
            Some(0) => None,
            Some(1) => quads.last().copied(),
            Some(_) => return Err("the instructions are shorter than the tag states"),
        };
        let has = |field: Field| field.get(control.into()) != 0;
        let units = [VMUL, SADD, VADD, SMUL, LUT];
        let mut words = Halves { quads, next: 2 };
        let regs = units.map(|unit| has(unit).then(|| words.take(1)));
        let vector = |words: &mut Halves<'_>, regs: Option<u64>| {
            regs.map(|regs| Vector::from_bits([regs, words.take(3)]))
        };
        let scalar = |words: &mut Halves<'_>, regs: Option<u64>| {
            regs.map(|regs| Scalar::from_bits([regs, words.take(2)]))
        };
        let out = AluBundle {
            unknown: unknown_bits(control),
            vmul: vector(&mut words, regs[0]),
            sadd: scalar(&mut words, regs[1]),
            vadd: vector(&mut words, regs[2]),
            smul: scalar(&mut words, regs[3]),
            lut: vector(&mut words, regs[4]),
            branch: has(BR).then(|| Branch::from_bits([words.take(1), 0])),
            extended: has(BRX).then(|| BranchExtended::from_bits([words.take(3), 0])),
            constants,
        };
        while words.next < code * HALVES {
            if words.take(1) != 0 {
                return Err("there are bits after the last instruction");
            }
        }
        Ok(out)
    }

    fn encode(&self, tags: u32) -> Vec<Quad> {
        let control = self.control() | tags;
        let mut words = vec![control as u16, (control >> 16) as u16];
        let mut bodies: Vec<u16> = Vec::new();
        let mut push = |bits: u64, count: usize| {
            bodies.extend((0..count).map(|i| (bits >> (16 * i)) as u16));
        };
        for &unit in Unit::ALL {
            if let Some([regs, body]) = self.vector(unit).map(Word::bits) {
                words.push(regs as u16);
                push(body, 3);
            }
            if let Some([regs, body]) = self.scalar(unit).map(Word::bits) {
                words.push(regs as u16);
                push(body, 2);
            }
        }
        if let Some(branch) = self.branch {
            push(branch.bits()[0], 1);
        }
        if let Some(branch) = self.extended {
            push(branch.bits()[0], 3);
        }
        words.extend(bodies);
        words.resize(self.code_quads() * HALVES, 0);
        let word = |h: &[u16]| u32::from(h[0]) | u32::from(h[1]) << 16;
        let quad = |h: &[u16]| [word(&h[0..]), word(&h[2..]), word(&h[4..]), word(&h[6..])];
        let mut quads: Vec<Quad> = words.chunks_exact(HALVES).map(quad).collect();
        quads.extend(self.constants);
        quads
    }
}

fn wide(quad: Quad) -> u128 {
    quad.iter()
        .rev()
        .fold(0, |all, &word| all << 32 | u128::from(word))
}

fn narrow(bits: u128) -> Quad {
    [0, 32, 64, 96].map(|lo| (bits >> lo) as u32)
}

const WORD: u128 = (1 << 60) - 1;

/// Decodes the bundle at the start of `quads`, and returns it with its number of
/// quadwords: at least 1 unless there are none. Every input decodes: what is no
/// bundle is [`Body::Raw`].
pub fn decode(quads: &[Quad]) -> Option<(Bundle, usize)> {
    let first = *quads.first()?;
    let (tag, next) = (Tag::of(first[0]), Tag::of(first[0] >> 4));
    let raw = |count: usize, reason| {
        let quads = quads[..count].to_vec();
        (Body::Raw(Raw { quads, reason }), count)
    };
    let (body, count) = match tag.alu_quads() {
        Some(count) => match quads.get(..count) {
            None => raw(1, "the program ends inside the bundle"),
            Some(own) => match AluBundle::decode(own) {
                Ok(alu) => (Body::Alu(Box::new(alu)), count),
                Err(reason) => raw(count, reason),
            },
        },
        None if tag.is_texture() => {
            let bits = wide(first);
            let parts = [bits as u64 & !0xff, (bits >> 64) as u64];
            (Body::Texture(Texture::from_bits(parts)), 1)
        }
        None if tag == Tag::LoadStore => {
            let words = [8, 68].map(|lo| (wide(first) >> lo & WORD) as u64);
            (
                Body::LoadStore(words.map(|w| LoadStore::from_bits([w, 0]))),
                1,
            )
        }
        None => raw(1, "no instructions have this tag"),
    };
    Some((Bundle { tag, next, body }, count))
}

/// The quadwords of a bundle. Numbers that do not fit their fields lose their upper
/// bits.
pub fn encode(bundle: &Bundle) -> Vec<Quad> {
    let tags = bundle.tag as u32 | (bundle.next as u32) << 4;
    match &bundle.body {
        Body::Texture(texture) => {
            let [low, high] = texture.bits().map(u128::from);
            vec![narrow(low & !0xff | u128::from(tags) | high << 64)]
        }
        Body::LoadStore(words) => {
            let [first, second] = words.map(|w| u128::from(w.bits()[0]) & WORD);
            vec![narrow(u128::from(tags) | first << 8 | second << 68)]
        }
        Body::Alu(alu) => alu.encode(tags),
        Body::Raw(raw) => raw.quads.clone(),
    }
}

/// The bundles of a program, with the index of their first quadword.
pub fn bundles(quads: &[Quad]) -> impl Iterator<Item = (usize, Bundle)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let (bundle, count) = decode(quads.get(at..)?)?;
        let start = at;
        at += count;
        Some((start, bundle))
    })
}
