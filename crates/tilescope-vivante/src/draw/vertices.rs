//! Vertex shading, and the primitives of the vertices.

use tilescope_core::profile::{Lanes, Part, Stage};
use tilescope_core::{Ctx, Fuel, ordered};
use tilescope_draw::{Prims, Setup, Topology, assemble};
use tilescope_exec::Lanes16;

use super::fetch::Vertex;
use super::indices::Indices;
use super::io::{self, Io};
use super::prepared::{Draw, Scratch, WorkerPool, WorkerScratch};
use crate::isa::Component;
use crate::log::Log;
use crate::shader::{BATCHES, LANES, Stage as ShaderStage};
use crate::stopped::Stopped;

/// The input of primitive assembly.
pub(super) struct Vertices {
    pub indices: Indices,
    /// The distinct vertices.
    pub unique: Vec<u32>,
    pub topology: Topology,
    pub instances: u32,
}

/// Lanes for vertices, one each.
fn lanes_of(vertices: &[u32]) -> Lanes {
    Lanes {
        running: vertices.len() as u64,
        batches: vertices.len().div_ceil(16) as u64,
    }
}

impl Draw<'_> {
    /// Shades vertices and assembles primitives; if the hardware stops, those
    /// before the stop.
    pub(super) fn assemble(
        &self,
        pool: &WorkerPool<'_>,
        vertices: &Vertices,
        fuel: &mut u64,
        log: &mut Log,
    ) -> (Prims, Result<(), Stopped>) {
        let mut all = Prims::default();
        let Vertices {
            indices, unique, ..
        } = vertices;
        let draw = log.at.draw();
        for instance in 0..vertices.instances {
            let began = log.begin();
            let shaded = self.shade_vertices(pool, unique, instance, fuel, log);
            log.end_work(began, || {
                Part::of_draw(Stage::Vertices, draw).lanes(lanes_of(unique))
            });
            let words = match shaded {
                Ok(words) => words,
                Err(stopped) => return (all, Err(stopped)),
            };
            let began = log.begin();
            let setup = Setup {
                screen: &self.screen.setup,
                layout: &self.shaders.link.layout,
                vertices: &words,
            };
            let (numbers, restart) = (&indices.numbers, indices.restart);
            let prims = assemble(&setup, vertices.topology, numbers, restart, pool);
            *fuel = fuel.saturating_sub(prims.assembled() * 64);
            log.end_work(began, || Part::of_draw(Stage::Primitives, draw));
            let counters = &mut log.counters;
            counters.add("vertices", unique.len() as u64);
            counters.add("primitives.in", prims.assembled());
            counters.add("primitives.drawn", prims.len() as u64);
            all.append(prims);
        }
        (all, Ok(()))
    }

    /// Shades `vertices` of one instance.
    ///
    /// # Errors
    /// If the shader or a fetch stopped the hardware: the first stop in the order
    /// of the vertices.
    fn shade_vertices(
        &self,
        pool: &WorkerPool<'_>,
        vertices: &[u32],
        instance: u32,
        fuel: &mut u64,
        log: &mut Log,
    ) -> Result<Vec<f32>, Stopped> {
        if vertices.len() <= LANES {
            return pool.scratch.with(|scratch| {
                self.shade_chunk(vertices, instance, &mut scratch.stage, fuel, log)
            });
        }
        let chunks: Vec<&[u32]> = vertices.chunks(LANES).collect();
        let mut words = Vec::with_capacity(self.shaders.link.layout.stride * vertices.len());
        let mut left = Fuel::new(*fuel);
        let c = &mut Ctx {
            bus: self.bus,
            log,
            fuel: &mut left,
            workers: pool.workers,
        };
        let shaded = ordered(
            c,
            &chunks,
            0,
            |_, chunk, c| {
                let mut fuel = c.fuel.left();
                let began = c.log.begin();
                let words = pool.scratch.with(|scratch: &mut WorkerScratch| {
                    self.shade_chunk(chunk, instance, &mut scratch.stage, &mut fuel, c.log)
                });
                let draw = c.log.at.draw();
                c.log.end(began, || {
                    Part::of_draw(Stage::Vertices, draw).lanes(lanes_of(chunk))
                });
                *c.fuel = Fuel::new(fuel);
                words
            },
            |_, chunk, _, _| {
                words.extend(chunk?);
                Ok(())
            },
        );
        *fuel = left.left();
        shaded.map(|()| words)
    }

    fn shade_chunk(
        &self,
        vertices: &[u32],
        instance: u32,
        scratch: &mut Scratch,
        fuel: &mut u64,
        log: &mut Log,
    ) -> Result<Vec<f32>, Stopped> {
        let Scratch {
            vertices: group,
            textures,
            ..
        } = scratch;
        textures.begin(self.samplers.as_deref());
        let (constants, _) = self.constants();
        group.profile(log.profile());
        group.bind(&self.shaders.vs.program, constants);
        let mut live = [0u16; BATCHES];
        for (lane, &index) in vertices.iter().enumerate() {
            let (batch, bit) = (lane / 16, lane % 16);
            live[batch] |= 1 << bit;
            let vertex = Vertex { index, instance };
            for (n, &register) in self.shaders.link.inputs.iter().enumerate() {
                let words = self.attributes.fetch(n, vertex, self.bus, log)?;
                for (c, word) in Component::ALL.iter().copied().zip(words) {
                    group.temp_mut(register, c)[batch][bit] = word;
                }
            }
            if let Some(register) = self.shaders.link.id {
                group.temp_mut(register, Component::X)[batch][bit] = index;
                group.temp_mut(register, Component::Y)[batch][bit] = instance;
            }
        }
        let mut io = Io {
            bus: self.bus,
            samplers: self.samplers.as_deref(),
            accesses: &self.accesses,
            textures,
            stage: ShaderStage::Vertex,
            log,
            stopped: None,
        };
        let result = group.run_in(
            self.mode,
            &self.shaders.vs.program,
            &live,
            &live,
            &mut io,
            fuel,
        );
        let stopped = io.stopped.take();
        let program = self.placed(&self.shaders.vs);
        io::report_runs(program, group, log);
        log.counters.add("vs.instructions", group.executed());
        log.counters.add("te.lookups", textures.take_lookups());
        result.map_err(|trap| io::trapped(program, trap, stopped, log))?;
        let stride = self.shaders.link.layout.stride;
        let mut out = vec![0.0; stride * vertices.len()];
        let mut put = |at: usize, lanes: &[Lanes16; BATCHES]| {
            for (lane, vertex) in out.chunks_exact_mut(stride).enumerate() {
                vertex[at] = f32::from_bits(lanes[lane / 16][lane % 16]);
            }
        };
        for (i, c) in Component::ALL.iter().copied().enumerate() {
            put(i, group.temp(self.shaders.link.position, c));
            for (v, varying) in self.shaders.link.varyings.iter().enumerate() {
                if i < usize::from(varying.components) {
                    put(4 + 4 * v + i, group.temp(varying.register, c));
                }
            }
        }
        if let Some(register) = self.shaders.link.point_size {
            put(stride - 1, group.temp(register, Component::X));
        }
        Ok(out)
    }
}
