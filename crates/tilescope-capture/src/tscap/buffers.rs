//! The buffers of a process, submission by submission.

use std::collections::BTreeMap;

use super::manifest::{Buffer, Submission};

/// The memory limit of buffer descriptions, in bytes.
const MAX_DESCRIPTIONS: usize = 64 << 20;

/// The buffers that are visible to submissions of a process.
#[derive(Debug, Default)]
pub struct Buffers {
    /// The index of the next new buffer.
    next: usize,
    known: BTreeMap<usize, Known>,
    /// Total size of the buffers that are in use.
    live: u64,
    descriptions: usize,
}

#[derive(Debug)]
struct Known {
    buffer: Buffer,
    seen: bool,
}

/// An estimate of the memory of a description, in bytes.
fn description(buffer: &Buffer) -> usize {
    size_of::<(usize, Known)>() + buffer.name.len()
}

impl Buffers {
    /// Adds the buffers that `s` is the first to see. Returns false if there are too many to
    /// describe.
    pub fn enter(&mut self, s: &Submission) -> bool {
        for buffer in &s.new_buffers {
            self.descriptions += description(buffer);
            let known = Known {
                buffer: buffer.clone(),
                seen: false,
            };
            self.known.insert(self.next, known);
            self.next += 1;
        }
        for index in &s.buffers {
            if let Some(known) = self.known.get_mut(index).filter(|k| !k.seen) {
                known.seen = true;
                self.live = self.live.saturating_add(known.buffer.size);
            }
        }
        self.descriptions <= MAX_DESCRIPTIONS
    }

    /// Removes the buffers that no submission after `s` sees.
    pub fn leave(&mut self, s: &Submission) {
        for index in &s.last_use {
            if let Some(known) = self.known.remove(index) {
                self.descriptions -= description(&known.buffer);
                if known.seen {
                    self.live = self.live.saturating_sub(known.buffer.size);
                }
            }
        }
    }

    /// A buffer that was announced and is still in use.
    pub fn get(&self, index: usize) -> Option<&Buffer> {
        self.known.get(&index).map(|k| &k.buffer)
    }

    /// Total size of the buffers in use, in bytes.
    pub fn live(&self) -> u64 {
        self.live
    }
}

/// The last submission that sees each buffer, by index.
#[derive(Debug, Default)]
pub struct LastUses(Vec<u32>);

impl LastUses {
    /// Records that submission number `submission` sees `buffers`.
    pub fn note(&mut self, submission: usize, buffers: &[usize]) {
        let number = u32::try_from(submission).unwrap_or(u32::MAX);
        let count = buffers.iter().max().map_or(0, |last| last + 1);
        if self.0.len() < count {
            self.0.resize(count, u32::MAX);
        }
        for index in buffers {
            self.0[*index] = number;
        }
    }

    /// The buffers among `buffers` that no submission after `submission` sees.
    pub fn ending(&self, submission: usize, buffers: &[usize]) -> Vec<usize> {
        let is_last = |index: &&usize| {
            let last = self.0.get(**index).copied();
            last.is_some_and(|last| last as usize == submission)
        };
        buffers.iter().filter(is_last).copied().collect()
    }
}
