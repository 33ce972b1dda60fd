//! The lines of memory that a task accessed, which its threads may note at the same time.
//!
//! A page has a slot of [`Accessed`], by its low bits. The first page of a slot is noted without a
//! lock, as most tasks access few; the others are in lists.

use std::ops::Range;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};

use super::LINES;

/// Words of a set of lines of a page.
const WORDS: usize = LINES / 64;

/// A set of lines of a page.
pub(super) type Set = [u64; WORDS];

/// Calls `f` with each run of lines in a set; a run may be in several parts.
#[inline(always)]
pub(super) fn runs(set: &Set, mut f: impl FnMut(Range<usize>)) {
    for (first, word) in (0..).step_by(64).zip(set) {
        let mut word = *word;
        while word != 0 {
            let start = word.trailing_zeros();
            let end = start + (word >> start).trailing_ones();
            f(first + start as usize..first + end as usize);
            word &= u64::MAX.checked_shl(end).unwrap_or(0);
        }
    }
}

/// Calls `f` with the number and the bits of each word of the set of `lines`, which are of one page
/// and not empty.
#[inline(always)]
fn each_word(lines: &Range<u64>, mut f: impl FnMut(usize, u64)) {
    let first = lines.start as usize % LINES;
    let last = first + (lines.end - lines.start) as usize - 1;
    for word in first / 64..=last / 64 {
        let from = first.saturating_sub(64 * word);
        let to = (last - 64 * word).min(63);
        f(word, u64::MAX << from & u64::MAX >> (63 - to));
    }
}

/// The slots.
pub(super) const SLOTS: usize = 64;

#[derive(Debug, Default)]
struct Slot {
    /// The number of its page plus one; 0 if it has none.
    page: AtomicU64,
    lines: [AtomicU64; WORDS],
    /// Its further pages.
    others: Mutex<Listed>,
}

/// Lines by page.
#[derive(Debug)]
pub(super) struct Accessed {
    slots: [Slot; SLOTS],
    /// Bits of the slots with pages.
    used: AtomicU64,
}

impl Default for Accessed {
    fn default() -> Self {
        Accessed {
            slots: std::array::from_fn(|_| Slot::default()),
            used: AtomicU64::default(),
        }
    }
}

/// The threads that add accesses.
pub(super) trait Threads {
    /// Sets bits of a word.
    fn set(word: &AtomicU64, bits: u64);
    /// Makes a word that was 0 `new`. Returns the word afterwards.
    fn claim(word: &AtomicU64, new: u64) -> u64;
}

/// Always the same one.
pub(super) struct OneThread;

impl Threads for OneThread {
    #[inline(always)]
    fn set(word: &AtomicU64, bits: u64) {
        word.store(word.load(Relaxed) | bits, Relaxed);
    }

    #[inline(always)]
    fn claim(word: &AtomicU64, new: u64) -> u64 {
        word.store(new, Relaxed);
        new
    }
}

/// Several at the same time.
pub(super) struct AnyThread;

impl Threads for AnyThread {
    #[inline(always)]
    fn set(word: &AtomicU64, bits: u64) {
        if word.load(Relaxed) & bits != bits {
            word.fetch_or(bits, Relaxed);
        }
    }

    #[inline(always)]
    fn claim(word: &AtomicU64, new: u64) -> u64 {
        let claimed = word.compare_exchange(0, new, Relaxed, Relaxed);
        claimed.map_or_else(|other| other, |_| new)
    }
}

impl Accessed {
    /// Adds the lines of an access.
    pub fn add<T: Threads>(&self, mut lines: Range<u64>) {
        while !lines.is_empty() {
            let page = lines.start / LINES as u64;
            let end = lines.end.min((page + 1) * LINES as u64);
            self.add_in::<T>(page, lines.start..end);
            lines.start = end;
        }
    }

    #[inline]
    fn add_in<T: Threads>(&self, page: u64, lines: Range<u64>) {
        let number = page as usize % SLOTS;
        let slot = &self.slots[number];
        let mut held = slot.page.load(Relaxed);
        if held == 0 {
            held = T::claim(&slot.page, page + 1);
            T::set(&self.used, 1 << number);
        }
        if held != page + 1 {
            let mut others = slot.others.lock().unwrap_or_else(PoisonError::into_inner);
            return others.add(page, lines);
        }
        each_word(&lines, |word, bits| {
            T::set(&slot.lines[word % WORDS], bits);
        });
    }

    /// Calls `f` with each slot that has pages.
    fn each_slot(&mut self, mut f: impl FnMut(&mut Slot)) {
        let mut used = *self.used.get_mut();
        while used != 0 {
            f(&mut self.slots[used.trailing_zeros() as usize]);
            used &= used - 1;
        }
    }

    /// Calls `f` with each page. A page may come again.
    pub fn each(&mut self, mut f: impl FnMut(u64, &Set)) {
        self.each_slot(|slot| {
            f(*slot.page.get_mut() - 1, &slot.set());
            let others = slot.others().list().iter();
            others.for_each(|(page, set)| f(*page, set));
        });
    }

    /// The same, and forgets them.
    pub fn drain(&mut self, mut f: impl FnMut(u64, &Set)) {
        self.each_slot(|slot| {
            let page = std::mem::take(slot.page.get_mut());
            f(page - 1, &slot.set());
            for word in &mut slot.lines {
                *word.get_mut() = 0;
            }
            let others = slot.others();
            others.list().iter().for_each(|(page, set)| f(*page, set));
            others.clear();
        });
        *self.used.get_mut() = 0;
    }
}

impl Slot {
    fn set(&mut self) -> Set {
        let mut set = [0; WORDS];
        for (to, word) in set.iter_mut().zip(&mut self.lines) {
            *to = *word.get_mut();
        }
        set
    }

    fn others(&mut self) -> &mut Listed {
        self.others
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// Pages in a list. The lines of the last one are apart, as most accesses are to it.
#[derive(Debug, Default)]
struct Listed {
    list: Vec<(u64, Set)>,
    last: (u64, Set),
    /// The number of pages at which those that occur again are merged next.
    most: usize,
}

impl Listed {
    /// The least number of pages to merge.
    const LEAST: usize = 64;

    fn add(&mut self, page: u64, lines: Range<u64>) {
        if self.last.0 != page {
            self.keep();
            self.last = (page, [0; WORDS]);
        }
        let set = &mut self.last.1;
        each_word(&lines, |word, bits| set[word % WORDS] |= bits);
    }

    fn keep(&mut self) {
        if self.last.1 == [0; WORDS] {
            return;
        }
        self.list.push(self.last);
        if self.list.len() >= self.most.max(Self::LEAST) {
            self.list.sort_unstable_by_key(|(page, _)| *page);
            self.list.dedup_by(|again, first| {
                let same = again.0 == first.0;
                if same {
                    let lines = first.1.iter_mut().zip(again.1);
                    lines.for_each(|(all, lines)| *all |= lines);
                }
                same
            });
            self.most = 2 * self.list.len();
        }
    }

    /// All pages.
    fn list(&mut self) -> &[(u64, Set)] {
        self.keep();
        self.last.1 = [0; WORDS];
        &self.list
    }

    /// Forgets everything but the allocation.
    fn clear(&mut self) {
        self.list.clear();
        (self.last, self.most) = Default::default();
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    fn taken(all: &mut Accessed) -> BTreeMap<u64, BTreeSet<usize>> {
        let mut pages: BTreeMap<u64, BTreeSet<usize>> = BTreeMap::new();
        all.drain(|page, set| {
            let lines = pages.entry(page).or_default();
            runs(set, |run| lines.extend(run));
        });
        pages
    }

    #[test]
    fn pages_that_occur_again_take_no_more_memory() {
        let mut all = Accessed::default();
        let lines = LINES as u64;
        for n in 0..10_000u64 {
            // 50 pages of one slot, in turns.
            let page = n % 50 * SLOTS as u64;
            let line = page * lines + n / 50 % lines;
            all.add::<OneThread>(line..line + 1);
        }
        let kept = all.slots[0].others.lock().unwrap().list.len();
        assert!(kept <= 128, "{kept}");
        let pages = taken(&mut all);
        assert_eq!(pages.len(), 50);
        for (page, set) in pages {
            assert_eq!((page % SLOTS as u64, set.len()), (0, 200));
        }
        assert_eq!(taken(&mut all), BTreeMap::new());
    }

    proptest::proptest! {
        #[test]
        fn every_line_of_an_access_is_noted(accesses: Vec<(u16, u16)>, alone: bool) {
            let mut all = Accessed::default();
            let mut want: BTreeMap<u64, BTreeSet<usize>> = BTreeMap::new();
            for (start, len) in accesses {
                // Pages of all slots, some of which share one.
                let start = u64::from(start) << 4 | u64::from(len >> 12);
                let lines = start..start + u64::from(len % 700);
                match alone {
                    true => all.add::<OneThread>(lines.clone()),
                    false => all.add::<AnyThread>(lines.clone()),
                }
                for line in lines {
                    let (page, line) = (line / LINES as u64, line as usize % LINES);
                    want.entry(page).or_default().insert(line);
                }
            }
            proptest::prop_assert_eq!(taken(&mut all), want);
        }
    }
}
