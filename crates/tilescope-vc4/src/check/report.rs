//! Violations that a check reports.

use std::collections::{HashMap, HashSet};

use tilescope_core::{Frame, Location, Rule};

/// A rule that a program breaks, or would break if it ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The broken rule.
    pub rule: &'static Rule,
    /// The instruction at fault, counted from the first of the given words.
    pub ip: u32,
    /// Lowest and highest bit at fault in the instruction.
    pub bits: Option<(u16, u16)>,
    /// Diagnosis, with the values of this case.
    pub message: String,
}

impl Violation {
    /// Its location in `shader`, whose first instruction is at GPU address `base`.
    pub fn locate(&self, shader: &Location, base: u32) -> Location {
        let address = u64::from(base) + u64::from(self.ip) * 8;
        let at = shader.inside(Frame::Instruction(self.ip, address));
        match self.bits {
            Some((lo, hi)) => at.at_bits(lo, hi),
            None => at,
        }
    }
}

/// Collects violations: each once, with a limit per rule.
#[derive(Default)]
pub(super) struct Violations {
    list: Vec<Violation>,
    seen: HashSet<(&'static str, u32, String)>,
    of_rule: HashMap<&'static str, usize>,
    left_out: usize,
}

impl Violations {
    /// Violations of one rule beyond this number are only counted.
    const PER_RULE: usize = 64;

    pub fn add(
        &mut self,
        rule: &'static Rule,
        ip: u32,
        bits: Option<(u16, u16)>,
        message: impl Into<String>,
    ) {
        let count = self.of_rule.entry(rule.id).or_default();
        if *count >= Self::PER_RULE {
            self.left_out += 1;
            return;
        }
        let message = message.into();
        if self.seen.insert((rule.id, ip, message.clone())) {
            *count += 1;
            self.list.push(Violation {
                rule,
                ip,
                bits,
                message,
            });
        }
    }

    /// The violations in program order, and how many were left out.
    pub fn finish(mut self) -> (Vec<Violation>, usize) {
        self.list.sort_by_key(|v| (v.ip, v.rule.id, v.bits));
        (self.list, self.left_out)
    }
}
