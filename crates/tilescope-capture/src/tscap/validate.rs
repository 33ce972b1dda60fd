//! What must hold in a manifest before anything is done with it.

use std::collections::{BTreeMap, HashSet};

use super::archive::Limits;
use super::manifest::{self, Buffer, Contents, Manifest, Output, Process, Submission, Write};
use super::{MAX_BLOB, PAGE};
use crate::family::{Family, find_chip};

/// Where in the manifest, and what is wrong there.
pub type Problem = (String, String);

/// Buffers that one submission may see.
const MAX_BUFFERS: usize = 1 << 16;

/// Holds a manifest against everything that replaying relies on. `has` says
/// whether there is a blob of a name.
pub fn check(m: &Manifest, limits: Limits, has: &dyn Fn(&str) -> bool) -> Result<(), Problem> {
    let at = |place: &str, message: String| Err((place.to_owned(), message));
    if m.head.format != manifest::FORMAT {
        let format = &m.head.format;
        return at("format", format!("{format:?}, not {:?}", manifest::FORMAT));
    }
    if m.head.version != manifest::VERSION {
        return at(
            "version",
            format!(
                "{}, and this program reads version {}",
                m.head.version,
                manifest::VERSION
            ),
        );
    }
    let Some((family, _)) = find_chip(&m.head.chip) else {
        return at("chip", format!("there is no chip {:?}", m.head.chip));
    };
    for (i, process) in m.processes.iter().enumerate() {
        let check = Check {
            process,
            family,
            limits,
            has,
        };
        check
            .all()
            .map_err(|(place, message)| (format!("processes[{i}].{place}"), message))?;
    }
    Ok(())
}

struct Check<'a> {
    process: &'a Process,
    family: &'a Family,
    limits: Limits,
    has: &'a dyn Fn(&str) -> bool,
}

impl Check<'_> {
    fn all(&self) -> Result<(), Problem> {
        for (i, buffer) in self.process.buffers.iter().enumerate() {
            self.buffer(buffer)
                .map_err(|message| (format!("buffers[{i}]"), message))?;
        }
        for (i, submission) in self.process.submissions.iter().enumerate() {
            self.submission(submission)
                .map_err(|(place, message)| (format!("submissions[{i}].{place}"), message))?;
        }
        self.memory()
    }

    fn buffer(&self, b: &Buffer) -> Result<(), String> {
        let space = 1 << self.family.address_bits.min(63);
        let end = b.address.0.checked_add(b.size);
        match end {
            Some(end) if b.size > 0 && end <= space => Ok(()),
            _ => Err(format!(
                "{} bytes at {} are no memory of {} address bits",
                b.size, b.address, self.family.address_bits
            )),
        }
    }

    fn submission(&self, s: &Submission) -> Result<(), Problem> {
        let at = |place: String, message: String| Err((place, message));
        if s.buffers.len() > MAX_BUFFERS {
            let message = format!("{} of them, more than {MAX_BUFFERS}", s.buffers.len());
            return at("buffers".to_owned(), message);
        }
        let mut seen = BTreeMap::new();
        for (i, index) in s.buffers.iter().enumerate() {
            let Some(b) = self.process.buffers.get(*index) else {
                let message = format!("{index}, and there are {}", self.process.buffers.len());
                return at(format!("buffers[{i}]"), message);
            };
            let end = b.address.0 + b.size;
            let before = seen.range(..end).next_back();
            if before.is_some_and(|(_, old_end)| *old_end > b.address.0) {
                let message = format!("buffer {index} overlaps another at {}", b.address);
                return at(format!("buffers[{i}]"), message);
            }
            seen.insert(b.address.0, end);
        }
        let listed: HashSet<usize> = s.buffers.iter().copied().collect();
        let mut order = (0, 0);
        for (i, w) in s.writes.iter().enumerate() {
            self.write(&listed, w, &mut order)
                .map_err(|message| (format!("writes[{i}]"), message))?;
        }
        let mut last = None;
        for (i, o) in s.result.iter().flat_map(|r| &r.outputs).enumerate() {
            if last.is_some_and(|last| o.buffer <= last) {
                let message = "buffers are not in ascending order".to_owned();
                return at(format!("result.outputs[{i}]"), message);
            }
            last = Some(o.buffer);
            self.output(&listed, o)
                .map_err(|message| (format!("result.outputs[{i}]"), message))?;
        }
        Ok(())
    }

    fn kept(&self, listed: &HashSet<usize>, index: usize) -> Result<&Buffer, String> {
        let buffer = self.process.buffers.get(index);
        match buffer.filter(|b| listed.contains(&index) && b.contents == Contents::Kept) {
            Some(buffer) => Ok(buffer),
            None => Err(format!(
                "buffer {index} is none that the submission sees and whose contents are kept"
            )),
        }
    }

    /// Writes are in order and apart, so that they are not more than memory.
    fn write(
        &self,
        listed: &HashSet<usize>,
        w: &Write,
        order: &mut (usize, u64),
    ) -> Result<(), String> {
        let buffer = self.kept(listed, w.buffer)?;
        let end = w.offset.checked_add(w.size);
        if w.size == 0 || w.size > MAX_BLOB || end.is_none_or(|end| end > buffer.size) {
            return Err(format!(
                "{} bytes at offset {} of a buffer of {} bytes; a blob has at most {MAX_BLOB}",
                w.size, w.offset, buffer.size
            ));
        }
        if (w.buffer, w.offset) < *order {
            return Err("writes are not in ascending order, or overlap".to_owned());
        }
        *order = (w.buffer, w.offset + w.size);
        self.blob(&w.blob)
    }

    fn output(&self, listed: &HashSet<usize>, o: &Output) -> Result<(), String> {
        let buffer = self.kept(listed, o.buffer)?;
        let pages = buffer.size.div_ceil(PAGE);
        let mut end = 0;
        for (first, count) in &o.pages {
            let next = first.checked_add(*count);
            match next {
                Some(next) if *count > 0 && *first >= end && next <= pages => end = next,
                _ => {
                    return Err(format!(
                        "pages {first} and {count} more are not in order in a buffer of {pages}"
                    ));
                }
            }
        }
        self.blob(&o.page_hashes)
    }

    fn blob(&self, name: &str) -> Result<(), String> {
        let hash = name.len() == 64 && name.bytes().all(|b| b.is_ascii_hexdigit());
        match hash && (self.has)(name) {
            true => Ok(()),
            false => Err(format!("there is no entry blobs/{name}")),
        }
    }

    /// The buffers that are needed at one time fit into memory.
    fn memory(&self) -> Result<(), Problem> {
        let uses = uses(self.process);
        let mut change: BTreeMap<usize, (u64, u64)> = BTreeMap::new();
        for (buffer, (first, last)) in self.process.buffers.iter().zip(&uses) {
            if first <= last {
                change.entry(*first).or_default().0 += buffer.size;
                change.entry(*last).or_default().1 += buffer.size;
            }
        }
        let mut live = 0_u64;
        for (submission, (more, less)) in change {
            live = live.saturating_add(more);
            if live > self.limits.memory {
                let message = format!(
                    "the buffers needed here have {live} bytes, more than {}",
                    self.limits.memory
                );
                return Err((format!("submissions[{submission}].buffers"), message));
            }
            live = live.saturating_sub(less);
        }
        Ok(())
    }
}

/// The first and the last submission that see each buffer; first behind last if
/// none does.
pub fn uses(process: &Process) -> Vec<(usize, usize)> {
    let mut uses = vec![(usize::MAX, 0); process.buffers.len()];
    for (i, s) in process.submissions.iter().enumerate() {
        for index in &s.buffers {
            if let Some((first, last)) = uses.get_mut(*index) {
                *first = (*first).min(i);
                *last = i;
            }
        }
    }
    uses
}
