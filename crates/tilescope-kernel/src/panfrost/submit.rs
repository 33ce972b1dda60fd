//! Submissions: from the client's structure to a job chain for the device. Source of checks,
//! their order and their errors: Linux `panfrost_drv.c`, `panfrost_ioctl_submit`.

use std::collections::BTreeSet;
use std::sync::Arc;

use tilescope_core::{AddressSpace, Frame, Location, Submission, Work};
use tilescope_midgard::rules::kernel as rules;

use super::bo::{self, Buffer};
use super::outputs;
use super::{OwnJob, Panfrost, PanfrostDevice};
use crate::drm::args::{Args, structs};
use crate::drm::errno::Errno;
use crate::drm::fence::{Until, all_done};
use crate::drm::file::FileId;
use crate::drm::job::Built;
use crate::drm::refuse;
use crate::drm::syncobj::SyncPoint;
use crate::drm::user::{UserMemory, copy_in};

structs! {
    args 40 {
        JC: u64 = 0, IN_SYNCS: u64 = 8, IN_SYNC_COUNT: u32 = 16, OUT_SYNC: u32 = 20,
        BO_HANDLES: u64 = 24, BO_HANDLE_COUNT: u32 = 32, REQUIREMENTS: u32 = 36,
    }
}

/// `PANFROST_JD_REQ_FS`: the chain has fragment jobs.
const FRAGMENTS: u32 = 1;

/// Job slots. Source: Linux `panfrost_job.c`, `panfrost_job_get_slot`.
const FRAGMENT_SLOT: u32 = 0;
const OTHER_SLOT: u32 = 1;

/// Bytes of the header that the job manager reads first.
const HEADER: u64 = 32;

/// The reason for a refusal. Findings are about arguments, so no memory is kept.
type Refusal = refuse::Refusal<std::convert::Infallible>;

/// The buffers that a submission lists. While a job has them, they count as used, and are not
/// purged.
pub(crate) struct Listed(Vec<Arc<Buffer>>);

impl Listed {
    /// The buffers.
    pub fn buffers(&self) -> &[Arc<Buffer>] {
        &self.0
    }
}

pub(super) fn submit(
    k: &PanfrostDevice,
    f: FileId,
    a: &mut Args,
    user: &dyn UserMemory,
) -> Result<(), Errno> {
    k.wait_for_room();
    // Counted from 0, like all submissions of a run.
    let number = k.state().queue.emitted as u32;
    let at = Location::new().inside(Frame::Submission(number, "".into()));
    match build(k, f, a, user, &at) {
        Ok((built, out)) => {
            k.take(f, built, out.as_slice());
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
    k: &PanfrostDevice,
    f: FileId,
    a: &Args,
    user: &dyn UserMemory,
    at: &Location,
) -> Result<(Built<Panfrost>, Option<SyncPoint>), Refusal> {
    let (chain, requirements) = (a.get(args::JC), a.get(args::REQUIREMENTS));
    if chain == 0 || ![0, FRAGMENTS].contains(&requirements) {
        let message = format!("job chain {chain:#x}, requirements {requirements:#x}");
        return Err(Refusal::by(&rules::ARGUMENTS, at.clone(), message));
    }
    let out = match a.get(args::OUT_SYNC) {
        0 => None,
        handle => {
            let object = k.state().file(f)?.syncobjs.get(handle);
            Some(object.ok_or_else(|| {
                let message = format!("there is no synchronisation object {handle}");
                Refusal::by(&rules::OUT_SYNC, at.clone(), message).with(Errno::ENODEV)
            })?)
        }
    };
    for handle in handles(user, a.get(args::IN_SYNCS), a.get(args::IN_SYNC_COUNT))? {
        wait_for(k, f, handle, at)?;
    }
    let listed = handles(user, a.get(args::BO_HANDLES), a.get(args::BO_HANDLE_COUNT))?;
    let (listed, others) = look_up(k, f, &listed, at)?;
    let mut memory = AddressSpace::new();
    for object in listed.0.iter().chain(&others) {
        if let Some(region) = bo::region(object) {
            // Addresses of buffers do not overlap.
            memory.map(region).map_err(|_| Errno::ENOMEM)?;
        }
    }
    let queue = match requirements {
        FRAGMENTS => FRAGMENT_SLOT,
        _ => OTHER_SLOT,
    };
    let outputs = outputs::outputs(&memory, chain, k.driver.chip.arch);
    let built = Built {
        submission: Submission {
            // A chain ends where a header has no next one: the list is its first header.
            work: vec![Work::List {
                queue,
                start: chain,
                end: chain.saturating_add(HEADER),
            }],
            ..Submission::default()
        },
        memory,
        outputs,
        own: OwnJob {
            listed,
            _others: others,
        },
    };
    Ok((built, out.map(SyncPoint::whole)))
}

fn handles(user: &dyn UserMemory, address: u64, count: u32) -> Result<Vec<u32>, Errno> {
    let bytes = copy_in(user, address, u64::from(count) * 4)?;
    let (words, _) = bytes.as_chunks();
    Ok(words.iter().map(|w| u32::from_le_bytes(*w)).collect())
}

/// Waits for jobs of other devices; those of this device run in order anyway.
fn wait_for(k: &PanfrostDevice, f: FileId, handle: u32, at: &Location) -> Result<(), Refusal> {
    let fences = k.fences_in(f, handle).map_err(|errno| {
        let what = match errno {
            Errno::ENOENT => "there is no synchronisation object",
            _ => "there is no fence in synchronisation object",
        };
        Refusal::by(&rules::IN_SYNC, at.clone(), format!("{what} {handle}")).with(errno)
    })?;
    if fences.iter().any(|fence| fence.context != k.context) {
        let done = || all_done(&fences).then_some(());
        k.fences().wait_until(Until::Done, done)?;
    }
    Ok(())
}

/// The buffers that a submission lists, and all others that the file has open: these are in the
/// address space of the file too.
fn look_up(
    k: &PanfrostDevice,
    f: FileId,
    handles: &[u32],
    at: &Location,
) -> Result<(Listed, Vec<Arc<Buffer>>), Refusal> {
    let mut state = k.state();
    let file = state.file(f)?;
    let mut seen = BTreeSet::new();
    let mut listed = Vec::new();
    for (i, handle) in handles.iter().enumerate() {
        let object = file.handles.get(*handle).cloned().ok_or_else(|| {
            let message = format!("entry {i} is handle {handle}, which is not open");
            Refusal::by(&rules::BUFFER_HANDLE, at.clone(), message).with(Errno::ENOENT)
        })?;
        listed.push(object);
    }
    if let Some(i) = listed.iter().position(|object| !seen.insert(object.id)) {
        let message = format!("entry {i} is listed twice");
        let refusal = Refusal::by(&rules::BUFFER_TWICE, at.clone(), message);
        return Err(refusal.with(Errno::EALREADY));
    }
    let others = file.handles.objects();
    let others = others.filter(|object| seen.insert(object.id)).cloned();
    Ok((Listed(listed), others.collect()))
}
