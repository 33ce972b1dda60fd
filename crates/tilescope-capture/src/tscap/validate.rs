//! Checks of a manifest and of submissions before they are used.

use std::collections::{BTreeMap, HashSet};

use tilescope_families::{Chip, Family, Registry};

use super::archive::Limits;
use super::buffers::Buffers;
use super::manifest::{self, Blob, Buffer, Contents, Head, Output, Submission, Write};
use super::{MAX_BLOB, PAGE};

/// An error: its place in the manifest or in a submission, and the message.
pub type Problem = (String, String);

/// Checks the fields that the meaning of all others depends on.
pub fn version(format: &str, version: u32) -> Result<(), Problem> {
    let at = |place: &str, message: String| Err((place.to_owned(), message));
    if format != manifest::FORMAT {
        return at("format", format!("{format:?}, not {:?}", manifest::FORMAT));
    }
    let (oldest, newest) = (manifest::OLDEST_VERSION, manifest::VERSION);
    if !(oldest..=newest).contains(&version) {
        let message = format!("{version}, and this program supports versions {oldest} to {newest}");
        return at("version", message);
    }
    Ok(())
}

/// The chip.
pub fn chip(head: &Head, families: Registry) -> Result<Chip, Problem> {
    families.chip(&head.chip).ok_or_else(|| {
        let message = format!("there is no chip {:?}", head.chip);
        ("chip".to_owned(), message)
    })
}

/// Whether a blob exists and has at least this size.
pub type HasBlob<'a> = &'a dyn Fn(&Blob, u64) -> bool;

/// Checks the submissions of a process, in order.
pub struct Checker<'a> {
    family: &'a dyn Family,
    limits: Limits,
    has: HasBlob<'a>,
    buffers: Buffers,
}

impl<'a> Checker<'a> {
    /// The state before the first submission.
    pub fn new(family: &'a dyn Family, limits: Limits, has: HasBlob<'a>) -> Checker<'a> {
        Checker {
            family,
            limits,
            has,
            buffers: Buffers::default(),
        }
    }

    /// Checks the next submission for everything that a replay relies on.
    ///
    /// # Errors
    /// The first error and its place in the submission.
    pub fn submission(&mut self, s: &Submission) -> Result<(), Problem> {
        let at = |place: String, message: String| Err((place, message));
        for (i, buffer) in s.new_buffers.iter().enumerate() {
            self.buffer(buffer)
                .map_err(|message| (format!("new_buffers[{i}]"), message))?;
        }
        if !self.buffers.enter(s) {
            let message = "too many buffers are in use at the same time".to_owned();
            return at("new_buffers".to_owned(), message);
        }
        let mut seen = BTreeMap::new();
        for (i, index) in s.buffers.iter().enumerate() {
            let Some(b) = self.buffers.get(*index) else {
                let message = format!("{index} is not a buffer in use");
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
        let live = self.buffers.live();
        if live > self.limits.memory {
            let message = format!(
                "the buffers in use here have {live} bytes, more than {}",
                self.limits.memory
            );
            return at("buffers".to_owned(), message);
        }
        let listed: HashSet<usize> = s.buffers.iter().copied().collect();
        for (i, index) in s.last_use.iter().enumerate() {
            if !listed.contains(index) {
                let message = format!("the submission does not see buffer {index}");
                return at(format!("last_use[{i}]"), message);
            }
        }
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
        self.buffers.leave(s);
        Ok(())
    }

    fn buffer(&self, b: &Buffer) -> Result<(), String> {
        let space = 1 << self.family.address_bits().min(63);
        let end = b.address.0.checked_add(b.size);
        match end {
            Some(end) if b.size > 0 && end <= space => Ok(()),
            _ => Err(format!(
                "{} bytes at {} do not fit into {} address bits",
                b.size,
                b.address,
                self.family.address_bits()
            )),
        }
    }

    fn kept(&self, listed: &HashSet<usize>, index: usize) -> Result<&Buffer, String> {
        let buffer = self.buffers.get(index).filter(|_| listed.contains(&index));
        match buffer {
            Some(buffer) if buffer.contents == Contents::Kept => Ok(buffer),
            Some(_) => Err(format!("the contents of buffer {index} are undefined")),
            None => Err(format!("the submission does not see buffer {index}")),
        }
    }

    /// Writes must be ascending and not overlap, so that their total size is bounded by memory.
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
        self.blob(&w.blob, w.size)
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
        self.blob(&o.page_hashes, o.hashes_size())
    }

    fn blob(&self, blob: &Blob, size: u64) -> Result<(), String> {
        match (self.has)(blob, size) {
            true => Ok(()),
            false => Err(match blob {
                Blob::Named(name) => format!("there is no entry blobs/{name}"),
                Blob::At(at) => format!("there are no {size} bytes of data at {at}"),
            }),
        }
    }
}
