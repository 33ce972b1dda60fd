//! Notes of runs: what a family reports of its programs, each case once with a count.

use crate::problems::Problem;
use tilescope_core::{Frame, Location};

/// A problem, and the instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Note<P> {
    /// Number of the instruction in the program.
    pub ip: u32,
    /// The address of the instruction: in memory, or in the program.
    pub address: u64,
    /// The problem.
    pub problem: P,
}

impl<P: Problem> Note<P> {
    /// Whether both are the same rule at the same instruction.
    fn repeats(&self, earlier: &Self) -> bool {
        self.ip == earlier.ip && std::ptr::eq(self.problem.rule(), earlier.problem.rule())
    }

    /// Its location in the shader at `shader`, from whose address `base` its own counts.
    pub fn location(&self, shader: &Location, base: u64) -> Location {
        shader.inside(Frame::Instruction(self.ip, base.wrapping_add(self.address)))
    }
}

/// The largest number of distinct notes that a run keeps; further ones are only counted.
const MAX_NOTES: usize = 256;

/// Notes of a run in the order of first occurrence: for each rule the first case at each
/// instruction, and the number of cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notes<P> {
    found: Vec<(Note<P>, u64)>,
    missing: Vec<(&'static str, u32, u64)>,
    dropped: u64,
}

impl<P> Default for Notes<P> {
    fn default() -> Self {
        Notes {
            found: Vec::new(),
            missing: Vec::new(),
            dropped: 0,
        }
    }
}

impl<P: Problem> Notes<P> {
    /// Removes all notes.
    pub fn clear(&mut self) {
        self.found.clear();
        self.missing.clear();
        self.dropped = 0;
    }

    /// Adds an occurrence.
    pub fn add(&mut self, note: Note<P>) {
        self.add_times(note, 1);
    }

    fn add_times(&mut self, note: Note<P>, count: u64) {
        match self.found.iter().position(|(n, _)| note.repeats(n)) {
            Some(i) => self.found[i].1 += count,
            None if self.found.len() < MAX_NOTES => self.found.push((note, count)),
            None => self.dropped += count,
        }
    }

    /// Adds a use of an unimplemented feature at instruction `ip`.
    pub fn missing(&mut self, what: &'static str, ip: u32) {
        self.missing_times(what, ip, 1);
    }

    fn missing_times(&mut self, what: &'static str, ip: u32, count: u64) {
        match self.missing.iter_mut().find(|m| m.0 == what) {
            Some((_, _, n)) => *n += count,
            None => self.missing.push((what, ip, count)),
        }
    }

    /// Appends the notes of another run.
    pub fn append(&mut self, other: &Notes<P>) {
        for &(note, count) in &other.found {
            self.add_times(note, count);
        }
        for &(what, ip, count) in &other.missing {
            self.missing_times(what, ip, count);
        }
        self.dropped += other.dropped;
    }

    /// Notes with their numbers of occurrences.
    pub fn problems(&self) -> &[(Note<P>, u64)] {
        &self.found
    }

    /// Unimplemented features, the first instruction that used each, and the number of
    /// uses.
    pub fn unimplemented(&self) -> &[(&'static str, u32, u64)] {
        &self.missing
    }

    /// The number of notes that were not kept.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    tilescope_core::rules! {
        RULE = "TEST-SHADER-001", Undefined, "A rule of a test",
            hardware: "None.", help: "None.", source: "None.";
    }

    crate::problems! {
        /// Problems of a test.
        pub enum Case;
        /// One.
        First => RULE, "first";
        /// Another of the same rule.
        Second => RULE, "second";
    }

    fn case(ip: u32, problem: Case) -> Note<Case> {
        Note {
            ip,
            address: 0,
            problem,
        }
    }

    #[test]
    fn the_first_case_is_kept_with_the_number_of_all() {
        let mut notes = Notes::default();
        notes.add(case(1, Case::First));
        notes.add(case(1, Case::Second));
        notes.missing("feature", 7);
        let mut all = notes.clone();
        all.append(&notes);
        all.add(case(2, Case::First));
        let expected = [(case(1, Case::First), 4), (case(2, Case::First), 1)];
        assert_eq!(all.problems(), expected);
        assert_eq!(all.unimplemented(), [("feature", 7, 2)]);
    }

    #[test]
    fn those_beyond_the_limit_are_counted() {
        let mut notes = Notes::default();
        (0..300).for_each(|n| notes.add(case(n, Case::First)));
        assert_eq!((notes.problems().len(), notes.dropped()), (256, 44));
    }
}
