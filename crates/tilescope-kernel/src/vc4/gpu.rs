//! Running jobs, waiting for them, and what is kept of one that hung.

use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::Instant;

use tilescope_core::{
    AddressSpace, Context, Counters, Device, GpuMemory, Outcome, Status, Submission, Written,
};
use tilescope_vc4::Vc4;
use tilescope_vc4::chips::Chip;
use tilescope_vc4::device::Options;
use tilescope_vc4::regs;

use super::bo::{Bo, Buffer};
use super::memory::Lease;
use super::perfmon::Monitor;
use super::submit::Pinned;
use crate::drm::args::{Args, Field, structs};
use crate::drm::errno::Errno;
use crate::drm::fence::{Fence, Until};
use crate::drm::pages::{PAGE, Sharing};
use crate::drm::syncobj::Syncobj;
use crate::drm::user::UserMemory;
use crate::kernel::{Execution, FileId, Job, Jobs, Kernel, Notes, Output, State};

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
    /// What the kernel made for it and what it keeps of a job that hung: checked
    /// list, records and uniforms, and the rendering list.
    pub lists: Vec<(Lease, u32)>,
    /// What nobody asks for afterwards: tile lists and spare memory.
    pub _scratch: Vec<Lease>,
}

/// What is kept of the first job that hung, until somebody asks.
pub(crate) struct HangState {
    state: Args,
    buffers: Vec<Arc<Buffer>>,
}

/// A job with its number.
pub(crate) struct Queued {
    seqno: u64,
    file: FileId,
    built: Built,
    fence: Arc<Fence>,
}

/// Marks a job as done when it goes, whatever happens in between.
struct Done<'a>(&'a Kernel, Arc<Fence>);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        let Done(kernel, fence) = self;
        let mut state = kernel.state();
        state.vc4.finished = state.vc4.finished.max(fence.seqno);
        drop(state);
        kernel.fences().signal(fence, kernel.fds.monotonic());
    }
}

impl Kernel {
    /// Takes a job, puts its fence where the client wants it, and returns its
    /// number.
    pub(super) fn take(&self, file: FileId, built: Built, out: Option<&Syncobj>) -> u64 {
        match &self.config.execution {
            Execution::Submitter => {
                // Held from the number on, so that jobs run in their order.
                let gpu = self.gpu.lock().unwrap_or_else(PoisonError::into_inner);
                let job = Self::number(self.context, &mut self.state(), file, built, out);
                let seqno = job.seqno;
                self.fences().wake();
                self.run_on(gpu, job);
                seqno
            }
            Execution::Worker(queue) => {
                let seqno = {
                    let mut state = self.state();
                    let job = Self::number(self.context, &mut state, file, built, out);
                    let seqno = job.seqno;
                    state.queue.push_back(job);
                    seqno
                };
                self.fences().wake();
                (queue.wake)();
                seqno
            }
        }
    }

    /// Waits until there is room for another job.
    pub(super) fn wait_for_room(&self) {
        if let Execution::Worker(queue) = &self.config.execution {
            self.fences()
                .wait(|| (self.state().queue.len() < queue.limit.max(1)).then_some(()));
        }
    }

    fn number(
        context: u64,
        state: &mut State,
        file: FileId,
        mut built: Built,
        out: Option<&Syncobj>,
    ) -> Queued {
        state.vc4.emitted += 1;
        let seqno = state.vc4.emitted;
        // Source of the names: Linux vc4_fence.c.
        let fence = Arc::new(Fence::new(context, seqno, "vc4", "vc4-v3d"));
        for object in &built.pinned.0 {
            object.driver.used_by(&fence);
        }
        if let Some(object) = out {
            object.set(Some(Arc::new([fence.clone()])));
        }
        built.submission.label = format!("job {seqno}");
        Queued {
            seqno,
            file,
            built,
            fence,
        }
    }

    /// Runs a job to its end. Hardware does one job at a time, and so does this.
    pub(crate) fn run(&self, job: Queued) {
        let gpu = self.gpu.lock().unwrap_or_else(PoisonError::into_inner);
        self.run_on(gpu, job);
    }

    fn run_on(&self, mut gpu: MutexGuard<'_, Gpu>, queued: Queued) {
        let Queued {
            seqno,
            file,
            built,
            fence,
        } = queued;
        // Dropped last: who waits for the job finds nothing of it left.
        let _done = Done(self, fence);
        let mut built = built;
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
        self.recover(&mut gpu.device, &outcome, &mut built);
    }

    /// What Linux does 100 ms after the hardware stopped: keep its state for
    /// whoever asks, and switch it off and on. The job counts as done.
    fn recover(&self, device: &mut Vc4, outcome: &Outcome, built: &mut Built) {
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
        let mut state = self.state();
        if state.vc4.hang.is_none() {
            let mut buffers = built.pinned.0.clone();
            for (lease, len) in built.lists.drain(..) {
                let size = u64::from(len).next_multiple_of(PAGE);
                // Without memory for it, the list is shorter.
                if let Ok(pages) = self.pages.allocate(size, Sharing::Never) {
                    buffers.push(state.gem.object(size, pages, Bo::of_kernel(lease)));
                }
            }
            kept.set(get_hang_state::BO_COUNT, buffers.len() as u32);
            state.vc4.hang = Some(HangState {
                state: kept,
                buffers,
            });
        }
        drop(state);
        device.reset();
    }

    /// Waits until job `seqno` is done. It need not have been submitted yet.
    pub(crate) fn wait(&self, seqno: u64, until: Until) -> Result<(), Errno> {
        self.fences()
            .wait_until(until, || (self.state().vc4.finished >= seqno).then_some(()))
    }

    /// As [`Kernel::wait`], for an argument that keeps what is left of the time if
    /// the caller has to come back.
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
    k: &Kernel,
    _: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    k.wait_in_call(a.get(wait_seqno::SEQNO), a, wait_seqno::TIMEOUT)
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
    k.wait_in_call(seqno, a, wait_bo::TIMEOUT)
}

/// Source: Linux `vc4_gem.c`: the buffers that the client listed, then those that
/// the kernel made for the job.
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
