//! Submissions: from the client's structure to a stream for the device. Source
//! of checks, their order and their errors: Linux `etnaviv_gem_submit.c`, and
//! `etnaviv_drm.h` for the structures.

use std::collections::BTreeSet;
use std::sync::Arc;

use tilescope_core::{AddressSpace, Frame, Location, Region, Submission, Work};
use tilescope_vivante::rules::kernel as rules;

use super::bo::Buffer;
use super::mmu::{Mmu, SOFTPIN_START};
use super::outputs::outputs;
use super::perfmon::{Request, Signal, When};
use super::refuse::Refusal;
use super::stream::{self, Pipe};
use super::{Etnaviv, EtnavivDevice, OwnJob, UsedBuffer, validate};
use crate::drm::args::{Args, structs};
use crate::drm::errno::Errno;
use crate::drm::fence::{FenceSet, Until, Use, all_done};
use crate::drm::file::FileId;
use crate::drm::job::Built;
use crate::drm::memory::{Lease, Owner};
use crate::drm::pages::PAGE;
use crate::drm::refuse::shown;
use crate::drm::user::{UserMemory, copy_in};

structs! {
    gem_submit 72 {
        FENCE: u32 = 0, PIPE: u32 = 4, EXEC_STATE: u32 = 8, NR_BOS: u32 = 12, NR_RELOCS: u32 = 16,
        STREAM_SIZE: u32 = 20, BOS: u64 = 24, RELOCS: u64 = 32, STREAM: u64 = 40, FLAGS: u32 = 48,
        FENCE_FD: i32 = 52, PMRS: u64 = 56, NR_PMRS: u32 = 64, PAD: u32 = 68,
    }
    submit_bo 16 { FLAGS: u32 = 0, HANDLE: u32 = 4, PRESUMED: u64 = 8, }
    submit_reloc 24 { SUBMIT_OFFSET: u32 = 0, RELOC_IDX: u32 = 4, RELOC_OFFSET: u64 = 8, FLAGS: u32 = 16, }
    submit_pmr 20 {
        FLAGS: u32 = 0, DOMAIN: u8 = 4, SIGNAL: u16 = 6, SEQUENCE: u32 = 8, READ_OFFSET: u32 = 12,
        READ_IDX: u32 = 16,
    }
}

/// The flags of a submission, `ETNA_SUBMIT_*`.
mod flag {
    pub const FENCE_FD_IN: u32 = 2;
    pub const FENCE_FD_OUT: u32 = 4;
    pub const SOFTPIN: u32 = 8;
    /// All of the above, and `NO_IMPLICIT`: jobs of others on the same buffers
    /// are not waited for.
    pub const ALL: u32 = 15;
}

/// `ETNA_SUBMIT_BO_WRITE`, and with `ETNA_SUBMIT_BO_READ`.
const BO_WRITE: u32 = 2;
const BO_ALL: u32 = 3;

/// The largest total of stream, relocations and buffers of a submission, in
/// bytes.
const MAX: u32 = 128 << 10;
/// The largest number of performance counter requests.
const MAX_REQUESTS: u32 = 128;

/// A buffer that a submission lists.
struct Listed {
    object: Arc<Buffer>,
    with: Use,
    /// The address that the client requests.
    wanted: u64,
}

/// The data that the client passes by pointers.
struct Input {
    bos: Vec<Args>,
    relocations: Vec<Args>,
    requests: Vec<Args>,
    stream: Vec<u32>,
}

pub(super) fn submit(
    k: &EtnavivDevice,
    f: FileId,
    a: &mut Args,
    user: &dyn UserMemory,
) -> Result<(), Errno> {
    k.wait_for_room();
    // Counted from 0, like all submissions of a run.
    let number = k.state().queue.emitted as u32;
    let at = Location::new().inside(Frame::Submission(number, "".into()));
    let mut memory = AddressSpace::new();
    match build(k, f, a, user, &at, &mut memory) {
        Ok(built) => {
            let fence = k.take(f, built, &[]);
            let fd = match a.get(gem_submit::FLAGS) & flag::FENCE_FD_OUT {
                0 => -1,
                _ => {
                    let fences = FenceSet::from([fence.clone()]);
                    k.fences().export(k.fds.as_ref(), fences, None)?
                }
            };
            a.set(gem_submit::FENCE_FD, fd);
            a.set(gem_submit::FENCE, super::fence_id(fence.seqno));
            Ok(())
        }
        Err(refusal) => {
            if let Some(finding) = refusal.finding {
                k.report(*finding, &memory);
            }
            Err(refusal.errno)
        }
    }
}

/// Creates a job from a submission. `shows` receives the memory that a finding
/// refers to.
fn build(
    k: &EtnavivDevice,
    f: FileId,
    a: &Args,
    user: &dyn UserMemory,
    at: &Location,
    shows: &mut AddressSpace,
) -> Result<Built<Etnaviv>, Refusal> {
    use gem_submit as s;
    let mmu = k.driver.mmu;
    let pipe = check_arguments(k, a, at)?;
    let input = read(a, user)?;
    let softpin = a.get(s::FLAGS) & flag::SOFTPIN != 0;
    let epilogue = stream::epilogue(pipe, k.driver.copier);
    let len = (input.stream.len() as u64 * 4).next_multiple_of(8) + epilogue.size();
    let lease = stream_lease(k, len)?;
    let address = lease.address();
    let listed = look_up(k, f, &input.bos, softpin, at)?;
    if mmu == Mmu::V1 {
        let offset = |r: &Args| r.get(submit_reloc::SUBMIT_OFFSET);
        let offsets: Vec<u32> = input.relocations.iter().map(offset).collect();
        let bytes = || input.stream.iter().flat_map(|w| w.to_le_bytes());
        let odd = validate::validate(&input.stream, address, &offsets, at).inspect_err(|_| {
            *shows = shown("command stream", address, &bytes().collect::<Vec<u8>>());
        })?;
        if let Some(finding) = odd {
            let bytes: Vec<u8> = bytes().collect();
            k.report(finding, &shown("command stream", address, &bytes));
        }
    }
    if a.get(s::FLAGS) & flag::FENCE_FD_IN != 0 {
        wait_for(k, a.get(s::FENCE_FD), at)?;
    }
    let (addresses, is_remapped) = pin(k, f, &listed, softpin, at)?;
    let mut words = input.stream;
    if softpin && !input.relocations.is_empty() {
        let message = format!("{} relocations", input.relocations.len());
        return Err(Refusal::by(&rules::SOFTPIN_RELOCATION, at.clone(), message));
    }
    relocate(&mut words, &input.relocations, &listed, &addresses, at)?;
    let requests = requests(&input.requests, pipe, &listed, at)?;
    lock(&listed, at)?;

    let mut bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
    bytes.resize(bytes.len().next_multiple_of(8), 0);
    let stream_len = bytes.len();
    bytes.extend(epilogue.bytes());
    let mut memory = AddressSpace::new();
    let mut map = |region: Region| memory.map(region).map_err(|_| Errno::ENOMEM);
    map(Region::zeroed("ring", mmu.ring(), PAGE))?;
    map(Region::from_bytes("command stream", address, &bytes))?;
    for (buffer, base) in listed.iter().zip(&addresses) {
        let name = format!("bo {}", buffer.object.id);
        let pages = buffer.object.pages();
        map(pages.region(name, *base).ok_or(Errno::ENOMEM)?)?;
    }
    let outputs = outputs(bytes.get(..words.len() * 4).unwrap_or_default());
    let queue = pipe.bits();
    let end = address + bytes.len() as u64;
    Ok(Built {
        submission: Submission {
            work: vec![Work::List {
                queue,
                start: address,
                end,
            }],
            ..Submission::default()
        },
        memory,
        outputs,
        own: OwnJob {
            file: f,
            pipe,
            is_remapped,
            requests,
            buffers: listed
                .into_iter()
                .zip(addresses)
                .map(|(l, address)| UsedBuffer {
                    object: l.object,
                    with: l.with,
                    address,
                })
                .collect(),
            stream: lease,
            stream_len,
        },
    })
}

fn check_arguments(k: &EtnavivDevice, a: &Args, at: &Location) -> Result<Pipe, Refusal> {
    use gem_submit as s;
    k.core(a.get(s::PIPE))?;
    let size = a.get(s::STREAM_SIZE);
    if !size.is_multiple_of(4) {
        return Err(Refusal::argument(at, format!("{size} bytes of stream")));
    }
    let state = a.get(s::EXEC_STATE);
    let pipe = Pipe::from_bits(state)
        .ok_or_else(|| Refusal::argument(at, format!("exec_state {state:#x}")))?;
    let flags = a.get(s::FLAGS);
    if flags & !flag::ALL != 0 {
        return Err(Refusal::argument(at, format!("flags {flags:#x}")));
    }
    if flags & flag::SOFTPIN != 0 && k.driver.mmu == Mmu::V1 {
        let title = k.driver.chip.info.title;
        let message = format!("{title} has the first MMU, which does not support it");
        return Err(Refusal::by(&rules::SOFTPIN_ABSENT, at.clone(), message));
    }
    let (bos, relocations) = (a.get(s::NR_BOS), a.get(s::NR_RELOCS));
    let requests = a.get(s::NR_PMRS);
    if size > MAX || bos > MAX || relocations > MAX || requests > MAX_REQUESTS {
        let message = format!(
            "{size} bytes of stream, {bos} buffers, {relocations} relocations, {requests} performance requests"
        );
        return Err(Refusal::argument(at, message));
    }
    Ok(pipe)
}

fn read(a: &Args, user: &dyn UserMemory) -> Result<Input, Errno> {
    use gem_submit as s;
    let rows = |address, count: u32, size: usize| -> Result<Vec<Args>, Errno> {
        let bytes = copy_in(user, a.get(address), u64::from(count) * size as u64)?;
        Ok(bytes.chunks_exact(size).map(Args::from_bytes).collect())
    };
    let bos = rows(s::BOS, a.get(s::NR_BOS), submit_bo::SIZE)?;
    let relocations = rows(s::RELOCS, a.get(s::NR_RELOCS), submit_reloc::SIZE)?;
    let requests = rows(s::PMRS, a.get(s::NR_PMRS), submit_pmr::SIZE)?;
    let stream = copy_in(user, a.get(s::STREAM), a.get(s::STREAM_SIZE).into())?;
    let word = |b: &[u8]| u32::from_le_bytes([b[0], b[1], b[2], b[3]]);
    Ok(Input {
        bos,
        relocations,
        requests,
        stream: stream.chunks_exact(4).map(word).collect(),
    })
}

/// An address for a stream: after the last one, and from the beginning again
/// when all earlier jobs are done, so that addresses do not depend on which
/// are.
fn stream_lease(k: &EtnavivDevice, len: u64) -> Result<Lease, Errno> {
    let streams = &k.driver.streams;
    if !streams.has_room_behind(len) {
        k.wait_idle();
    }
    streams.lease(len, Owner::Foreign)
}

/// Finds the buffers that a submission lists.
fn look_up(
    k: &EtnavivDevice,
    f: FileId,
    rows: &[Args],
    softpin: bool,
    at: &Location,
) -> Result<Vec<Listed>, Refusal> {
    let mut state = k.state();
    let file = state.file(f)?;
    let rows = rows.iter().enumerate();
    rows.map(|(i, row)| {
        let flags = row.get(submit_bo::FLAGS);
        if flags & !BO_ALL != 0 {
            let message = format!("entry {i} has flags {flags:#x}");
            return Err(Refusal::by(&rules::BUFFER_FLAGS, at.clone(), message));
        }
        let wanted = row.get(submit_bo::PRESUMED);
        if softpin && wanted < SOFTPIN_START {
            let message = format!("entry {i} requests address {wanted:#x}");
            return Err(Refusal::by(&rules::SOFTPIN_ADDRESS, at.clone(), message));
        }
        let handle = row.get(submit_bo::HANDLE);
        let object = file.handles.get(handle).cloned().ok_or_else(|| {
            let message = format!("entry {i} is handle {handle}, which is not open");
            Refusal::by(&rules::BUFFER_HANDLE, at.clone(), message)
        })?;
        let with = match flags & BO_WRITE {
            0 => Use::Read,
            _ => Use::Write,
        };
        Ok(Listed {
            object,
            with,
            wanted,
        })
    })
    .collect()
}

/// Waits for jobs of other devices; those of this device run in order anyway.
fn wait_for(k: &EtnavivDevice, fd: i32, at: &Location) -> Result<(), Refusal> {
    let fences = k.fences().import(k.fds.as_ref(), fd).ok_or_else(|| {
        let message = format!("descriptor {fd}");
        Refusal::by(&rules::FENCE, at.clone(), message)
    })?;
    if fences.iter().any(|fence| fence.context != k.context) {
        let done = || all_done(&fences).then_some(());
        k.fences().wait_until(Until::Done, done)?;
    }
    Ok(())
}

/// The GPU addresses of the buffers, and whether any of them is new.
fn pin(
    k: &EtnavivDevice,
    f: FileId,
    listed: &[Listed],
    softpin: bool,
    at: &Location,
) -> Result<(Vec<u64>, bool), Refusal> {
    let mut is_new = false;
    if k.driver.mmu == Mmu::V1 {
        for l in listed {
            is_new |= l.object.driver.enter_table();
        }
        let addresses = listed.iter().map(|l| l.object.driver.address().into());
        return Ok((addresses.collect(), is_new));
    }
    let mut state = k.state();
    let finished = state.queue.finished;
    let space = &mut state.file(f)?.driver.space;
    space.sweep();
    let mut addresses = Vec::new();
    for (i, l) in listed.iter().enumerate() {
        let wanted = softpin.then_some(l.wanted);
        let (address, new) = space.place(&l.object, wanted, finished).map_err(|errno| {
            let rule = match softpin {
                true => &rules::SOFTPIN_ADDRESS,
                false => &rules::OUT_OF_MEMORY,
            };
            let (size, wanted) = (l.object.size, l.wanted);
            let message = format!("entry {i}, {size:#x} bytes, cannot be placed at {wanted:#x}");
            Refusal::by(rule, at.clone(), message).with(errno)
        })?;
        is_new |= new;
        addresses.push(address);
    }
    Ok((addresses, is_new))
}

fn buffer<'a>(listed: &'a [Listed], index: u32, at: &Location) -> Result<&'a Listed, Refusal> {
    listed.get(index as usize).ok_or_else(|| {
        let message = format!("index {index} in a list of {} buffers", listed.len());
        Refusal::by(&rules::BUFFER_INDEX, at.clone(), message)
    })
}

/// Writes addresses into the stream.
fn relocate(
    words: &mut [u32],
    relocations: &[Args],
    listed: &[Listed],
    addresses: &[u64],
    at: &Location,
) -> Result<(), Refusal> {
    use submit_reloc as r;
    let mut last = 0;
    for (i, row) in relocations.iter().enumerate() {
        let (flags, offset) = (row.get(r::FLAGS), row.get(r::SUBMIT_OFFSET));
        let wrong = |why: String| Refusal::by(&rules::RELOCATION, at.clone(), why);
        if flags != 0 {
            return Err(wrong(format!("relocation {i} has flags {flags:#x}")));
        }
        let word = (offset / 4) as usize;
        if !offset.is_multiple_of(4) || word >= words.len() || word < last {
            let message = format!(
                "relocation {i} is at byte {offset:#x}, the previous one at {:#x}",
                last * 4
            );
            return Err(wrong(message));
        }
        let index = row.get(r::RELOC_IDX);
        let object = &buffer(listed, index, at)?.object;
        let inside = row.get(r::RELOC_OFFSET);
        if inside > object.size - 4 {
            let message = format!(
                "relocation {i} refers to byte {inside:#x} of buffer {index}, which has {:#x}",
                object.size
            );
            return Err(Refusal::by(&rules::RELOCATION_OUTSIDE, at.clone(), message));
        }
        let base = addresses.get(index as usize).copied().unwrap_or(0);
        if let Some(place) = words.get_mut(word) {
            // Both are below 4 GiB, as is their sum.
            *place = (base + inside) as u32;
        }
        last = word;
    }
    Ok(())
}

fn requests(
    rows: &[Args],
    pipe: Pipe,
    listed: &[Listed],
    at: &Location,
) -> Result<Vec<Request>, Refusal> {
    use submit_pmr as p;
    let request = |(i, row): (usize, &Args)| {
        let wrong = |why: String| {
            let message = format!("request {i}: {why}");
            Refusal::by(&rules::PERFORMANCE_REQUEST, at.clone(), message)
        };
        let object = &buffer(listed, row.get(p::READ_IDX), at)?.object;
        let offset = row.get(p::READ_OFFSET);
        if offset == 0 || u64::from(offset) >= object.size - 4 {
            return Err(wrong(format!("offset {offset:#x}")));
        }
        let flags = row.get(p::FLAGS);
        let when = When::from_bits(flags).ok_or_else(|| wrong(format!("flags {flags:#x}")))?;
        let (domain, signal) = (row.get(p::DOMAIN), row.get(p::SIGNAL));
        let found = Signal::find(pipe, domain, signal)
            .ok_or_else(|| wrong(format!("domain {domain}, signal {signal}")))?;
        let sequence = row.get(p::SEQUENCE);
        Ok(found.request(when, sequence, offset, object.clone()))
    };
    rows.iter().enumerate().map(request).collect()
}

/// No buffer may be listed twice.
fn lock(listed: &[Listed], at: &Location) -> Result<(), Refusal> {
    let mut seen = BTreeSet::new();
    match listed.iter().position(|l| !seen.insert(l.object.id)) {
        None => Ok(()),
        Some(i) => {
            let message = format!("entry {i} is listed twice");
            Err(Refusal::by(&rules::BUFFER_TWICE, at.clone(), message).with(Errno::EALREADY))
        }
    }
}
