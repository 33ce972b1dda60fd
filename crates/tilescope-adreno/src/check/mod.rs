//! Checks of streams without execution: what a stream states against the rules.
//!
//! A [`Checker`] sees what a [`Decoder`](crate::stream::Decoder) lists, in the same order, and
//! notes what breaks a rule. A note of one kind at one address is made once.

mod caches;
pub(crate) mod conditions;
mod divergence;
mod draws;
mod gmem;
mod order;
mod packets;
mod registers;
mod shader;
mod state;
mod transfers;
mod uses;

use crate::chips::Chip;
use std::collections::{HashMap, HashSet};
use tilescope_core::Rule;

pub use shader::{Shared, check_shader};

/// The number of notes after which more are only counted.
pub const MAX_NOTES: usize = 1000;

/// A place that breaks a rule.
#[derive(Clone, Debug)]
pub struct Note {
    /// The rule.
    pub rule: &'static Rule,
    /// The address of the word, or of the instruction.
    pub address: u64,
    /// The fault, in words.
    pub message: String,
}

/// The notes about streams of one chip.
pub struct Checker {
    /// The chip.
    pub chip: &'static Chip,
    /// The first notes.
    pub notes: Vec<Note>,
    /// The number of notes.
    pub count: u64,
    seen: HashSet<(&'static str, u64)>,
    shaders: HashSet<u64>,
    /// The registers and constants of shaders, by address.
    used: HashMap<u64, uses::Uses>,
    order: order::Order,
    caches: caches::Caches,
}

impl Checker {
    /// A checker for streams of a chip.
    pub fn new(chip: &'static Chip) -> Checker {
        Checker {
            chip,
            notes: Vec::new(),
            count: 0,
            seen: HashSet::new(),
            shaders: HashSet::new(),
            used: HashMap::new(),
            order: order::Order::default(),
            caches: caches::Caches::default(),
        }
    }

    /// A submission begins.
    pub(crate) fn begin(&mut self) {
        self.order = order::Order::default();
        self.caches.begin();
    }

    /// Adds a note, unless there is one of the rule at the address.
    pub(crate) fn note(&mut self, rule: &'static Rule, address: u64, message: String) {
        // The set is bounded as the notes are.
        if self.notes.len() == MAX_NOTES {
            self.count += 1;
        } else if self.seen.insert((rule.id, address)) {
            self.count += 1;
            self.notes.push(Note {
                rule,
                address,
                message,
            });
        }
    }

    /// Checks a shader, once for each address.
    pub(crate) fn shader(&mut self, address: u64, words: &[u32], ended: shader::Ended) {
        self.shader_resources(address, words);
        if self.shaders.len() < MAX_NOTES && self.shaders.insert(address) {
            let program = crate::stream::program(words);
            if ended == Ended::Itself {
                self.used.insert(address, uses::Uses::of(&program));
            }
            let shared = match self.chip.scalar_unit {
                true => Shared::Scalar,
                false => Shared::Vector,
            };
            for (index, rule, message) in check_shader(&program, ended, shared) {
                self.note(rule, address.wrapping_add(index as u64 * 8), message);
            }
        }
    }
}

pub use shader::Ended;
