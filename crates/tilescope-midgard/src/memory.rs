//! Reads of descriptors, and the findings of accesses that fail.

use std::ops::Range;

use tilescope_core::bus::Bus;
use tilescope_core::{AccessRules, Frame, Stopped, UnitMemory};

use crate::log::{Ctx, Log, Port};
pub use crate::report::inside;
use crate::report::report;
use crate::rules::memory as rules;
pub use tilescope_core::memory::words;

/// The rules of refused accesses.
pub static ACCESS: AccessRules = AccessRules {
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

/// The same, and returns whether each byte of it was written.
///
/// # Errors
/// A fault, if part of it is not mapped.
pub fn read_tracked(
    c: &mut Ctx<'_>,
    port: Port,
    addr: u64,
    out: &mut [u8],
) -> Result<bool, Stopped> {
    of(c.bus, c.log, port).read_tracked(addr, out)
}

/// Writes `data` to `addr`.
///
/// # Errors
/// A fault, if part of it is not mapped, or read-only.
pub fn write(c: &mut Ctx<'_>, port: Port, addr: u64, data: &[u8]) -> Result<(), Stopped> {
    of(c.bus, c.log, port).write(addr, data)
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
    descriptors(c, addr, &mut bytes, &[(what, 0..N)])?;
    Ok(bytes)
}

/// Fills `out` from `addr`, where descriptors have these names and ranges of bytes.
///
/// # Errors
/// A fault, if part of a descriptor is not mapped.
#[inline]
pub fn descriptors(
    c: &mut Ctx<'_>,
    addr: u64,
    out: &mut [u8],
    parts: &[(&'static str, Range<usize>)],
) -> Result<(), Stopped> {
    match c.bus.read_tracked(c.log, Port::Desc, addr, out) {
        Ok(true) => Ok(()),
        _ => each_descriptor(c, addr, out, parts),
    }
}

/// Reads one descriptor after the other.
#[cold]
fn each_descriptor(
    c: &mut Ctx<'_>,
    addr: u64,
    out: &mut [u8],
    parts: &[(&'static str, Range<usize>)],
) -> Result<(), Stopped> {
    for (what, part) in parts {
        let addr = addr.wrapping_add(part.start as u64);
        let bytes = out.get_mut(part.clone()).unwrap_or_default();
        inside(c, Frame::Record(what, addr), |c| {
            if !read_tracked(c, Port::Desc, addr, bytes)? {
                report_unwritten(c, addr, bytes.len());
            }
            Ok::<(), Stopped>(())
        })?;
    }
    Ok(())
}

/// Reports a descriptor with bytes that were never written.
pub fn report_unwritten(c: &mut Ctx<'_>, addr: u64, len: usize) {
    report(c, &rules::UNWRITTEN_DESCRIPTOR, addr, || {
        format!("part of the {len} bytes at {addr:#010x} was never written")
    });
}
