//! Replay of a capture: its submissions in order, with the memory that the device saw.

use std::collections::{BTreeMap, BTreeSet};

use tilescope_core::{self as core, AddressSpace, Region, Rights, Written};

use super::PAGE;
use super::archive::{Capture, Submissions};
use super::buffers::Buffers;
use super::error::CaptureError;
use super::manifest::{Access, Buffer, Contents, Outcome, Status, Submission, Surface};
use super::recorder::{OutputDigest, read_page};

/// The submissions of one process.
pub struct Replay {
    process: usize,
    next: usize,
    submissions: Submissions,
    /// Descriptions of the buffers in use.
    buffers: Buffers,
    /// Buffers whose contents are kept for later submissions.
    regions: BTreeMap<usize, Region>,
}

/// A submission ready to be executed.
pub struct Loaded {
    /// Its index in the process.
    pub index: usize,
    /// The recorded submission.
    pub recorded: Submission,
    /// The buffers that it sees, by index.
    pub buffers: BTreeMap<usize, Buffer>,
    /// The submission in the form that devices execute.
    pub submission: core::Submission,
    /// The memory that it sees.
    pub memory: AddressSpace,
}

/// A difference between the replay and the recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The status, or a buffer with the target in it.
    pub what: String,
    /// The recorded value.
    pub expected: String,
    /// The value of the replay.
    pub found: String,
}

impl Replay {
    /// Starts a replay of process number `process` of `capture`.
    ///
    /// # Errors
    /// If there is no such process.
    pub fn new(capture: &mut Capture, process: usize) -> Result<Replay, CaptureError> {
        Ok(Replay {
            process,
            next: 0,
            submissions: capture.submissions(process)?,
            buffers: Buffers::default(),
            regions: BTreeMap::new(),
        })
    }

    /// The next submission, with the bytes that the program wrote before it;
    /// `None` after the last. It must be passed to [`Self::unload`] afterwards.
    ///
    /// # Errors
    /// If a part of it cannot be read.
    pub fn load(&mut self, capture: &mut Capture) -> Result<Option<Loaded>, CaptureError> {
        let Some(recorded) = self.submissions.next().transpose()? else {
            return Ok(None);
        };
        let index = self.next;
        self.next += 1;
        self.buffers.enter(&recorded);
        let mut regions: BTreeMap<usize, Region> = BTreeMap::new();
        let mut buffers = BTreeMap::new();
        for i in &recorded.buffers {
            if let Some(buffer) = self.buffers.get(*i) {
                let region = self.regions.remove(i).unwrap_or_else(|| new(buffer));
                regions.insert(*i, region);
                buffers.insert(*i, buffer.clone());
            }
        }
        let place = |capture: &Capture, of: &str, message: &dyn std::fmt::Display| {
            let place = capture.place(self.process, index, of);
            CaptureError::new(capture.path(), place, message)
        };
        for (i, w) in recorded.writes.iter().enumerate() {
            let bytes = capture.blob(self.process, &w.blob, w.size)?;
            let fits = bytes.len() as u64 == w.size;
            let region = regions.get(&w.buffer).filter(|_| fits);
            if region.and_then(|r| r.fill(w.offset, &bytes)).is_none() {
                let message = format!("its blob has {} bytes instead of {}", bytes.len(), w.size);
                return Err(place(capture, &format!("writes[{i}]"), &message));
            }
        }
        let mut by_address: Vec<Region> = regions.into_values().collect();
        by_address.sort_by_key(Region::base);
        let mut memory = AddressSpace::new();
        for region in by_address {
            let mapped = memory.map(region);
            mapped.map_err(|e| place(capture, "buffers", &e))?;
        }
        Ok(Some(Loaded {
            index,
            submission: recorded.for_device(),
            recorded,
            buffers,
            memory,
        }))
    }

    /// Takes back the memory that later submissions see.
    pub fn unload(&mut self, loaded: Loaded) {
        let mut by_base: BTreeMap<u64, usize> = BTreeMap::new();
        let ending: BTreeSet<&usize> = loaded.recorded.last_use.iter().collect();
        for (i, b) in &loaded.buffers {
            if b.contents != Contents::Undefined && !ending.contains(i) {
                by_base.insert(b.address.0, *i);
            }
        }
        for region in loaded.memory.into_regions() {
            if let Some(i) = by_base.get(&region.base()) {
                self.regions.insert(*i, region);
            }
        }
        self.buffers.leave(&loaded.recorded);
    }

    /// The differences from the recording; empty if no outcome was recorded.
    ///
    /// # Errors
    /// If the recording cannot be read.
    pub fn compare(
        &self,
        capture: &mut Capture,
        loaded: &Loaded,
        written: &Written<'_>,
        status: &core::Status,
    ) -> Result<Option<Vec<Difference>>, CaptureError> {
        let s = &loaded.recorded;
        let Some(result) = s.result.clone() else {
            return Ok(None);
        };
        let mut differences = Vec::new();
        let status = Status::from(status);
        if status != result.status {
            differences.push(Difference {
                what: "status".to_owned(),
                expected: result.status.name().to_owned(),
                found: status.name().to_owned(),
            });
        }
        differences.extend(unexpected(loaded, written, &result));
        let mut failed = Vec::new();
        for o in result.outputs {
            let Some(buffer) = loaded.buffers.get(&o.buffer) else {
                continue;
            };
            let (base, end) = (buffer.address.0, buffer.address.0 + buffer.size);
            let regions = loaded.memory.regions();
            let Ok(at) = regions.binary_search_by_key(&base, Region::base) else {
                continue;
            };
            let mut digest = OutputDigest::default();
            for (first, count) in &o.pages {
                for page in *first..first + count {
                    digest.add(&read_page(&regions[at], page));
                }
            }
            let (sha256, hashes) = digest.finish();
            if sha256 != o.sha256 {
                let inside = |t: &&Surface| (base..end).contains(&t.address.0);
                let what = match s.targets.iter().find(inside) {
                    Some(target) => format!("{} in `{}`", target.name, buffer.name),
                    None => format!("`{}`", buffer.name),
                };
                failed.push((what, base, o, sha256, hashes));
            }
        }
        for (what, base, o, sha256, hashes) in failed {
            let recorded = capture.blob(self.process, &o.page_hashes, o.hashes_size())?;
            let pairs = recorded.chunks(8).zip(hashes.chunks(8));
            let same = pairs.take_while(|(a, b)| a == b).count();
            let page = o.pages.iter().flat_map(|(p, n)| *p..p + n).nth(same);
            let place = page.map_or(String::new(), |page| {
                let address = base + page * PAGE;
                format!("; the first page that differs is at {address:#010x}")
            });
            differences.push(Difference {
                what,
                expected: format!("{} pages with SHA-256 {}", o.page_count(), o.sha256),
                found: format!("{sha256}{place}"),
            });
        }
        Ok(Some(differences))
    }
}

/// A buffer that no submission has seen yet.
fn new(b: &Buffer) -> Region {
    let region = match b.contents {
        Contents::Kept => Region::zeroed(&b.name, b.address.0, b.size),
        Contents::Undefined | Contents::Device => {
            Region::uninitialised(&b.name, b.address.0, b.size)
        }
    };
    match b.access {
        Access::ReadWrite => region,
        Access::ReadOnly => region.with(Rights::ReadOnly),
        Access::NoExecute => region.with(Rights::NoExecute),
    }
}

/// Pages that were not written during the recording.
fn unexpected(loaded: &Loaded, written: &Written<'_>, result: &Outcome) -> Vec<Difference> {
    let mut differences = Vec::new();
    for (i, buffer) in &loaded.buffers {
        let pages = written.pages(buffer.address.0);
        if pages.is_empty() || buffer.contents != Contents::Kept {
            continue;
        }
        // They are in the order of their buffers.
        let output = result.outputs.binary_search_by_key(i, |o| o.buffer);
        let known: BTreeSet<u64> = output
            .map(|at| &result.outputs[at])
            .into_iter()
            .flat_map(|o| o.pages.iter().flat_map(|(p, n)| *p..p + n))
            .collect();
        let more: Vec<&u64> = pages.iter().filter(|p| !known.contains(p)).collect();
        if let Some(first) = more.first() {
            differences.push(Difference {
                what: format!("`{}`", buffer.name),
                expected: "no other pages are written".to_owned(),
                found: format!(
                    "{} more, the first at {:#010x}",
                    more.len(),
                    buffer.address.0 + **first * PAGE
                ),
            });
        }
    }
    differences
}
