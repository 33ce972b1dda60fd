//! Checks of the order of work, flushes and waits.

use super::Checker;
use super::transfers::transfers;
use crate::rules::{cache, cp, vsc};
use crate::stream::{Follow, Mode};
use std::collections::HashSet;

/// The register with the place of the colour cache.
const RB_CCU_CNTL: u32 = 0x8e07;

/// Words that were written and not waited for, of which more are forgotten.
const MAX_WRITTEN: usize = 1 << 12;

/// The events after draws that were sorted, in the order in which it has to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Sorted {
    /// Nothing was sorted that tiles have not read.
    #[default]
    Read,
    /// Draws were sorted.
    Draws,
    /// The streams were flushed.
    Flushed,
    /// The GPU was idle.
    Idle,
    /// The prefetch parser waited.
    Waited,
}

/// Work, flushes and waits so far.
#[derive(Debug, Default)]
pub(crate) struct Order {
    /// Work that was not waited for.
    busy: bool,
    /// Colours that were drawn to system memory and not flushed.
    dirty: bool,
    sorted: Sorted,
    /// `CP_SET_VISIBILITY_OVERRIDE`, once there was one.
    visibility: Option<bool>,
    /// Words that the command processor wrote and did not wait for.
    written: HashSet<u64>,
}

impl Order {
    fn write(&mut self, address: u64, words: u64) {
        for n in 0..words.min(64) {
            if self.written.len() < MAX_WRITTEN {
                self.written.insert(address.wrapping_add(n * 4));
            }
        }
    }
}

impl Checker {
    /// A packet that conditions do not leave out.
    pub(crate) fn order(&mut self, now: &Follow, address: u64, code: u8, payload: &[u32]) {
        match (code, payload) {
            (0x24 | 0x28 | 0x29 | 0x2a | 0x38, _) => {
                self.order.busy = true;
                if now.mode == Mode::Binning {
                    self.order.sorted = Sorted::Draws;
                    if self.order.visibility == Some(false) {
                        let message = "the override is off".to_string();
                        self.note(&vsc::SORTING_OVERRIDES_VISIBILITY, address, message);
                    }
                } else {
                    self.order.dirty |= now.read(RB_CCU_CNTL) >> 22 & 1 == 0;
                }
            }
            // Copies by the 2D engine.
            (0x2c, _) => {
                self.order.busy = true;
                self.order.dirty |= now.read(RB_CCU_CNTL) >> 22 & 1 == 0;
            }
            (0x33 | 0x41, _) => self.order.busy = true,
            (0x46, &[event, ..]) => self.event(event & 0xff),
            (0x26, _) => {
                self.order.busy = false;
                self.order.written.clear();
                if matches!(self.order.sorted, Sorted::Draws | Sorted::Flushed) {
                    self.idle();
                }
            }
            (0x13, _) if self.order.sorted == Sorted::Idle => self.order.sorted = Sorted::Waited,
            (0x12, _) => self.order.written.clear(),
            (0x64, &[on, ..]) => self.order.visibility = Some(on & 1 != 0),
            (0x2e | 0x2f, _) => self.read_streams(address),
            _ => self.memory(address, code, payload),
        }
    }

    fn event(&mut self, event: u32) {
        match event {
            // CACHE_FLUSH_TS
            0x04 if self.order.sorted == Sorted::Draws => self.order.sorted = Sorted::Flushed,
            // PC_CCU_FLUSH_COLOR_TS
            0x1d => self.order.dirty = false,
            // BLIT
            0x1e => self.order.busy = true,
            _ => {}
        }
    }

    /// The GPU is idle after draws were sorted. Without a flush before it, that is reported where
    /// the streams are read, and nothing else.
    fn idle(&mut self) {
        if self.order.sorted == Sorted::Flushed {
            self.order.sorted = Sorted::Idle;
        }
    }

    /// Tiles read visibility streams.
    fn read_streams(&mut self, address: u64) {
        let (rule, message) = match std::mem::take(&mut self.order.sorted) {
            Sorted::Read | Sorted::Waited => return,
            Sorted::Draws => (
                &vsc::STREAMS_ARE_FLUSHED,
                "there is no CACHE_FLUSH_TS after the sorted draws",
            ),
            Sorted::Flushed => (
                &vsc::STREAMS_ARE_COMPLETE,
                "there is no CP_WAIT_FOR_IDLE after CACHE_FLUSH_TS",
            ),
            Sorted::Idle => (
                &vsc::PREFETCH_WAITS_FOR_STREAMS,
                "there is no CP_WAIT_FOR_ME after CP_WAIT_FOR_IDLE",
            ),
        };
        self.note(rule, address, message.to_string());
    }

    /// Packets by which the command processor reads and writes memory.
    fn memory(&mut self, address: u64, code: u8, payload: &[u32]) {
        let all = transfers(code, payload);
        if all.waits {
            self.order.written.clear();
        }
        for (from, _) in all.reads {
            self.reads_memory(address, from);
        }
        if let Some((to, words)) = all.write {
            self.order.write(to, words);
        }
    }

    fn reads_memory(&mut self, address: u64, from: u64) {
        if self.order.written.contains(&from) {
            let message = format!("{from:#x} was written and not waited for");
            self.note(&cp::READS_WAIT_FOR_WRITES, address, message);
        }
    }

    /// A register got a value, which conditions do not leave out.
    pub(crate) fn written(&mut self, at: u64, number: u32, old: u32, value: u32) {
        // The first value of a stream moves nothing that is known.
        if number != RB_CCU_CNTL || old == 0 || old == value {
            return;
        }
        let moved = format!("RB_CCU_CNTL changes from {old:#010x} to {value:#010x}");
        if std::mem::take(&mut self.order.busy) {
            let message = format!("{moved} without CP_WAIT_FOR_IDLE before it");
            self.note(&cache::CCU_CHANGES_WHEN_IDLE, at, message);
        }
        if std::mem::take(&mut self.order.dirty) && old >> 22 & 1 == 0 {
            let message = format!("{moved} without PC_CCU_FLUSH_COLOR_TS before it");
            self.note(&cache::CCU_IS_FLUSHED, at, message);
        }
    }
}
