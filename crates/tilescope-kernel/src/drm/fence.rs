//! Fences: whether a job is done, for everybody who waits for it.

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::errno::Errno;
use super::pages::FileKey;
use super::sync_file::SyncFile;
use super::syncobj::Syncobj;

/// One job, to those who wait for it.
#[derive(Debug)]
pub struct Fence {
    /// The queue that the job is in.
    pub context: u64,
    /// Its number there.
    pub seqno: u64,
    /// Name of the driver.
    pub driver: &'static str,
    /// Name of the queue.
    pub timeline: &'static str,
    /// When it was done, in nanoseconds of the monotonic clock.
    done: OnceLock<u64>,
}

/// Fences that all have to be signalled.
pub type FenceSet = Arc<[Arc<Fence>]>;

impl Fence {
    /// A fence that nobody has signalled yet.
    pub fn new(context: u64, seqno: u64, driver: &'static str, timeline: &'static str) -> Self {
        Fence {
            context,
            seqno,
            driver,
            timeline,
            done: OnceLock::new(),
        }
    }

    /// What stands where nothing is to be waited for. Source of the names: Linux
    /// `dma-fence.c`.
    pub fn stub(now: u64) -> FenceSet {
        let fence = Fence::new(0, 0, "stub", "stub");
        let _ = fence.done.set(now);
        Arc::new([Arc::new(fence)])
    }

    /// When it was done; none if it is not.
    pub fn done(&self) -> Option<u64> {
        self.done.get().copied()
    }
}

/// Whether all of a set are done.
pub fn all_done(set: &[Arc<Fence>]) -> bool {
    set.iter().all(|f| f.done().is_some())
}

/// Both sets as one: of every queue the last job. Source: Linux `sync_file.c`,
/// `dma-fence-unwrap.c`.
pub fn merge(a: &[Arc<Fence>], b: &[Arc<Fence>]) -> FenceSet {
    let mut last: BTreeMap<u64, Arc<Fence>> = BTreeMap::new();
    for fence in a.iter().chain(b).filter(|f| f.done().is_none()) {
        let entry = last.entry(fence.context).or_insert_with(|| fence.clone());
        if fence.seqno > entry.seqno {
            *entry = fence.clone();
        }
    }
    match last.is_empty() {
        // What is done already need not be waited for, but there must be something.
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

/// The jobs that use a buffer: of those that write it, and of all, the last. Jobs of
/// a device end in the order of their numbers, so that the last is all that is
/// to be waited for. Source: Linux `dma-resv.c`.
#[derive(Debug, Default)]
pub struct Reservation(Mutex<[Option<Arc<Fence>>; 2]>);

impl Reservation {
    fn last(&self) -> MutexGuard<'_, [Option<Arc<Fence>>; 2]> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a job uses the buffer.
    pub fn used_by(&self, fence: &Arc<Fence>, with: Use) {
        let [any, write] = &mut *self.last();
        *any = Some(fence.clone());
        if with == Use::Write {
            *write = Some(fence.clone());
        }
    }

    /// The job that has to be done before such an access: before it is read
    /// the jobs that write it, before it is written all.
    pub fn before(&self, with: Use) -> Option<Arc<Fence>> {
        let [any, write] = &*self.last();
        match with {
            Use::Read => write.clone(),
            Use::Write => any.clone(),
        }
    }

    /// The number of the job that has to be done before; 0 if there is none.
    pub fn seqno_before(&self, with: Use) -> u64 {
        self.before(with).map_or(0, |fence| fence.seqno)
    }
}

/// State that the kernels of one process share: descriptors of fences, and where
/// everybody waits.
#[derive(Default)]
pub struct Fences {
    state: Mutex<State>,
    changed: Condvar,
    /// Whether something waits for the calling thread, so that its wait has to end.
    is_called: Option<fn() -> bool>,
}

/// The interval at which a waiting thread asks whether its wait has to end.
const CALL_INTERVAL: Duration = Duration::from_millis(5);

#[derive(Default)]
pub(super) struct State {
    last_context: u64,
    /// Whether who waits for what may never happen has to come back.
    interrupted: bool,
    pub sync_files: BTreeMap<FileKey, SyncFile>,
    pub syncobjs: BTreeMap<FileKey, Arc<Syncobj>>,
}

/// The end of a wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// Not at all.
    Now,
    /// Until then.
    Time(Instant),
    /// For ever.
    Done,
}

impl Until {
    /// So many nanoseconds from now; all ones are for ever.
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

    /// The number of a new queue.
    pub fn context(&self) -> u64 {
        let mut state = self.state();
        state.last_context += 1;
        state.last_context
    }

    /// Sets fences off, and wakes everybody.
    pub fn signal(&self, fence: &Fence, now: u64) {
        let _ = fence.done.set(now);
        let mut state = self.state();
        for file in state.sync_files.values_mut() {
            file.signal();
        }
        drop(state);
        self.changed.notify_all();
    }

    /// Wakes everybody, to look again.
    pub fn wake(&self) {
        // Who has looked and does not wait yet has this lock.
        drop(self.state());
        self.changed.notify_all();
    }

    /// Makes all waits end with ERESTART, or not any longer.
    pub fn interrupt(&self, interrupted: bool) {
        self.state().interrupted = interrupted;
        self.changed.notify_all();
    }

    /// Waits until `ready` gives something, for what comes by itself. Nothing may
    /// be locked that who makes it ready needs.
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

    /// Waits until `ready` gives something, or the time is over.
    ///
    /// # Errors
    /// ETIME, and ERESTART if the caller has to come back first.
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

    /// Forgets descriptors that are closed; to be called by who knows which are.
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
