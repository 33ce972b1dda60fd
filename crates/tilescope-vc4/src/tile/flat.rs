//! Threads that write the colour of the one before: of a flat program, only the first of a
//! setup is executed.

use tilescope_exec::Lanes16;
use tilescope_raster::Quad;

use super::Worker;
use super::pse::Setup;
use super::shade::{FUEL_PER_THREAD, Ran};
use crate::cle::Stopped;
use crate::dumps;
use crate::fragment::Primitive;
use crate::qpu::thread::ExecMode;

/// Knowledge of the threads of a setup.
#[derive(Clone, Copy, Debug)]
pub(super) enum Alike {
    /// Each has to be executed.
    No,
    /// The first tells.
    Unknown,
    /// They write these colours, by lane.
    Colour(Lanes16, Cost),
}

/// Work of a thread.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cost {
    /// Instructions.
    pub instructions: u64,
    /// Fuel spent on other work.
    pub spent: u64,
}

impl Alike {
    /// Whether one thread may tell about all.
    pub fn is_possible(self) -> bool {
        !matches!(self, Alike::No)
    }
}

impl<'a> Worker<'a> {
    /// Whether threads of a program can be alike, and nobody wants to see each.
    pub(super) fn may_be_alike(&self, shader: &crate::code::Shader) -> Alike {
        let normal = self.shared.machine.mode == ExecMode::Normal;
        let possible = normal && shader.program.is_flat() && !shader.suspect;
        let each = self.log.wants(dumps::QPU) || self.log.profile().is_some();
        match possible && !each {
            true => Alike::Unknown,
            false => Alike::No,
        }
    }

    /// Shades quads of a primitive with a flat program.
    pub(super) fn shade_alike(
        &mut self,
        s: &mut Setup<'a>,
        of: Primitive<'_>,
        quads: &[Quad],
    ) -> Result<(), Stopped> {
        for quads in quads.chunks(4) {
            match s.alike {
                // What fuel does not suffice for has to be executed, to end where it does.
                Alike::Colour(colour, cost)
                    if self.fuel.left() >= cost.instructions + cost.spent =>
                {
                    self.fill(s, &colour, cost, quads);
                }
                Alike::Unknown => {
                    let before = self.log.occurrences();
                    self.shade_four(s, of, quads)?;
                    s.alike = match self.ran.take() {
                        Some(ran) if self.log.occurrences() == before => ran.alike(),
                        _ => Alike::No,
                    };
                }
                Alike::Colour(..) | Alike::No => {
                    self.shade_four(s, of, quads)?;
                }
            }
        }
        Ok(())
    }

    /// Has the effects of a thread that writes `colour`.
    fn fill(&mut self, s: &Setup<'a>, colour: &Lanes16, cost: Cost, quads: &[Quad]) {
        self.next_qpu();
        let origin = self.origin();
        let (samples, single) = (self.tile.samples.count(), s.rules.samples.count() == 1);
        for (quad, colours) in quads.iter().zip(colour.0.as_chunks::<4>().0) {
            let (x, y) = (quad.x - origin.0, quad.y - origin.1);
            let base = self.tile.index(x as u32, y as u32, 0);
            let coverage = u32::from(quad.coverage);
            let covered = [0u32, 1, 2, 3].map(|i| match single {
                true => (coverage >> i & 1) * 0xf,
                false => coverage >> (i * 4) & 0xf,
            });
            let planes = self.tile.color.get_mut(base..base + samples * 4);
            let planes = planes.unwrap_or_default().as_chunks_mut::<4>().0;
            for (sample, words) in planes.iter_mut().enumerate() {
                for i in 0..4 {
                    // The flags of a pixel with one sample stand for that.
                    let live = match samples {
                        1 => covered[i] != 0,
                        _ => covered[i] >> sample & 1 != 0,
                    };
                    words[i] = if live { colours[i] } else { words[i] };
                }
            }
            let coloured = covered.map(|flags| u64::from(flags != 0));
            self.fragments += coloured.iter().sum::<u64>();
            self.quads_written += u64::from(coverage != 0);
        }
        self.quads += quads.len() as u64;
        self.threads += 1;
        self.instructions += cost.instructions;
        let _ = (self.fuel).take(FUEL_PER_THREAD + cost.instructions + cost.spent);
    }
}

impl Ran {
    /// Knowledge of the next threads.
    fn alike(&self) -> Alike {
        // Uniforms that are fetched one by one count as traffic of each thread.
        match self.fetched {
            true => Alike::Colour(self.colour, self.cost),
            false => Alike::No,
        }
    }
}
