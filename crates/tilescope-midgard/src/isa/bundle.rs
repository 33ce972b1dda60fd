//! Bundles: one or more quadwords that execute together.

use super::alu::{Scalar, Unit, Vector};
use super::branch::{Branch, Compact};
use super::control::{PARTS, control_word, halves, unknown_bits};
use super::ldst::LoadStore;
use super::tag::Tag;
use super::texture::Texture;
use tilescope_tables::word::Word;

/// 128 bits, the first word at the lowest address.
pub type Quad = [u32; 4];

/// Half-words of a quadword.
const HALVES: usize = 8;

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
    pub extended: Option<Branch>,
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
        let first = match writeout {
            true => Tag::Alu4Writeout,
            false => Tag::Alu4,
        };
        first.with_quads(self.quads())
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

    /// The words of each part, registers first.
    fn parts(&self) -> [Option<[u64; 2]>; PARTS.len()] {
        [
            self.vmul.map(|v| v.bits()),
            self.sadd.map(|s| s.bits()),
            self.vadd.map(|v| v.bits()),
            self.smul.map(|s| s.bits()),
            self.lut.map(|v| v.bits()),
            self.branch.map(|b| Compact(b).bits()),
            self.extended.map(|b| b.bits()),
        ]
    }

    /// The control word without tags.
    fn control(&self) -> u32 {
        control_word(self.unknown, self.parts().map(|part| part.is_some()))
    }

    fn decode(quads: &[Quad]) -> Result<AluBundle, &'static str> {
        let control = quads[0][0];
        let code = halves(control).div_ceil(HALVES);
        let constants = match quads.len().checked_sub(code) {
            None => return Err("the instructions are longer than the tag states"),
            Some(0) => None,
            Some(1) => quads.last().copied(),
            Some(_) => return Err("the instructions are shorter than the tag states"),
        };
        let mut words = Halves { quads, next: 2 };
        let present = || PARTS.iter().enumerate().filter(|p| p.1.is_in(control));
        let mut parts = [None; PARTS.len()];
        for (i, part) in present() {
            parts[i] = Some([words.take(part.registers), 0]);
        }
        for (i, part) in present() {
            if let Some(bits) = &mut parts[i] {
                bits[part.registers] = words.take(part.body);
            }
        }
        let [vmul, sadd, vadd, smul, lut, branch, extended] = parts;
        while words.next < code * HALVES {
            if words.take(1) != 0 {
                return Err("there are bits after the last instruction");
            }
        }
        Ok(AluBundle {
            unknown: unknown_bits(control),
            vmul: vmul.map(Vector::from_bits),
            sadd: sadd.map(Scalar::from_bits),
            vadd: vadd.map(Vector::from_bits),
            smul: smul.map(Scalar::from_bits),
            lut: lut.map(Vector::from_bits),
            branch: branch.map(|words| Compact::from_bits(words).0),
            extended: extended.map(Branch::from_bits),
            constants,
        })
    }

    fn encode(&self, tags: u32) -> Vec<Quad> {
        let control = self.control() | tags;
        let mut words = vec![control as u16, (control >> 16) as u16];
        let mut bodies: Vec<u16> = Vec::new();
        for (part, bits) in PARTS.iter().zip(self.parts()) {
            let Some(bits) = bits else { continue };
            words.extend((0..part.registers).map(|_| bits[0] as u16));
            let body = bits[part.registers];
            bodies.extend((0..part.body).map(|i| (body >> (16 * i)) as u16));
        }
        words.extend(bodies);
        words.resize(self.code_quads() * HALVES, 0);
        let (quads, _) = words.as_chunks::<HALVES>();
        let word = |quad: &[u16; HALVES], i| u32::from(quad[i]) | u32::from(quad[i + 1]) << 16;
        let quad = |quad| [0, 2, 4, 6].map(|i| word(quad, i));
        let mut quads: Vec<Quad> = quads.iter().map(quad).collect();
        quads.extend(self.constants);
        quads
    }
}

/// The whole quadwords of `bytes`.
pub fn quads(bytes: &[u8]) -> Vec<Quad> {
    let (quads, _) = bytes.as_chunks::<16>();
    let quad = |bytes: &[u8; 16]| narrow(u128::from_le_bytes(*bytes));
    quads.iter().map(quad).collect()
}

pub(super) fn wide(quad: Quad) -> u128 {
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
