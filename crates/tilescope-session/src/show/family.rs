//! Listings of a family's commands and instructions.

use tilescope_core::{BitSpan, Rule};
use tilescope_tables::listing::{ListingLine, Options};
use tilescope_tables::packet::Field;

/// A family with listings for findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// VideoCore IV.
    Vc4,
    /// Vivante GC.
    Vivante,
}

impl Family {
    /// The family of a rule: the first part of its id.
    pub fn of(rule: &Rule) -> Family {
        match rule.id.split('-').next() {
            Some("VIV") => Family::Vivante,
            _ => Family::Vc4,
        }
    }

    /// The commands in `bytes`, which begin at address `base`.
    pub fn commands(self, bytes: &[u8], base: u32, options: &Options<'_>) -> Vec<ListingLine> {
        match self {
            Family::Vc4 => tilescope_vc4::cmd::describe::describe(bytes, base, options),
            Family::Vivante => tilescope_vivante::cmd::listing::describe(bytes, base, options),
        }
    }

    /// Bytes of a list that are read from the command at fault on, to cover it
    /// and some commands after it.
    pub fn ahead(self) -> u64 {
        match self {
            Family::Vc4 => 64,
            // A LOAD_STATE of 1024 words.
            Family::Vivante => 4096 + 64,
        }
    }

    /// Bytes of a command before the one that holds bit 0.
    pub fn before_bits(self) -> usize {
        match self {
            // The opcode.
            Family::Vc4 => 1,
            Family::Vivante => 0,
        }
    }

    /// The name of the first field of a command that has any of these bits.
    pub fn field(self, command: &[u8], b: BitSpan) -> Option<&'static str> {
        let find = |fields: &'static [Field]| {
            let has = |f: &&Field| f.lo <= b.hi && b.lo <= f.hi();
            fields.iter().find(has).map(|f| f.name)
        };
        match self {
            Family::Vc4 => {
                let raw = tilescope_vc4::cmd::RawPacket::at(command).ok()?;
                find(raw.row.payload.fields)
            }
            Family::Vivante => {
                let raw = tilescope_vivante::cmd::RawCommand::at(command).ok()?;
                find(raw.row.layout.fields)
            }
        }
    }

    /// Bytes of an instruction.
    pub fn instruction_bytes(self) -> usize {
        match self {
            Family::Vc4 => 8,
            Family::Vivante => tilescope_vivante::isa::Inst::BYTES,
        }
    }

    /// An instruction as text; `bytes` are those of the whole instruction.
    pub fn instruction(self, bytes: &[u8]) -> String {
        match self {
            Family::Vc4 => match bytes.first_chunk() {
                Some(word) => {
                    let word = u64::from_le_bytes(*word);
                    tilescope_vc4::isa::disassemble(tilescope_vc4::isa::Inst(word))
                }
                None => String::new(),
            },
            Family::Vivante => match bytes.first_chunk() {
                Some(bytes) => {
                    let inst = tilescope_vivante::isa::Inst::from_bytes(*bytes);
                    tilescope_vivante::isa::disassemble(inst)
                }
                None => String::new(),
            },
        }
    }

    /// The names of an instruction's fields that have any of these bits.
    pub fn instruction_fields(self, bytes: &[u8], b: BitSpan) -> Vec<&'static str> {
        match (self, bytes.first_chunk()) {
            (Family::Vc4, Some(word)) => {
                use tilescope_vc4::isa;
                let fields = isa::format(isa::Inst(u64::from_le_bytes(*word))).fields;
                let hit = fields.iter().filter(|f| {
                    let span = f.span();
                    span.lo <= b.hi && b.lo <= span.hi
                });
                hit.map(|f| f.name).collect()
            }
            // Vivante's fields depend on word and form; the findings name them.
            (_, _) => Vec::new(),
        }
    }
}
