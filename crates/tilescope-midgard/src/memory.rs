//! Reads of descriptors, and the findings of accesses that fail.

use tilescope_core::{Frame, MemFault, MemFaultKind, Stopped};

use crate::log::{Ctx, Log, Port};
pub use crate::report::inside;
use crate::report::report;
use crate::rules::memory as rules;

/// The direction of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Data or instructions are read.
    Read,
    /// Data are written.
    Write,
}

/// Reports an access that the memory refused. The job ends with it.
pub fn fault(access: Access, fault: MemFault, log: &mut Log) -> Stopped {
    let rule = match (fault.kind, access) {
        (MemFaultKind::ReadOnly, _) => &rules::READ_ONLY,
        (MemFaultKind::Unmapped, Access::Read) => &rules::READ_OUTSIDE,
        (MemFaultKind::Unmapped, Access::Write) => &rules::WRITE_OUTSIDE,
    };
    let at = log.at.inside(Frame::Record("access to", fault.addr));
    Stopped::by(rule, at, fault.to_string(), (fault.addr, 0), log)
}

/// Fills `out` from `addr`.
///
/// # Errors
/// A fault, if part of it is not mapped.
pub fn read(c: &mut Ctx<'_>, port: Port, addr: u64, out: &mut [u8]) -> Result<(), Stopped> {
    let done = c.bus.read(c.log, port, addr, out);
    done.map_err(|f| fault(Access::Read, f, c.log))
}

/// Writes `data` to `addr`.
///
/// # Errors
/// A fault, if part of it is not mapped, or read-only.
pub fn write(c: &mut Ctx<'_>, port: Port, addr: u64, data: &[u8]) -> Result<(), Stopped> {
    let done = c.bus.write(c.log, port, addr, data);
    done.map_err(|f| fault(Access::Write, f, c.log))
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
    inside(c, Frame::Record(what, addr), |c| {
        let mut bytes = [0; N];
        read(c, Port::Desc, addr, &mut bytes)?;
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
