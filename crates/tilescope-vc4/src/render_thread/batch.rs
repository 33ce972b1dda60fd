//! Tiles run in batches: their inputs are prepared, they run on any number of threads,
//! and their stores are written in list order.

use std::collections::hash_map::Entry;

use tilescope_core::{Frame, ordered};

use super::RenderThread;
use super::surfaces::Footprint;
use super::waiting::Waiting;
use crate::bin_thread::Units;
use crate::binner::VertexFormat;
use crate::check::Stage;
use crate::cle::{Stopped, out_of_fuel};
use crate::code::fragment_stage;
use crate::drawn_by::enter_record;
use crate::indices::IndexSet;
use crate::log::Ctx;
use crate::records::{GlShaderRecord, gl_shader_record};
use crate::rules::{mem, qpu, tlb};
use crate::shaded::Shaded;
use crate::shader_records::{gl_record, nv_format, nv_record, nv_vertices};
use crate::state::ShaderRef;
use crate::tile::{After, Move, Prepared, Shared, Start, Stores, TileOp, TileWork};
use crate::uniforms::UniformWindow;

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

/// The fragment shader of a shader record.
#[derive(Clone, Copy)]
pub(super) struct FragmentCode {
    stage: Stage,
    /// GPU address of its program.
    code: u32,
    /// GPU address of its uniforms.
    uniforms: u32,
    /// The only draw that uses the record, if it is known.
    draw: Option<u32>,
}

/// Writes the stores of a tile to memory.
fn write_stores(work: &TileWork, stores: &Stores, c: &mut Ctx<'_>) {
    for (op, addr, bytes) in stores.iter() {
        let TileOp::Store(place, site, what, ..) = &work.ops[op] else {
            continue;
        };
        if let Err(fault) = c.bus.write(c.log, crate::bus::Port::Tlb, addr, bytes) {
            let base = match what {
                Move::Color { base, .. }
                | Move::Zs { base, .. }
                | Move::Z { base, .. }
                | Move::Full { base, .. } => *base,
                Move::None => addr,
            };
            let rule = if c.bus.memory().mapped(base.into()) > 0 {
                &tlb::STORE_OUTSIDE_BUFFER
            } else {
                &mem::TILE_STORE
            };
            c.log.find(mem::rule_of(&fault, rule), (*site, 0), |_| {
                (place.clone(), format!("{fault}; the draw was skipped"))
            });
        }
    }
}

impl RenderThread {
    /// Ends a tile: the tile buffer is cleared, and later work does not depend on it.
    pub(super) fn close_tile(
        &mut self,
        units: &mut Units<'_>,
        c: &mut Ctx<'_>,
    ) -> Result<(), Stopped> {
        self.push_work(After::Nothing, units, c)?;
        self.start = Start::Cleared(self.clear);
        if self.batch.len() >= TILES || self.stored_by_batch.len() >= MAX_STORES {
            self.run_batch(units, c)?;
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
        units: &mut Units<'_>,
        c: &mut Ctx<'_>,
    ) -> Result<(), Stopped> {
        self.end_segment();
        if self.ops.iter().any(|op| !matches!(op, TileOp::At(..))) {
            self.push_work(After::Continued, units, c)?;
        }
        self.run_batch(units, c)
    }

    /// Moves the operations of the open tile into the batch.
    fn push_work(
        &mut self,
        after: After,
        units: &mut Units<'_>,
        c: &mut Ctx<'_>,
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
            self.run_batch(units, c)?;
        }
        self.batch.push(work);
        self.stored_by_batch.extend(stored);
        Ok(())
    }

    /// Runs the tiles collected so far.
    pub(super) fn run_batch(
        &mut self,
        units: &mut Units<'_>,
        c: &mut Ctx<'_>,
    ) -> Result<(), Stopped> {
        let batch = std::mem::take(&mut self.batch);
        self.stored_by_batch.clear();
        if batch.is_empty() {
            return Ok(());
        }
        let prepared = self.prepare(units, c);
        let shared = Shared {
            bus: c.bus,
            machine: units.machine,
            records: &self.records,
            targets: self.seen.targets(),
            idle: units.idle,
        };
        let ran = ordered(
            c,
            &batch,
            FUEL_PER_TILE,
            |_, work, c| crate::tile::run(work, &shared, c),
            |i, result, _, c| {
                let work = &batch[i];
                write_stores(work, &result.stores, c);
                units.idle.put_stores(result.stores);
                if let Some(buffer) = result.buffer {
                    self.start = Start::Carried(buffer);
                }
                if !matches!(work.start, Start::Carried(_)) {
                    c.log.counters.add("tiles.rendered", 1);
                }
                result.stopped.map_or(Ok(()), Err)
            },
        );
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
        ran?;
        Stopped::check(c.log)
    }

    /// Fetches records and shades vertices that the batch uses.
    fn prepare(&mut self, units: &mut Units<'_>, c: &mut Ctx<'_>) -> Result<(), Stopped> {
        let used = self.used.take();
        self.records.reserve(used.len());
        for of in used {
            let (shader, mut place, used) = (of.record, of.place, of.vertices);
            let draw = units.drawn_by.draw_of(shader);
            enter_record(&mut place, shader, draw);
            let outer = std::mem::replace(&mut c.log.at, place);
            let paid = c.fuel.take(FUEL_PER_SHADER_RECORD).map_err(|_| {
                let what = "shader records were still being fetched";
                out_of_fuel(what, c.log.at.clone(), (shader.address(), 0), c.log)
            });
            let result = match shader {
                _ if paid.is_err() => paid,
                ShaderRef::Gl {
                    address,
                    attributes,
                    extended,
                } => {
                    let spare = self.spare_records.pop().unwrap_or_default();
                    let record = (address, attributes, extended);
                    gl_record(spare, record, &c.bus, c.log)
                        .and_then(|record| self.gl((shader, draw), record, &used, units, c))
                }
                ShaderRef::Nv { address } => nv_record(address, &c.bus, c.log).and_then(|r| {
                    self.shade_waiting(units, c)?;
                    let format = nv_format(&r);
                    let new = self.missing(shader, &used);
                    let vertices = nv_vertices(&r, format, new, address, c)?;
                    let fragment = FragmentCode {
                        stage: fragment_stage(r.fs_single_thread),
                        code: r.fs_code_address,
                        uniforms: r.fs_uniforms_address,
                        draw,
                    };
                    self.add(shader, fragment, format, vertices, units, c)
                }),
                ShaderRef::Vg { .. } => {
                    c.log.unimplemented("VG shader state");
                    Ok(())
                }
            };
            self.spare.push(std::mem::replace(&mut c.log.at, outer));
            if result.is_err() {
                self.shade_waiting(units, c)?;
            }
            result?;
        }
        self.shade_waiting(units, c)
    }

    /// The vertices of `used` that are not shaded.
    fn missing(&self, shader: ShaderRef, used: &IndexSet) -> impl Iterator<Item = u16> {
        let old = self.records.get(&shader);
        used.iter()
            .filter(move |i| !old.is_some_and(|o| o.vertices.has(*i)))
    }

    fn gl(
        &mut self,
        (shader, draw): (ShaderRef, Option<u32>),
        record: GlShaderRecord,
        used: &IndexSet,
        units: &mut Units<'_>,
        c: &mut Ctx<'_>,
    ) -> Result<(), Stopped> {
        let quirks = &units.machine.qpu_quirks;
        let code = record.vertex.code_address;
        let program = units.shaders.load(Stage::Vertex, code, quirks, c)?;
        let fragment = FragmentCode {
            stage: fragment_stage(record.fs_single_thread),
            code: record.fs_code_address,
            uniforms: record.fs_uniforms_address,
            draw,
        };
        let mut new = self.spare_new.pop().unwrap_or_default();
        new.clear();
        new.extend(self.missing(shader, used));
        let mut place = self.spare.pop().unwrap_or_default();
        place.clone_from(&c.log.at);
        let waiting = Waiting {
            shader,
            record,
            place,
            program,
            new,
            suspect: false,
            fragment,
        };
        self.wait(waiting, units, c)
    }

    pub(super) fn add(
        &mut self,
        key: ShaderRef,
        fragment: FragmentCode,
        format: VertexFormat,
        vertices: Shaded,
        units: &mut Units<'_>,
        c: &mut Ctx<'_>,
    ) -> Result<(), Stopped> {
        let place = match self.records.entry(key) {
            Entry::Occupied(mut old) => {
                old.get_mut().vertices.merge(&vertices);
                return Ok(());
            }
            Entry::Vacant(place) => place,
        };
        let FragmentCode {
            stage,
            code,
            uniforms,
            draw,
        } = fragment;
        let quirks = &units.machine.qpu_quirks;
        let shader = units.shaders.load(stage, code, quirks, c)?;
        let threads = crate::check::Threads::Two;
        if stage == Stage::Fragment(threads) && !shader.summary.switches_threads {
            c.log.find(&qpu::RECORD_THREAD_MODE, (code, 0), |outer| {
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
            c.log.find(&qpu::VARYINGS_UNREAD, (code, 0), |outer| {
                let at = outer.inside(Frame::Shader("fragment", code.into()));
                (
                    at,
                    format!("the shader reads {read} varyings, but the record declares {declared}"),
                )
            });
        }
        let max = shader.summary.uniforms.max;
        let uniforms = UniformWindow::fetch(uniforms, max, &c.bus, c.log);
        place.insert(Prepared {
            shader,
            uniforms,
            format,
            vertices,
            draw,
        });
        Ok(())
    }
}
