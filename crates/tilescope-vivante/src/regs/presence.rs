//! Conditions under which a chip has a register.
//!
//! The register database expresses them as features. The summary of each row
//! repeats them in text, and a test compares both. Registers without an entry exist
//! on every chip with their unit.

use std::fmt;

use tilescope_tables::packet::RegisterRow;

use super::{
    STATE_WORDS, STATES, blt, cl, co, de, de_multi, fe, gl, nfe, nte, pa, pe, ps, ra, rs, sh, te,
    ts, unit, vs,
};
use crate::chips::Chip;
use crate::features::Feature;

/// A condition for the existence of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// The feature.
    Has(Feature),
    /// The absence of the feature.
    Lacks(Feature),
    /// At least this level of HALTI.
    Halti(u8),
    /// A lower level of HALTI, or none.
    BeforeHalti(u8),
    /// One vertex stream.
    OneStream,
    /// More than one vertex stream.
    SeveralStreams,
    /// One pixel pipe.
    OnePipe,
    /// More than one pixel pipe.
    SeveralPipes,
    /// At least this many render targets, and registers for exactly these.
    RenderTargets(u32),
    /// Separate instruction memories for the vertex and the pixel shader.
    SeparateCode,
    /// One instruction memory for both shaders.
    SharedCode,
    /// Registers for the part of the instruction memory that each shader uses.
    CodeRanges,
    /// Shader code in memory.
    CodeInMemory,
    /// Separate constant memories for the vertex and the pixel shader.
    SeparateConstants,
    /// One constant memory for both shaders.
    UnifiedConstants,
}

impl Condition {
    /// Whether `chip` meets it.
    pub fn holds(self, chip: &Chip) -> bool {
        let derived = chip.derived();
        let code_at = derived.code.map(|code| code.vertex);
        match self {
            Condition::Has(feature) => chip.features.has(feature),
            Condition::Lacks(feature) => !chip.features.has(feature),
            Condition::Halti(level) => derived.halti >= Some(level),
            Condition::BeforeHalti(level) => derived.halti < Some(level),
            Condition::OneStream => chip.specs.streams == 1,
            Condition::SeveralStreams => chip.specs.streams > 1,
            Condition::OnePipe => chip.specs.pixel_pipes == 1,
            Condition::SeveralPipes => chip.specs.pixel_pipes > 1,
            Condition::RenderTargets(count) => derived.render_targets == count,
            Condition::SeparateCode => code_at == Some(vs::inst_mem::AT),
            Condition::SharedCode => code_at == Some(sh::inst_mem::AT),
            Condition::CodeRanges => derived.shader_ranges,
            Condition::CodeInMemory => derived.code_in_memory,
            Condition::SeparateConstants => !derived.unified_constants,
            Condition::UnifiedConstants => derived.unified_constants,
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Condition::Has(feature) => write!(f, "the feature {}", feature.name()),
            Condition::Lacks(feature) => write!(f, "a chip without {}", feature.name()),
            Condition::Halti(level) => write!(f, "HALTI{level}"),
            Condition::BeforeHalti(level) => write!(f, "a chip before HALTI{level}"),
            Condition::OneStream => f.write_str("a single vertex stream"),
            Condition::SeveralStreams => f.write_str("more than one vertex stream"),
            Condition::OnePipe => f.write_str("a single pixel pipe"),
            Condition::SeveralPipes => f.write_str("more than one pixel pipe"),
            Condition::RenderTargets(count) => write!(f, "{count} render targets"),
            Condition::SeparateCode => f.write_str("an instruction memory for each shader"),
            Condition::SharedCode => f.write_str("one instruction memory for both shaders"),
            Condition::CodeRanges => f.write_str("more than 256 instructions"),
            Condition::CodeInMemory => f.write_str("shaders that run from memory"),
            Condition::SeparateConstants => f.write_str("a constant memory for each shader"),
            Condition::UnifiedConstants => f.write_str("one constant memory for both shaders"),
        }
    }
}

/// Conditions of whole units, by abbreviation.
static UNITS: &[(Condition, &str)] = &[
    (Condition::Has(Feature::Composition), "CO"),
    (Condition::Has(Feature::GeometryShader), "GS"),
    (Condition::Has(Feature::Hwtfb), "TFB"),
    (Condition::Halti(1), "NTE"),
    (Condition::BeforeHalti(1), "TE"),
    (Condition::Has(Feature::Yuv420Tiler), "YUV"),
];

/// Conditions of single registers, by unit.
static REGISTERS: &[&[(u32, &[Condition])]] = &[
    blt::CONDITIONS,
    cl::CONDITIONS,
    co::CONDITIONS,
    de::CONDITIONS,
    de_multi::CONDITIONS,
    fe::CONDITIONS,
    gl::CONDITIONS,
    nfe::CONDITIONS,
    nte::CONDITIONS,
    pa::CONDITIONS,
    pe::CONDITIONS,
    ps::CONDITIONS,
    ra::CONDITIONS,
    rs::CONDITIONS,
    sh::CONDITIONS,
    te::CONDITIONS,
    ts::CONDITIONS,
    vs::CONDITIONS,
];

/// The conditions of a register, all of which must hold.
pub fn conditions(row: &RegisterRow) -> impl Iterator<Item = Condition> {
    let (letters, offset) = (unit(row), row.offset);
    let units = UNITS.iter().filter(move |(_, of)| *of == letters);
    let own = REGISTERS.iter().copied().flatten();
    let own = own.filter(move |(of, _)| *of == offset);
    let own = own.flat_map(|(_, conditions)| conditions.iter().copied());
    units.map(|(condition, _)| *condition).chain(own)
}

/// The condition of a register that `chip` does not meet, if there is one.
pub fn unmet(row: &RegisterRow, chip: &Chip) -> Option<Condition> {
    conditions(row).find(|condition| !condition.holds(chip))
}

/// The registers that a chip does not have, by word of state.
#[derive(Clone, Debug)]
pub struct Absent {
    words: Box<[u64]>,
}

impl Absent {
    /// The absent registers of `chip`.
    pub fn new(chip: &Chip) -> Absent {
        let mut words = vec![0u64; STATE_WORDS / 64];
        for row in STATES.iter().copied().flatten() {
            if unmet(row, chip).is_none() {
                continue;
            }
            for i in row.offsets().map(|offset| offset as usize / 4) {
                if let Some(word) = words.get_mut(i / 64) {
                    *word |= 1 << (i % 64);
                }
            }
        }
        Absent {
            words: words.into(),
        }
    }

    /// Whether the register at byte `offset` is absent.
    #[inline]
    pub fn has(&self, offset: u32) -> bool {
        let i = offset as usize / 4;
        let word = self.words.get(i / 64).copied().unwrap_or(0);
        word >> (i % 64) & 1 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chips;
    use crate::regs::{find, find_by_name};

    /// The text of a condition in the summary of a row, as in rnndb.
    fn words(condition: Condition) -> Vec<String> {
        let only = |text: &str| vec![format!("nly with {text}")];
        match condition {
            Condition::Has(Feature::G2dPe20) => vec!["PE20".into()],
            Condition::Has(feature) => {
                let name = feature.name();
                [only(name), only(name.trim_start_matches("BIT_"))].concat()
            }
            Condition::Lacks(feature) => vec![format!("ot with {}", feature.name())],
            Condition::Halti(level) => only(&format!("HALTI{level}")),
            Condition::BeforeHalti(level) => vec![format!("ot with HALTI{level}")],
            Condition::OneStream => vec!["chips with a single one".into()],
            Condition::SeveralStreams => only("more than one stream"),
            Condition::OnePipe => only("one pixel pipe"),
            Condition::SeveralPipes => only("more than one"),
            Condition::RenderTargets(4) => [only("4"), only("four")].concat(),
            Condition::RenderTargets(_) => [only("8"), only("eight")].concat(),
            Condition::SeparateCode => only("up to 256 instructions"),
            Condition::SharedCode => only("257 to 1024 instructions"),
            Condition::CodeRanges => only("more than 256 instructions"),
            Condition::CodeInMemory => only("HALTI5 or INSTRUCTION_CACHE"),
            Condition::SeparateConstants => vec!["ot with unified constants".into()],
            Condition::UnifiedConstants => only("unified constants"),
        }
    }

    #[test]
    fn conditions_are_those_of_the_summaries() {
        for (offset, conditions) in REGISTERS.iter().copied().flatten() {
            for condition in *conditions {
                let row = find(*offset).expect("a register").row;
                assert_eq!(row.offset, *offset, "{}", row.name());
                let said = row.layout.doc;
                let words = words(*condition);
                assert!(
                    words.iter().any(|w| said.contains(w.as_str())),
                    "{}: {condition:?} is not in {said:?}",
                    row.name()
                );
            }
        }
    }

    #[test]
    fn chips_lack_registers() {
        let has = |chip, name: &str| {
            let offset = find_by_name(name).unwrap_or_else(|| panic!("{name}"));
            !Absent::new(chip).has(offset)
        };
        for (name, with, without) in [
            ("DE.CLEAR_PIXEL_VALUE32", None, &chips::GC600),
            ("PS.INST_MEM", Some(&chips::GC600), &chips::GC880),
            ("SH.INST_MEM", Some(&chips::GC880), &chips::GC600),
            (
                "FE.VERTEX_STREAM_BASE_ADDR",
                Some(&chips::GC600),
                &chips::GC880,
            ),
            (
                "FE.VERTEX_STREAMS.BASE_ADDR",
                Some(&chips::GC880),
                &chips::GC600,
            ),
            ("PE.PIPE.COLOR_ADDR", Some(&chips::GC2000), &chips::GC880),
            ("NTE.DESCRIPTOR.ADDR", Some(&chips::GC7000L), &chips::GC3000),
            ("VS.OUTPUT", Some(&chips::GC3000), &chips::GC7000L),
            ("CO.KICKER", None, &chips::GC2000),
        ] {
            assert!(with.is_none_or(|chip| has(chip, name)), "{name}");
            assert!(!has(without, name), "{name}");
        }
    }
}
