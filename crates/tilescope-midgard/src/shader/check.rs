//! Checks of a program that do not run it.

use super::note::Note;
use super::program::Program;

/// Every problem that some path of a program can reach: what stops a thread, registers of
/// the wrong class, and reads of registers that no path writes before.
pub fn check(program: &Program) -> Vec<Note> {
    let mut notes: Vec<Note> = program.stops().collect();
    notes.extend(program.notes());
    notes.extend(program.certainly_undefined());
    notes.sort_unstable();
    notes.dedup();
    notes
}
