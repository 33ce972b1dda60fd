//! Checks of writes of registers.

use super::Checker;
use crate::protect::{self, Access};
use crate::regs::{self, Field, Kind};
use crate::rules::reg;

/// Registers whose magic values differ between chips, by their numbers; the names are those of
/// the rows of chips. Others of them are written by the kernel, or depend on more than the chip.
/// The third is what freedreno of Mesa 22.3 writes on every chip.
const MAGIC: [(u32, &str, Option<u32>); 5] = [
    (0x8600, "GRAS_DBG_ECO_CNTL", Some(0x880)),
    (0x9600, "VPC_DBG_ECO_CNTL", Some(0)),
    (0xae00, "SP_DBG_ECO_CNTL", Some(0)),
    (0xae03, "SP_CHICKEN_BITS", Some(0x1430)),
    (0xb600, "TPL1_DBG_ECO_CNTL", None),
];

/// Registers with bits that freedreno writes on chips that work, although the database of the a6xx
/// has no fields for them, and these bits. Later databases have them: the pitch of layers of flags,
/// and the location of the shading rate, which they give to the a7xx only. They are no fields of the
/// tables, as texts are compared with those of Mesa 22.3.
const WRITTEN_BITS: [(std::ops::RangeInclusive<u32>, u64); 4] = [
    (0x8c22..=0x8c22, 0x1fff_f800),
    (0xb4cc..=0xb4cc, 0x1fff_f800),
    (0x9104..=0x9106, 0x00ff_0000),
    (0x9314..=0x9316, 0x00ff_0000),
];

/// The bits that fields have.
fn known_bits(field: &Field) -> u64 {
    match field.kind {
        Kind::Set(fields) => fields.iter().fold(0, |all, f| all | f.mask()),
        _ => field.mask(),
    }
}

/// The first field whose value has no name.
fn unnamed(field: &'static Field, value: u64) -> Option<(&'static str, u64)> {
    let own = std::slice::from_ref(field);
    let fields = match field.kind {
        Kind::Set(fields) => fields,
        _ => own,
    };
    fields.iter().find_map(|f| match f.kind {
        Kind::Enum(table) => {
            let value = f.get(value);
            // Zero is what fields have that were not set.
            let unknown = value != 0 && table.name(value).is_none();
            unknown.then_some((f.name, value))
        }
        _ => None,
    })
}

impl Checker {
    /// A register gets a value.
    pub(crate) fn write(&mut self, address: u64, number: u32, value: u32) {
        if protect::access(self.chip.protect, number) != Access::ReadWrite {
            let message = format!("{} ({number:#x}) is protected", regs::name(number));
            self.note(&reg::PROTECTED_WRITES, address, message);
        }
        let Some((row, _, word)) = regs::at(number) else {
            let message = format!("{number:#x} is not a register that is known");
            self.note(&reg::REGISTERS_EXIST, address, message);
            return;
        };
        if row.words > 1 || word > 0 {
            return;
        }
        let value = u64::from(value);
        let written = WRITTEN_BITS
            .iter()
            .find(|(range, _)| range.contains(&number));
        let written = written.map_or(0, |(_, bits)| *bits);
        let unknown = value & !known_bits(&row.value) & !written;
        // Drivers set bits of magic registers that the database does not have.
        let magic = MAGIC.iter().any(|m| m.0 == number);
        if unknown != 0 && !magic {
            let message = format!("{} has the bits {unknown:#x} set", regs::name(number));
            self.note(&reg::BITS_ARE_KNOWN, address, message);
        }
        if let Some((field, n)) = unnamed(&row.value, value) {
            let message = format!("{field} of {} has no value {n:#x}", regs::name(number));
            self.note(&reg::VALUES_EXIST, address, message);
        }
        self.magic(address, number, value as u32);
    }

    /// Told only if it is the value of another chip: what is no chip's is no evidence.
    fn magic(&mut self, address: u64, number: u32, value: u32) {
        let Some(&(_, name, every)) = MAGIC.iter().find(|m| m.0 == number) else {
            return;
        };
        let own = self.chip.magic(name);
        if every == Some(value) || own.is_some_and(|m| m.value == value || m.earlier == Some(value))
        {
            return;
        }
        let is = |chip: &crate::chips::Chip| chip.magic(name).is_some_and(|m| m.value == value);
        if let Some(other) = crate::chips::CHIPS.iter().find(|c| is(c)) {
            let message = format!(
                "{name} is {value:#x}, as on {}, and not the value of {}",
                other.name, self.chip.name
            );
            self.note(&reg::MAGIC_OF_THE_CHIP, address, message);
        }
    }
}
