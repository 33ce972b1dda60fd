//! The last tasks that accessed memory, by page.

use foldhash::HashMap;

use super::LINES;
use super::accessed::{SLOTS, Set, runs};

/// The last task that accessed each line of a page, plus one.
pub(super) type Last = [u16; LINES];

/// The last tasks that accessed the lines of a page, if any did.
#[derive(Debug, Default)]
pub(super) struct Page {
    pub writers: Tasks,
    pub readers: Tasks,
}

/// The tasks that accessed the lines of a page in one way.
///
/// Few lines are ever asked for. So what tasks accessed is kept as it is, and the last task of each
/// line is found when it is asked for.
#[derive(Debug, Default)]
pub(super) struct Tasks {
    /// The lines that any task accessed.
    any: Set,
    /// The accesses of the latest tasks, and their number.
    latest: Latest,
    count: u32,
    /// The last tasks before them.
    last: Option<Box<Last>>,
}

/// The place of an access in [`Accesses`], counted from 1; 0 is none.
type Latest = u32;

/// The accesses of a task to a page, and the ones before them.
#[derive(Debug)]
struct Access {
    task: u16,
    lines: Set,
    before: Latest,
}

/// Accesses of the latest tasks to all pages.
#[derive(Debug, Default)]
pub(super) struct Accesses {
    list: Vec<Access>,
    /// Places that are used again.
    free: Latest,
}

impl Accesses {
    fn add(&mut self, access: Access) -> Latest {
        let free = self.free.wrapping_sub(1) as usize;
        if let Some(place) = self.list.get_mut(free) {
            let at = std::mem::replace(&mut self.free, place.before);
            *place = access;
            return at;
        }
        self.list.push(access);
        self.list.len() as Latest
    }
}

impl Tasks {
    /// The number of tasks whose accesses are kept as they are.
    const LATEST: u32 = 32;

    /// Notes a task as the last that accessed `lines`.
    pub fn note(&mut self, accesses: &mut Accesses, task: u16, lines: &Set) {
        for (any, lines) in self.any.iter_mut().zip(lines) {
            *any |= lines;
        }
        self.latest = accesses.add(Access {
            task,
            lines: *lines,
            before: self.latest,
        });
        self.count += 1;
        if self.count == Self::LATEST {
            self.settle(accesses);
        }
    }

    /// The last task of each line, if any accessed one of `lines`.
    pub fn last(&mut self, accesses: &mut Accesses, lines: &Set) -> Option<&Last> {
        let mut both = self.any.iter().zip(lines);
        if !both.any(|(any, lines)| any & lines != 0) {
            return None;
        }
        self.settle(accesses);
        self.last.as_deref()
    }

    /// Moves the latest accesses to the lines that they are the last to.
    fn settle(&mut self, accesses: &mut Accesses) {
        let last = self.last.get_or_insert_with(|| Box::new([0; LINES]));
        let mut later: Set = Default::default();
        while let Some(access) = accesses.list.get_mut(self.latest.wrapping_sub(1) as usize) {
            let mut own = access.lines;
            for (own, later) in own.iter_mut().zip(&mut later) {
                *own &= !*later;
                *later |= *own;
            }
            runs(&own, |run| last[run].fill(access.task));
            let before = std::mem::replace(&mut access.before, accesses.free);
            accesses.free = std::mem::replace(&mut self.latest, before);
        }
        self.count = 0;
    }
}

/// All pages that were accessed.
#[derive(Debug)]
pub(super) struct Pages {
    list: Vec<Page>,
    places: HashMap<u64, usize>,
    /// By the low bits of their numbers, the pages that were asked for last and their places:
    /// tasks access the same pages as the ones before them.
    recent: [(u64, usize); SLOTS],
}

impl Default for Pages {
    fn default() -> Self {
        Pages {
            list: Vec::new(),
            places: HashMap::default(),
            recent: [(u64::MAX, 0); SLOTS],
        }
    }
}

impl Pages {
    /// A page.
    pub fn at(&mut self, page: u64) -> &mut Page {
        let recent = &mut self.recent[page as usize % SLOTS];
        if recent.0 != page {
            let place = *self.places.entry(page).or_insert(self.list.len());
            *recent = (page, place);
        }
        let place = recent.1;
        if place == self.list.len() {
            self.list.push(Page::default());
        }
        &mut self.list[place]
    }
}
