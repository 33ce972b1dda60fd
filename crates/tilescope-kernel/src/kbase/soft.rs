//! Soft jobs: what the driver does itself.
//!
//! Sources: Arm's `mali_base_jm_kernel.h` (structures) and `mali_kbase_softjobs.c`.

use tilescope_core::{GpuMemory, Unit};
use tilescope_midgard::log::Log;

use super::{Atom, Client, DONE, EXCLUSIVE, Event, SoftJob};

/// Memory and fences that soft jobs have changed.
#[derive(Debug, Default)]
pub(super) struct State {
    /// External resources that are mapped until they are unmapped.
    pub mapped: Vec<u64>,
    /// Fences that were triggered.
    signalled: Vec<u64>,
}

impl State {
    /// Does what a soft job asks for, without the device. Returns the code of its event.
    pub fn run(
        &mut self,
        soft: SoftJob,
        atom: &Atom,
        client: &Client<'_>,
        (memory, log): (&dyn GpuMemory, &mut Log),
    ) -> u32 {
        let unit = Unit("kbase");
        let done = |ok: bool| if ok { DONE } else { Event::JOB_INVALID };
        match soft {
            // system_time, cycle_counter, sec, usec, and padding: the time of a device that
            // has no clock is 0.
            SoftJob::DumpTime => done(memory.write(atom.jc, &[0; 64], unit).is_ok()),
            SoftJob::EventSet => done(memory.write(atom.jc, &[1], unit).is_ok()),
            SoftJob::EventReset => done(memory.write(atom.jc, &[0], unit).is_ok()),
            SoftJob::EventWait => {
                let mut byte = [0];
                let read = memory.read(atom.jc, &mut byte, unit).is_ok();
                // Atoms run in order here: nothing can set it any more.
                done(read && byte[0] != 0)
            }
            SoftJob::FenceTrigger | SoftJob::FenceWait => {
                let fence = client.fences.iter().find(|(at, _)| *at == atom.jc);
                match (fence, soft) {
                    (None, _) => Event::JOB_INVALID,
                    (Some((at, _)), SoftJob::FenceTrigger) => {
                        self.signalled.push(*at);
                        DONE
                    }
                    (Some((at, signalled)), _) if *signalled || self.signalled.contains(at) => DONE,
                    // As with events.
                    (Some(_), _) => Event::JOB_CANCELLED,
                }
            }
            SoftJob::ResourcesMap | SoftJob::ResourcesUnmap => {
                let list = client.lists.iter().find(|(at, _)| *at == atom.jc);
                let Some((_, list)) = list else {
                    return Event::JOB_INVALID;
                };
                self.map(list, soft == SoftJob::ResourcesMap, memory)
            }
            SoftJob::DebugCopy => {
                log.unimplemented("DEBUG_COPY: copies to memory of the CPU, which is not modelled");
                Event::JOB_INVALID
            }
            SoftJob::JitAlloc | SoftJob::JitFree => {
                log.unimplemented("JIT_ALLOC and JIT_FREE: allocation is that of a kernel driver");
                Event::JOB_INVALID
            }
            SoftJob::Unknown(_) => Event::JOB_INVALID,
        }
    }

    /// Maps or unmaps resources, all or none.
    fn map(&mut self, list: &[u64], map: bool, memory: &dyn GpuMemory) -> u32 {
        let addresses = list.iter().map(|entry| entry & !EXCLUSIVE);
        let known = |address: u64| match map {
            true => memory.mapped(address) != 0,
            false => self.mapped.contains(&address),
        };
        if list.is_empty() || !addresses.clone().all(known) {
            return Event::JOB_INVALID;
        }
        for address in addresses {
            match self.mapped.iter().position(|a| *a == address) {
                Some(n) if !map => {
                    self.mapped.swap_remove(n);
                }
                _ => self.mapped.push(address),
            }
        }
        DONE
    }
}
