//! Performance monitors. Source: Linux `vc4_perfmon.c`.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use tilescope_core::Counters;
use tilescope_vc4::perf;
use tilescope_vc4::regs::PERFORMANCE_EVENTS;

use super::Vc4Device;
use crate::drm::args::{Args, Field, structs};
use crate::drm::errno::Errno;
use crate::drm::file::FileId;
use crate::drm::gem::Ids;
use crate::drm::user::UserMemory;

structs! {
    create 24 { ID: u32 = 0, NCOUNTERS: u32 = 4, EVENTS: u8 = 8, }
    destroy 4 { ID: u32 = 0, }
    get_values 16 { ID: u32 = 0, VALUES: u64 = 8, }
}

/// The largest number of events of one monitor.
const MAX_COUNTERS: u32 = 16;

/// Events and their counts in the jobs that the monitor was attached to.
pub struct Monitor {
    events: Vec<u8>,
    values: Mutex<Vec<u64>>,
}

impl Monitor {
    /// Adds the counts of a job.
    pub fn add(&self, counters: &Counters) {
        let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        for (value, event) in values.iter_mut().zip(&self.events) {
            *value += perf::event((*event).into(), counters).unwrap_or(0);
        }
    }
}

/// The monitors of one file.
#[derive(Default)]
pub struct Monitors {
    ids: Ids,
    monitors: BTreeMap<u32, Arc<Monitor>>,
}

impl Monitors {
    /// The monitor called `id`.
    pub fn get(&self, id: u32) -> Option<Arc<Monitor>> {
        self.monitors.get(&id).cloned()
    }
}

pub(super) fn create(
    k: &Vc4Device,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    let count = a.get(create::NCOUNTERS);
    if count == 0 || count > MAX_COUNTERS {
        return Err(Errno::EINVAL);
    }
    let event = |i: u32| a.get(Field::<u8>::at(create::EVENTS.offset() + i as usize));
    let events: Vec<u8> = (0..count).map(event).collect();
    if events
        .iter()
        .any(|e| usize::from(*e) >= PERFORMANCE_EVENTS.len())
    {
        return Err(Errno::EINVAL);
    }
    let mut state = k.state();
    let monitors = &mut state.file(f)?.driver.perfmons;
    let id = monitors.ids.take()?;
    let monitor = Monitor {
        values: Mutex::new(vec![0; events.len()]),
        events,
    };
    monitors.monitors.insert(id, Arc::new(monitor));
    a.set(create::ID, id);
    Ok(())
}

pub(super) fn destroy(
    k: &Vc4Device,
    f: FileId,
    a: &mut Args,
    _: &dyn UserMemory,
) -> Result<(), Errno> {
    let mut state = k.state();
    let monitors = &mut state.file(f)?.driver.perfmons;
    let id = a.get(destroy::ID);
    monitors.monitors.remove(&id).ok_or(Errno::EINVAL)?;
    monitors.ids.give(id);
    Ok(())
}

pub(super) fn get_values(
    k: &Vc4Device,
    f: FileId,
    a: &mut Args,
    user: &dyn UserMemory,
) -> Result<(), Errno> {
    let monitor = k
        .state()
        .file(f)?
        .driver
        .perfmons
        .get(a.get(get_values::ID));
    let monitor = monitor.ok_or(Errno::EINVAL)?;
    let values = monitor
        .values
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
    user.write(a.get(get_values::VALUES), &bytes)?;
    Ok(())
}
