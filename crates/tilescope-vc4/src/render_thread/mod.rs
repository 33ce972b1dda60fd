//! Control thread 1: executes a rendering list.
//!
//! The list is walked once, in order, to split it into tiles, to collect their inputs
//! and to report errors. Tiles then run in batches, on any number of threads; their
//! stores are written to memory in list order after the batch. The batches do not
//! depend on the number of threads, so results are identical.

mod batch;
mod checks;
mod moves;
mod surfaces;
mod uses;
mod waiting;

use tilescope_core::Location;

use crate::bin_thread::{Pause, Units};
use crate::binned::BinnedRecord;
use crate::cle::{At, Cursor, Stopped};
use crate::cmd::compressed::{Decoder, Item};
use crate::indices::{DrawCommand, Fetch};
use crate::log::{Ctx, Log};
use crate::packets::{Packet, RenderingConfig};
use crate::records::GlShaderRecord;
use crate::rules::{cl, tile_list, tlb};
use crate::run::Machine;
use crate::state::{Applied, DrawState};
use crate::tile::{Clears, Move, Records, Segment, Start, TileOp, TileWork};
use crate::tlb::ClearValues;
use checks::Seen;
use surfaces::{Footprint, full};
use tilescope_draw::IndexSet;
use uses::Uses;
use waiting::Waiting;

/// Candidate start of a segment: the state before the current record.
struct Before {
    cursor: Cursor,
    state: DrawState,
    decoder: Option<Decoder>,
}

/// Control thread 1.
#[derive(Default)]
pub struct RenderThread {
    cursor: Cursor,
    state: DrawState,
    config: Option<RenderingConfig>,
    clear: ClearValues,
    clear_at: Option<At>,
    start: Start,
    tile: Option<(u8, u8)>,
    stored: bool,
    loading: Option<(At, Location, Move)>,
    segment: Option<Segment>,
    decoder: Option<Decoder>,
    ops: Vec<TileOp>,
    /// Tile at the first of `ops`.
    ops_at: (u8, u8),
    batch: Vec<TileWork>,
    stored_by_batch: Vec<Footprint>,
    stored_by_tile: Vec<Footprint>,
    /// Vertices that tiles will need, and the first use of each record.
    used: Uses,
    /// The location of the list.
    outer: Location,
    records: Records,
    /// The last record that was fetched, as binning knows it.
    binned: Option<BinnedRecord>,
    /// Records whose vertices wait to be shaded.
    waiting: Vec<Waiting>,
    /// Indices and records of earlier ones, for their allocations.
    spare_new: Vec<Vec<u16>>,
    spare_records: Vec<GlShaderRecord>,
    last: Option<At>,
    ended: bool,
    stores: u64,
    drawn: bool,
    seen: Seen,
}

impl RenderThread {
    /// A thread at the start of the list `start..end`, in the allocations of an `earlier` one.
    pub fn new((start, end): (u32, u32), machine: &Machine, earlier: RenderThread) -> Self {
        let RenderThread {
            mut used,
            mut records,
            mut waiting,
            spare_new,
            spare_records,
            ..
        } = earlier;
        used.clear();
        records.clear();
        waiting.clear();
        RenderThread {
            cursor: Cursor::new("rendering", start, end, machine.quirks.sublist_depth),
            stored: true,
            used,
            records,
            waiting,
            spare_new,
            spare_records,
            ..RenderThread::default()
        }
    }

    /// The current position.
    pub fn cursor(&self) -> &Cursor {
        &self.cursor
    }

    /// Whether the end of the frame was signalled.
    pub fn ended(&self) -> bool {
        self.ended
    }

    /// Location of the record being executed.
    pub fn location(&self, log: &Log) -> Location {
        let at = self.last.unwrap_or_else(|| self.cursor.here());
        self.cursor.locate(&log.at, at)
    }

    /// Executes until the list ends or the thread has to pause.
    pub fn run(&mut self, units: &mut Units<'_>, c: &mut Ctx<'_>) -> Pause {
        loop {
            let before = self.segment.is_none().then(|| Before {
                cursor: self.cursor.clone(),
                state: self.state.clone(),
                decoder: self.decoder,
            });
            let next = self.cursor.next(c);
            let result = match next {
                Ok(None) => {
                    return self.end(units, c);
                }
                Ok(Some((at, packet))) => {
                    self.last = Some(at);
                    self.execute(at, &packet, before, units, c)
                }
                Err(s) => Err(s.into()),
            };
            let result = match Stopped::noted(c.log) {
                Some(stop) => Err(Pause::Stopped(stop)),
                None => result,
            };
            let result = match result {
                Ok(()) if self.is_large() => {
                    let result = self.run_open(units, c);
                    result.map_err(Pause::Stopped)
                }
                other => other,
            };
            match result {
                Ok(()) => {}
                Err(Pause::Stopped(s)) => {
                    // The hardware also drew everything before the fault.
                    let _ = self.run_open(units, c);
                    return Pause::Stopped(s);
                }
                Err(pause) => return pause,
            }
        }
    }

    /// Ends the list: runs the collected work and reports missing records.
    fn end(&mut self, units: &mut Units<'_>, c: &mut Ctx<'_>) -> Pause {
        let drawn = self.run_open(units, c);
        self.finish(c.log);
        let stopped = drawn.err().or_else(|| Stopped::noted(c.log));
        stopped.map_or(Pause::End, Pause::Stopped)
    }

    /// Reports records that are missing from a finished list.
    fn finish(&mut self, log: &mut Log) {
        let at = self.last.unwrap_or_else(|| self.cursor.here());
        if self.config.is_some() && !self.ended {
            self.cursor.find(
                &cl::EOF_MISSING,
                at,
                "no store signalled the end of the frame".to_owned(),
                log,
            );
        }
        if self.loading.is_some() {
            let message = "a load is outstanding at the end of the list".to_owned();
            self.cursor.find(&cl::LOAD_WITHOUT_COORDS, at, message, log);
        }
        if self.drawn && self.stores == 0 {
            self.cursor.find(
                &tlb::STORE_NOTHING,
                at,
                "tiles were drawn, and none was stored".to_owned(),
                log,
            );
        }
        if let Some(c) = self.clear_at.take() {
            let message = "no store comes after the clear colours".to_owned();
            self.cursor.find(&tlb::CLEAR_NOT_APPLIED, c, message, log);
        }
    }

    fn execute(
        &mut self,
        at: At,
        packet: &Packet,
        before: Option<Before>,
        units: &mut Units<'_>,
        c: &mut Ctx<'_>,
    ) -> Result<(), Pause> {
        // Tiles walk every record of a segment again.
        if let Some(s) = &mut self.segment {
            s.records += 1;
        }
        let applied = self.state.apply(packet);
        let bin_only = matches!(
            packet,
            Packet::ClipperXyScaling { .. } | Packet::ClipperZScaling { .. }
        );
        if applied != Applied::Nothing && !bin_only {
            match packet {
                Packet::PrimitiveListFormat { data, prim } => {
                    self.decoder = Some(Decoder::new(*prim, *data));
                }
                Packet::ConfigurationBits(bits) => self.check_config_bits(at, bits, c.log),
                _ => {}
            }
            self.draw_record(before);
            return Ok(());
        }
        if let Some(draw) = DrawCommand::of(packet) {
            self.draw_record(before);
            self.uses(at, draw, c);
            return Ok(());
        }
        match *packet {
            Packet::CompressedPrimitives | Packet::ClippedPrimitives { .. } => {
                self.draw_record(before);
                self.compressed(at, c)?;
            }
            Packet::Branch { .. }
            | Packet::BranchToSubList { .. }
            | Packet::ReturnFromSubList
            | Packet::Nop
            | Packet::Marker
            | Packet::ResetMarkerCount => {
                if let Packet::BranchToSubList { address } = *packet {
                    self.check_branch(at, address, units.binned.as_ref(), c.log);
                    if self.cursor.in_sublist() {
                        self.draw_record(before);
                    } else {
                        // The branch was undone, so that tiles do not take it.
                        if let Some(s) = &mut self.segment {
                            s.records -= 1;
                        }
                        self.end_segment();
                    }
                }
            }
            Packet::Halt => {
                if self.cursor.in_sublist() {
                    let message = "the tile list ends with a halt".to_owned();
                    self.cursor.find(&tile_list::NO_RETURN, at, message, c.log);
                    return Ok(());
                }
                if !self.cursor.at_end() {
                    let message = "the list halts here, and records follow".to_owned();
                    self.cursor.find(&cl::HALT, at, message, c.log);
                }
                return Err(self.end(units, c));
            }
            Packet::IncrementSemaphore => *units.semaphore += 1,
            Packet::WaitOnSemaphore => {
                if *units.semaphore == 0 {
                    self.cursor.rewind(at);
                    if let Some(s) = &mut self.segment {
                        s.records -= 1;
                    }
                    return Err(Pause::Semaphore);
                }
                *units.semaphore -= 1;
                self.check_wait(c.log);
                self.cursor.refetch();
            }
            Packet::ClearColors {
                color, zs, stencil, ..
            } => {
                self.clear = ClearValues {
                    color,
                    zs: zs << 8 | u32::from(stencil),
                };
                self.clear_at = Some(at);
            }
            Packet::TileRenderingMode(config) => {
                self.check_config(at, &config, units.binned.as_ref(), c.log);
                self.configure(at, config, c.log);
            }
            Packet::TileCoordinates { column, row } => {
                self.coordinates(at, column, row, units, c)?;
            }
            Packet::LoadGeneral(g) => {
                let what = self.general_load(at, &g, c.log);
                self.load(at, what, c.log);
            }
            Packet::LoadFullRes(f) => {
                let what = full(&f);
                self.check_full_res_load();
                self.load(at, what, c.log);
            }
            Packet::StoreGeneral(g) => {
                let what = self.general_store(at, &g, c.log);
                let clears = Clears {
                    color: !g.disable_color_clear,
                    zs: !g.disable_zs_clear,
                };
                self.store(at, what, clears, g.eof, units, c)?;
            }
            Packet::StoreFullRes(f) => {
                let clears = Clears {
                    color: !f.disable_clear_all,
                    zs: !f.disable_clear_all,
                };
                self.store(at, full(&f), clears, f.eof, units, c)?;
            }
            Packet::StoreMsTileBuffer | Packet::StoreMsTileBufferAndEof => {
                let eof = matches!(packet, Packet::StoreMsTileBufferAndEof);
                let what = self.frame_store(at, c.log);
                self.store(
                    at,
                    what,
                    Clears {
                        color: true,
                        zs: true,
                    },
                    eof,
                    units,
                    c,
                )?;
            }
            Packet::VgCoordinateArrayPrimitives { .. } => {
                c.log.unimplemented("VG coordinate arrays")
            }
            Packet::VgInlineShaderRecord { .. } => c.log.unimplemented("VG inline shader records"),
            _ => {
                let message =
                    "the record is only valid in binning lists; it was skipped".to_owned();
                self.cursor.find(&cl::WRONG_THREAD, at, message, c.log);
            }
        }
        Ok(())
    }

    /// Starts a segment before the current record if none is open.
    fn draw_record(&mut self, before: Option<Before>) {
        if let (None, Some(b)) = (&self.segment, before) {
            self.segment = Some(Segment {
                cursor: b.cursor,
                state: b.state,
                decoder: b.decoder,
                records: 1,
            });
        }
    }

    fn end_segment(&mut self) {
        if let Some(s) = self.segment.take() {
            self.ops.push(TileOp::Draw(Box::new(s)));
        }
    }

    fn compressed(&mut self, at: At, c: &mut Ctx<'_>) -> Result<(), Pause> {
        let Some(mut decoder) = self.decoder.take() else {
            let message = "no primitive list format was set".to_owned();
            let place = self.cursor.locate(&c.log.at, at);
            let (rule, site) = (&tile_list::FORMAT_UNSET, (at.address, 0));
            return Err(Stopped::by(rule, place, message, site, c.log).into());
        };
        self.need_shader(at, c.log);
        let here = || self.cursor.place(at);
        let used = self.state.shader.map(|s| self.used.of(s, here));
        let mut none = IndexSet::default();
        let used = used.unwrap_or(&mut none);
        self.drawn = true;
        let result = self
            .cursor
            .primitives(at, &mut decoder, c, &mut |item, log| {
                match item {
                    Item::Point(i) => used.insert(i),
                    Item::Line(i) => i.into_iter().for_each(|i| used.insert(i)),
                    Item::Triangle(i) => i.into_iter().for_each(|i| used.insert(i)),
                    Item::Rht(_) => log.unimplemented("right-hand trapezoids (VG)"),
                    Item::Xy { .. } => {
                        log.unimplemented("primitive lists of screen coordinates (VG)")
                    }
                    Item::End | Item::Branch { .. } => {}
                }
                Ok(())
            });
        self.decoder = Some(decoder);
        Ok(result?)
    }

    fn need_shader(&self, at: At, log: &mut Log) {
        if self.state.shader.is_none() {
            let message = "primitives come before any shader state; they are not drawn".to_owned();
            self.cursor.find(&cl::DRAW_BEFORE_STATE, at, message, log);
        }
    }

    fn uses(&mut self, at: At, draw: DrawCommand, c: &mut Ctx<'_>) {
        self.need_shader(at, c.log);
        self.drawn = true;
        let Some(shader) = self.state.shader else {
            return;
        };
        let used = self.used.of(shader, || self.cursor.place(at));
        let mut fetch = Fetch::new(draw.source, draw.length, c.bus);
        for i in fetch.by_ref() {
            used.insert(i as u16);
            if c.fuel.take(2).is_err() {
                break;
            }
        }
        fetch.count_bytes(c.log);
    }
}
