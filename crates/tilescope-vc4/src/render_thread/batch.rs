//! Tiles run in batches: their inputs are prepared, they run on any number of threads,
//! and their stores are written in list order.

use std::sync::Mutex;

use tilescope_core::{Frame, Fuel, Workers};

use super::RenderThread;
use super::surfaces::Footprint;
use crate::bin_thread::Units;
use crate::binner::VertexFormat;
use crate::check::Stage;
use crate::cle::{Stopped, out_of_fuel};
use crate::code::fragment_stage;
use crate::drawn_by::inside_record;
use crate::indices::IndexSet;
use crate::log::Log;
use crate::ports::StageKind;
use crate::records::{GlShaderRecord, gl_shader_record};
use crate::rules::{bin, mem, qpu, tlb};
use crate::shaded::Shaded;
use crate::shader_records::{gl_record, nv_format, nv_record, nv_vertices};
use crate::state::ShaderRef;
use crate::tile::{After, Move, Prepared, Shared, Start, TileOp, TileResult, TileWork};
use crate::uniforms::UniformWindow;
use crate::vertex::VertexShader;

/// Maximum number of tiles in a batch.
const TILES: usize = 32;
/// Maximum number of stores of a batch: each is kept until the batch has run.
const MAX_STORES: usize = 64;
/// Maximum number of loads, draws and stores of a tile collected before they run.
const MAX_OPS: usize = 256;
/// Maximum number of shader records of a batch; each stores the set of required vertices.
const MAX_USED: usize = 2048;
/// Minimum fuel of every tile.
const FUEL_PER_TILE: u64 = 1 << 22;
/// Cost of fetching a shader record in units of fuel.
const FUEL_PER_SHADER_RECORD: u64 = 1024;
/// Maximum number of words of shaded vertices kept between batches.
const MAX_SHADED: usize = 6 << 20;

impl RenderThread {
    /// Ends a tile: the tile buffer is cleared, and later work does not depend on it.
    pub(super) fn close_tile(
        &mut self,
        units: &mut Units<'_, '_>,
        workers: &dyn Workers,
        log: &mut Log,
        fuel: &mut Fuel,
    ) -> Result<(), Stopped> {
        self.push_work(After::Nothing, units, workers, log, fuel)?;
        self.start = Start::Cleared(self.clear);
        if self.batch.len() >= TILES || self.stored_by_batch.len() >= MAX_STORES {
            self.run_batch(units, workers, log, fuel)?;
        }
        Ok(())
    }

    /// Whether the collected work takes much memory.
    pub(super) fn is_large(&self) -> bool {
        self.ops.len() >= MAX_OPS
            || self.stored_by_tile.len() >= MAX_STORES
            || self.used.len() >= MAX_USED
    }

    /// Runs the tiles collected so far, including the unfinished one. Later work
    /// continues from its tile buffer.
    pub(super) fn run_open(
        &mut self,
        units: &mut Units<'_, '_>,
        workers: &dyn Workers,
        log: &mut Log,
        fuel: &mut Fuel,
    ) -> Result<(), Stopped> {
        self.end_segment();
        if self.ops.iter().any(|op| !matches!(op, TileOp::At(..))) {
            self.push_work(After::Continued, units, workers, log, fuel)?;
        }
        self.run_batch(units, workers, log, fuel)
    }

    /// Moves the operations of the open tile into the batch.
    fn push_work(
        &mut self,
        after: After,
        units: &mut Units<'_, '_>,
        workers: &dyn Workers,
        log: &mut Log,
        fuel: &mut Fuel,
    ) -> Result<(), Stopped> {
        let work = TileWork {
            samples: self.samples(),
            coordinates: self.ops_at,
            start: std::mem::replace(&mut self.start, Start::Undefined),
            after,
            ops: std::mem::take(&mut self.ops),
        };
        let stored = std::mem::take(&mut self.stored_by_tile);
        self.ops_at = self.tile.unwrap_or((0, 0));
        let loads = work.ops.iter().scan(work.coordinates, |tile, op| {
            if let TileOp::At(x, y) = op {
                *tile = (*x, *y);
            }
            Some(match op {
                TileOp::Load(_, _, what) => Footprint::of(what, *tile),
                _ => None,
            })
        });
        let clash = loads
            .flatten()
            .any(|l| self.stored_by_batch.iter().any(|s| s.clashes(&l)));
        if clash {
            self.run_batch(units, workers, log, fuel)?;
        }
        self.batch.push(work);
        self.stored_by_batch.extend(stored);
        Ok(())
    }

    /// Runs the tiles collected so far.
    pub(super) fn run_batch(
        &mut self,
        units: &mut Units<'_, '_>,
        workers: &dyn Workers,
        log: &mut Log,
        fuel: &mut Fuel,
    ) -> Result<(), Stopped> {
        let batch = std::mem::take(&mut self.batch);
        self.stored_by_batch.clear();
        if batch.is_empty() {
            return Ok(());
        }
        let prepared = self.prepare(units, log, fuel);
        let shared = Shared {
            bus: units.bus,
            machine: units.machine,
            records: &self.records,
            targets: self.seen.targets(),
            idle: &self.idle,
        };
        let slots: Vec<Mutex<Option<TileResult>>> =
            batch.iter().map(|_| Mutex::new(None)).collect();
        // The cost of the other tiles is unknown, so each gets its share of the fuel,
        // but at least a small amount.
        let left = fuel.left();
        let share = left / batch.len() as u64;
        let budget = Fuel::new(share.max(left.min(FUEL_PER_TILE)));
        let logs: Vec<Mutex<Option<Log>>> = batch
            .iter()
            .map(|_| Mutex::new(Some(log.child())))
            .collect();
        workers.run(batch.len(), &|i| {
            let log = logs[i]
                .lock()
                .ok()
                .and_then(|mut l| l.take())
                .unwrap_or_default();
            let result = crate::tile::run(&batch[i], log, budget, &shared);
            if let Ok(mut slot) = slots[i].lock() {
                *slot = Some(result);
            }
        });
        let mut stopped = None;
        for (work, slot) in batch.iter().zip(slots) {
            let Ok(Some(result)) = slot.into_inner() else {
                continue;
            };
            let _ = fuel.take(result.used);
            log.append(result.log);
            for (op, addr, bytes) in result.stores.iter() {
                let TileOp::Store(place, site, what, ..) = &work.ops[op] else {
                    continue;
                };
                if let Err(fault) = units.bus.write(log, crate::bus::Port::Tlb, addr, bytes) {
                    let base = match what {
                        Move::Color { base, .. }
                        | Move::Zs { base, .. }
                        | Move::Z { base, .. }
                        | Move::Full { base, .. } => *base,
                        Move::None => addr,
                    };
                    let rule = if units.bus.memory().mapped(base.into()) > 0 {
                        &tlb::STORE_OUTSIDE_BUFFER
                    } else {
                        &mem::TILE_STORE
                    };
                    log.find(mem::rule_of(&fault, rule), (*site, 0), |_| {
                        (place.clone(), format!("{fault}; the draw was skipped"))
                    });
                }
            }
            if let Some(buffer) = result.buffer {
                self.start = Start::Carried(buffer);
            }
            if !matches!(work.start, Start::Carried(_)) {
                log.counters.add("tiles.rendered", 1);
            }
            if stopped.is_none() {
                stopped = result.stopped;
            }
            if stopped.is_some() {
                break;
            }
        }
        if self
            .records
            .values()
            .map(|p| p.vertices.size())
            .sum::<usize>()
            > MAX_SHADED
            || self.records.len() > MAX_USED
            || units.shaders.needs_eviction()
        {
            self.records.clear();
            units.shaders.make_room();
        }
        prepared?;
        match stopped {
            Some(stopped) => Err(stopped),
            None => Stopped::check(log),
        }
    }

    /// Fetches records and shades vertices that the batch uses.
    fn prepare(
        &mut self,
        units: &mut Units<'_, '_>,
        log: &mut Log,
        fuel: &mut Fuel,
    ) -> Result<(), Stopped> {
        for (shader, (place, used)) in std::mem::take(&mut self.used) {
            let outer = log.at.clone();
            log.at = inside_record(&place, shader, units.drawn_by.draw_of(shader));
            let paid = fuel.take(FUEL_PER_SHADER_RECORD).map_err(|_| {
                let what = "shader records were still being fetched";
                out_of_fuel(what, log.at.clone(), (shader.address(), 0), log)
            });
            let result = match shader {
                _ if paid.is_err() => paid,
                ShaderRef::Gl {
                    address,
                    attributes,
                    extended,
                } => gl_record(address, attributes, extended, &units.bus, log)
                    .and_then(|r| self.gl(shader, &r, &used, units, log, fuel)),
                ShaderRef::Nv { address } => nv_record(address, &units.bus, log).and_then(|r| {
                    let format = nv_format(&r);
                    let new: Vec<u16> = self.missing(shader, &used);
                    let (bus, new) = (&units.bus, new.into_iter());
                    let vertices = nv_vertices(&r, format, new, address, bus, log, fuel)?;
                    let stage = fragment_stage(r.fs_single_thread);
                    let (code, uniforms) = (r.fs_code_address, r.fs_uniforms_address);
                    self.add(
                        shader, stage, code, uniforms, format, vertices, units, log, fuel,
                    )
                }),
                ShaderRef::Vg { .. } => {
                    log.unimplemented("VG shader state");
                    Ok(())
                }
            };
            log.at = outer;
            result?;
        }
        Ok(())
    }

    fn missing(&self, shader: ShaderRef, used: &IndexSet) -> Vec<u16> {
        let old = self.records.get(&shader);
        used.iter()
            .filter(|i| !old.is_some_and(|o| o.vertices.has(*i)))
            .collect()
    }

    fn gl(
        &mut self,
        shader: ShaderRef,
        record: &GlShaderRecord,
        used: &IndexSet,
        units: &mut Units<'_, '_>,
        log: &mut Log,
        fuel: &mut Fuel,
    ) -> Result<(), Stopped> {
        let quirks = &units.machine.qpu_quirks;
        let code = record.vertex.code_address;
        let program = units
            .shaders
            .load(Stage::Vertex, code, quirks, &units.bus, log, fuel)?;
        let format = VertexFormat {
            clip: false,
            point_size: record.point_size,
            varyings: record.fs_varyings.into(),
        };
        let vertex = VertexShader {
            stage: StageKind::Vertex,
            record,
            shader: &program,
            format,
            at: log.at.clone(),
        };
        vertex.check(log);
        if let Some(stop) = Stopped::noted(log) {
            return Err(stop);
        }
        let before = log.occurrences();
        let new = self.missing(shader, used);
        let out = vertex.shade_all(&new, units, log, fuel)?;
        let suspect = program.suspect || log.occurrences() != before;
        let differing = match suspect {
            true => None,
            false => units.positions.differing(shader, &new, &out, format),
        };
        if let Some((i, binned, now)) = differing {
            let pixels =
                |[x, y]: [i16; 2]| format!("({}, {})", f32::from(x) / 16.0, f32::from(y) / 16.0);
            log.find(&bin::PASSES_DISAGREE, (shader.address(), 0), |outer| {
                let at = outer.inside(Frame::Shader("vertex", program.address.into()));
                let message = format!(
                    "the coordinate shader places vertex {i} at {}, the vertex shader at {}",
                    pixels(binned),
                    pixels(now)
                );
                (at, message)
            });
        }
        let stage = fragment_stage(record.fs_single_thread);
        let (code, uniforms) = (record.fs_code_address, record.fs_uniforms_address);
        self.add(shader, stage, code, uniforms, format, out, units, log, fuel)
    }

    #[expect(clippy::too_many_arguments, reason = "two callers, right above")]
    fn add(
        &mut self,
        key: ShaderRef,
        stage: Stage,
        code: u32,
        uniforms: u32,
        format: VertexFormat,
        vertices: Shaded,
        units: &mut Units<'_, '_>,
        log: &mut Log,
        fuel: &mut Fuel,
    ) -> Result<(), Stopped> {
        if let Some(old) = self.records.get_mut(&key) {
            old.vertices.merge(&vertices);
            return Ok(());
        }
        let quirks = &units.machine.qpu_quirks;
        let shader = units
            .shaders
            .load(stage, code, quirks, &units.bus, log, fuel)?;
        let threads = crate::check::Threads::Two;
        if stage == Stage::Fragment(threads) && !shader.summary.switches_threads {
            log.find(&qpu::RECORD_THREAD_MODE, (code, 0), |outer| {
                let field = &gl_shader_record::FS_SINGLE_THREAD;
                (
                    outer.clone().at_bits(field.lo, field.hi()),
                    "the record declares two threads, but the program never switches".to_owned(),
                )
            });
        }
        let declared = format.varyings as u32;
        if let Some(read) = shader.summary.varyings.exact()
            && read < declared
        {
            log.find(&qpu::VARYINGS_UNREAD, (code, 0), |outer| {
                let at = outer.inside(Frame::Shader("fragment", code.into()));
                (
                    at,
                    format!("the shader reads {read} varyings, but the record declares {declared}"),
                )
            });
        }
        let uniforms = UniformWindow::fetch(uniforms, &units.bus, log);
        self.records.insert(
            key,
            Prepared {
                shader,
                uniforms,
                format,
                vertices,
                draw: units.drawn_by.draw_of(key),
            },
        );
        Ok(())
    }
}
