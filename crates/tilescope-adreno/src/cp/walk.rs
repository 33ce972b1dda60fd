//! The walk over the packets of buffers.

use tilescope_core::{Finding, Frame, Fuel};

use super::{Run, Stop, UNIT};
use crate::pm4::Header;
use crate::rules::{cp as rules, run};
use crate::stream::MAX_DEPTH;

/// Words that are read at once.
const CHUNK: u64 = 1024;

impl Run<'_, '_> {
    /// Executes the packets of `words` words at `start`, which a packet at `from` refers to.
    pub(super) fn buffer(&mut self, start: u64, words: u64, from: u64) -> Result<(), Stop> {
        // The outermost buffer is the second level: the first is the kernel's ring.
        if self.depth + 1 >= MAX_DEPTH {
            let message = format!("more than {} nested buffers", MAX_DEPTH - 1);
            return self.stop(&rules::BUFFERS_ARE_NOT_DEEP, from, message);
        }
        self.depth += 1;
        let result = self.words(start, words, from);
        self.depth -= 1;
        result
    }

    fn words(&mut self, start: u64, count: u64, from: u64) -> Result<(), Stop> {
        let mut chunk = Vec::new();
        // The words in `chunk` begin with this one.
        let mut base = 0;
        let mut at = 0;
        while at < count {
            let have = base + chunk.len() as u64;
            if at >= have || at < base {
                (base, chunk) = (at, self.fetch(start, at, CHUNK.min(count - at), from)?);
            }
            let address = start.wrapping_add(at * 4);
            let word = chunk[(at - base) as usize];
            let Some(header) = Header::decode(word) else {
                let message = format!("{word:#010x} is not the header of a packet");
                return self.stop(&rules::WORDS_ARE_PACKETS, address, message);
            };
            let payload = u64::from(header.payload());
            if payload > count - at - 1 {
                let message = format!("{payload} words, {} in the buffer", count - at - 1);
                return self.stop(&rules::PACKETS_END_IN_THEIR_BUFFER, address, message);
            }
            if at + 1 + payload > base + chunk.len() as u64 {
                let more = CHUNK.max(payload + 1).min(count - at);
                (base, chunk) = (at, self.fetch(start, at, more, from)?);
            }
            self.burn(1 + payload, address)?;
            self.counters.add("cp.words", 1 + payload);
            self.counters.add("cp.packets", 1);
            let first = (at + 1 - base) as usize;
            let skip = self.packet(address, header, &chunk[first..first + payload as usize])?;
            at += 1 + payload + skip;
        }
        Ok(())
    }

    /// Takes the fuel and the time for `words` words, before anything is done with them.
    pub(super) fn burn(&mut self, words: u64, address: u64) -> Result<(), Stop> {
        if self.ctx.fuel.take(words).is_err() {
            let message = "the command processor has not finished".to_owned();
            let at = self.at.inside(Frame::Packet("packet", address, 0));
            let finding = Finding::new(&run::STREAMS_END, at, message);
            self.ctx.fuel = Fuel::new(0);
            return Err(Stop::OutOfFuel(Box::new(finding)));
        }
        self.state.time += words;
        Ok(())
    }

    fn fetch(&mut self, start: u64, at: u64, count: u64, from: u64) -> Result<Vec<u32>, Stop> {
        let mut bytes = vec![0; count as usize * 4];
        let address = start.wrapping_add(at * 4);
        if let Err(fault) = self.ctx.memory.read(address, &mut bytes, UNIT) {
            return self.stop(&rules::BUFFERS_ARE_IN_MEMORY, from, fault.to_string());
        }
        let (words, _) = bytes.as_chunks();
        Ok(words.iter().map(|w| u32::from_le_bytes(*w)).collect())
    }
}
