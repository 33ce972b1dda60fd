//! Events and draws: what they leave in memory without the units that carry them out.
//!
//! Sources: `vgt_event_type` of Mesa's `adreno_pm4.xml`; Mesa, `tu_query.c` and
//! `freedreno/a6xx/fd6_query.c` for the memory that is read back.

use super::{Run, Stop};

/// `RB_SAMPLE_COUNT_ADDR`, `VPC_SO_STREAM_COUNTS`, and of each of four streams
/// `VPC_SO_BUFFER_OFFSET` and `VPC_SO_FLUSH_BASE`.
const SAMPLE_COUNT: u32 = 0x8927;
const STREAM_COUNTS: u32 = 0x9218;
const STREAM_OFFSET: u32 = 0x921e;
const STREAM_FLUSH: u32 = 0x921f;
const STREAM_STEP: u32 = 7;

/// Bytes of `VPC_SO_STREAM_COUNTS`: two counts of 64 bits for each stream.
const STREAM_BYTES: usize = 64;

impl Run<'_, '_> {
    /// `CP_EVENT_WRITE`.
    pub(super) fn event(&mut self, at: u64, word: u32, rest: &[u32]) -> Result<(), Stop> {
        match word & 0xff {
            // ZPASS_DONE
            21 => {
                self.missing("counts of samples");
                return match self.state.address(SAMPLE_COUNT) {
                    0 => Ok(()),
                    to => self.store(to, &[0; 8], at),
                };
            }
            // WRITE_PRIMITIVE_COUNTS
            9 => {
                self.missing("counts of primitives");
                let to = self.state.address(STREAM_COUNTS);
                return self.store(to, &[0; STREAM_BYTES], at);
            }
            // FLUSH_SO_0 to FLUSH_SO_3: nothing was written, so offsets are those that were set.
            stream @ 17..=20 => {
                let by = (stream - 17) * STREAM_STEP;
                let offset = self.state.read(STREAM_OFFSET + by);
                let to = self.state.address(STREAM_FLUSH + by);
                return self.store(to, &offset.to_le_bytes(), at);
            }
            // BLIT
            30 => {
                self.missing("loads, stores, clears and resolves of tiles");
                self.counters.add("cp.blit_events", 1);
            }
            // LRZ_CLEAR
            37 => self.missing("clears of low-resolution depth"),
            _ => {}
        }
        let &[low, high, ref value @ ..] = rest else {
            return Ok(());
        };
        let to = u64::from(high) << 32 | u64::from(low);
        match (word >> 30 & 1, value) {
            (0, []) => Ok(()),
            (0, &[value, ..]) => self.store(to, &value.to_le_bytes(), at),
            _ => self.store(to, &self.state.time.to_le_bytes(), at),
        }
    }

    /// A draw or dispatch.
    pub(super) fn draw(&mut self, at: u64, opcode: u8) -> Result<(), Stop> {
        let is_dispatch = matches!(opcode, 0x33 | 0x41);
        if !is_dispatch && let Some(groups) = self.state.groups.take() {
            for (_, group) in groups.applied() {
                self.buffer(group.address, group.words.into(), at)?;
            }
        }
        if is_dispatch {
            self.counters.add("cp.dispatches", 1);
            self.missing("dispatches");
        } else if self.state.draws {
            self.counters.add("cp.draws", 1);
            self.missing("draws");
        }
        Ok(())
    }
}
