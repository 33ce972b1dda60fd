//! Reads of descriptors, and the findings of accesses that fail.

use tilescope_core::bus::Bus;
use tilescope_core::{AccessRules, Frame, Stopped, UnitMemory};

use crate::log::{Ctx, Log, Port};
pub use crate::report::inside;
use crate::report::report;
use crate::rules::memory as rules;

/// The rules of refused accesses.
static ACCESS: AccessRules = AccessRules {
    read: &rules::READ_OUTSIDE,
    write: &rules::WRITE_OUTSIDE,
    read_only: &rules::READ_ONLY,
};

/// The memory of `port`.
pub fn of<'a, 'l>(bus: Bus<'a>, log: &'l mut Log, port: Port) -> UnitMemory<'a, 'l, Port> {
    UnitMemory {
        bus,
        log,
        port,
        rules: &ACCESS,
    }
}

/// Fills `out` from `addr`.
///
/// # Errors
/// A fault, if part of it is not mapped.
pub fn read(c: &mut Ctx<'_>, port: Port, addr: u64, out: &mut [u8]) -> Result<(), Stopped> {
    of(c.bus, c.log, port).read(addr, out)
}

/// Fills `out` with the elements that follow each other from `addr` on.
///
/// # Errors
/// The fault of the first element of which a part is not mapped.
pub fn read_elements<const N: usize>(
    c: &mut Ctx<'_>,
    port: Port,
    addr: u64,
    out: &mut [[u8; N]],
) -> Result<(), Stopped> {
    if !out.is_empty() && c.bus.mapped(addr) >= out.as_flattened().len() as u64 {
        return read(c, port, addr, out.as_flattened_mut());
    }
    for (n, out) in (0..).zip(out) {
        read(c, port, addr.wrapping_add(N as u64 * n), out)?;
    }
    Ok(())
}

/// Writes `data` to `addr`.
///
/// # Errors
/// A fault, if part of it is not mapped, or read-only.
pub fn write(c: &mut Ctx<'_>, port: Port, addr: u64, data: &[u8]) -> Result<(), Stopped> {
    of(c.bus, c.log, port).write(addr, data)
}

/// The words of `bytes`; 0 after its end.
pub fn words<const N: usize>(bytes: &[u8]) -> [u32; N] {
    let mut out = [0; N];
    for (word, bytes) in out.iter_mut().zip(bytes.as_chunks().0) {
        *word = u32::from_le_bytes(*bytes);
    }
    out
}

/// The bytes of the descriptor `what` at `addr`.
///
/// # Errors
/// A fault, if part of it is not mapped.
pub fn descriptor<const N: usize>(
    c: &mut Ctx<'_>,
    what: &'static str,
    addr: u64,
) -> Result<[u8; N], Stopped> {
    let mut bytes = [0; N];
    let done = c.bus.read(c.log, Port::Desc, addr, &mut bytes);
    if done.is_ok() && c.bus.initialised(addr, N as u32) {
        return Ok(bytes);
    }
    inside(c, Frame::Record(what, addr), |c| {
        let mut memory = of(c.bus, c.log, Port::Desc);
        done.map_err(|fault| memory.refused(fault, ACCESS.read))?;
        check_written(c, addr, N);
        Ok(bytes)
    })
}

/// Reports a descriptor with bytes that were never written.
pub fn check_written(c: &mut Ctx<'_>, addr: u64, len: usize) {
    if !c.bus.initialised(addr, len as u32) {
        report(c, &rules::UNWRITTEN_DESCRIPTOR, addr, || {
            format!("part of the {len} bytes at {addr:#010x} was never written")
        });
    }
}
