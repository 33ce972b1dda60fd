//! Command fetch.

use std::mem;

use tilescope_core::{Frame, Location, Rule};

use super::{Ended, FUEL_PER_COMMAND, Here, Quirks, Units, Work, find, stop};
use crate::bus::Port;
use crate::cmd::{CommandError, FETCH, RawCommand, Target};
use crate::rules::fe as rules;
use crate::stopped::Stopped;

/// Bytes that are read from memory at a time.
const BLOCK: usize = 4096;
/// The number of jumps may follow each other with nothing in between.
const MAX_JUMPS: u32 = 4096;

/// What comes after a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The command behind it.
    On,
    /// What a LINK leads to.
    Link(Target),
    /// What a CALL leads to, and where its RETURN leads.
    Call(Target, Target),
    /// What the last CALL said.
    Return,
    /// Nothing.
    End,
}

/// The bytes of a command, which were taken out of what was fetched.
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

/// A walk through a stream.
pub(super) struct Fetch {
    /// Address of the next command.
    at: u64,
    /// Address behind the last one that may be fetched.
    end: u64,
    /// Whether a jump said how much is fetched; if none did, the end is that of
    /// the submission.
    jumped: bool,
    calls: Vec<Target>,
    jumps: u32,
    buffer: Vec<u8>,
    /// Address of its first byte.
    buffer_at: u64,
    /// All of its bytes were written by somebody.
    initialised: bool,
}

impl Fetch {
    pub(super) fn new(start: u32, end: u64) -> Self {
        Fetch {
            at: start.into(),
            end,
            jumped: false,
            calls: Vec::new(),
            jumps: 0,
            buffer: Vec::new(),
            buffer_at: 0,
            initialised: false,
        }
    }

    /// The next command, or nothing at the end of the submission.
    pub(super) fn command(
        &mut self,
        work: &mut Work<'_, '_>,
    ) -> Result<Option<(Taken, Here)>, Stopped> {
        if self.at >= self.end && !self.jumped {
            return Ok(None);
        }
        let here = Here::at(self.at as u32);
        if work.fuel.take(FUEL_PER_COMMAND).is_err() {
            let message = "the stream was still going on when the fuel ran out".to_owned();
            return Err(self.stop(&rules::ENDLESS, here, message, work));
        }
        if self.at >= self.end {
            let message = format!(
                "the last jump fetches up to {:#010x}, and the command before that does not lead on",
                self.end
            );
            return Err(self.stop(&rules::SHORT_PREFETCH, here, message, work));
        }
        if !self.at.is_multiple_of(FETCH as u64) {
            let place = self.place(here, work);
            find(&rules::UNALIGNED_STREAM, here, work, |_| {
                (place, format!("this command is at {:#010x}", here.address))
            });
        }
        // A header says how long the command is.
        let header = self.fetched(4, work);
        let (need, whole) = match RawCommand::at(header) {
            Ok(raw) => (raw.bytes.len(), Some((raw.bytes.len(), raw.row.name()))),
            Err(CommandError::Truncated { need, .. }) => (need, None),
            Err(CommandError::Unknown(opcode)) => {
                let message = format!("{opcode} is not the opcode of a command");
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
                    "{} of the {need} bytes at {:#010x} are in a buffer",
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

    /// Takes back what was fetched, so that the next command need not fetch it.
    pub(super) fn give_back(&mut self, taken: Taken) {
        self.buffer = taken.buffer;
    }

    /// At least `need` bytes from the next command on, if there are so many.
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

    /// Goes to where the command at `here` leads.
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
                    let message = format!("{} calls are open already", self.calls.len());
                    return Err(stop(&rules::NESTED_CALL, here, message, work));
                }
                self.calls.push(back);
                self.jump(to, here, units, work)?;
            }
            Next::Return => match self.calls.pop() {
                Some(back) => self.jump(back, here, units, work)?,
                None => {
                    let message = "no call is open".to_owned();
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
            let message = format!("{MAX_JUMPS} jumps followed each other with nothing in between");
            return Err(stop(&rules::ENDLESS, here, message, work));
        }
        let len = u64::from(to.prefetch) * FETCH as u64;
        let mapped = work.bus.mapped(to.address);
        if mapped == 0 {
            let message = format!("{:#010x} is in no buffer", to.address);
            return Err(stop(&rules::STREAM_READ, here, message, work));
        }
        if len > mapped {
            find(&rules::LONG_PREFETCH, here, work, |at| {
                let message = format!(
                    "{len} bytes are fetched at {:#010x}, but the buffer has {mapped} from there on",
                    to.address
                );
                (at.clone(), message)
            });
        }
        self.at = to.address.into();
        self.end = self.at + len;
        self.jumped = true;
        // What a jump leads to may have been written since.
        self.buffer.clear();
        Ok(())
    }

    /// Stops at a command that is not being executed yet.
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
