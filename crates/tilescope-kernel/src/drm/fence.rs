//! Fences: completion of jobs, and waiting for it.

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::errno::Errno;
use super::pages::FileKey;
use super::sync_file::SyncFile;
use super::syncobj::Syncobj;

/// The completion of one job.
#[derive(Debug)]
pub struct Fence {
    /// The queue that the job is in.
    pub context: u64,
    /// Its number in that queue.
    pub seqno: u64,
    /// Name of the driver.
    pub driver: &'static str,
    /// Name of the queue.
    pub timeline: &'static str,
    /// The time of completion, in nanoseconds of the monotonic clock.
    done: OnceLock<u64>,
}

/// A set of fences that counts as signalled when all of them are.
pub type FenceSet = Arc<[Arc<Fence>]>;

impl Fence {
    /// An unsignalled fence.
    pub fn new(context: u64, seqno: u64, driver: &'static str, timeline: &'static str) -> Self {
        Fence {
            context,
            seqno,
            driver,
            timeline,
            done: OnceLock::new(),
        }
    }

    /// A signalled fence, used where there is nothing to wait for. Source of
    /// the names: Linux `dma-fence.c`.
    pub fn stub(now: u64) -> FenceSet {
        let fence = Fence::new(0, 0, "stub", "stub");
        let _ = fence.done.set(now);
        Arc::new([Arc::new(fence)])
    }

    /// The time of completion; `None` if pending.
    pub fn done(&self) -> Option<u64> {
        self.done.get().copied()
    }
}

/// Whether all of a set are done.
pub fn all_done(set: &[Arc<Fence>]) -> bool {
    set.iter().all(|f| f.done().is_some())
}

/// The union of two sets: the last job of every queue. Source: Linux
/// `sync_file.c`, `dma-fence-unwrap.c`.
pub fn merge(a: &[Arc<Fence>], b: &[Arc<Fence>]) -> FenceSet {
    let mut last: BTreeMap<u64, Arc<Fence>> = BTreeMap::new();
    for fence in a.iter().chain(b).filter(|f| f.done().is_none()) {
        let entry = last.entry(fence.context).or_insert_with(|| fence.clone());
        if fence.seqno > entry.seqno {
            *entry = fence.clone();
        }
    }
    match last.is_empty() {
        // Signalled fences are dropped, but the set must not be empty.
        true => a.last().into_iter().cloned().collect(),
        false => last.into_values().collect(),
    }
}

/// The access of a job to a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// It reads it.
    Read,
    /// It may write it.
    Write,
}

/// The last job that writes a buffer and the last that uses it. Jobs of a device complete in the
/// order of their numbers, so waiting for the last one is enough. Source: Linux `dma-resv.c`.
#[derive(Debug, Default)]
pub struct Reservation(Mutex<[Option<Arc<Fence>>; 2]>);

impl Reservation {
    fn last(&self) -> MutexGuard<'_, [Option<Arc<Fence>>; 2]> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records that a job uses the buffer.
    pub fn used_by(&self, fence: &Arc<Fence>, with: Use) {
        let [any, write] = &mut *self.last();
        *any = Some(fence.clone());
        if with == Use::Write {
            *write = Some(fence.clone());
        }
    }

    /// The job that must be done before such an access: for a read the last
    /// write, for a write the last use.
    pub fn before(&self, with: Use) -> Option<Arc<Fence>> {
        let [any, write] = &*self.last();
        match with {
            Use::Read => write.clone(),
            Use::Write => any.clone(),
        }
    }

    /// The number of the job that must be done first; 0 if there is none.
    pub fn seqno_before(&self, with: Use) -> u64 {
        self.before(with).map_or(0, |fence| fence.seqno)
    }
}

/// State shared by the kernels of one process: fence descriptors, and the
/// condition that all waits use.
#[derive(Default)]
pub struct Fences {
    state: Mutex<State>,
    changed: Condvar,
    /// Whether the calling thread has to handle something and must end its wait.
    is_called: Option<fn() -> bool>,
}

/// The interval at which a waiting thread checks whether its wait has to end.
const CALL_INTERVAL: Duration = Duration::from_millis(5);

#[derive(Default)]
pub(super) struct State {
    last_context: u64,
    /// Whether indefinite waits have to return.
    interrupted: bool,
    pub sync_files: BTreeMap<FileKey, SyncFile>,
    pub syncobjs: BTreeMap<FileKey, Arc<Syncobj>>,
}

/// The deadline of a wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// Do not wait.
    Now,
    /// Wait until this time.
    Time(Instant),
    /// Wait without a deadline.
    Done,
}

impl Until {
    /// A deadline in `nanoseconds` from now; all ones means none.
    pub fn after(nanoseconds: u64) -> Self {
        match nanoseconds {
            0 => Until::Now,
            u64::MAX => Until::Done,
            n => match Instant::now().checked_add(Duration::from_nanos(n)) {
                Some(end) => Until::Time(end),
                None => Until::Done,
            },
        }
    }
}

impl Fences {
    /// Fences whose waits end with ERESTART when `is_called` is true on the waiting
    /// thread.
    pub fn interruptible(is_called: fn() -> bool) -> Self {
        Fences {
            is_called: Some(is_called),
            ..Fences::default()
        }
    }

    /// A new fence context.
    pub fn context(&self) -> u64 {
        let mut state = self.state();
        state.last_context += 1;
        state.last_context
    }

    /// Signals fences and wakes all waiting threads.
    pub fn signal(&self, fence: &Fence, now: u64) {
        let _ = fence.done.set(now);
        let mut state = self.state();
        for file in state.sync_files.values_mut() {
            file.signal();
        }
        drop(state);
        self.changed.notify_all();
    }

    /// Wakes all waiting threads, which check their condition again.
    pub fn wake(&self) {
        // A thread that has checked but does not wait yet holds this lock.
        drop(self.state());
        self.changed.notify_all();
    }

    /// Makes all waits end with ERESTART, or allows them again.
    pub fn interrupt(&self, interrupted: bool) {
        self.state().interrupted = interrupted;
        self.changed.notify_all();
    }

    /// Waits until `ready` returns something, for conditions that are certain
    /// to occur. The caller must not hold a lock that is needed to satisfy
    /// `ready`.
    pub fn wait<T>(&self, mut ready: impl FnMut() -> Option<T>) -> T {
        let mut state = self.state();
        loop {
            if let Some(found) = ready() {
                return found;
            }
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Waits until `ready` returns something or the deadline passes.
    ///
    /// # Errors
    /// ETIME, and ERESTART if the wait was interrupted.
    pub fn wait_until<T>(
        &self,
        until: Until,
        mut ready: impl FnMut() -> Option<T>,
    ) -> Result<T, Errno> {
        let mut state = self.state();
        loop {
            if let Some(found) = ready() {
                return Ok(found);
            }
            let left = match until {
                Until::Now => Duration::ZERO,
                Until::Time(end) => end.saturating_duration_since(Instant::now()),
                Until::Done => Duration::MAX,
            };
            if left.is_zero() {
                return Err(Errno::ETIME);
            }
            if state.interrupted || self.is_called.is_some_and(|is_called| is_called()) {
                return Err(Errno::ERESTART);
            }
            let left = match self.is_called {
                Some(_) => left.min(CALL_INTERVAL),
                None => left,
            };
            state = match left {
                Duration::MAX => self
                    .changed
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner),
                _ => {
                    let waited = self.changed.wait_timeout(state, left);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }

    /// Removes closed descriptors; called by the owner of the descriptor table.
    pub fn retain(&self, mut is_open: impl FnMut(FileKey) -> bool) {
        let mut state = self.state();
        state.sync_files.retain(|key, _| is_open(*key));
        state.syncobjs.retain(|key, _| is_open(*key));
    }

    /// The number of known descriptors of fences.
    pub fn files(&self) -> usize {
        let state = self.state();
        state.sync_files.len() + state.syncobjs.len()
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
