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

mod accessed;
mod pages;

use std::collections::BTreeMap;
use std::ops::Range;

use crate::bus::{Bus, Port};
use crate::ctx::Ctx;
use crate::memory::{GpuAddr, GpuMemory};
use crate::noting::Noting;
use accessed::{Accessed, AnyThread, OneThread, Set, runs};
use pages::{Accesses, Pages, Tasks};

/// Bytes of a line, the smallest unit that is told apart.
const LINE: u64 = 16;
/// Lines of a page.
const LINES: usize = 256;

/// The tasks of a list, and what they read and wrote.
#[derive(Debug, Default)]
pub struct Hazards {
    /// For each task, the earlier ones that are complete before it starts.
    before: Vec<TaskSet>,
    /// The words of all of them.
    words: usize,
    pages: Pages,
    latest: Accesses,
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
    /// The most tasks of a list that are followed: their numbers have 16 bits.
    const MOST: usize = u16::MAX as usize;
    /// The most words of sets, 16 MiB. Draws of a driver take almost none.
    const WORDS: usize = 1 << 21;

    /// Whether a further task of the list can be followed.
    pub fn has_room(&self) -> bool {
        self.before.len() < Self::MOST && self.words < Self::WORDS
    }

    /// Adds the next task of the list, which waits for those with the numbers in `after`,
    /// or for all with a barrier. Jobs are numbered from 0. There must be
    /// [room](Hazards::has_room) for it.
    pub fn add(&mut self, after: impl Iterator<Item = usize> + Clone, barrier: bool) {
        let mut before = TaskSet::default();
        if barrier {
            before = TaskSet::up_to(self.before.len());
        } else {
            // All sets first: they make that of single tasks short.
            let after = || after.clone().filter(|task| *task < self.before.len());
            after().for_each(|task| before.extend(&self.before[task]));
            after().for_each(|task| before.insert(task));
        }
        self.words += before.words.len();
        self.before.push(before);
    }

    /// Memory as the last task sees it. Accesses to `private`, the memory of its threads,
    /// are not followed.
    pub fn watch<'w>(&mut self, memory: &'w dyn GpuMemory, private: [Range<u64>; 2]) -> Watch<'w> {
        Watch {
            memory,
            noted: self.spare.take().unwrap_or_default(),
            private,
            owner: thread(),
        }
    }

    /// Runs the last task, whose threads have `private` memory. Returns what it shares with tasks
    /// that it does not wait for, by their number.
    pub fn follow<P: Port, T>(
        &mut self,
        private: [Range<u64>; 2],
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
        let (pages, latest) = (&mut self.pages, &mut self.latest);
        let mut found: BTreeMap<(usize, Kind), u64> = BTreeMap::new();
        let mut compare = |tasks: &mut Tasks, latest: &mut _, kind, page: u64, lines: &Set| {
            let Some(last) = tasks.last(latest, lines) else {
                return;
            };
            // Most lines have the task of the one before.
            let mut ordered = number;
            runs(lines, |run| {
                for (line, task) in run.clone().zip(&last[run]) {
                    if *task == 0 || *task == number || *task == ordered {
                        continue;
                    }
                    let earlier = usize::from(*task) - 1;
                    if before.is_none_or(|before| before.contains(earlier)) {
                        ordered = *task;
                        continue;
                    }
                    let address = (page * LINES as u64 + line as u64) * LINE;
                    let lowest = found.entry((earlier, kind)).or_insert(address);
                    *lowest = address.min(*lowest);
                }
            });
        };
        for by in noted.by_threads() {
            by.written.each(|page, lines| {
                let known = pages.at(page);
                compare(&mut known.writers, latest, Kind::WritesWritten, page, lines);
                compare(&mut known.readers, latest, Kind::WritesRead, page, lines);
            });
        }
        for by in noted.by_threads() {
            by.read.drain(|page, lines| {
                let known = pages.at(page);
                compare(&mut known.writers, latest, Kind::ReadsWritten, page, lines);
                known.readers.note(latest, number, lines);
            });
        }
        for by in noted.by_threads() {
            by.written
                .drain(|page, lines| (pages.at(page).writers).note(latest, number, lines));
        }
        self.spare = Some(noted);
        let conflict = |((earlier, kind), address)| Conflict {
            earlier,
            kind,
            address,
        };
        found.into_iter().map(conflict).collect()
    }
}

/// Memory that a task writes and reads.
#[derive(Debug, Default)]
pub struct Noted {
    /// In the thread that runs the task: most have no other.
    own: ByThreads,
    /// In all other threads.
    others: ByThreads,
}

/// Memory that some threads of a task write and read.
#[derive(Debug, Default)]
struct ByThreads {
    written: Accessed,
    read: Accessed,
}

impl Noted {
    fn by_threads(&mut self) -> [&mut ByThreads; 2] {
        [&mut self.own, &mut self.others]
    }
}

/// A number of the current thread that no other has at the same time.
fn thread() -> usize {
    thread_local! {
        static PLACE: u8 = const { 0 };
    }
    PLACE.with(|place| std::ptr::from_ref(place).addr())
}

/// Memory as a task sees it: its accesses are noted.
pub struct Watch<'w> {
    memory: &'w dyn GpuMemory,
    private: [Range<u64>; 2],
    noted: Box<Noted>,
    /// The thread that runs the task.
    owner: usize,
}

impl Watch<'_> {
    /// The accesses so far.
    pub fn into_noted(self) -> Box<Noted> {
        self.noted
    }

    fn is_private(&self, addr: GpuAddr) -> bool {
        self.private.iter().any(|range| range.contains(&addr))
    }

    /// Notes an access among those of the current thread.
    #[inline]
    fn note(&self, addr: GpuAddr, len: u64, among: impl Fn(&ByThreads) -> &Accessed) {
        if self.is_private(addr) {
            return;
        }
        let lines = Self::lines(addr, len);
        match thread() == self.owner {
            true => among(&self.noted.own).add::<OneThread>(lines),
            false => among(&self.noted.others).add::<AnyThread>(lines),
        }
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
        self.note(addr, len, |by| &by.read);
    }

    fn note_write(&self, addr: GpuAddr, len: u64) {
        self.note(addr, len, |by| &by.written);
    }
}

#[cfg(test)]
mod tests;
