//! Command fetch.

use std::mem;

use tilescope_core::{Frame, Location, Rule};

use super::{Ended, FUEL_PER_COMMAND, Here, Quirks, Units, Work, find, stop};
use crate::bus::Port;
use crate::cmd::{CommandError, FETCH, RawCommand, Target};
use crate::rules::fe as rules;
use crate::stopped::Stopped;

/// Bytes read from memory at once.
const BLOCK: usize = 4096;
/// The largest number of consecutive jumps without other commands.
const MAX_JUMPS: u32 = 4096;

/// The next step after a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The following command.
    On,
    /// The target of a LINK.
    Link(Target),
    /// The target of a CALL, and that of its RETURN.
    Call(Target, Target),
    /// The return target of the last CALL.
    Return,
    /// The end of the stream.
    End,
}

/// The bytes of a command, taken from the fetch buffer.
pub(super) struct Taken {
    buffer: Vec<u8>,
    from: usize,
    len: usize,
}

impl Taken {
    pub(super) fn bytes(&self) -> &[u8] {
        self.buffer
            .get(self.from..self.from + self.len)
            .unwrap_or_default()
    }
}

/// Fetch state of a stream.
#[derive(Default)]
pub(super) struct Fetch {
    /// Address of the next command.
    at: u64,
    /// One after the last address that may be fetched.
    end: u64,
    /// Whether the end comes from a jump's prefetch count, not from the submission.
    jumped: bool,
    calls: Vec<Target>,
    jumps: u32,
    buffer: Vec<u8>,
    /// Address of the first byte of the buffer.
    buffer_at: u64,
    /// Whether all of its bytes were ever written.
    initialised: bool,
}

impl Fetch {
    pub(super) fn new(start: u32, end: u64) -> Self {
        Fetch {
            at: start.into(),
            end,
            ..Fetch::default()
        }
    }

    /// The next command; `None` at the end of the submission.
    pub(super) fn command(
        &mut self,
        work: &mut Work<'_, '_>,
    ) -> Result<Option<(Taken, Here)>, Stopped> {
        if self.at >= self.end && !self.jumped {
            return Ok(None);
        }
        let here = Here::at(self.at as u32);
        if work.fuel.take(FUEL_PER_COMMAND).is_err() {
            let message = "execution limit reached before the end of the stream".to_owned();
            return Err(self.stop(&rules::ENDLESS, here, message, work));
        }
        if self.at >= self.end {
            let message = format!(
                "the last jump prefetches up to {:#010x}, but the command before that is not a jump or END",
                self.end
            );
            return Err(self.stop(&rules::SHORT_PREFETCH, here, message, work));
        }
        if !self.at.is_multiple_of(FETCH as u64) {
            let place = self.place(here, work);
            find(&rules::UNALIGNED_STREAM, here, work, |_| {
                (place, format!("the command is at {:#010x}", here.address))
            });
        }
        // The header determines the length of the command.
        let header = self.fetched(4, work);
        let (need, whole) = match RawCommand::at(header) {
            Ok(raw) => (raw.bytes.len(), Some((raw.bytes.len(), raw.row.name()))),
            Err(CommandError::Truncated { need, .. }) => (need, None),
            Err(CommandError::Unknown(opcode)) => {
                let message = format!("undefined opcode {opcode}");
                return Err(self.stop(&rules::UNKNOWN_COMMAND, here, message, work));
            }
        };
        let left = (self.end - self.at) as usize;
        let available = match whole {
            Some(_) => &[],
            None => self.fetched(need, work),
        };
        let parsed = whole.map_or_else(
            || RawCommand::at(available).map(|raw| (raw.bytes.len(), raw.row.name())),
            Ok,
        );
        let (len, name) = match parsed {
            Ok(whole) => whole,
            Err(_) if available.len() < left.min(need) => {
                let message = format!(
                    "only {} of the {need} bytes at {:#010x} are mapped",
                    available.len(),
                    self.at
                );
                return Err(self.stop(&rules::STREAM_READ, here, message, work));
            }
            Err(e) => {
                let rule = match self.jumped {
                    true => &rules::SHORT_PREFETCH,
                    false => &rules::TRUNCATED_COMMAND,
                };
                return Err(self.stop(rule, here, e.to_string(), work));
            }
        };
        let here = Here { name, ..here };
        if !self.initialised && !work.bus.initialised(here.address, len as u32) {
            let place = self.place(here, work);
            find(&rules::UNINITIALISED_STREAM, here, work, |_| {
                (place, format!("some of its {len} bytes were never written"))
            });
        }
        let from = (self.at - self.buffer_at) as usize;
        self.at += len as u64;
        let buffer = mem::take(&mut self.buffer);
        Ok(Some((Taken { buffer, from, len }, here)))
    }

    /// Returns unused bytes to the fetch buffer.
    pub(super) fn give_back(&mut self, taken: Taken) {
        self.buffer = taken.buffer;
    }

    /// At least `need` bytes from the next command on, if available.
    fn fetched(&mut self, need: usize, work: &mut Work<'_, '_>) -> &[u8] {
        let left = (self.end - self.at).min(usize::MAX as u64) as usize;
        let need = need.min(left);
        let inside = self.at.checked_sub(self.buffer_at).map(|n| n as usize);
        let have = inside.map_or(0, |from| self.buffer.len().saturating_sub(from));
        if have < need {
            let want = left.min(need.max(BLOCK)) as u64;
            let mapped = work.bus.mapped(self.at).min(want) as usize;
            self.buffer.resize(mapped, 0);
            self.buffer_at = self.at;
            let read = work.bus.read(work.log, Port::Fe, self.at, &mut self.buffer);
            if read.is_err() {
                self.buffer.clear();
            }
            let len = self.buffer.len() as u32;
            self.initialised = work.bus.initialised(self.at, len);
        }
        let from = (self.at - self.buffer_at) as usize;
        let bytes = self.buffer.get(from..).unwrap_or_default();
        bytes.get(..left).unwrap_or(bytes)
    }

    /// Continues at the target of the command at `here`.
    pub(super) fn go(
        &mut self,
        next: Next,
        here: Here,
        quirks: &Quirks,
        units: &mut dyn Units,
        work: &mut Work<'_, '_>,
    ) -> Result<Option<Ended>, Stopped> {
        match next {
            Next::On => {
                self.jumps = 0;
                return Ok(None);
            }
            Next::End => return Ok(Some(Ended::End)),
            Next::Link(to) => self.jump(to, here, units, work)?,
            Next::Call(to, back) => {
                if self.calls.len() >= quirks.call_depth {
                    let message = format!("{} calls are already active", self.calls.len());
                    return Err(stop(&rules::NESTED_CALL, here, message, work));
                }
                self.calls.push(back);
                self.jump(to, here, units, work)?;
            }
            Next::Return => match self.calls.pop() {
                Some(back) => self.jump(back, here, units, work)?,
                None => {
                    let message = "RETURN without an active CALL".to_owned();
                    return Err(stop(&rules::RETURN_WITHOUT_CALL, here, message, work));
                }
            },
        }
        Ok(None)
    }

    fn jump(
        &mut self,
        to: Target,
        here: Here,
        units: &mut dyn Units,
        work: &mut Work<'_, '_>,
    ) -> Result<(), Stopped> {
        units.jumps(to.address, work)?;
        self.jumps += 1;
        if self.jumps > MAX_JUMPS {
            let message = format!("{MAX_JUMPS} consecutive jumps without other commands");
            return Err(stop(&rules::ENDLESS, here, message, work));
        }
        let len = u64::from(to.prefetch) * FETCH as u64;
        let mapped = work.bus.mapped(to.address);
        if mapped == 0 {
            let message = format!("{:#010x} is not mapped", to.address);
            return Err(stop(&rules::STREAM_READ, here, message, work));
        }
        if len > mapped {
            find(&rules::LONG_PREFETCH, here, work, |at| {
                let message = format!(
                    "{len} bytes are prefetched at {:#010x}, but only {mapped} are mapped from there on",
                    to.address
                );
                (at.clone(), message)
            });
        }
        self.at = to.address.into();
        self.end = self.at + len;
        self.jumped = true;
        // The target may have been written since it was fetched.
        self.buffer.clear();
        Ok(())
    }

    /// Stops at a command before its execution.
    fn stop(
        &self,
        rule: &'static Rule,
        here: Here,
        message: String,
        work: &mut Work<'_, '_>,
    ) -> Stopped {
        let at = self.place(here, work);
        Stopped::by(rule, at, message, (here.address, 0), work.log)
    }

    fn place(&self, here: Here, work: &Work<'_, '_>) -> Location {
        let start = match work.log.at.frames.last() {
            Some(Frame::List(_, start)) => *start,
            _ => self.at,
        };
        let offset = u64::from(here.address).wrapping_sub(start);
        let frame = Frame::Packet(here.name, here.address.into(), offset);
        work.log.at.inside(frame)
    }
}
