//! The last tasks that accessed memory, by page.

use foldhash::HashMap;

use super::LINES;
use super::accessed::{SLOTS, Set, runs};

/// The last task that accessed each line of a page, plus one.
pub(super) type Last = [u16; LINES];

/// The last tasks that accessed the lines of a page, if any did.
#[derive(Debug, Default)]
pub(super) struct Page {
    pub writers: Option<Box<Last>>,
    pub readers: Option<Box<Last>>,
}

/// Notes a task as the last that accessed lines of a page.
pub(super) fn note(last: &mut Option<Box<Last>>, number: u16, lines: &Set) {
    let last = last.get_or_insert_with(|| Box::new([0; LINES]));
    runs(lines, |run| last[run].fill(number));
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
