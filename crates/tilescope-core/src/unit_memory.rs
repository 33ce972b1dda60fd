//! Memory as a unit accesses it, with the findings of accesses that fail.

use crate::bus::{Bus, Port};
use crate::ctx::Ctx;
use crate::diag::{Frame, Rule};
use crate::log::Log;
use crate::memory::{MemFault, MemFaultKind};
use crate::stopped::Stopped;

/// The rules that refused accesses break.
#[derive(Debug)]
pub struct AccessRules {
    /// Reads outside mapped memory.
    pub read: &'static Rule,
    /// Writes outside mapped memory.
    pub write: &'static Rule,
    /// Accesses to memory without the right to them.
    pub read_only: &'static Rule,
}

/// Elements that are read at once.
const TOGETHER: usize = 16;

impl AccessRules {
    /// Calls `each` with the address and the bytes of each of `count` elements that follow each
    /// other from `addr` on, which `port` reads.
    ///
    /// # Errors
    /// The fault of the first element of which a part is not mapped.
    pub fn elements<P: Port, const N: usize>(
        &'static self,
        c: &mut Ctx<'_, P>,
        port: P,
        addr: u64,
        count: u32,
        mut each: impl FnMut(u64, &[u8; N], &mut Ctx<'_, P>),
    ) -> Result<(), Stopped> {
        let mut bytes = [[0; N]; TOGETHER];
        let at = |n: u32| addr.wrapping_add(N as u64 * u64::from(n));
        for first in (0..count).step_by(TOGETHER) {
            let bytes = &mut bytes[..TOGETHER.min((count - first) as usize)];
            let mut memory = UnitMemory {
                bus: c.bus,
                log: &mut *c.log,
                port,
                rules: self,
            };
            let all = bytes.as_flattened_mut();
            if c.bus.mapped(at(first)) >= all.len() as u64 {
                memory.read(at(first), all)?;
            } else {
                for (n, bytes) in (first..).zip(&mut *bytes) {
                    memory.read(at(n), bytes)?;
                }
            }
            for (n, bytes) in (first..).zip(&*bytes) {
                each(at(n), bytes, c);
            }
        }
        Ok(())
    }
}

/// Memory as a unit accesses it. An access that is refused ends the work of the unit.
pub struct UnitMemory<'a, 'l, P: Port> {
    /// The bus.
    pub bus: Bus<'a>,
    /// The receiver of findings.
    pub log: &'l mut Log<P>,
    /// The port of the unit.
    pub port: P,
    /// The rules of refused accesses.
    pub rules: &'static AccessRules,
}

impl<P: Port> UnitMemory<'_, '_, P> {
    /// Fills `out` from `addr`.
    ///
    /// # Errors
    /// A fault, if part of it is not mapped.
    #[inline]
    pub fn read(&mut self, addr: u64, out: &mut [u8]) -> Result<(), Stopped> {
        let done = self.bus.read(self.log, self.port, addr, out);
        done.map_err(|fault| self.refused(fault, self.rules.read))
    }

    /// The same, and returns whether each byte of it was written.
    ///
    /// # Errors
    /// A fault, if part of it is not mapped.
    #[inline]
    pub fn read_tracked(&mut self, addr: u64, out: &mut [u8]) -> Result<bool, Stopped> {
        let done = self.bus.read_tracked(self.log, self.port, addr, out);
        done.map_err(|fault| self.refused(fault, self.rules.read))
    }

    /// Writes `data` to `addr`.
    ///
    /// # Errors
    /// A fault, if part of it is not mapped, or read-only.
    #[inline]
    pub fn write(&mut self, addr: u64, data: &[u8]) -> Result<(), Stopped> {
        let done = self.bus.write(self.log, self.port, addr, data);
        done.map_err(|fault| self.refused(fault, self.rules.write))
    }

    /// Reports an access that the memory refused, for which `outside` is the rule if it is not
    /// mapped.
    #[cold]
    pub fn refused(&mut self, fault: MemFault, outside: &'static Rule) -> Stopped {
        let rule = match fault.kind {
            MemFaultKind::ReadOnly => self.rules.read_only,
            MemFaultKind::Unmapped => outside,
        };
        let at = self.log.at.inside(Frame::Record("access to", fault.addr));
        Stopped::by(rule, at, fault.to_string(), (fault.addr, 0), self.log)
    }
}
