//! Running jobs, waiting for them, and what is kept of one that hung.

use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tilescope_core::{
    AddressSpace, Context, Counters, Device, GpuMemory, Outcome, Status, Submission, Written,
};
use tilescope_vc4::Vc4;
use tilescope_vc4::chips::Chip;
use tilescope_vc4::device::Options;
use tilescope_vc4::regs;

use super::bo::Buffer;
use super::memory::Lease;
use super::perfmon::Monitor;
use super::submit::Pinned;
use crate::drm::args::{Args, Field, structs};
use crate::drm::errno::Errno;
use crate::drm::user::UserMemory;
use crate::kernel::{FileId, Job, Jobs, Kernel, Notes, Output, State};

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

/// Which register goes into which field of the hang state.
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

/// The hardware.
pub(crate) struct Gpu {
    device: Vc4,
}

impl Gpu {
    pub fn new(chip: &'static Chip, options: Options) -> Self {
        Gpu {
            device: Vc4::new(chip, options),
        }
    }
}

/// A job that is ready to run, with all it holds on to.
pub(crate) struct Built {
    pub submission: Submission,
    pub memory: AddressSpace,
    pub outputs: Vec<Output>,
    /// Where its binning and its rendering list start.
    pub starts: [u32; 2],
    pub perfmon: Option<Arc<Monitor>>,
    pub pinned: Pinned,
    pub _leases: Vec<Lease>,
}

/// What is kept of the first job that hung, until somebody asks.
pub(crate) struct HangState {
    state: Args,
    buffers: Vec<Arc<Buffer>>,
}

/// Marks a job as done when it goes, whatever happens in between.
struct Done<'a>(&'a Kernel, u64);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.vc4.finished = state.vc4.finished.max(self.1);
        drop(state);
        self.0.done.notify_all();
    }
}

impl Kernel {
    /// Runs a job to its end and returns its number. Hardware does one job at a
    /// time, and so does this.
    pub(super) fn run(&self, file: FileId, mut built: Built) -> u64 {
        let mut gpu = self.gpu.lock().unwrap_or_else(PoisonError::into_inner);
        let seqno = {
            let mut state = self.state();
            state.vc4.emitted += 1;
            let seqno = state.vc4.emitted;
            for object in &built.pinned.0 {
                object.driver.seqno.store(seqno, SeqCst);
            }
            seqno
        };
        let _done = Done(self, seqno);
        built.submission.label = format!("job {seqno}");
        let mut watcher = self.watcher();
        let written = match watcher.notes() {
            Notes::None => None,
            Notes::Writes => Some(Written::new(&built.memory)),
        };
        let memory: &dyn GpuMemory = match &written {
            None => &built.memory,
            Some(written) => written,
        };
        let job = Job {
            seqno,
            file,
            submission: &built.submission,
            memory: &built.memory,
            outputs: &built.outputs,
            written: written.as_ref(),
        };
        watcher.before(&job);
        let outcome = match self.config.jobs {
            Jobs::Run => gpu.device.submit(
                job.submission,
                &mut Context {
                    memory,
                    observer: watcher.observer(),
                    fuel: self.config.fuel,
                    workers: self.config.workers.as_ref(),
                },
            ),
            Jobs::Skip => Outcome {
                status: Status::Done,
                counters: Counters::default(),
            },
        };
        watcher.after(&job, &outcome);
        drop(watcher);
        if let Some(monitor) = &built.perfmon {
            monitor.add(&outcome.counters);
        }
        self.recover(&mut gpu.device, &outcome, &built);
        seqno
    }

    /// What Linux does 100 ms after the hardware stopped: keep its state for
    /// whoever asks, and switch it off and on. The job counts as done.
    fn recover(&self, device: &mut Vc4, outcome: &Outcome, built: &Built) {
        if outcome.status == Status::Done {
            return;
        }
        let mut kept = Args::zeroed(get_hang_state::SIZE);
        kept.set(get_hang_state::START_BIN, built.starts[0]);
        kept.set(get_hang_state::START_RENDER, built.starts[1]);
        for (name, field) in SAVED {
            if let Some(register) = regs::find_by_name(name) {
                kept.set(field, device.mmio_read(register.offset));
            }
        }
        kept.set(get_hang_state::BO_COUNT, built.pinned.0.len() as u32);
        let mut state = self.state();
        if state.vc4.hang.is_none() {
            state.vc4.hang = Some(HangState {
                state: kept,
                buffers: built.pinned.0.clone(),
            });
        }
        drop(state);
        device.reset();
    }

    /// Waits until job `seqno` is done.
    fn wait(&self, seqno: u64, timeout: u64) -> Result<(), Errno> {
        let mut state: MutexGuard<'_, State> = self.state();
        // Without the check, a number that nobody will ever reach waits for
        // ever where Linux could at least be interrupted.
        if seqno > state.vc4.emitted {
            return Err(Errno::ETIME);
        }
        let end = Instant::now().checked_add(Duration::from_nanos(timeout));
        while state.vc4.finished < seqno {
            let left = match (timeout, end) {
                (u64::MAX, _) | (_, None) => Duration::MAX,
                (_, Some(end)) => end.saturating_duration_since(Instant::now()),
            };
            if left.is_zero() {
                return Err(Errno::ETIME);
            }
            state = match left {
                Duration::MAX => self
                    .done
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner),
                _ => {
                    let waited = self.done.wait_timeout(state, left);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
        Ok(())
    }
}

pub(super) fn wait_seqno(
    k: &Kernel,
    _: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    k.wait(a.get(wait_seqno::SEQNO), a.get(wait_seqno::TIMEOUT))
}

pub(super) fn wait_bo(
    k: &Kernel,
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
        object.ok_or(Errno::EINVAL)?.driver.seqno.load(SeqCst)
    };
    k.wait(seqno, a.get(wait_bo::TIMEOUT))
}

/// Source: Linux `vc4_gem.c`. Only buffers of clients are handed out: what the
/// kernel made for the job is gone by then.
pub(super) fn hang_state(
    k: &Kernel,
    f: FileId,
    a: &mut Args,
    user: &dyn UserMemory,
) -> Result<(), Errno> {
    let mut state = k.state();
    let hang = state.vc4.hang.take().ok_or(Errno::ENOENT)?;
    let count = hang.buffers.len() as u32;
    if a.get(get_hang_state::BO_COUNT) < count {
        a.set(get_hang_state::BO_COUNT, count);
        state.vc4.hang = Some(hang);
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
