//! Gives the submissions of a capture back, one after the other, with the memory
//! that the device had.

use std::collections::{BTreeMap, BTreeSet};

use tilescope_core::{self as core, AddressSpace, Region, Written};

use super::PAGE;
use super::archive::Capture;
use super::error::CaptureError;
use super::manifest::{Access, Contents, Outcome, Process, Status, Submission, Surface};
use super::recorder::{OutputDigest, read_page};
use super::validate;

/// The submissions of one process.
pub struct Replay {
    process: usize,
    next: usize,
    /// Buffers whose contents are kept for later submissions.
    kept: BTreeMap<usize, Region>,
    /// The last submission that sees each buffer.
    last: Vec<usize>,
}

/// A submission ready to be executed.
pub struct Loaded {
    /// Its index in the process.
    pub index: usize,
    /// What the device gets.
    pub submission: core::Submission,
    /// The memory that it sees.
    pub memory: AddressSpace,
}

/// Something that did not come out as it was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What differs: the status, or a buffer with the target in it.
    pub what: String,
    /// What was recorded.
    pub expected: String,
    /// What came out.
    pub found: String,
}

impl Replay {
    /// The submissions of process number `process` of `capture`, from the first.
    pub fn new(capture: &Capture, process: usize) -> Replay {
        let uses = capture.manifest.processes.get(process).map(validate::uses);
        let uses = uses.unwrap_or_default();
        Replay {
            process,
            next: 0,
            kept: BTreeMap::new(),
            last: uses.into_iter().map(|(_, last)| last).collect(),
        }
    }

    /// The next submission, with what the program wrote before it; none behind
    /// the last. It has to be given back with [`Self::unload`].
    ///
    /// # Errors
    /// If something of it cannot be read.
    pub fn load(&mut self, capture: &mut Capture) -> Result<Option<Loaded>, CaptureError> {
        let Some(process) = capture.manifest.processes.get(self.process) else {
            return Ok(None);
        };
        let Some(s) = process.submissions.get(self.next) else {
            return Ok(None);
        };
        let index = self.next;
        self.next += 1;
        let mut regions: BTreeMap<usize, Region> = BTreeMap::new();
        for i in &s.buffers {
            if let Some(region) = self.kept.remove(i).or_else(|| new(process, *i)) {
                regions.insert(*i, region);
            }
        }
        let submission = s.for_device();
        for (i, w) in s.writes.clone().into_iter().enumerate() {
            let bytes = capture.blob(&w.blob)?;
            let fits = bytes.len() as u64 == w.size;
            let region = regions.get(&w.buffer).filter(|_| fits);
            if region.and_then(|r| r.fill(w.offset, &bytes)).is_none() {
                let place = format!(
                    "manifest.json: processes[{}].submissions[{index}].writes[{i}]",
                    self.process
                );
                let message = format!("its blob has {} bytes, not {}", bytes.len(), w.size);
                return Err(CaptureError::new(capture.path(), place, message));
            }
        }
        let mut by_address: Vec<Region> = regions.into_values().collect();
        by_address.sort_by_key(Region::base);
        let mut memory = AddressSpace::new();
        for region in by_address {
            memory.map(region).map_err(|e| {
                let place = format!(
                    "manifest.json: processes[{}].submissions[{index}].buffers",
                    self.process
                );
                CaptureError::new(capture.path(), place, e)
            })?;
        }
        Ok(Some(Loaded {
            index,
            submission,
            memory,
        }))
    }

    /// Takes memory back that later submissions see.
    pub fn unload(&mut self, capture: &Capture, loaded: Loaded) {
        let process = &capture.manifest.processes[self.process];
        let seen = &process.submissions[loaded.index].buffers;
        let mut by_base: BTreeMap<u64, usize> = BTreeMap::new();
        for i in seen {
            let b = &process.buffers[*i];
            if b.contents == Contents::Kept && self.last[*i] > loaded.index {
                by_base.insert(b.address.0, *i);
            }
        }
        for region in loaded.memory.into_regions() {
            if let Some(i) = by_base.get(&region.base()) {
                self.kept.insert(*i, region);
            }
        }
    }

    /// Whether the submission did what was recorded; none if nothing was.
    ///
    /// # Errors
    /// If what was recorded cannot be read.
    pub fn compare(
        &self,
        capture: &mut Capture,
        loaded: &Loaded,
        written: &Written<'_>,
        status: &core::Status,
    ) -> Result<Option<Vec<Difference>>, CaptureError> {
        let process = &capture.manifest.processes[self.process];
        let s = &process.submissions[loaded.index];
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
        differences.extend(unexpected(process, s, written, &result));
        let mut failed = Vec::new();
        for o in result.outputs {
            let buffer = &process.buffers[o.buffer];
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
            let recorded = capture.blob(&o.page_hashes)?;
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
fn new(process: &Process, index: usize) -> Option<Region> {
    let b = process.buffers.get(index)?;
    let region = match b.contents {
        Contents::Kept => Region::zeroed(&b.name, b.address.0, b.size),
        Contents::Undefined => Region::uninitialised(&b.name, b.address.0, b.size),
    };
    Some(match b.access {
        Access::ReadWrite => region,
        Access::ReadOnly => region.read_only(),
    })
}

/// Pages that were not written when it was recorded.
fn unexpected(
    process: &Process,
    s: &Submission,
    written: &Written<'_>,
    result: &Outcome,
) -> Vec<Difference> {
    let mut differences = Vec::new();
    for i in &s.buffers {
        let buffer = &process.buffers[*i];
        let pages = written.pages(buffer.address.0);
        if pages.is_empty() || buffer.contents == Contents::Undefined {
            continue;
        }
        let outputs = result.outputs.iter().filter(|o| o.buffer == *i);
        let known: BTreeSet<u64> = outputs
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
