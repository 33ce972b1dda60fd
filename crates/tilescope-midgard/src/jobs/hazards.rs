//! Memory that jobs of a chain share although none waits for the other.
//!
//! Hardware runs jobs of a chain at the same time unless a dependency or a barrier orders
//! them (Mesa, `pan_scoreboard.h`). Jobs here run one after the other, so that a missing
//! dependency never changes the result. This module follows what jobs read and write:
//!
//! ```text
//! dependencies, barriers --> Hazards: for each job, the jobs that are complete before it
//! writes of earlier jobs --> Hazards: for each 16 bytes, the last job that wrote them
//! accesses of a job      --> Watch: compared with both when the job reads, and when it ends
//! ```
//!
//! Writes are noted when their job is complete, so that what is found does not depend on
//! the order of its threads. A write of what an unordered earlier job has read is not
//! found.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use foldhash::HashMap;
use tilescope_core::{GpuAddr, GpuMemory, Noting};

/// Bytes of a line, the smallest unit that is told apart.
const LINE: u64 = 16;
/// Lines of a page.
const LINES: usize = 256;
/// Words of a set of lines of a page.
const WORDS: usize = LINES / 64;

/// The last job that wrote each line of a page, plus one.
type Writers = [u16; LINES];

/// The jobs of a chain, and what they wrote.
#[derive(Debug, Default)]
pub(super) struct Hazards {
    /// For each job, the earlier ones that are complete before it starts.
    before: Vec<JobSet>,
    /// By page.
    writers: HashMap<u64, Box<Writers>>,
}

/// A set of jobs: all up to one, and some after it. Chains of draws, each of which waits
/// for the one before, take a word each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct JobSet {
    /// The first job that is not in it.
    all: usize,
    /// Bits of jobs, from that of the word with `all` on.
    words: Vec<u64>,
}

impl JobSet {
    /// The jobs before `n`.
    fn up_to(n: usize) -> JobSet {
        JobSet {
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

    fn extend(&mut self, other: &JobSet) {
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

    /// Adds the jobs before `n`, and counts those that follow them in `all`.
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

/// Memory that two jobs use at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Conflict {
    /// The number of the earlier job, which writes.
    pub earlier: usize,
    /// The later job writes too; otherwise it reads.
    pub writes: bool,
    /// The lowest address of both, to 16 bytes.
    pub address: u64,
}

impl Hazards {
    /// The most jobs of a chain that are followed. Sets of them take up to 16 MiB.
    pub const MOST: usize = 1 << 14;

    /// Adds the next job of the chain, which waits for those with the numbers in `after`,
    /// or for all with a barrier. Jobs are numbered from 0.
    pub fn add(&mut self, after: impl Iterator<Item = usize>, barrier: bool) {
        let mut before = JobSet::default();
        if barrier {
            before = JobSet::up_to(self.before.len());
        } else {
            for job in after {
                if let Some(earlier) = self.before.get(job) {
                    before.extend(earlier);
                    before.insert(job);
                }
            }
        }
        self.before.push(before);
    }

    /// Memory as the last job sees it. Accesses to `private`, the memory of its threads,
    /// are not followed.
    pub fn watch<'w>(&'w self, memory: &'w dyn GpuMemory, private: Vec<Range<u64>>) -> Watch<'w> {
        Watch {
            memory,
            hazards: self,
            private,
            found: Mutex::default(),
            pages: Default::default(),
        }
    }

    fn is_before(&self, earlier: usize) -> bool {
        self.before
            .last()
            .is_none_or(|before| before.contains(earlier))
    }

    /// Notes the writes of the last job. Returns what it shares with jobs that it does not
    /// wait for, by their number.
    pub fn end(&mut self, accesses: Accesses) -> Vec<Conflict> {
        let Accesses { mut found, pages } = accesses;
        let number = self.before.len();
        for (page, lines) in pages.into_iter().flatten() {
            let writers = (self.writers.entry(page)).or_insert_with(|| Box::new([0; LINES]));
            for line in bits(&lines) {
                let writer = &mut writers[line];
                let earlier = usize::from(*writer).checked_sub(1);
                *writer = number as u16;
                let unordered = |job: &usize| {
                    let before = self.before.last();
                    before.is_some_and(|before| !before.contains(*job))
                };
                if let Some(earlier) = earlier.filter(unordered) {
                    let address = (page * LINES as u64 + line as u64) * LINE;
                    let lowest = found.entry((earlier, true)).or_insert(address);
                    *lowest = address.min(*lowest);
                }
            }
        }
        let conflict = |((earlier, writes), address)| Conflict {
            earlier,
            writes,
            address,
        };
        found.into_iter().map(conflict).collect()
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

/// Lowest addresses of conflicts: the earlier job, and whether this one writes.
type Found = BTreeMap<(usize, bool), u64>;

/// The lines that a job wrote, by page.
type Pages = BTreeMap<u64, [u64; WORDS]>;

/// Accesses of a job.
#[derive(Debug, Default)]
pub(super) struct Accesses {
    found: Found,
    pages: [Pages; SHARDS],
}

/// Memory as a job sees it: its accesses are noted.
pub(super) struct Watch<'w> {
    memory: &'w dyn GpuMemory,
    hazards: &'w Hazards,
    private: Vec<Range<u64>>,
    found: Mutex<Found>,
    /// By the low bits of the page, so that workers seldom wait for each other.
    pages: [Mutex<Pages>; SHARDS],
}

/// Parts of the pages of a [`Watch`].
const SHARDS: usize = 16;

impl Watch<'_> {
    /// The accesses so far.
    pub fn into_accesses(self) -> Accesses {
        let found = self.found.into_inner();
        let pages = self.pages.map(Mutex::into_inner);
        Accesses {
            found: found.unwrap_or_else(PoisonError::into_inner),
            pages: pages.map(|pages| pages.unwrap_or_else(PoisonError::into_inner)),
        }
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
        let writers = &self.hazards.writers;
        if writers.is_empty() || self.is_private(addr) {
            return;
        }
        let mut known: Option<(u64, Option<&Writers>)> = None;
        let mut found: BTreeSet<(usize, u64)> = BTreeSet::new();
        for line in Self::lines(addr, len) {
            let page = line / LINES as u64;
            let of = match known {
                Some((number, of)) if number == page => of,
                _ => writers.get(&page).map(Box::as_ref),
            };
            known = Some((page, of));
            let writer = of.map_or(0, |of| of[(line % LINES as u64) as usize]);
            if let Some(earlier) = usize::from(writer).checked_sub(1)
                && !self.hazards.is_before(earlier)
            {
                found.insert((earlier, line * LINE));
            }
        }
        if found.is_empty() {
            return;
        }
        let mut known = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        for (earlier, address) in found {
            let lowest = known.entry((earlier, false)).or_insert(address);
            *lowest = address.min(*lowest);
        }
    }

    fn note_write(&self, addr: GpuAddr, len: u64) {
        if self.is_private(addr) {
            return;
        }
        let mut lines = Self::lines(addr, len);
        while !lines.is_empty() {
            let page = lines.start / LINES as u64;
            let end = lines.end.min((page + 1) * LINES as u64);
            let shard = &self.pages[page as usize % SHARDS];
            let mut pages = shard.lock().unwrap_or_else(PoisonError::into_inner);
            let written = pages.entry(page).or_default();
            for line in lines.start..end {
                let line = (line % LINES as u64) as usize;
                written[line / 64] |= 1 << (line % 64);
            }
            lines.start = end;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilescope_core::{AddressSpace, Region, Unit};

    const T: Unit = Unit("test");

    /// A job of a test.
    #[derive(Clone, Copy, Default)]
    struct Job<'j> {
        after: &'j [usize],
        barrier: bool,
        writes: &'j [u64],
        reads: &'j [u64],
    }

    const PRIVATE: u64 = 0x1_f000;

    /// The conflicts of the last of `jobs`.
    fn conflicts(jobs: &[Job<'_>]) -> Vec<(usize, bool, u64)> {
        let mut memory = AddressSpace::new();
        let region = Region::zeroed("memory", 0x1_0000, 1 << 16);
        memory.map(region).unwrap();
        let mut hazards = Hazards::default();
        let mut last = Vec::new();
        for job in jobs {
            hazards.add(job.after.iter().copied(), job.barrier);
            let private = PRIVATE..PRIVATE + 4096;
            let watch = hazards.watch(&memory, Vec::from([private]));
            for addr in job.writes {
                watch.write(*addr, &[0; 16], T).unwrap();
            }
            for addr in job.reads {
                watch.read(*addr, &mut [0; 16], T).unwrap();
            }
            last = hazards.end(watch.into_accesses());
        }
        last.iter()
            .map(|c| (c.earlier, c.writes, c.address))
            .collect()
    }

    const A: u64 = 0x1_0000;
    const B: u64 = 0x1_3000;

    fn writer(writes: &[u64]) -> Job<'_> {
        Job {
            writes,
            ..Job::default()
        }
    }

    fn reader<'j>(after: &'j [usize], reads: &'j [u64]) -> Job<'j> {
        Job {
            after,
            reads,
            ..Job::default()
        }
    }

    #[test]
    fn reads_and_writes_without_a_dependency() {
        let first = writer(&[A, B]);
        assert_eq!(
            conflicts(&[first, reader(&[], &[B + 8, A])]),
            [(0, false, A)]
        );
        assert_eq!(conflicts(&[first, writer(&[B, A])]), [(0, true, A)]);
        assert_eq!(conflicts(&[first, reader(&[], &[A + 16])]), []);
        let outside = Job {
            writes: &[PRIVATE],
            reads: &[PRIVATE],
            ..Job::default()
        };
        assert_eq!(conflicts(&[outside, outside]), []);
    }

    #[test]
    fn dependencies_and_barriers_order_jobs() {
        let first = writer(&[A]);
        let both = Job {
            writes: &[A],
            reads: &[A],
            ..Job::default()
        };
        let after = Job {
            after: &[0],
            ..both
        };
        let barrier = Job {
            barrier: true,
            ..both
        };
        assert_eq!(conflicts(&[first, after]), []);
        assert_eq!(conflicts(&[first, barrier]), []);
        let middle = reader(&[0], &[]);
        assert_eq!(conflicts(&[first, middle, reader(&[1], &[A])]), []);
        let other = reader(&[], &[]);
        let found = conflicts(&[first, other, reader(&[1], &[A])]);
        assert_eq!(found, [(0, false, A)]);
    }

    proptest::proptest! {
        #[test]
        fn sets_of_jobs(first: Vec<u8>, second: Vec<u8>, all in 0usize..200) {
            let set = |jobs: &[u8]| {
                let mut set = JobSet::default();
                jobs.iter().for_each(|job| set.insert((*job).into()));
                set
            };
            let (mut both, other) = (set(&first), set(&second));
            for job in 0..300 {
                let listed = first.iter().any(|j| usize::from(*j) == job);
                proptest::prop_assert_eq!(both.contains(job), listed);
            }
            both.extend(&other);
            both.extend(&JobSet::up_to(all));
            for job in 0..300 {
                let mut jobs = first.iter().chain(&second);
                let listed = job < all || jobs.any(|j| usize::from(*j) == job);
                proptest::prop_assert_eq!(both.contains(job), listed);
            }
        }
    }

    #[test]
    fn a_job_does_not_conflict_with_itself() {
        let own = Job {
            reads: &[A],
            ..writer(&[A])
        };
        assert_eq!(conflicts(&[own]), []);
    }
}
