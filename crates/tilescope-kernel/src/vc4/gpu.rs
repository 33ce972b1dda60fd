//! Execution of jobs, waiting for them, and the hang state.

use std::sync::Arc;
use std::time::Instant;

use tilescope_core::Device;
use tilescope_vc4::regs;

use super::bo::{Bo, Buffer};
use super::perfmon::Monitor;
use super::submit::Pinned;
use super::{Vc4Device, Vc4Driver};
use crate::drm::args::{Args, Field, structs};
use crate::drm::errno::Errno;
use crate::drm::fence::{Until, Use};
use crate::drm::file::FileId;
use crate::drm::job::Built;
use crate::drm::memory::Lease;
use crate::drm::pages::{PAGE, Sharing};
use crate::drm::user::UserMemory;

structs! {
    wait_seqno 16 { SEQNO: u64 = 0, TIMEOUT: u64 = 8, }
    wait_bo 16 { HANDLE: u32 = 0, PAD: u32 = 4, TIMEOUT: u64 = 8, }
    get_hang_state 160 {
        BO: u64 = 0, BO_COUNT: u32 = 8, START_BIN: u32 = 12, START_RENDER: u32 = 16,
        CT0CA: u32 = 20, CT0EA: u32 = 24, CT1CA: u32 = 28, CT1EA: u32 = 32,
        CT0CS: u32 = 36, CT1CS: u32 = 40, CT0RA0: u32 = 44, CT1RA0: u32 = 48,
        BPCA: u32 = 52, BPCS: u32 = 56, BPOA: u32 = 60, BPOS: u32 = 64,
        VPMBASE: u32 = 68, DBGE: u32 = 72, FDBGO: u32 = 76, FDBGB: u32 = 80, FDBGR: u32 = 84,
        FDBGS: u32 = 88, ERRSTAT: u32 = 92,
    }
    hang_state_bo 16 { HANDLE: u32 = 0, PADDR: u32 = 4, BYTES: u32 = 8, PAD: u32 = 12, }
}

/// The registers of the hang state and their fields.
const SAVED: [(&str, Field<u32>); 19] = {
    use get_hang_state as h;
    [
        ("CT0CA", h::CT0CA),
        ("CT0EA", h::CT0EA),
        ("CT1CA", h::CT1CA),
        ("CT1EA", h::CT1EA),
        ("CT0CS", h::CT0CS),
        ("CT1CS", h::CT1CS),
        ("CT00RA0", h::CT0RA0),
        ("CT01RA0", h::CT1RA0),
        ("BPCA", h::BPCA),
        ("BPCS", h::BPCS),
        ("BPOA", h::BPOA),
        ("BPOS", h::BPOS),
        ("VPMBASE", h::VPMBASE),
        ("DBGE", h::DBGE),
        ("FDBGO", h::FDBGO),
        ("FDBGB", h::FDBGB),
        ("FDBGR", h::FDBGR),
        ("FDBGS", h::FDBGS),
        ("ERRSTAT", h::ERRSTAT),
    ]
};

/// Resources of a job, held until it is done.
pub(crate) struct OwnJob {
    /// The start addresses of its binning and rendering lists.
    pub starts: [u32; 2],
    pub perfmon: Option<Arc<Monitor>>,
    pub pinned: Pinned,
    /// Buffers of the kernel that belong to the hang state: checked list,
    /// records and uniforms, and the rendering list.
    pub lists: Vec<(Lease, u32)>,
    /// Buffers that are not in the hang state: tile lists and spare memory.
    pub _scratch: Vec<Lease>,
}

/// The state of the first job that hung, until a client reads it.
pub(crate) struct HangState {
    state: Args,
    buffers: Vec<Arc<Buffer>>,
}

/// Recovers 100 ms after the hardware stopped, as Linux does: saves its state
/// for clients, and resets it. The job counts as done.
pub(super) fn recover(k: &Vc4Device, job: &mut Built<Vc4Driver>, device: &mut dyn Device) {
    let job = &mut job.own;
    let mut kept = Args::zeroed(get_hang_state::SIZE);
    kept.set(get_hang_state::START_BIN, job.starts[0]);
    kept.set(get_hang_state::START_RENDER, job.starts[1]);
    for (name, field) in SAVED {
        if let Some(register) = regs::find_by_name(name) {
            kept.set(field, device.mmio_read(register.offset));
        }
    }
    let mut state = k.state();
    if state.driver.hang.is_none() {
        let mut buffers = job.pinned.0.clone();
        for (lease, len) in job.lists.drain(..) {
            let size = u64::from(len).next_multiple_of(PAGE);
            // Without memory for them, buffers are left out.
            if let Ok(pages) = k.pages.allocate(size, Sharing::Never) {
                buffers.push(state.gem.object(size, pages, Bo::of_kernel(lease)));
            }
        }
        kept.set(get_hang_state::BO_COUNT, buffers.len() as u32);
        state.driver.hang = Some(HangState {
            state: kept,
            buffers,
        });
    }
    drop(state);
    device.reset();
}

impl Vc4Device {
    /// Like [`DrmDevice::wait`](crate::drm::device::DrmDevice::wait), for an argument that receives
    /// the remaining time if the call is restarted.
    fn wait_in_call(&self, seqno: u64, a: &mut Args, timeout: Field<u64>) -> Result<(), Errno> {
        let (wanted, start) = (a.get(timeout), Instant::now());
        let result = self.wait(seqno, Until::after(wanted));
        if result == Err(Errno::ERESTART) && wanted != u64::MAX {
            let over = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
            a.set(timeout, wanted.saturating_sub(over));
        }
        result
    }
}

pub(super) fn wait_seqno(
    k: &Vc4Device,
    _: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    k.wait_in_call(a.get(wait_seqno::SEQNO), a, wait_seqno::TIMEOUT)
}

pub(super) fn wait_bo(
    k: &Vc4Device,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    if a.get(wait_bo::PAD) != 0 {
        return Err(Errno::EINVAL);
    }
    let seqno = {
        let mut state = k.state();
        let object = state.file(f)?.handles.get(a.get(wait_bo::HANDLE));
        object
            .ok_or(Errno::EINVAL)?
            .reservation
            .seqno_before(Use::Write)
    };
    k.wait_in_call(seqno, a, wait_bo::TIMEOUT)
}

/// Source: Linux `vc4_gem.c`: the buffers that the client listed, then those
/// that the kernel created for the job.
pub(super) fn hang_state(
    k: &Vc4Device,
    f: FileId,
    a: &mut Args,
    user: &dyn UserMemory,
) -> Result<(), Errno> {
    let mut state = k.state();
    let hang = state.driver.hang.take().ok_or(Errno::ENOENT)?;
    let count = hang.buffers.len() as u32;
    if a.get(get_hang_state::BO_COUNT) < count {
        a.set(get_hang_state::BO_COUNT, count);
        state.driver.hang = Some(hang);
        return Ok(());
    }
    let address = a.get(get_hang_state::BO);
    let mut rows = Vec::new();
    let (file, gem) = state.with_gem(f)?;
    for object in &hang.buffers {
        let mut row = Args::zeroed(hang_state_bo::SIZE);
        row.set(hang_state_bo::HANDLE, file.handles.create(gem, object)?);
        row.set(hang_state_bo::PADDR, object.driver.address());
        row.set(hang_state_bo::BYTES, object.size as u32);
        rows.extend_from_slice(row.bytes());
    }
    drop(state);
    let kept = hang.state.bytes();
    a.bytes_mut()[..kept.len()].copy_from_slice(kept);
    a.set(get_hang_state::BO, address);
    user.write(address, &rows)?;
    Ok(())
}
