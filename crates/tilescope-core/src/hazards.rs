//! Memory that tasks share although neither waits for the other.
//!
//! Hardware runs tasks of a list at the same time unless a dependency or a barrier orders
//! them. A device that runs them one after the other never shows the effect of a missing
//! dependency. This module follows what tasks read and write:
//!
//! ```text
//! dependencies, barriers    --> Hazards: for each task, the tasks that are complete before it
//! accesses of earlier tasks --> Hazards: for each 16 bytes, the last tasks that wrote and read them
//! accesses of a task        --> Watch: compared with both when the task ends
//! ```
//!
//! Accesses are compared when their task is complete, so that what is found does not depend on
//! the order of its threads. Of several tasks that read the same 16 bytes, only the last is
//! compared with a task that writes them later.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};

use foldhash::HashMap;

use crate::bus::{Bus, Port};
use crate::ctx::Ctx;
use crate::memory::{GpuAddr, GpuMemory};
use crate::noting::Noting;

/// Bytes of a line, the smallest unit that is told apart.
const LINE: u64 = 16;
/// Lines of a page.
const LINES: usize = 256;
/// Words of a set of lines of a page.
const WORDS: usize = LINES / 64;

/// The last task that accessed each line of a page, plus one.
type Last = [u16; LINES];

/// [`Last`] by page.
type LastOf = HashMap<u64, Box<Last>>;

/// The tasks of a list, and what they read and wrote.
#[derive(Debug, Default)]
pub struct Hazards {
    /// For each task, the earlier ones that are complete before it starts.
    before: Vec<TaskSet>,
    writers: LastOf,
    readers: LastOf,
    /// Memory for the accesses of the next task.
    spare: Option<Box<Noted>>,
}

/// A set of tasks: all up to one, and some after it. Chains of draws, each of which waits
/// for the one before, take a word each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct TaskSet {
    /// The first task that is not in it.
    all: usize,
    /// Bits of tasks, from that of the word with `all` on.
    words: Vec<u64>,
}

impl TaskSet {
    /// The tasks before `n`.
    fn up_to(n: usize) -> TaskSet {
        TaskSet {
            all: n,
            words: Vec::new(),
        }
    }

    fn contains(&self, n: usize) -> bool {
        let bit = |word: &u64| word >> (n % 64) & 1 != 0;
        n < self.all || { self.words.get(n / 64 - self.all / 64) }.is_some_and(bit)
    }

    fn insert(&mut self, n: usize) {
        if n < self.all {
            return;
        }
        let word = n / 64 - self.all / 64;
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (n % 64);
        self.shorten(self.all);
    }

    fn extend(&mut self, other: &TaskSet) {
        self.shorten(other.all);
        let from = self.all / 64 - other.all / 64;
        let others = other.words.get(from..).unwrap_or(&[]);
        if self.words.len() < others.len() {
            self.words.resize(others.len(), 0);
        }
        for (word, other) in self.words.iter_mut().zip(others) {
            *word |= other;
        }
        self.shorten(self.all);
    }

    /// Adds the tasks before `n`, and counts those that follow them in `all`.
    fn shorten(&mut self, n: usize) {
        let first = self.all / 64;
        self.all = self.all.max(n);
        while self
            .words
            .get(self.all / 64 - first)
            .is_some_and(|w| w >> (self.all % 64) & 1 != 0)
        {
            self.all += 1;
        }
        let gone = (self.all / 64 - first).min(self.words.len());
        self.words.drain(..gone);
    }
}

/// The accesses of two tasks to the same memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The later task reads what the earlier one writes.
    ReadsWritten,
    /// Both write.
    WritesWritten,
    /// The later task writes what the earlier one reads.
    WritesRead,
}

/// Memory that two tasks use at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The number of the earlier task.
    pub earlier: usize,
    /// The accesses of both.
    pub kind: Kind,
    /// The lowest address of both, to 16 bytes.
    pub address: u64,
}

impl Hazards {
    /// The most tasks of a list that are followed. Sets of them take up to 16 MiB.
    pub const MOST: usize = 1 << 14;

    /// Adds the next task of the list, which waits for those with the numbers in `after`,
    /// or for all with a barrier. Jobs are numbered from 0.
    pub fn add(&mut self, after: impl Iterator<Item = usize>, barrier: bool) {
        let mut before = TaskSet::default();
        if barrier {
            before = TaskSet::up_to(self.before.len());
        } else {
            for task in after {
                if let Some(earlier) = self.before.get(task) {
                    before.extend(earlier);
                    before.insert(task);
                }
            }
        }
        self.before.push(before);
    }

    /// Memory as the last task sees it. Accesses to `private`, the memory of its threads,
    /// are not followed.
    pub fn watch<'w>(&mut self, memory: &'w dyn GpuMemory, private: Vec<Range<u64>>) -> Watch<'w> {
        Watch {
            memory,
            noted: self.spare.take().unwrap_or_default(),
            private,
        }
    }

    /// Runs the last task, whose threads have `private` memory. Returns what it shares with tasks
    /// that it does not wait for, by their number.
    pub fn follow<P: Port, T>(
        &mut self,
        private: Vec<Range<u64>>,
        c: &mut Ctx<'_, P>,
        task: impl FnOnce(&mut Ctx<'_, P>) -> T,
    ) -> (T, Vec<Conflict>) {
        let watch = self.watch(c.bus.memory(), private);
        let done = task(&mut Ctx {
            bus: Bus::new(&watch),
            log: &mut *c.log,
            fuel: &mut *c.fuel,
            workers: c.workers,
        });
        let noted = watch.into_noted();
        (done, self.end(noted))
    }

    /// Notes the accesses of the last task. Returns what it shares with tasks that it does not
    /// wait for, by their number.
    pub fn end(&mut self, mut noted: Box<Noted>) -> Vec<Conflict> {
        let number = self.before.len() as u16;
        let before = self.before.last();
        let mut found: BTreeMap<(usize, Kind), u64> = BTreeMap::new();
        let mut compare = |last: Option<&Last>, kind, page: u64, lines: &[u64; WORDS]| {
            let Some(last) = last else {
                return;
            };
            for line in bits(lines) {
                let earlier = usize::from(last[line]).checked_sub(1);
                let Some(earlier) = earlier.filter(|task| task + 1 != usize::from(number)) else {
                    continue;
                };
                if before.is_some_and(|before| !before.contains(earlier)) {
                    let address = (page * LINES as u64 + line as u64) * LINE;
                    let lowest = found.entry((earlier, kind)).or_insert(address);
                    *lowest = address.min(*lowest);
                }
            }
        };
        noted.written.each(|page, lines| {
            let both = [
                (&self.writers, Kind::WritesWritten),
                (&self.readers, Kind::WritesRead),
            ];
            for (last, kind) in both {
                compare(last.get(&page).map(Box::as_ref), kind, page, lines);
            }
        });
        noted.read.drain(|page, lines| {
            let writers = self.writers.get(&page).map(Box::as_ref);
            compare(writers, Kind::ReadsWritten, page, lines);
            note(&mut self.readers, number, page, lines);
        });
        noted
            .written
            .drain(|page, lines| note(&mut self.writers, number, page, lines));
        self.spare = Some(noted);
        let conflict = |((earlier, kind), address)| Conflict {
            earlier,
            kind,
            address,
        };
        found.into_iter().map(conflict).collect()
    }
}

/// Notes a task as the last that accessed lines of a page.
fn note(of: &mut LastOf, number: u16, page: u64, lines: &[u64; WORDS]) {
    let last = of.entry(page).or_insert_with(|| Box::new([0; LINES]));
    for line in bits(lines) {
        last[line] = number;
    }
}

/// The numbers of the bits that are set.
fn bits(words: &[u64; WORDS]) -> impl Iterator<Item = usize> {
    (0..).step_by(64).zip(*words).flat_map(|(first, mut word)| {
        std::iter::from_fn(move || {
            let bit = word.trailing_zeros() as usize;
            word &= word.wrapping_sub(1);
            (bit < 64).then_some(first + bit)
        })
    })
}

/// Lines by page; a page may occur again.
type Pages = Vec<(u64, [u64; WORDS])>;

/// Lines that a task accessed. Those of the page that was last are apart, as most accesses are
/// to it.
#[derive(Debug, Default)]
struct Lines {
    pages: Pages,
    last: (u64, [u64; WORDS]),
    /// The number of pages at which those that occur again are merged next.
    most: usize,
}

impl Lines {
    /// The least number of pages to merge.
    const LEAST: usize = 64;

    fn add(&mut self, page: u64, lines: Range<u64>) {
        if self.last.0 != page {
            self.keep();
            self.last = (page, [0; WORDS]);
        }
        let (mut line, end) = (lines.start, lines.end);
        while line < end {
            // The lines of one word.
            let count = (64 - line % 64).min(end - line);
            let word = &mut self.last.1[(line % LINES as u64 / 64) as usize];
            *word |= u64::MAX >> (64 - count) << (line % 64);
            line += count;
        }
    }

    fn is_empty(&self) -> bool {
        self.pages.is_empty() && self.last.1 == [0; WORDS]
    }

    fn keep(&mut self) {
        if self.last.1 == [0; WORDS] {
            return;
        }
        self.pages.push(self.last);
        if self.pages.len() >= self.most.max(Self::LEAST) {
            self.pages.sort_unstable_by_key(|(page, _)| *page);
            self.pages.dedup_by(|again, first| {
                let same = again.0 == first.0;
                if same {
                    let lines = first.1.iter_mut().zip(again.1);
                    lines.for_each(|(all, lines)| *all |= lines);
                }
                same
            });
            self.most = 2 * self.pages.len();
        }
    }
}

/// [`Lines`], by the low bits of the page, so that workers seldom wait for each other.
#[derive(Debug, Default)]
struct Sharded {
    parts: [Mutex<Lines>; SHARDS],
    /// Bits of the parts with pages. Most tasks of a draw access few.
    used: AtomicU32,
}

impl Sharded {
    /// Adds the lines of an access.
    fn add(&self, mut lines: Range<u64>) {
        while !lines.is_empty() {
            let page = lines.start / LINES as u64;
            let end = lines.end.min((page + 1) * LINES as u64);
            let part = page as usize % SHARDS;
            let mut shard = (self.parts[part].lock()).unwrap_or_else(PoisonError::into_inner);
            if shard.is_empty() {
                self.used.fetch_or(1 << part, Relaxed);
            }
            shard.add(page, lines.start..end);
            lines.start = end;
        }
    }

    /// The parts with pages.
    fn used(&mut self) -> impl Iterator<Item = &mut Lines> {
        let used = *self.used.get_mut();
        let parts = self.parts.iter_mut().enumerate();
        let parts = parts.filter(move |(n, _)| used >> n & 1 != 0);
        parts.map(|(_, part)| part.get_mut().unwrap_or_else(PoisonError::into_inner))
    }

    /// Calls `f` with the pages of all shards.
    fn each(&mut self, mut f: impl FnMut(u64, &[u64; WORDS])) {
        for lines in self.used() {
            lines.keep();
            lines.last.1 = [0; WORDS];
            lines.pages.iter().for_each(|(page, set)| f(*page, set));
        }
    }

    /// The same, and forgets them.
    fn drain(&mut self, mut f: impl FnMut(u64, &[u64; WORDS])) {
        for lines in self.used() {
            lines.keep();
            lines.pages.drain(..).for_each(|(page, set)| f(page, &set));
            (lines.last, lines.most) = Default::default();
        }
        *self.used.get_mut() = 0;
    }
}

/// Memory that a task writes and reads.
#[derive(Debug, Default)]
pub struct Noted {
    written: Sharded,
    read: Sharded,
}

/// Memory as a task sees it: its accesses are noted.
pub struct Watch<'w> {
    memory: &'w dyn GpuMemory,
    private: Vec<Range<u64>>,
    noted: Box<Noted>,
}

/// Parts of the pages of a [`Watch`].
const SHARDS: usize = 16;

impl Watch<'_> {
    /// The accesses so far.
    pub fn into_noted(self) -> Box<Noted> {
        self.noted
    }

    fn is_private(&self, addr: GpuAddr) -> bool {
        self.private.iter().any(|range| range.contains(&addr))
    }

    /// The first and the last line of an access.
    fn lines(addr: GpuAddr, len: u64) -> Range<u64> {
        addr / LINE..addr.saturating_add(len).div_ceil(LINE)
    }
}

impl Noting for Watch<'_> {
    fn below(&self) -> &dyn GpuMemory {
        self.memory
    }

    fn note_read(&self, addr: GpuAddr, len: u64) {
        if self.is_private(addr) {
            return;
        }
        self.noted.read.add(Self::lines(addr, len));
    }

    fn note_write(&self, addr: GpuAddr, len: u64) {
        if self.is_private(addr) {
            return;
        }
        self.noted.written.add(Self::lines(addr, len));
    }
}

#[cfg(test)]
mod tests;
