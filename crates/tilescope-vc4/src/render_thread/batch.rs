//! Tiles run in batches: their inputs are prepared, they run on any number of threads,
//! and their stores are written in list order.

use tilescope_core::profile::Stage as ProfileStage;
use tilescope_core::{Frame, ordered};

use super::RenderThread;
use super::surfaces::Footprint;
use super::uses::Use;
use super::waiting::Waiting;
use crate::bin_thread::Units;
use crate::binner::VertexFormat;
use crate::check::Stage;
use crate::cle::{Stopped, out_of_fuel};
use crate::code::fragment_stage;
use crate::log::Ctx;
use crate::records::gl_shader_record;
use crate::rules::{mem, qpu, tlb};
use crate::shader_records::{gl_record, nv_format, nv_record, nv_vertices};
use crate::state::ShaderRef;
use crate::tile::{After, Move, Shared, Start, Stores, TileOp, TileWork, Tmus};

/// Maximum number of tiles in a batch.
const TILES: usize = 128;
/// Maximum number of stores of a batch: each is kept until the batch has run.
const MAX_STORES: usize = 256;
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
    pub(super) draw: Option<u32>,
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
            tmus: Tmus::default(),
        };
        let ran = ordered(
            c,
            &batch,
            FUEL_PER_TILE,
            |_, work, c| crate::tile::run(work, &shared, c),
            |i, result, _, c| {
                let work = &batch[i];
                let began = c.log.begin();
                write_stores(work, &result.stores, c);
                c.log.end_work(began, || ProfileStage::Transfer.into());
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
        if self.records.size() > MAX_SHADED
            || self.records.count() > MAX_USED
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
        self.outer.clone_from(&c.log.at);
        let mut used = self.used.take();
        let fetched = used.drain(..).try_for_each(|of| self.fetch(of, units, c));
        self.used.put_back(used);
        c.log.at.clone_from(&self.outer);
        self.shade_waiting(units, c)?;
        fetched
    }

    /// Fetches a record, and shades its vertices or lets them wait.
    fn fetch(&mut self, of: Use, units: &mut Units<'_>, c: &mut Ctx<'_>) -> Result<(), Stopped> {
        let binned = units.binned_records.find_after(of.record, self.binned);
        self.binned = binned;
        let draw = binned.and_then(|binned| units.binned_records.draw_of(binned));
        of.place.enter(&self.outer, &mut c.log.at);
        of.record.enter(&mut c.log.at, draw);
        let Use {
            record: shader,
            place,
            vertices: used,
        } = of;
        c.fuel.take(FUEL_PER_SHADER_RECORD).map_err(|_| {
            let what = "shader records were still being fetched";
            out_of_fuel(what, c.log.at.clone(), (shader.address(), 0), c.log)
        })?;
        let mut new = self.spare_new.pop().unwrap_or_default();
        new.clear();
        let old = self.records.get(shader);
        let missing = |i: &u16| !old.is_some_and(|old| self.records.has(old, *i));
        new.extend(used.iter().filter(missing));
        match shader {
            ShaderRef::Gl {
                address,
                attributes,
                extended,
            } => {
                let spare = self.spare_records.pop().unwrap_or_default();
                let record = gl_record(spare, (address, attributes, extended), &c.bus, c.log)?;
                let quirks = &units.machine.qpu_quirks;
                let code = record.vertex.code_address;
                let program = units.shaders.load(Stage::Vertex, code, quirks, c)?;
                let fragment = FragmentCode {
                    stage: fragment_stage(record.fs_single_thread),
                    code: record.fs_code_address,
                    uniforms: record.fs_uniforms_address,
                    draw,
                };
                let waiting = Waiting {
                    shader,
                    record,
                    place,
                    binned,
                    program,
                    new,
                    suspect: false,
                    fragment,
                };
                self.wait(waiting, units, c)
            }
            ShaderRef::Nv { address } => {
                let record = nv_record(address, &c.bus, c.log)?;
                self.shade_waiting(units, c)?;
                let format = nv_format(&record);
                let indices = new.iter().copied();
                let words = nv_vertices(&record, format, indices, address, c)?;
                let fragment = FragmentCode {
                    stage: fragment_stage(record.fs_single_thread),
                    code: record.fs_code_address,
                    uniforms: record.fs_uniforms_address,
                    draw,
                };
                let added = self.add(shader, fragment, format, (&new, &words), units, c);
                self.spare_new.push(new);
                added
            }
            ShaderRef::Vg { .. } => {
                c.log.unimplemented("VG shader state");
                Ok(())
            }
        }
    }

    /// Adds the vertices `indices`, with their words, to a record.
    pub(super) fn add(
        &mut self,
        key: ShaderRef,
        fragment: FragmentCode,
        format: VertexFormat,
        vertices: (&[u16], &[u32]),
        units: &mut Units<'_>,
        c: &mut Ctx<'_>,
    ) -> Result<(), Stopped> {
        if self.records.extend(key, vertices.0, vertices.1) {
            return Ok(());
        }
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
        let mut window = self.records.spare_uniforms();
        window.refetch(uniforms, max, &c.bus, c.log);
        let record = (shader, window, draw);
        self.records.insert(key, record, format, vertices);
        Ok(())
    }
}
