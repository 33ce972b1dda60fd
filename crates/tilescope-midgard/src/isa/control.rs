//! The control word of ALU bundles, and the parts of a bundle that it announces.

use tilescope_tables::fields;
use tilescope_tables::word::{Place, Value};

fields! {
    /// The first word of an ALU bundle. The register words of its instructions follow,
    /// then the bodies and branches in the same order, and in the last quadword the
    /// constants.
    pub static CONTROL = "ALU control word", 32;
    "bits_28_31", 31, 28, "no meaning known";
    "brx", 27, 27, "there is an extended branch";
    "br", 26, 26, "there is a compact branch";
    "lut", 25, 25, "there is an instruction for the lookup tables";
    "bit_24", 24, 24, "no meaning known";
    "smul", 23, 23, "there is an instruction for the scalar multiplier";
    "bit_22", 22, 22, "no meaning known";
    "vadd", 21, 21, "there is an instruction for the vector adder";
    "bit_20", 20, 20, "no meaning known";
    "sadd", 19, 19, "there is an instruction for the scalar adder";
    "bit_18", 18, 18, "no meaning known";
    "vmul", 17, 17, "there is an instruction for the vector multiplier";
    "bits_8_16", 16, 8, "no meaning known";
    "next", 7, 4, "tag of the next bundle";
    "tag", 3, 0, "tag";
}

/// A part of an ALU bundle: an instruction or a branch.
pub(super) struct Part {
    /// The name in text.
    pub name: &'static str,
    /// Half-words of registers.
    pub registers: usize,
    /// Half-words of the body.
    pub body: usize,
    /// The bit of the control word that is set if there is one.
    enable: Place,
}

const fn part(name: &'static str, registers: usize, body: usize) -> Part {
    let enable = Place::named(&[&CONTROL], name, name);
    Part {
        name,
        registers,
        body,
        enable,
    }
}

/// The parts of an ALU bundle in order, units as in [`Unit::ALL`].
pub(super) const PARTS: [Part; 7] = [
    part("vmul", 1, 3),
    part("sadd", 1, 2),
    part("vadd", 1, 3),
    part("smul", 1, 2),
    part("lut", 1, 3),
    part("br", 0, 1),
    part("brx", 0, 3),
];

impl Part {
    pub fn is_in(&self, control: u32) -> bool {
        self.enable.get([control.into(), 0])
    }

    /// Half-words that it occupies.
    pub fn halves(&self) -> usize {
        self.registers + self.body
    }
}

/// The bits of the control word without a meaning: their fields are named by the bits.
pub(super) fn unknown_bits(control: u32) -> u32 {
    let known = CONTROL.fields.iter().filter(|f| !f.name.starts_with("bit"));
    known.fold(control, |bits, field| field.set(bits.into(), 0) as u32)
}

/// The number of half-words that an ALU bundle's instructions occupy.
pub(super) fn halves(control: u32) -> usize {
    let parts = PARTS.iter().filter(|part| part.is_in(control));
    2 + parts.map(Part::halves).sum::<usize>()
}

/// A control word with bits without a meaning and the parts that are present, without tags.
pub(super) fn control_word(unknown: u32, present: [bool; PARTS.len()]) -> u32 {
    let mut words = [unknown_bits(unknown).into(), 0];
    for (part, present) in PARTS.iter().zip(present) {
        present.put(part.enable, &mut words);
    }
    words[0] as u32
}
