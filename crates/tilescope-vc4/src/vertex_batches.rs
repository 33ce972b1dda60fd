//! All vertices of a draw or of a batch of tiles, shaded by any number of
//! threads.
//!
//! Vertices are split into groups of a fixed size, so that the result does not depend
//! on the number of threads.

use std::sync::Mutex;

use tilescope_core::{DumpKind, Fuel};

use crate::bin_thread::Units;
use crate::cle::Stopped;
use crate::log::Log;
use crate::qpu::thread::Thread;
use crate::shaded::Shaded;
use crate::vertex::{BATCH, VertexShader, VertexUnits};
use crate::vpm::Vpm;

/// Vertices in a group.
const GROUP: usize = 16 * BATCH;
/// Groups that run before their fuel is counted.
const GROUPS: usize = 32;
/// Minimum fuel of every group.
const FUEL_PER_GROUP: u64 = 1 << 22;

/// Result of a group.
struct GroupResult {
    /// Its shaded vertices, consecutively.
    words: Vec<u32>,
    log: Log,
    used: u64,
    vpm: Vpm,
    ended: Result<(), Stopped>,
}

impl VertexShader<'_> {
    /// Shades `vertices` on the QPUs round-robin, in descending order, as in a log of
    /// asurati/x03 `d51`: DBQITC 800 after one batch.
    pub fn shade_all(
        &self,
        vertices: &[u16],
        units: &mut Units<'_, '_>,
        log: &mut Log,
        fuel: &mut Fuel,
    ) -> Result<Shaded, Stopped> {
        let mut out = Shaded::new(self.format.rows());
        if vertices.len() <= GROUP || !self.is_independent(log) {
            let mut words = Vec::new();
            let vu = &mut VertexUnits {
                bus: units.bus,
                machine: units.machine,
                vpm: units.vpm,
                first_row: units.first_row,
            };
            let ended = self.group(vertices, 0, vu, units.thread, &mut words, log, fuel);
            out.insert_all(vertices, &words);
            return ended.map(|()| out);
        }
        for (n, wave) in vertices.chunks(GROUPS * GROUP).enumerate() {
            self.wave(wave, n * GROUPS * GROUP, units, &mut out, log, fuel)?;
        }
        Ok(out)
    }

    /// Whether batches are independent except for leftovers in VPM and registers: they
    /// neither write memory nor dump their registers.
    fn is_independent(&self, log: &Log) -> bool {
        let summary = &self.shader.summary;
        let shown = log.wants(DumpKind::Vpm) || log.wants(DumpKind::Qpu);
        !summary.uses_dma && !summary.has_unknown_branches && !shown
    }

    /// Shades groups in parallel, after the `first` vertices.
    fn wave(
        &self,
        vertices: &[u16],
        first: usize,
        units: &mut Units<'_, '_>,
        out: &mut Shaded,
        log: &mut Log,
        fuel: &mut Fuel,
    ) -> Result<(), Stopped> {
        let groups: Vec<&[u16]> = vertices.chunks(GROUP).collect();
        let left = fuel.left();
        let share = left / groups.len() as u64;
        let budget = Fuel::new(share.max(left.min(FUEL_PER_GROUP)));
        let (bus, machine, first_row) = (units.bus, units.machine, units.first_row);
        let before: &Vpm = units.vpm;
        let slots: Vec<Mutex<(Option<Log>, Option<GroupResult>)>> = groups
            .iter()
            .map(|_| Mutex::new((Some(log.child()), None)))
            .collect();
        units.workers.run(groups.len(), &|i| {
            let Ok(mut slot) = slots[i].lock() else {
                return;
            };
            let mut log = slot.0.take().unwrap_or_default();
            let (mut vpm, mut words, mut fuel) = (before.clone(), Vec::new(), budget);
            let vu = &mut VertexUnits {
                bus,
                machine,
                vpm: &mut vpm,
                first_row,
            };
            let ended = self.group(
                groups[i],
                first + i * GROUP,
                vu,
                &mut Thread::new(),
                &mut words,
                &mut log,
                &mut fuel,
            );
            slot.1 = Some(GroupResult {
                words,
                log,
                used: budget.left() - fuel.left(),
                vpm,
                ended,
            });
        });
        for (group, slot) in groups.iter().zip(slots) {
            let Ok((_, Some(result))) = slot.into_inner() else {
                continue;
            };
            log.append(result.log);
            *units.vpm = result.vpm;
            let paid = fuel.take(result.used);
            result.ended?;
            if paid.is_err() {
                return Err(self.out_of_fuel(log));
            }
            out.insert_all(group, &result.words);
        }
        Ok(())
    }

    /// Shades vertices batch by batch, after the `first` ones.
    #[expect(clippy::too_many_arguments, reason = "two callers, right above")]
    fn group(
        &self,
        vertices: &[u16],
        first: usize,
        units: &mut VertexUnits<'_>,
        thread: &mut Thread,
        words: &mut Vec<u32>,
        log: &mut Log,
        fuel: &mut Fuel,
    ) -> Result<(), Stopped> {
        let qpus = usize::from(units.machine.chip.qpus());
        for (n, batch) in vertices.chunks(BATCH).enumerate() {
            let qpu = (qpus - 1 - (first / BATCH + n) % qpus) as u8;
            self.shade(batch, qpu, units, thread, words, log, fuel)?;
        }
        Ok(())
    }
}
