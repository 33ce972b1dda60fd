//! Recording of the submissions of one process.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use tilescope_core::{self as core, AddressSpace, Region, Rights, Written};
use twox_hash::{XxHash3_64, XxHash3_128};

use super::folder::SPOOLS_ENDING;
use super::manifest::{
    Access, Address, Blob, Buffer, Contents, Frames, Outcome, Output, Register, Spare, Submission,
    Surface, Work, Write,
};
use super::spool::{Begin, Record, Spool};
use super::{MAX_BLOB, PAGE};

const PAGE_BYTES: usize = PAGE as usize;

/// A submission accepted by the kernel.
pub struct Taken<'a> {
    /// Its number in the process.
    pub seqno: u64,
    /// The open file that it came from.
    pub file: u64,
    /// The submission as passed to the device.
    pub submission: &'a core::Submission,
    /// The memory that it sees.
    pub memory: &'a AddressSpace,
    /// The surfaces that it draws.
    pub targets: Vec<Surface>,
}

/// Records the submissions of one process: call [`Self::before`] and [`Self::after`]
/// around each of them.
///
/// Writes of the GPU are not stored, only their hash, because a replay repeats them. Writes of the
/// program are found by comparing the hash of each page with the last known one.
#[derive(Debug)]
pub struct Recorder {
    folder: PathBuf,
    frames: Frames,
    process: u32,
    /// The number of submitted frames, recorded or not.
    counted: u64,
    /// Whether the current submission is recorded.
    within: bool,
    stream: Option<Stream>,
    stopped: bool,
}

#[derive(Debug)]
struct Stream {
    store: Store,
    buffers: Buffers,
}

/// The spool and the blobs in it.
#[derive(Debug)]
struct Store {
    spool: Spool,
    /// Bytes of data in the spool.
    stored: u64,
    /// Offsets of stored blobs by hash and size: recent ones and older ones, in two maps so that
    /// the older ones can be dropped at once.
    recent: HashMap<(u128, u64), u64>,
    older: HashMap<(u128, u64), u64>,
}

/// The number of blobs in each map.
const REMEMBERED: usize = 1 << 12;

/// The buffers of the process.
#[derive(Debug, Default)]
struct Buffers {
    /// The number of buffers so far.
    count: usize,
    /// Those that are still in use, by address.
    known: BTreeMap<u64, Known>,
}

#[derive(Debug)]
struct Known {
    index: usize,
    buffer: Buffer,
    /// The hash of each page, as in a replay.
    pages: Vec<u128>,
}

impl Recorder {
    /// Records `frames` into a new file in `folder`, created at the first
    /// submission.
    pub fn new(folder: &Path, frames: Frames) -> Recorder {
        Recorder {
            folder: folder.to_owned(),
            frames,
            process: std::process::id(),
            counted: 0,
            within: false,
            stream: None,
            stopped: false,
        }
    }

    /// Records a submission that is about to be executed.
    ///
    /// # Errors
    /// The reason why recording stopped. It is reported once; earlier
    /// submissions are kept.
    pub fn before(&mut self, taken: &Taken<'_>) -> Result<(), String> {
        self.follow_fork();
        let frame = self.counted + 1;
        self.within = !self.stopped && self.frames.contains(frame);
        let draws = !taken.targets.is_empty();
        self.counted += u64::from(draws);
        if !self.within {
            if frame > self.frames.first {
                // The range has ended, so the hashes of memory are not needed.
                self.close();
            }
            return Ok(());
        }
        let recorded = self
            .stream()
            .and_then(|s| s.submit(taken, draws.then_some(frame)));
        self.reported("a submission", recorded)
    }

    /// Whether the current submission is recorded.
    pub fn is_within(&self) -> bool {
        self.within
    }

    /// Records the outcome of the current submission.
    ///
    /// # Errors
    /// As [`Self::before`].
    pub fn after(
        &mut self,
        memory: &AddressSpace,
        written: &Written<'_>,
        status: &core::Status,
    ) -> Result<(), String> {
        if !std::mem::take(&mut self.within) {
            return Ok(());
        }
        let Some(stream) = &mut self.stream else {
            return Ok(());
        };
        let recorded = stream.outcome(memory, written, status);
        self.reported("an outcome", recorded)
    }

    /// Records that the process ended.
    pub fn finish(&mut self) {
        self.follow_fork();
        self.close();
    }

    /// Starts a separate stream for a forked child, with all of its memory.
    fn follow_fork(&mut self) {
        if self.process != std::process::id() {
            *self = Recorder::new(&self.folder, self.frames);
        }
    }

    fn close(&mut self) {
        if let Some(mut stream) = self.stream.take()
            && !self.stopped
        {
            // The file can be read without its end record.
            let _ = stream
                .store
                .spool
                .add(&Record::End)
                .and_then(|()| stream.store.spool.flush());
        }
    }

    fn stream(&mut self) -> io::Result<&mut Stream> {
        let stream = match self.stream.take() {
            Some(stream) => stream,
            None => Stream::begin(&self.folder, self.process)?,
        };
        Ok(self.stream.insert(stream))
    }

    fn reported(&mut self, what: &str, recorded: io::Result<()>) -> Result<(), String> {
        let Err(e) = recorded else {
            return Ok(());
        };
        self.stopped = true;
        self.within = false;
        let why = format!("{what} could not be recorded: {e}");
        if let Some(mut stream) = self.stream.take() {
            // Often there is room for this record when there was none for a
            // submission.
            let noted = stream.store.spool.add(&Record::Stopped(why.clone()));
            let _ = noted.and_then(|()| stream.store.spool.flush());
        }
        Err(why)
    }
}

impl Stream {
    fn begin(folder: &Path, process: u32) -> io::Result<Stream> {
        let mut spool = Spool::create(folder, &process.to_string(), SPOOLS_ENDING)?;
        let program = std::env::args_os().next().unwrap_or_default();
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let since = since.map_or(0, |t| u64::try_from(t.as_nanos()).unwrap_or(u64::MAX));
        spool.add(&Record::Begin(Begin {
            process,
            program: program.to_string_lossy().into_owned(),
            since,
        }))?;
        Ok(Stream {
            store: Store {
                spool,
                stored: 0,
                recent: HashMap::new(),
                older: HashMap::new(),
            },
            buffers: Buffers::default(),
        })
    }

    fn submit(&mut self, taken: &Taken<'_>, frame: Option<u64>) -> io::Result<()> {
        let mut new_buffers = Vec::new();
        let mut buffers = Vec::new();
        let mut writes = Vec::new();
        for region in taken.memory.regions().iter().filter(|r| !r.is_empty()) {
            let known = self.buffers.find(region, &mut new_buffers);
            buffers.push(known.index);
            let buffer = known.index;
            if known.buffer.contents == Contents::Kept {
                changed(region, &mut known.pages, |offset, bytes| {
                    writes.push(Write {
                        buffer,
                        offset,
                        size: bytes.len() as u64,
                        blob: self.store.blob(bytes)?,
                    });
                    Ok(())
                })?;
            }
        }
        // The order that readers require.
        writes.sort_by_key(|w: &Write| (w.buffer, w.offset));
        let s = taken.submission;
        let submission = Submission {
            seqno: taken.seqno,
            file: taken.file,
            label: s.label.clone(),
            frame,
            registers: s
                .registers
                .iter()
                .map(|&(offset, value)| Register { offset, value })
                .collect(),
            work: s.work.iter().map(Work::from).collect(),
            spare_memory: s
                .spare_memory
                .iter()
                .map(|&(address, size)| Spare {
                    address: Address(address),
                    size,
                })
                .collect(),
            new_buffers,
            buffers,
            // Known when the recording is packed.
            last_use: Vec::new(),
            writes,
            targets: taken.targets.clone(),
            result: None,
        };
        self.store
            .spool
            .add(&Record::Submit(Box::new(submission)))?;
        self.store.spool.flush()
    }

    fn outcome(
        &mut self,
        memory: &AddressSpace,
        written: &Written<'_>,
        status: &core::Status,
    ) -> io::Result<()> {
        let mut outputs = Vec::new();
        for region in memory.regions() {
            let pages = written.pages(region.base());
            let Some(known) = self.buffers.known.get_mut(&region.base()) else {
                continue;
            };
            if pages.is_empty() || known.buffer.contents != Contents::Kept {
                continue;
            }
            let mut digest = OutputDigest::default();
            for page in &pages {
                let bytes = read_page(region, *page);
                if let Some(hash) = known.pages.get_mut(*page as usize) {
                    *hash = XxHash3_128::oneshot(&bytes);
                }
                digest.add(&bytes);
            }
            let index = known.index;
            let (sha256, hashes) = digest.finish();
            outputs.push(Output {
                buffer: index,
                pages: runs(&pages),
                sha256,
                page_hashes: self.store.blob(&hashes)?,
            });
        }
        outputs.sort_by_key(|o: &Output| o.buffer);
        let status = status.into();
        let outcome = Record::Outcome(Outcome { status, outputs });
        self.store.spool.add(&outcome)?;
        self.store.spool.flush()
    }
}

impl Buffers {
    /// The state of a buffer. A buffer that overlaps older ones ends them.
    fn find(&mut self, region: &Region, new: &mut Vec<Buffer>) -> &mut Known {
        let buffer = Buffer {
            name: region.name().to_owned(),
            address: Address(region.base()),
            size: region.len(),
            access: match region.rights() {
                Rights::All => Access::ReadWrite,
                Rights::ReadOnly => Access::ReadOnly,
                Rights::NoExecute => Access::NoExecute,
            },
            contents: match (region.is_scratch(), region.is_tracked()) {
                (true, _) => Contents::Device,
                (false, true) => Contents::Undefined,
                (false, false) => Contents::Kept,
            },
        };
        let (base, end) = (region.base(), region.base() + region.len());
        if self.known.get(&base).is_some_and(|k| k.buffer != buffer) {
            self.known.remove(&base);
        }
        if !self.known.contains_key(&base) {
            let before = self.known.range(..end).rev();
            let ended: Vec<u64> = before
                .take_while(|(at, k)| **at + k.buffer.size > base)
                .map(|(at, _)| *at)
                .collect();
            for at in ended {
                self.known.remove(&at);
            }
        }
        let count = &mut self.count;
        self.known.entry(base).or_insert_with(|| {
            new.push(buffer.clone());
            *count += 1;
            Known {
                index: *count - 1,
                pages: zero_pages(&buffer),
                buffer,
            }
        })
    }
}

impl Store {
    /// Stores bytes, unless they were stored recently, and returns their place.
    fn blob(&mut self, bytes: &[u8]) -> io::Result<Blob> {
        let size = bytes.len() as u64;
        let key = (XxHash3_128::oneshot(bytes), size);
        let known = self.recent.get(&key).copied();
        let known = known.or_else(|| self.older.get(&key).copied());
        let at = match known {
            Some(at) => at,
            None => {
                self.spool.add(&Record::Blob(bytes.to_vec()))?;
                self.stored += size;
                self.stored - size
            }
        };
        if self.recent.len() >= REMEMBERED {
            self.older = std::mem::take(&mut self.recent);
        }
        self.recent.insert(key, at);
        Ok(Blob::At(at))
    }
}

/// Digests of the pages that a submission wrote.
#[derive(Default)]
pub(super) struct OutputDigest {
    all: sha2::Sha256,
    pages: Vec<u8>,
}

impl OutputDigest {
    pub fn add(&mut self, page: &[u8]) {
        sha2::Digest::update(&mut self.all, page);
        self.pages
            .extend_from_slice(&XxHash3_64::oneshot(page).to_le_bytes());
    }

    /// The digest of all pages, and the hashes of each.
    pub fn finish(self) -> (String, Vec<u8>) {
        (super::hex(&sha2::Digest::finalize(self.all)), self.pages)
    }
}

/// The bytes of a page; the last of a buffer may be shorter.
pub(super) fn read_page(region: &Region, page: u64) -> Vec<u8> {
    let at = page * PAGE;
    let len = region.len().saturating_sub(at).min(PAGE);
    let mut bytes = vec![0; len as usize];
    // It is inside, by the line above.
    let inside = region.read(at, &mut bytes);
    debug_assert!(inside.is_some());
    bytes
}

/// Pages in order as runs: first page and number of pages.
pub(super) fn runs(pages: &[u64]) -> Vec<(u64, u64)> {
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for page in pages {
        match runs.last_mut() {
            Some((first, count)) if *first + *count == *page => *count += 1,
            _ => runs.push((*page, 1)),
        }
    }
    runs
}

/// The hashes of the pages of a buffer of zeros.
fn zero_pages(buffer: &Buffer) -> Vec<u128> {
    if buffer.contents != Contents::Kept {
        return Vec::new();
    }
    let zeros = [0; PAGE_BYTES];
    let (whole, rest) = (buffer.size / PAGE, buffer.size % PAGE);
    let mut pages = vec![XxHash3_128::oneshot(&zeros); whole as usize];
    if rest > 0 {
        pages.push(XxHash3_128::oneshot(&zeros[..rest as usize]));
    }
    pages
}

/// Passes the pages whose hash has changed to `give`, as runs of bytes with
/// their offsets, and updates the hashes.
fn changed(
    region: &Region,
    known: &mut [u128],
    mut give: impl FnMut(u64, &[u8]) -> io::Result<()>,
) -> io::Result<()> {
    let mut start = 0;
    let mut run: Vec<u8> = Vec::new();
    let mut page = [0; PAGE_BYTES];
    for (i, hash) in (0..).zip(known) {
        let at = i * PAGE;
        let len = (region.len() - at).min(PAGE) as usize;
        let bytes = &mut page[..len];
        if region.read(at, bytes).is_none() {
            continue;
        }
        let now = XxHash3_128::oneshot(bytes);
        if now == *hash {
            continue;
        }
        *hash = now;
        let len = run.len() as u64;
        if len == MAX_BLOB || start + len != at {
            if !run.is_empty() {
                give(start, &run)?;
            }
            run.clear();
            start = at;
        }
        run.extend_from_slice(bytes);
    }
    match run.is_empty() {
        true => Ok(()),
        false => give(start, &run),
    }
}
