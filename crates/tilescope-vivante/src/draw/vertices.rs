//! Vertex shading.

use std::collections::HashMap;
use std::sync::Mutex;

use tilescope_exec::Lanes16;

use super::fetch::Vertex;
use super::io::{self, Io};
use super::{Draw, Scratch, WorkerPool};
use crate::isa::Component;
use crate::log::Log;
use crate::shader::{BATCHES, LANES, Stage};
use crate::stopped::Stopped;

/// Shaded vertices, [`super::link::Link::stride`] words each.
#[derive(Clone, Debug, Default)]
pub(super) struct Shaded {
    pub words: Vec<f32>,
    pub stride: usize,
}

impl Shaded {
    /// Words of vertex `n`.
    #[inline(always)]
    pub(super) fn vertex(&self, n: u32) -> &[f32] {
        let from = n as usize * self.stride;
        &self.words[from..from + self.stride]
    }
}

/// Deduplicates vertices: returns each once, in the memory of `list`, and replaces
/// `numbers` by indices into it.
pub(super) fn unique(numbers: &mut [u32], restart: Option<u32>, mut list: Vec<u32>) -> Vec<u32> {
    list.clear();
    let real = || numbers.iter().copied().filter(|n| Some(*n) != restart);
    let (Some(low), Some(high)) = (real().min(), real().max()) else {
        return list;
    };
    let span = (high - low) as usize;
    if span < 4 * numbers.len() + 1024 {
        let (mut few, mut many) = ([u32::MAX; 64], Vec::new());
        let places = match few.get_mut(..=span) {
            Some(few) => few,
            None => {
                many.resize(span + 1, u32::MAX);
                &mut many[..]
            }
        };
        for n in numbers.iter_mut().filter(|n| Some(**n) != restart) {
            let place = &mut places[(*n - low) as usize];
            if *place == u32::MAX {
                *place = list.len() as u32;
                list.push(*n);
            }
            *n = *place;
        }
    } else {
        let mut places = HashMap::new();
        for n in numbers.iter_mut().filter(|n| Some(**n) != restart) {
            *n = *places.entry(*n).or_insert_with(|| {
                list.push(*n);
                list.len() as u32 - 1
            });
        }
    }
    list
}

impl Draw<'_> {
    /// Constants of the vertex shader, and of the pixel shader.
    pub(super) fn constants(&self) -> (&[[u32; 4]], &[[u32; 4]]) {
        let [vertex, _] = &self.shaders.constants;
        self.constants
            .split_at(vertex.vectors.min(self.constants.len()))
    }

    /// Shades `vertices` of one instance.
    ///
    /// # Errors
    /// If the shader or a fetch stopped the hardware: the first stop in the order
    /// of the vertices.
    pub(super) fn shade_vertices(
        &self,
        pool: &WorkerPool<'_>,
        vertices: &[u32],
        instance: u32,
        fuel: &mut u64,
        log: &mut Log,
    ) -> Result<Shaded, Stopped> {
        let stride = self.shaders.link.stride();
        if vertices.len() <= LANES {
            let words = pool
                .with_scratch(|scratch| self.shade_chunk(vertices, instance, scratch, fuel, log))?;
            return Ok(Shaded { words, stride });
        }
        let chunks: Vec<&[u32]> = vertices.chunks(LANES).collect();
        let share = *fuel / chunks.len().max(1) as u64;
        let results: Vec<Mutex<Option<Chunk>>> = chunks.iter().map(|_| Mutex::default()).collect();
        let parent = &*log;
        pool.run(chunks.len(), &|n, scratch: &mut Scratch| {
            let mut log = parent.child();
            let mut fuel = share;
            let words = self.shade_chunk(chunks[n], instance, scratch, &mut fuel, &mut log);
            *results[n].lock().unwrap_or_else(|e| e.into_inner()) = Some(Chunk {
                words,
                log,
                used: share - fuel,
            });
        });
        let mut shaded = Shaded {
            words: Vec::with_capacity(stride * vertices.len()),
            stride,
        };
        for chunk in results {
            let Some(chunk) = chunk.into_inner().unwrap_or_else(|e| e.into_inner()) else {
                continue;
            };
            log.append(chunk.log);
            *fuel = fuel.saturating_sub(chunk.used);
            shaded.words.extend(chunk.words?);
        }
        Ok(shaded)
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
        textures.begin();
        let (constants, _) = self.constants();
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
            stage: Stage::Vertex,
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
        let stride = self.shaders.link.stride();
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

struct Chunk {
    words: Result<Vec<f32>, Stopped>,
    log: Log,
    used: u64,
}
