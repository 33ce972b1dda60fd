//! Submissions: from the client's structure to command streams for the device. Source of checks,
//! their order and their errors: Linux `msm_gem_submit.c` and `msm_syncobj.c`.

use std::collections::BTreeSet;
use std::sync::Arc;

use tilescope_adreno::rules::kernel as rules;
use tilescope_core::{AddressSpace, Frame, Location, Rights, Rule, Submission, Work};

use super::bo::Buffer;
use super::params::PIPE_3D0;
use super::{Msm, MsmDevice, OwnJob};
use crate::drm::args::{Args, structs};
use crate::drm::driver::Syncobjs;
use crate::drm::errno::Errno;
use crate::drm::fence::{FenceSet, Until, Use, all_done};
use crate::drm::file::FileId;
use crate::drm::job::Built;
use crate::drm::refuse;
use crate::drm::syncobj::SyncPoint;
use crate::drm::user::{MAX_COPY, UserMemory, copy_in};

structs! {
    gem_submit 72 {
        FLAGS: u32 = 0, FENCE: u32 = 4, NR_BOS: u32 = 8, NR_CMDS: u32 = 12, BOS: u64 = 16,
        CMDS: u64 = 24, FENCE_FD: i32 = 32, QUEUEID: u32 = 36, IN_SYNCOBJS: u64 = 40,
        OUT_SYNCOBJS: u64 = 48, NR_IN_SYNCOBJS: u32 = 56, NR_OUT_SYNCOBJS: u32 = 60,
        SYNCOBJ_STRIDE: u32 = 64, PAD: u32 = 68,
    }
    submit_bo 16 { FLAGS: u32 = 0, HANDLE: u32 = 4, PRESUMED: u64 = 8, }
    submit_cmd 32 {
        TYPE: u32 = 0, SUBMIT_IDX: u32 = 4, SUBMIT_OFFSET: u32 = 8, BYTES: u32 = 12, PAD: u32 = 16,
        NR_RELOCS: u32 = 20, RELOCS: u64 = 24,
    }
    submit_syncobj 16 { HANDLE: u32 = 0, FLAGS: u32 = 4, POINT: u64 = 8, }
}

/// The flags of a submission, `MSM_SUBMIT_*`.
mod flag {
    pub const FENCE_FD_IN: u32 = 0x4000_0000;
    pub const FENCE_FD_OUT: u32 = 0x2000_0000;
    /// Only for root, and not in kernels of distributions.
    pub const SUDO: u32 = 0x1000_0000;
    pub const SYNCOBJ_IN: u32 = 0x0800_0000;
    pub const SYNCOBJ_OUT: u32 = 0x0400_0000;
    pub const FENCE_SN_IN: u32 = 0x0200_0000;
    /// All of the above, and `NO_IMPLICIT`: jobs of this device run in order anyway.
    pub const ALL: u32 = 0xfe00_0000;
    /// The number of the pipe.
    pub const PIPE: u32 = 0xffff;
}

/// `MSM_SUBMIT_BO_READ`, `MSM_SUBMIT_BO_WRITE`, and with `DUMP` and `NO_IMPLICIT`.
const BO_ACCESS: u32 = 3;
const BO_WRITE: u32 = 2;
const BO_ALL: u32 = 15;

/// `MSM_SUBMIT_CMD_BUF`, `IB_TARGET_BUF` and `CTX_RESTORE_BUF`.
const CMD_BUF: u32 = 1;
const CMD_TARGET: u32 = 2;
const CMD_RESTORE: u32 = 3;

/// `MSM_SUBMIT_SYNCOBJ_RESET`.
const SYNC_RESET: u32 = 1;

/// The reason for a refusal. Findings are about arguments, so no memory is kept.
type Refusal = refuse::Refusal<std::convert::Infallible>;

/// A buffer of a job.
pub(crate) struct Listed {
    pub object: Arc<Buffer>,
    pub with: Use,
}

/// A job, and what is done with its fence.
struct Accepted {
    built: Built<Msm>,
    out: Vec<SyncPoint>,
    reset: Vec<SyncPoint>,
    queue: u32,
    /// The number that the client chose for its fence.
    number: Option<u32>,
}

pub(super) fn submit(
    k: &MsmDevice,
    f: FileId,
    a: &mut Args,
    user: &dyn UserMemory,
) -> Result<(), Errno> {
    k.wait_for_room();
    // Counted from 0, like all submissions of a run.
    let number = k.state().queue.emitted as u32;
    let at = Location::new().inside(Frame::Submission(number, "".into()));
    match build(k, f, a, user, &at) {
        Ok(accepted) => {
            for point in &accepted.reset {
                point.object.set(None);
            }
            let fence = k.take(f, accepted.built, &accepted.out);
            if a.get(gem_submit::FLAGS) & flag::FENCE_FD_OUT != 0 {
                let fences = FenceSet::from([fence.clone()]);
                let fd = k.fences().export(k.fds.as_ref(), fences, None)?;
                a.set(gem_submit::FENCE_FD, fd);
            }
            let mut state = k.state();
            let queues = &mut state.file(f)?.driver.queues;
            let number = queues.add(accepted.queue, accepted.number, &fence);
            a.set(gem_submit::FENCE, number);
            Ok(())
        }
        Err(refusal) => {
            if let Some(finding) = refusal.finding {
                k.report(*finding, &AddressSpace::new());
            }
            Err(refusal.errno)
        }
    }
}

fn build(
    k: &MsmDevice,
    f: FileId,
    a: &Args,
    user: &dyn UserMemory,
    at: &Location,
) -> Result<Accepted, Refusal> {
    use gem_submit as s;
    let (flags, queue) = (a.get(s::FLAGS), a.get(s::QUEUEID));
    check_arguments(a, at)?;
    if !k.state().file(f)?.driver.queues.has(queue) {
        let message = format!("there is no submit queue {queue}");
        return Err(Refusal::by(&rules::QUEUE, at.clone(), message).with(Errno::ENOENT));
    }
    if flags & flag::FENCE_FD_IN != 0 {
        let fd = a.get(s::FENCE_FD);
        let fences = k.fences().import(k.fds.as_ref(), fd).ok_or_else(|| {
            let message = format!("descriptor {fd}");
            Refusal::by(&rules::FENCE, at.clone(), message)
        })?;
        wait_for(k, &fences)?;
    }
    let mut reset = Vec::new();
    if flags & flag::SYNCOBJ_IN != 0 {
        let rows = sync_rows(a, user, a.get(s::IN_SYNCOBJS), a.get(s::NR_IN_SYNCOBJS))?;
        for (i, row) in rows.iter().enumerate() {
            let point = wait_for_object(k, f, row, i, at)?;
            if row.get(submit_syncobj::FLAGS) & SYNC_RESET != 0 {
                reset.push(point);
            }
        }
    }
    let mut out = Vec::new();
    if flags & flag::SYNCOBJ_OUT != 0 {
        let rows = sync_rows(a, user, a.get(s::OUT_SYNCOBJS), a.get(s::NR_OUT_SYNCOBJS))?;
        for (i, row) in rows.iter().enumerate() {
            out.push(out_object(k, f, row, i, at)?);
        }
    }
    let buffers = look_up(k, f, a, user, at)?;
    let commands = commands(a, user, at)?;
    let addresses = pin(k, f, &buffers, at)?;
    let (work, restores) = place(&commands, &buffers, &addresses, at)?;
    let number = match flags & flag::FENCE_SN_IN {
        0 => None,
        _ => Some(a.get(s::FENCE)),
    };
    if let Some(number) = number
        && !k.state().file(f)?.driver.queues.is_free(queue, number)
    {
        let message = format!("fence {number} of queue {queue}");
        return Err(Refusal::by(&rules::FENCE_NUMBER, at.clone(), message));
    }
    let memory = space(&buffers, &addresses)?;
    Ok(Accepted {
        built: Built {
            submission: Submission {
                work,
                ..Submission::default()
            },
            memory,
            outputs: Vec::new(),
            own: OwnJob {
                file: f,
                queue,
                buffers,
                restores,
                number: 0,
            },
        },
        out,
        reset,
        queue,
        number,
    })
}

fn check_arguments(a: &Args, at: &Location) -> Result<(), Refusal> {
    let (flags, pad) = (a.get(gem_submit::FLAGS), a.get(gem_submit::PAD));
    let others = flags & !flag::PIPE;
    let is_right = flags & flag::PIPE == PIPE_3D0 && others & !flag::ALL == 0;
    if pad != 0 || !is_right || flags & flag::SUDO != 0 {
        let message = format!("flags {flags:#x}, padding {pad:#x}");
        return Err(Refusal::by(&rules::ARGUMENTS, at.clone(), message));
    }
    Ok(())
}

/// Waits for jobs of other devices; those of this device run in order anyway.
fn wait_for(k: &MsmDevice, fences: &FenceSet) -> Result<(), Errno> {
    if fences.iter().any(|fence| fence.context != k.context) {
        let done = || all_done(fences).then_some(());
        k.fences().wait_until(Until::Done, done)?;
    }
    Ok(())
}

/// Entries of a list of synchronisation objects. What is beyond the client's stride is zero.
fn sync_rows(
    a: &Args,
    user: &dyn UserMemory,
    address: u64,
    count: u32,
) -> Result<Vec<Args>, Errno> {
    let stride = u64::from(a.get(gem_submit::SYNCOBJ_STRIDE));
    let size = stride.min(submit_syncobj::SIZE as u64);
    if u64::from(count) * submit_syncobj::SIZE as u64 > MAX_COPY {
        return Err(Errno::ENOMEM);
    }
    let row = |i: u32| {
        let at = address.wrapping_add(u64::from(i) * stride);
        let mut row = Args::zeroed(submit_syncobj::SIZE);
        row.bytes_mut()[..size as usize].copy_from_slice(&copy_in(user, at, size)?);
        Ok(row)
    };
    (0..count).map(row).collect()
}

/// Points need timelines.
fn check_point(k: &MsmDevice, point: u64) -> Result<(), Errno> {
    match (point, k.features().syncobjs) {
        (0, _) | (_, Syncobjs::Timelines) => Ok(()),
        _ => Err(Errno::EOPNOTSUPP),
    }
}

/// Waits for the fences at the point of an object.
fn wait_for_object(
    k: &MsmDevice,
    f: FileId,
    row: &Args,
    i: usize,
    at: &Location,
) -> Result<SyncPoint, Refusal> {
    use submit_syncobj as s;
    let (handle, point) = (row.get(s::HANDLE), row.get(s::POINT));
    let wrong = |why: String| Refusal::by(&rules::IN_SYNC, at.clone(), why);
    let flags = row.get(s::FLAGS);
    if flags & !SYNC_RESET != 0 {
        return Err(wrong(format!("entry {i} has flags {flags:#x}")));
    }
    let object = k.state().file(f)?.syncobjs.get(handle);
    check_point(k, point).map_err(|e| wrong(format!("entry {i} has point {point}")).with(e))?;
    let object = object.ok_or_else(|| {
        let message = format!("entry {i} is object {handle}, which does not exist");
        wrong(message).with(Errno::ENOENT)
    })?;
    let point = SyncPoint { object, point };
    let fences = point.fences().ok_or_else(|| {
        wrong(format!(
            "entry {i}, object {handle}, has no fence at point {}",
            point.point
        ))
    })?;
    wait_for(k, &fences)?;
    Ok(point)
}

fn out_object(
    k: &MsmDevice,
    f: FileId,
    row: &Args,
    i: usize,
    at: &Location,
) -> Result<SyncPoint, Refusal> {
    use submit_syncobj as s;
    let (handle, flags) = (row.get(s::HANDLE), row.get(s::FLAGS));
    let point = row.get(s::POINT);
    check_point(k, point).map_err(|errno| {
        let message = format!("entry {i} has point {point}");
        Refusal::by(&rules::OUT_SYNC, at.clone(), message).with(errno)
    })?;
    let object = k.state().file(f)?.syncobjs.get(handle);
    match object.filter(|_| flags == 0) {
        Some(object) => Ok(SyncPoint { object, point }),
        None => {
            let message = format!("entry {i} is object {handle} with flags {flags:#x}");
            Err(Refusal::by(&rules::OUT_SYNC, at.clone(), message))
        }
    }
}

fn rows(user: &dyn UserMemory, at: u64, count: u32, size: usize) -> Result<Vec<Args>, Errno> {
    let bytes = copy_in(user, at, u64::from(count) * size as u64)?;
    Ok(bytes.chunks_exact(size).map(Args::from_bytes).collect())
}

/// The buffers that a submission lists.
fn look_up(
    k: &MsmDevice,
    f: FileId,
    a: &Args,
    user: &dyn UserMemory,
    at: &Location,
) -> Result<Vec<Listed>, Refusal> {
    use gem_submit as s;
    let rows = rows(user, a.get(s::BOS), a.get(s::NR_BOS), submit_bo::SIZE)?;
    let flags = |row: &Args| row.get(submit_bo::FLAGS);
    let is_wrong = |row: &Args| flags(row) & !BO_ALL != 0 || flags(row) & BO_ACCESS == 0;
    if let Some(i) = rows.iter().position(is_wrong) {
        let message = format!("entry {i} has flags {:#x}", flags(&rows[i]));
        return Err(Refusal::by(&rules::BUFFER_FLAGS, at.clone(), message));
    }
    let mut state = k.state();
    let file = state.file(f)?;
    let found = rows.iter().enumerate().map(|(i, row)| {
        let handle = row.get(submit_bo::HANDLE);
        let object = file.handles.get(handle).cloned().ok_or_else(|| {
            let message = format!("entry {i} is handle {handle}, which is not open");
            Refusal::by(&rules::BUFFER_HANDLE, at.clone(), message)
        })?;
        let with = match flags(row) & BO_WRITE {
            0 => Use::Read,
            _ => Use::Write,
        };
        Ok(Listed { object, with })
    });
    found.collect()
}

/// The command buffers of a submission.
fn commands(a: &Args, user: &dyn UserMemory, at: &Location) -> Result<Vec<Args>, Refusal> {
    use gem_submit as s;
    let rows = rows(user, a.get(s::CMDS), a.get(s::NR_CMDS), submit_cmd::SIZE)?;
    for (i, row) in rows.iter().enumerate() {
        let kind = row.get(submit_cmd::TYPE);
        if !(CMD_BUF..=CMD_RESTORE).contains(&kind) {
            let message = format!("entry {i} is of type {kind:#x}");
            return Err(Refusal::by(&rules::COMMAND_TYPE, at.clone(), message));
        }
        let size = row.get(submit_cmd::BYTES);
        if !size.is_multiple_of(4) {
            let message = format!("entry {i} has {size} bytes");
            return Err(Refusal::by(&rules::COMMAND_SIZE, at.clone(), message));
        }
    }
    Ok(rows)
}

/// The addresses of the buffers, which get one now if they have none.
fn pin(k: &MsmDevice, f: FileId, buffers: &[Listed], at: &Location) -> Result<Vec<u64>, Refusal> {
    let mut seen = BTreeSet::new();
    if let Some(i) = buffers.iter().position(|b| !seen.insert(b.object.id)) {
        let message = format!("entry {i} is listed twice");
        let refusal = Refusal::by(&rules::BUFFER_TWICE, at.clone(), message);
        return Err(refusal.with(Errno::EALREADY));
    }
    let range = k.address_range();
    let mut state = k.state();
    let addresses = &mut state.file(f)?.driver.addresses;
    let place = |(i, listed): (usize, &Listed)| {
        let refuse = |rule: &'static Rule, errno| {
            let message = format!("entry {i}, {:#x} bytes", listed.object.size);
            Refusal::by(rule, at.clone(), message).with(errno)
        };
        if !listed.object.driver.is_needed() {
            return Err(refuse(&rules::NOT_NEEDED, Errno::EBUSY));
        }
        let address = addresses.of(&listed.object, range.clone());
        address.map_err(|errno| refuse(&rules::OUT_OF_MEMORY, errno))
    };
    buffers.iter().enumerate().map(place).collect()
}

/// The streams of the command buffers, and the places of those that restore a context.
fn place(
    commands: &[Args],
    buffers: &[Listed],
    addresses: &[u64],
    at: &Location,
) -> Result<(Vec<Work>, Vec<usize>), Refusal> {
    use submit_cmd as c;
    let (mut work, mut restores) = (Vec::new(), Vec::new());
    for (i, row) in commands.iter().enumerate() {
        let index = row.get(c::SUBMIT_IDX);
        let found = buffers
            .get(index as usize)
            .zip(addresses.get(index as usize));
        let Some((listed, base)) = found else {
            let message = format!(
                "entry {i} is in buffer {index} of a list of {}",
                buffers.len()
            );
            return Err(Refusal::by(&rules::COMMAND_INDEX, at.clone(), message));
        };
        // Linux counts words of both.
        let (size, offset) = (row.get(c::BYTES), row.get(c::SUBMIT_OFFSET) & !3);
        let end = u64::from(size) + u64::from(offset);
        if size == 0 || end > listed.object.size {
            let message = format!(
                "entry {i} has {size} bytes at {offset:#x} of a buffer of {:#x}",
                listed.object.size
            );
            return Err(Refusal::by(&rules::COMMAND_SIZE, at.clone(), message));
        }
        let relocations = row.get(c::NR_RELOCS);
        if relocations != 0 {
            let message = format!("entry {i} has {relocations}");
            return Err(Refusal::by(&rules::RELOCATION, at.clone(), message));
        }
        let kind = row.get(c::TYPE);
        if kind == CMD_TARGET {
            continue;
        }
        if kind == CMD_RESTORE {
            restores.push(work.len());
        }
        let start = base + u64::from(offset);
        work.push(Work::List {
            queue: 0,
            start,
            end: start + u64::from(size),
        });
    }
    Ok((work, restores))
}

/// The memory that the job sees: the buffers that it lists.
fn space(buffers: &[Listed], addresses: &[u64]) -> Result<AddressSpace, Errno> {
    let mut memory = AddressSpace::new();
    for (listed, base) in buffers.iter().zip(addresses) {
        let object = &listed.object;
        let region = object.pages().region(format!("bo {}", object.id), *base);
        let region = region.ok_or(Errno::ENOMEM)?;
        let region = match object.driver.is_read_only() {
            true => region.with(Rights::ReadOnly),
            false => region,
        };
        // Addresses of buffers do not overlap.
        memory.map(region).map_err(|_| Errno::ENOMEM)?;
    }
    Ok(memory)
}
