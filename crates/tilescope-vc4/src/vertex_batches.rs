//! All vertices of a draw or of a batch of tiles, shaded by any number of
//! threads.
//!
//! Vertices are split into groups of a fixed size, so that the result does not depend
//! on the number of threads.

use tilescope_core::ordered;
use tilescope_core::profile::{Lanes, Part, Stage};

use crate::bin_thread::Units;
use crate::cle::Stopped;
use crate::dumps;
use crate::log::{Ctx, Log};
use crate::vertex::{BATCH, VertexShader, VertexUnits};

/// Vertices in a group.
pub(crate) const GROUP: usize = 16 * BATCH;
/// Groups that run before their fuel is counted.
const GROUPS: usize = 32;
/// Minimum fuel of every group.
pub(crate) const FUEL_PER_GROUP: u64 = 1 << 22;

impl VertexShader<'_> {
    /// Shades `vertices`, and appends their words to `out`: on the QPUs round-robin, in descending order, as in a log of
    /// asurati/x03 `d51`: DBQITC 800 after one batch.
    pub fn shade_all(
        &self,
        vertices: &[u16],
        units: &mut Units<'_>,
        out: &mut Vec<u32>,
        c: &mut Ctx<'_>,
    ) -> Result<(), Stopped> {
        if vertices.len() <= GROUP || !self.is_independent(c.log) {
            let vu = &mut VertexUnits {
                machine: units.machine,
                vpm: units.vpm,
                first_row: units.first_row,
                thread: units.thread,
                uniforms: units.uniforms,
            };
            return self.group(vertices, 0, vu, out, c);
        }
        for (n, wave) in vertices.chunks(GROUPS * GROUP).enumerate() {
            self.wave(wave, n * GROUPS * GROUP, units, out, c)?;
        }
        Ok(())
    }

    /// Whether batches are independent except for leftovers in VPM and registers: they
    /// neither write memory nor dump their registers.
    pub(crate) fn is_independent(&self, log: &Log) -> bool {
        let summary = &self.shader.summary;
        let shown = log.wants(dumps::VPM) || log.wants(dumps::QPU);
        !summary.uses_dma && !summary.has_unknown_branches && !shown
    }

    /// Shades groups in parallel, after the `first` vertices. Each starts with the same
    /// VPM; that of the last one is kept.
    fn wave(
        &self,
        vertices: &[u16],
        first: usize,
        units: &mut Units<'_>,
        out: &mut Vec<u32>,
        c: &mut Ctx<'_>,
    ) -> Result<(), Stopped> {
        let groups: Vec<&[u16]> = vertices.chunks(GROUP).collect();
        let (machine, first_row) = (units.machine, units.first_row);
        let (before, idle) = (units.vpm.clone(), units.idle);
        ordered(
            c,
            &groups,
            FUEL_PER_GROUP,
            |i, group, c| {
                let (mut state, mut words) = (idle.vertex_state(&before), Vec::new());
                let vu = &mut VertexUnits {
                    machine,
                    vpm: &mut state.vpm,
                    first_row,
                    thread: &mut state.thread,
                    uniforms: &mut state.uniforms,
                };
                let ended = self.group(group, first + i * GROUP, vu, &mut words, c);
                (words, state, ended)
            },
            |_, (words, mut state, ended), paid, c| {
                std::mem::swap(units.vpm, &mut state.vpm);
                idle.put_vertex_state(state);
                ended?;
                paid.map_err(|_| self.out_of_fuel(c.log))?;
                out.extend_from_slice(&words);
                Ok(())
            },
        )
    }

    /// Shades vertices batch by batch, after the `first` ones.
    pub(crate) fn group(
        &self,
        vertices: &[u16],
        first: usize,
        units: &mut VertexUnits<'_>,
        words: &mut Vec<u32>,
        c: &mut Ctx<'_>,
    ) -> Result<(), Stopped> {
        let qpus = usize::from(units.machine.chip.qpus());
        let began = c.log.begin();
        units.thread.profile(c.log.profile());
        let mut batches = vertices.chunks(BATCH).enumerate();
        let result = batches.try_for_each(|(n, batch)| {
            let qpu = (qpus - 1 - (first / BATCH + n) % qpus) as u8;
            self.shade(batch, qpu, units, words, c)
        });
        if let Some(profile) = c.log.profile_mut() {
            let shader = (self.stage.name(), self.shader.address.into());
            (units.thread).report(&self.shader.program, shader, profile);
        }
        let draw = c.log.at.draw();
        c.log.end_work(began, || {
            Part::of_draw(Stage::Vertices, draw).lanes(Lanes {
                running: vertices.len() as u64,
                batches: vertices.len().div_ceil(BATCH) as u64,
            })
        });
        result
    }
}
