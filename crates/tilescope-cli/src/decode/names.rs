//! Undefined names of a text file.

use std::cell::RefCell;
use std::io::Write;

use tilescope_core::{AddressSpace, Region};

use crate::exit::Failure;

/// Bytes from one name to the next: room for the offsets that texts add to
/// them.
const SPACING: u64 = 64 << 10;
/// The largest number of names with separate addresses; the others are 0.
const MAX_NAMES: usize = 1024;
/// The addresses of the first name; the second is used if the file is at the
/// first.
const STARTS: [u64; 2] = [0xf000_0000, 0x4000_0000];

/// Undefined names, each with an address outside the file, so that a listing shows them by name and
/// does not follow them into the file.
#[derive(Debug)]
pub struct Names {
    start: u64,
    names: RefCell<Vec<String>>,
}

impl Names {
    /// No names yet, for a file whose first byte is at `base`.
    pub fn new(base: u64) -> Names {
        let near = |start: &u64| base.abs_diff(*start) >= MAX_NAMES as u64 * SPACING;
        Names {
            start: STARTS.into_iter().find(near).unwrap_or(STARTS[0]),
            names: RefCell::new(Vec::new()),
        }
    }

    /// The address of a name.
    pub fn address(&self, name: &str) -> u64 {
        let mut names = self.names.borrow_mut();
        let known = names.iter().position(|n| n == name);
        let i = known.unwrap_or_else(|| {
            names.push(name.to_owned());
            names.len() - 1
        });
        match i < MAX_NAMES {
            true => self.start + i as u64 * SPACING,
            false => 0,
        }
    }

    /// Forgets all names.
    pub fn clear(&mut self) {
        self.names.get_mut().clear();
    }

    /// Maps an empty buffer for each name, and reports the addresses in `out`.
    pub fn map(self, memory: &mut AddressSpace, out: &mut dyn Write) -> Result<(), Failure> {
        let names = self.names.into_inner();
        for (i, name) in names.into_iter().enumerate().take(MAX_NAMES) {
            let address = self.start + i as u64 * SPACING;
            let region = Region::uninitialised(name.clone(), address, SPACING);
            if memory.map(region).is_ok() {
                writeln!(
                    out,
                    "# @{name} is not in this file; shown as {address:#010x}"
                )?;
            }
        }
        Ok(())
    }
}
