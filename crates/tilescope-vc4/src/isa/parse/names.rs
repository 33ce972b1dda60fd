//! Names of registers and of immediates that are written as names.

use super::Parsed;
use crate::isa::regs::{File, ReadReg, WRITE_A, WRITE_B, WriteReg, reads, writes};
use crate::isa::stmt::{Dst, SrcReg};
use tilescope_tables::asm::{At, refuse};
use tilescope_tables::text::meant;

/// `ra5`, `a5`, and beyond 31 the raw address.
pub(super) fn numbered(name: &str) -> Option<(File, u8)> {
    let digits = name.strip_prefix('r').unwrap_or(name);
    let (file, digits) = match digits.split_at_checked(1)? {
        ("a", d) => (File::A, d),
        ("b", d) => (File::B, d),
        _ => return None,
    };
    let plain = digits.bytes().all(|b| b.is_ascii_digit()) && digits.len() <= 2;
    let n = digits.parse().ok().filter(|n| plain && *n < 64)?;
    Some((file, n))
}

pub(super) fn read_register(name: &str) -> Option<SrcReg> {
    if let Some(n) = name.strip_prefix('r')
        && let Ok(n @ 0..=5) = n.parse::<u8>()
        && n.to_string().len() + 1 == name.len()
    {
        return Some(SrcReg::Acc(n));
    }
    if let Some((file, n)) = numbered(name) {
        return Some(SrcReg::Read(n, Some(file)));
    }
    let find = |f: File| {
        let row = reads(f).named(name)?;
        (row.op != ReadReg::File).then_some(row.bits.value as u8)
    };
    match (find(File::A), find(File::B)) {
        (Some(a), Some(b)) if a == b => Some(SrcReg::Read(a, None)),
        (Some(a), _) => Some(SrcReg::Read(a, Some(File::A))),
        (None, Some(b)) => Some(SrcReg::Read(b, Some(File::B))),
        (None, None) => None,
    }
}

/// `si49`: a small immediate by its code. x03 writes 1/2 as `i2f`.
pub(super) fn raw_immediate(name: &str) -> Option<u8> {
    if let Some(code) = name.strip_prefix("si") {
        return code.parse().ok().filter(|c| *c < 64);
    }
    let n: u32 = name.strip_prefix('i')?.strip_suffix('f')?.parse().ok()?;
    let power = n.is_power_of_two() && (2..=256).contains(&n);
    power.then(|| 48 - n.trailing_zeros() as u8)
}

pub(super) fn write_register(name: &str, at: At) -> Parsed<Dst> {
    if let Some((file, n)) = numbered(name) {
        return Ok(Dst {
            addr: n,
            file: Some(file),
            ..Dst::NOP
        });
    }
    let find = |f: File| {
        let row = writes(f).named(name)?;
        (row.op != WriteReg::File).then_some(row.bits.value as u8)
    };
    let (addr, file) = match (find(File::A), find(File::B)) {
        (Some(a), Some(b)) if a == b => (a, None),
        (Some(a), _) => (a, Some(File::A)),
        (None, Some(b)) => (b, Some(File::B)),
        (None, None) => {
            let help = if name == "r4" {
                "r4 is written by the SFU, the TMUs and the tile buffer only".to_string()
            } else {
                meant(name, WRITE_A.names().chain(WRITE_B.names()))
            };
            return refuse(
                at,
                format!("`{name}` is not a register that can be written"),
                &help,
            );
        }
    };
    Ok(Dst {
        addr,
        file,
        ..Dst::NOP
    })
}
