//! The uniform stream of a shader thread.

use crate::bus::{Bus, Port};
use crate::log::Log;
use crate::qpu::Stream;
use tilescope_core::Unit;
use tilescope_core::bus::Port as _;

/// Number of prefetched words.
const WINDOW: usize = 128;

/// Uniforms at an address, fetched once and read many times: all threads of a
/// draw read the same ones.
#[derive(Clone, Default)]
pub struct UniformWindow {
    base: u32,
    /// Number of words up to the first one that was never written.
    count: u32,
    /// Those of them that the program can read.
    words: Vec<u32>,
}

impl UniformWindow {
    /// The uniforms at `base`, of a program that reads at most `max` of them. All count as
    /// fetched.
    pub fn fetch(base: u32, max: Option<u32>, bus: &Bus<'_>, log: &mut Log) -> Self {
        let mut window = UniformWindow::default();
        window.refetch(base, max, bus, log);
        window
    }

    /// The same, in the allocation of another window.
    pub fn refetch(&mut self, base: u32, max: Option<u32>, bus: &Bus<'_>, log: &mut Log) {
        let mapped = (bus.memory().mapped(base.into()) / 4).min(WINDOW as u64) as u32;
        let written = |count: u32| count == 0 || bus.initialised(base, count * 4);
        let count = match written(mapped) {
            true => mapped,
            false => {
                // The largest count of which all are written.
                let (mut low, mut high) = (0, mapped);
                while low + 1 < high {
                    let middle = low + (high - low) / 2;
                    match written(middle) {
                        true => low = middle,
                        false => high = middle,
                    }
                }
                low
            }
        };
        let kept = count.min(max.unwrap_or(u32::MAX));
        let bytes = &mut [0; WINDOW * 4][..kept as usize * 4];
        let ok = count > 0 && bus.read(log, Port::Quc, base, bytes).is_ok();
        log.traffic.read[Port::Quc as usize] += u64::from(count - kept) * 4;
        let words = bytes
            .chunks_exact(4)
            .map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
        (self.base, self.count) = (base, if ok { count } else { 0 });
        self.words.clear();
        if ok {
            self.words.extend(words);
        }
    }

    /// The words that were fetched.
    pub fn stream(&self) -> Stream<'_> {
        Stream {
            base: self.base,
            words: &self.words,
        }
    }

    fn index(&self, addr: u32) -> u32 {
        addr.wrapping_sub(self.base) / 4
    }

    #[inline]
    fn get(&self, addr: u32) -> Option<u32> {
        self.words.get(self.index(addr) as usize).copied()
    }

    /// A word that was fetched, and is not kept.
    #[cold]
    fn left(&self, addr: u32, bus: &Bus<'_>) -> Option<u32> {
        let index = Some(self.index(addr)).filter(|i| *i < self.count)?;
        let addr = self.base.wrapping_add(index * 4);
        bus.memory()
            .read_u32(addr.into(), Unit(Port::Quc.name()))
            .ok()
    }
}

/// Problem with a uniform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UniformProblem {
    /// Its address is not in any buffer.
    Unmapped,
    /// It was never written.
    Unwritten,
}

/// A position in the stream.
#[derive(Clone, Copy, Debug)]
pub struct Uniforms<'w> {
    window: &'w UniformWindow,
    next: u32,
}

impl<'w> Uniforms<'w> {
    /// Creates a stream at the start of `window`.
    pub fn new(window: &'w UniformWindow) -> Self {
        Uniforms {
            window,
            next: window.base,
        }
    }

    /// Continues at `addr`.
    pub fn jump(&mut self, addr: u32) {
        self.next = addr;
    }

    /// Continues at word `n` of the window.
    pub fn jump_to_word(&mut self, n: u32) {
        self.next = self.window.base.wrapping_add(n.wrapping_mul(4));
    }

    /// Whether all words up to here were prefetched, if it never jumped.
    pub fn were_fetched(&self) -> bool {
        self.window.index(self.next) as usize <= self.window.words.len()
    }

    /// Address of the next word.
    pub fn address(&self) -> u32 {
        self.next
    }

    /// The next word, if it was prefetched.
    #[inline(always)]
    pub fn next_fetched(&mut self) -> Option<u32> {
        let word = self.window.get(self.next)?;
        self.next = self.next.wrapping_add(4);
        Some(word)
    }

    /// The next word, and the problem with it, if any.
    #[inline]
    pub fn next(&mut self, bus: &Bus<'_>, log: &mut Log) -> (u32, Option<UniformProblem>) {
        let addr = self.next;
        self.next = addr.wrapping_add(4);
        if let Some(w) = self.window.get(addr) {
            return (w, None);
        }
        if let Some(w) = self.window.left(addr, bus) {
            return (w, None);
        }
        match bus.read_u32(log, Port::Quc, addr) {
            Ok(w) if bus.initialised(addr, 4) => (w, None),
            Ok(w) => (w, Some(UniformProblem::Unwritten)),
            Err(_) => (0, Some(UniformProblem::Unmapped)),
        }
    }
}

impl std::fmt::Debug for UniformWindow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "UniformWindow({:#010x}, {} words)",
            self.base,
            self.words.len()
        )
    }
}
