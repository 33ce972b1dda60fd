//! Submit queues, and the fences of their jobs. Source of all answers: Linux
//! `msm_submitqueue.c`, and `msm_drv.c` for waits.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::MsmDevice;
use super::params::PRIORITIES;
use crate::drm::args::{Args, Field, structs};
use crate::drm::errno::Errno;
use crate::drm::fence::{Fence, Until};
use crate::drm::file::FileId;
use crate::drm::user::UserMemory;

structs! {
    wait_fence 32 {
        FENCE: u32 = 0, FLAGS: u32 = 4, TIMEOUT: i64 = 8, NANOSECONDS: i64 = 16, QUEUEID: u32 = 24,
    }
    submitqueue 12 { FLAGS: u32 = 0, PRIO: u32 = 4, ID: u32 = 8, }
    close 4 { ID: u32 = 0, }
    query 24 { DATA: u64 = 0, ID: u32 = 8, PARAM: u32 = 12, LEN: u32 = 16, PAD: u32 = 20, }
}

/// `MSM_WAIT_FENCE_BOOST`.
const BOOST: u32 = 1;
/// `MSM_SUBMITQUEUE_PARAM_FAULTS`.
const FAULTS: u32 = 0;

/// Numbers of fences that the kernel chooses are below this.
const MAX_NUMBER: u32 = i32::MAX as u32;

/// A submit queue. Priorities have no effect: jobs run in the order in which they come.
#[derive(Default)]
struct Queue {
    faults: u32,
    /// The number that the kernel chose last.
    cursor: u32,
    /// The number of the last job.
    last: u32,
    /// Jobs that are not known to be done.
    fences: BTreeMap<u32, Arc<Fence>>,
}

impl Queue {
    fn drop_done(&mut self) {
        self.fences.retain(|_, fence| fence.done().is_none());
    }

    /// The next number that no job has, as `idr_alloc_cyclic` chooses it.
    fn next(&self) -> u32 {
        let mut number = self.cursor;
        loop {
            number = match number {
                MAX_NUMBER.. => 1,
                number => number + 1,
            };
            // There are fewer jobs than numbers.
            if number < MAX_NUMBER && !self.fences.contains_key(&number) {
                return number;
            }
        }
    }
}

/// The queues of a file. Queue 0 is there from the beginning, and stays.
pub(super) struct Queues {
    next: u32,
    queues: BTreeMap<u32, Queue>,
}

impl Default for Queues {
    fn default() -> Self {
        Queues {
            next: 1,
            queues: BTreeMap::from([(0, Queue::default())]),
        }
    }
}

impl Queues {
    /// Whether there is a queue.
    pub fn has(&self, id: u32) -> bool {
        self.queues.contains_key(&id)
    }

    /// Whether no job of a queue has a number that a client chooses.
    pub fn is_free(&mut self, id: u32, number: u32) -> bool {
        let Some(queue) = self.queues.get_mut(&id) else {
            return false;
        };
        queue.drop_done();
        number != 0 && !queue.fences.contains_key(&number)
    }

    /// Records a job of a queue; the result is its number, which is `chosen` if there is one.
    pub fn add(&mut self, id: u32, chosen: Option<u32>, fence: &Arc<Fence>) -> u32 {
        // The queue may have been closed meanwhile.
        let Some(queue) = self.queues.get_mut(&id) else {
            return 0;
        };
        queue.drop_done();
        let number = chosen.unwrap_or_else(|| {
            queue.cursor = queue.next();
            queue.cursor
        });
        queue.last = number;
        queue.fences.insert(number, fence.clone());
        number
    }

    /// Counts a job that hung.
    pub fn fault(&mut self, id: u32) {
        if let Some(queue) = self.queues.get_mut(&id) {
            queue.faults = queue.faults.wrapping_add(1);
        }
    }
}

/// The absolute time of the monotonic clock in a field of seconds, and nanoseconds after it.
pub(super) fn deadline(k: &MsmDevice, a: &Args, at: Field<i64>) -> Until {
    let seconds = a.get(at).saturating_mul(1_000_000_000);
    k.until(seconds.saturating_add(a.get(at.moved(8))))
}

/// Source: Linux `msm_drv.c`, `wait_fence`: a number without a job counts as one that is done.
pub(super) fn wait(
    k: &MsmDevice,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    if a.get(wait_fence::FLAGS) & !BOOST != 0 {
        return Err(Errno::EINVAL);
    }
    let number = a.get(wait_fence::FENCE);
    let fence = {
        let mut state = k.state();
        let queues = &state.file(f)?.driver.queues.queues;
        let queue = queues.get(&a.get(wait_fence::QUEUEID));
        let queue = queue.ok_or(Errno::ENOENT)?;
        if number.wrapping_sub(queue.last) as i32 > 0 {
            return Err(Errno::EINVAL);
        }
        queue.fences.get(&number).cloned()
    };
    let Some(fence) = fence else {
        return Ok(());
    };
    let until = deadline(k, a, wait_fence::TIMEOUT);
    match k.fences().wait_until(until, || fence.done().map(|_| ())) {
        Err(Errno::ETIME) => Err(Errno::ETIMEDOUT),
        result => result,
    }
}

pub(super) fn create(
    k: &MsmDevice,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    if a.get(submitqueue::FLAGS) != 0 || a.get(submitqueue::PRIO) >= PRIORITIES {
        return Err(Errno::EINVAL);
    }
    let mut state = k.state();
    let queues = &mut state.file(f)?.driver.queues;
    let id = queues.next;
    queues.next = id.checked_add(1).ok_or(Errno::ENOSPC)?;
    queues.queues.insert(id, Queue::default());
    a.set(submitqueue::ID, id);
    Ok(())
}

pub(super) fn close_queue(
    k: &MsmDevice,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    let mut state = k.state();
    let queues = &mut state.file(f)?.driver.queues.queues;
    match a.get(close::ID) {
        0 => Err(Errno::ENOENT),
        id => queues.remove(&id).map(|_| ()).ok_or(Errno::ENOENT),
    }
}

pub(super) fn query_queue(
    k: &MsmDevice,
    f: FileId,
    a: &mut Args,
    user: &dyn UserMemory,
) -> Result<(), Errno> {
    if a.get(query::PAD) != 0 {
        return Err(Errno::EINVAL);
    }
    let faults = {
        let mut state = k.state();
        let queues = &state.file(f)?.driver.queues.queues;
        queues.get(&a.get(query::ID)).ok_or(Errno::ENOENT)?.faults
    };
    if a.get(query::PARAM) != FAULTS {
        return Err(Errno::EINVAL);
    }
    let bytes = faults.to_le_bytes();
    match a.get(query::LEN) as usize {
        0 => a.set(query::LEN, bytes.len() as u32),
        len => {
            let size = len.min(bytes.len());
            a.set(query::LEN, size as u32);
            user.write(a.get(query::DATA), &bytes[..size])?;
        }
    }
    Ok(())
}
