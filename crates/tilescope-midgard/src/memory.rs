//! Reads of descriptors, and the findings of accesses that fail.

use std::ops::Range;

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

/// Elements that are read at once.
const TOGETHER: usize = 16;

/// Calls `each` with the address and the bytes of each of `count` elements that follow each other
/// from `addr` on.
///
/// # Errors
/// The fault of the first element of which a part is not mapped.
pub fn elements<const N: usize>(
    c: &mut Ctx<'_>,
    port: Port,
    addr: u64,
    count: u32,
    mut each: impl FnMut(u64, &[u8; N], &mut Ctx<'_>),
) -> Result<(), Stopped> {
    let mut bytes = [[0; N]; TOGETHER];
    let at = |n: u32| addr.wrapping_add(N as u64 * u64::from(n));
    for first in (0..count).step_by(TOGETHER) {
        let bytes = &mut bytes[..TOGETHER.min((count - first) as usize)];
        let all = bytes.as_flattened_mut();
        if c.bus.mapped(at(first)) >= all.len() as u64 {
            read(c, port, at(first), all)?;
        } else {
            for (n, bytes) in (first..).zip(&mut *bytes) {
                read(c, port, at(n), bytes)?;
            }
        }
        for (n, bytes) in (first..).zip(&*bytes) {
            each(at(n), bytes, c);
        }
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
