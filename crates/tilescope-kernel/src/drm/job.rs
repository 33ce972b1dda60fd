//! Jobs: queueing, execution and completion.

use std::collections::VecDeque;
use std::sync::{Arc, MutexGuard, PoisonError};

use tilescope_core::{
    AddressSpace, Context, Counters, Device, GpuMemory, Outcome, Status, Submission, Written,
};

use super::device::{DrmDevice, State};
use super::driver::Driver;
use super::errno::Errno;
use super::fence::{Fence, Until};
use super::file::FileId;
use super::settings::{Execution, Jobs};
use super::syncobj::SyncPoint;
use super::watcher::{Job, Notes, Output};

/// A job that is ready to run, with all references it holds.
pub(crate) struct Built<D: Driver> {
    pub submission: Submission,
    pub memory: AddressSpace,
    pub outputs: Vec<Output>,
    /// The driver's part.
    pub own: D::Job,
}

/// A job with its number.
pub(crate) struct Queued<D: Driver> {
    seqno: u64,
    file: FileId,
    built: Built<D>,
    fence: Arc<Fence>,
}

/// The jobs of a device.
pub(crate) struct Queue<D: Driver> {
    waiting: VecDeque<Queued<D>>,
    /// Number of the last job that was queued.
    pub emitted: u64,
    /// Number of the last job that is done.
    pub finished: u64,
    /// Whether the worker runs a job.
    is_running: bool,
    /// Whether the worker has to end when the queue is empty.
    is_ending: bool,
}

impl<D: Driver> Default for Queue<D> {
    fn default() -> Self {
        Queue {
            waiting: VecDeque::new(),
            emitted: 0,
            finished: 0,
            is_running: false,
            is_ending: false,
        }
    }
}

/// Marks a job as done when dropped, on every path.
struct Done<'a, D: Driver>(&'a DrmDevice<D>, Arc<Fence>);

impl<D: Driver> Drop for Done<'_, D> {
    fn drop(&mut self) {
        let Done(device, fence) = self;
        let mut state = device.state();
        state.queue.finished = state.queue.finished.max(fence.seqno);
        drop(state);
        device.fences().signal(fence, device.fds.monotonic());
    }
}

impl<D: Driver> DrmDevice<D> {
    /// Queues a job, puts its fence into the client's synchronisation objects, and returns
    /// the fence.
    pub fn take(&self, file: FileId, built: Built<D>, out: &[SyncPoint]) -> Arc<Fence> {
        match &self.settings.execution {
            Execution::Submitter => {
                // Held while the number is assigned, so that jobs run in order.
                let gpu = self.gpu.lock().unwrap_or_else(PoisonError::into_inner);
                let job = self.number(&mut self.state(), file, built, out);
                let fence = job.fence.clone();
                self.fences().wake();
                self.run_on(gpu, job);
                fence
            }
            Execution::Worker(queue) => {
                let fence = {
                    let mut state = self.state();
                    let job = self.number(&mut state, file, built, out);
                    let fence = job.fence.clone();
                    state.queue.waiting.push_back(job);
                    fence
                };
                self.fences().wake();
                (queue.wake)();
                fence
            }
        }
    }

    /// Waits until there is room for another job.
    pub fn wait_for_room(&self) {
        if let Execution::Worker(queue) = &self.settings.execution {
            self.fences().wait(|| {
                let waiting = self.state().queue.waiting.len();
                (waiting < queue.limit.max(1)).then_some(())
            });
        }
    }

    fn number(
        &self,
        state: &mut State<D>,
        file: FileId,
        mut built: Built<D>,
        out: &[SyncPoint],
    ) -> Queued<D> {
        state.queue.emitted += 1;
        let seqno = state.queue.emitted;
        let driver = D::DESCRIPTION.driver;
        let fence = Arc::new(Fence::new(self.context, seqno, driver, D::TIMELINE));
        D::number(self, &mut state.driver, &mut built, &fence);
        for place in out {
            place.put(Arc::new([fence.clone()]));
        }
        built.submission.label = format!("job {seqno}");
        Queued {
            seqno,
            file,
            built,
            fence,
        }
    }

    /// Runs a job to completion. The hardware runs one job at a time, and so
    /// does this.
    fn run(&self, job: Queued<D>) {
        let gpu = self.gpu.lock().unwrap_or_else(PoisonError::into_inner);
        self.run_on(gpu, job);
    }

    fn run_on(&self, mut gpu: MutexGuard<'_, Box<dyn Device>>, queued: Queued<D>) {
        let Queued {
            seqno,
            file,
            built,
            fence,
        } = queued;
        // Dropped last: when a waiter returns, nothing of the job is left.
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
        let mut context = Context {
            memory,
            observer: watcher.observer(),
            fuel: self.settings.fuel,
            workers: self.settings.workers.as_ref(),
        };
        let outcome = match self.settings.jobs {
            Jobs::Run => {
                D::begin(self, &built.own, gpu.as_mut(), &mut context);
                gpu.submit(job.submission, &mut context)
            }
            Jobs::Skip => Outcome {
                status: Status::Done,
                counters: Counters::default(),
            },
        };
        watcher.after(&job, &outcome);
        let mut context = Context {
            memory,
            observer: watcher.observer(),
            fuel: self.settings.fuel,
            workers: self.settings.workers.as_ref(),
        };
        D::end(self, &built.own, gpu.as_mut(), &mut context, &outcome);
        drop(watcher);
        if outcome.status != Status::Done {
            D::recover(self, &mut built, gpu.as_mut());
        }
    }

    /// Runs jobs as they arrive, until [`Self::end_work`] is called and none is
    /// left. Must be called by one thread at a time.
    pub fn work(&self) {
        loop {
            let job = self.fences().wait(|| {
                let mut state = self.state();
                let queue = &mut state.queue;
                match queue.waiting.pop_front() {
                    Some(job) => {
                        queue.is_running = true;
                        Some(Some(job))
                    }
                    None => queue.is_ending.then_some(None),
                }
            });
            let Some(job) = job else {
                self.state().queue.is_ending = false;
                return;
            };
            self.run(job);
            self.state().queue.is_running = false;
            self.fences().wake();
        }
    }

    /// Makes the worker end once no job is left.
    pub fn end_work(&self) {
        self.state().queue.is_ending = true;
        self.fences().wake();
    }

    /// Waits until no job is queued or running.
    pub fn wait_idle(&self) {
        if let Execution::Worker(_) = self.settings.execution {
            self.fences().wait(|| {
                let state = self.state();
                let queue = &state.queue;
                (queue.waiting.is_empty() && !queue.is_running).then_some(())
            });
        }
    }

    /// Waits until job `seqno` is done. The job need not be submitted yet.
    pub fn wait(&self, seqno: u64, until: Until) -> Result<(), Errno> {
        let done = || (self.state().queue.finished >= seqno).then_some(());
        self.fences().wait_until(until, done)
    }
}
