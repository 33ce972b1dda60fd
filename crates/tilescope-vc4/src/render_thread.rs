//! Control thread 1: executes a rendering list.
//!
//! The list is walked once, in order, to cut it into tiles, to find what they
//! need and to report what is wrong with it. Tiles then run in batches, on as
//! many threads as there are; what they store reaches memory in list order
//! after the batch. A batch has the same tiles whatever the number of threads,
//! so every byte is the same.

use std::collections::BTreeMap;
use std::sync::Mutex;

use tilescope_core::{Frame, Fuel, Location, Workers};
use tilescope_pixel::{Surface as Memory, layouts};

use crate::bin_thread::{Pause, Units, gl_record, nv_format, nv_record, nv_vertices};
use crate::binner::VertexFormat;
use crate::check::Stage;
use crate::cle::{At, Cursor, Stopped};
use crate::cmd::compressed::{Decoder, Item};
use crate::code::fragment_stage;
use crate::indices::{Fetch, IndexSet, Source};
use crate::log::Log;
use crate::packets::{
    BufferSelect, DecimateMode, FrameFormat, FullRes, General, MemoryFormat, Packet, PixelFormat,
    RenderingConfig, StoreMode,
};
use crate::ports::StageKind;
use crate::records::GlShaderRecord;
use crate::rules::{cl, mem, qpu, tile_list, tlb};
use crate::run::Machine;
use crate::shaded::Shaded;
use crate::state::{Applied, DrawState, ShaderRef};
use crate::tile::{
    Clears, Move, Prepared, Records, Segment, Shared, Start, TileOp, TileResult, TileWork,
};
use crate::tlb::{ClearValues, ColorFormat, Resolve, Samples};
use crate::uniforms::UniformWindow;
use crate::vertex::{BATCH, VertexShader, VertexUnits};

/// Tiles in a batch.
const TILES: usize = 32;
/// Words of shaded vertices kept from batch to batch.
const MAX_SHADED: usize = 6 << 20;

/// Memory that a load or store touches.
#[derive(Clone, Copy, Debug)]
struct Footprint {
    start: u64,
    end: u64,
    /// The surface and tile, for those that follow tile coordinates.
    tile: Option<(u32, (u8, u8))>,
}

impl Footprint {
    fn of(what: &Move, tile: (u8, u8)) -> Option<Footprint> {
        let (base, len, by_tile) = match what {
            Move::Color { base, surface, .. } | Move::Zs { base, surface } => {
                (*base, surface.size_bytes(), true)
            }
            Move::Full { base, color, zs } => {
                (*base, 0x4000 * (u64::from(*color) + u64::from(*zs)), false)
            }
            Move::None => return None,
        };
        let start = u64::from(base);
        Some(Footprint {
            start,
            end: start + len,
            tile: by_tile.then_some((base, tile)),
        })
    }

    fn clashes(&self, other: &Footprint) -> bool {
        let overlap = self.start < other.end && other.start < self.end;
        let apart = match (self.tile, other.tile) {
            (Some((a, s)), Some((b, t))) => a == b && s != t,
            _ => false,
        };
        overlap && !apart
    }
}

/// Control thread 1.
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
    ops_load_after_store: bool,
    batch: Vec<TileWork>,
    stored_by_batch: Vec<Footprint>,
    stored_by_tile: Vec<Footprint>,
    used: BTreeMap<ShaderRef, IndexSet>,
    records: Records,
    last: Option<At>,
    ended: bool,
    stores: u64,
    drawn: bool,
}

impl RenderThread {
    /// A thread at the start of the list `start..end`.
    pub fn new(start: u32, end: u32, machine: &Machine) -> Self {
        RenderThread {
            cursor: Cursor::new("rendering", start, end, machine.quirks.sublist_depth),
            state: DrawState::default(),
            config: None,
            clear: ClearValues::default(),
            clear_at: None,
            start: Start::Undefined,
            tile: None,
            stored: true,
            loading: None,
            segment: None,
            decoder: None,
            ops: Vec::new(),
            ops_load_after_store: false,
            batch: Vec::new(),
            stored_by_batch: Vec::new(),
            stored_by_tile: Vec::new(),
            used: BTreeMap::new(),
            records: Records::new(),
            last: None,
            ended: false,
            stores: 0,
            drawn: false,
        }
    }

    /// Where it is.
    pub fn cursor(&self) -> &Cursor {
        &self.cursor
    }

    /// Whether the end of the frame was signalled.
    pub fn ended(&self) -> bool {
        self.ended
    }

    /// Where the record being executed is.
    pub fn location(&self, log: &Log) -> Location {
        let none = At {
            address: self.cursor.pc(),
            name: "record",
            len: 1,
        };
        self.cursor.locate(&log.at, self.last.unwrap_or(none))
    }

    fn find(&self, rule: &'static tilescope_core::Rule, at: At, message: String, log: &mut Log) {
        let place = self.cursor.locate(&log.at, at);
        log.find(rule, (at.address, 0), |_| (place, message));
    }

    /// Executes until the list ends or something is missing.
    pub fn run(
        &mut self,
        units: &mut Units<'_, '_>,
        workers: &dyn Workers,
        log: &mut Log,
        fuel: &mut Fuel,
    ) -> Pause {
        loop {
            let before = (self.cursor.clone(), self.state.clone());
            let next = self.cursor.next(&units.bus, log, fuel);
            let done = match next {
                Ok(None) => {
                    let flushed = self.run_batch(units, workers, log, fuel);
                    self.finish(log);
                    return flushed.err().map_or(Pause::End, Pause::Stopped);
                }
                Ok(Some((at, packet))) => {
                    self.last = Some(at);
                    self.execute(at, &packet, before, units, workers, log, fuel)
                }
                Err(s) => Err(s.into()),
            };
            match done {
                Ok(()) => {}
                Err(Pause::Stopped(s)) => {
                    // What came before the fault was drawn by hardware too.
                    self.end_segment();
                    let _ = self.run_batch(units, workers, log, fuel);
                    return Pause::Stopped(s);
                }
                Err(pause) => return pause,
            }
        }
    }

    /// What is wrong with a list that came to its end.
    fn finish(&mut self, log: &mut Log) {
        let at = self.last.unwrap_or(At {
            address: self.cursor.pc(),
            name: "record",
            len: 1,
        });
        if self.config.is_some() && !self.ended {
            self.find(
                &cl::EOF_MISSING,
                at,
                "no store signalled the end of the frame".to_owned(),
                log,
            );
        }
        if self.loading.is_some() {
            let message = "a load is outstanding at the end of the list".to_owned();
            self.find(&cl::LOAD_WITHOUT_COORDS, at, message, log);
        }
        if self.drawn && self.stores == 0 {
            self.find(
                &tlb::STORE_NOTHING,
                at,
                "tiles were drawn, and none was stored".to_owned(),
                log,
            );
        }
        if let Some(c) = self.clear_at.take() {
            let message = "no store comes after the clear colours".to_owned();
            self.find(&tlb::CLEAR_NOT_APPLIED, c, message, log);
        }
    }

    #[expect(clippy::too_many_arguments, reason = "one caller, right above")]
    fn execute(
        &mut self,
        at: At,
        packet: &Packet,
        before: (Cursor, DrawState),
        units: &mut Units<'_, '_>,
        workers: &dyn Workers,
        log: &mut Log,
        fuel: &mut Fuel,
    ) -> Result<(), Pause> {
        let applied = self.state.apply(packet);
        let bin_only =
            matches!(packet, Packet::ClipperXyScaling { .. } | Packet::ClipperZScaling { .. });
        if applied != Applied::Nothing && !bin_only {
            if let Packet::PrimitiveListFormat { data, prim } = *packet {
                self.decoder = Some(Decoder::new(prim, data));
            }
            self.draw_record(before);
            return Ok(());
        }
        match *packet {
            Packet::CompressedPrimitives | Packet::ClippedPrimitives { .. } => {
                self.draw_record(before);
                self.compressed(at, units, log, fuel)?;
            }
            Packet::IndexedPrimitives {
                index_type,
                length,
                address,
                max_index,
                ..
            } => {
                self.draw_record(before);
                self.uses(
                    at,
                    Source::list(address, index_type, max_index),
                    length,
                    units,
                    log,
                    fuel,
                );
            }
            Packet::ArrayPrimitives { length, first, .. } => {
                self.draw_record(before);
                self.uses(at, Source::Array { first }, length, units, log, fuel);
            }
            Packet::Branch { .. }
            | Packet::BranchToSubList { .. }
            | Packet::ReturnFromSubList
            | Packet::Nop
            | Packet::Marker
            | Packet::ResetMarkerCount => {
                if let Some(s) = &mut self.segment {
                    s.records += 1;
                } else if matches!(packet, Packet::BranchToSubList { .. }) {
                    self.draw_record(before);
                }
            }
            Packet::Halt => {
                self.find(&cl::HALT, at, "the thread halts".to_owned(), log);
                self.end_segment();
                let _ = self.run_batch(units, workers, log, fuel);
                return Err(Pause::End);
            }
            Packet::IncrementSemaphore => *units.semaphore += 1,
            Packet::WaitOnSemaphore => {
                if *units.semaphore == 0 {
                    self.cursor.back(at);
                    return Err(Pause::Semaphore);
                }
                *units.semaphore -= 1;
                self.cursor.refetch();
                if let Some(s) = &mut self.segment {
                    s.records += 1;
                }
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
            Packet::TileRenderingMode(config) => self.configure(at, config, log),
            Packet::TileCoordinates { column, row } => self.coordinates(at, column, row, log),
            Packet::LoadGeneral(g) => {
                let what = self.general(at, &g, log);
                self.load(at, what, log);
            }
            Packet::LoadFullRes(f) => {
                let what = full(&f);
                if self.state.config.is_some_and(|c| c.early_z) {
                    let message = "early Z is enabled".to_owned();
                    self.find(&cl::EARLY_Z_WITH_MS_LOAD, at, message, log);
                }
                self.load(at, what, log);
            }
            Packet::StoreGeneral(g) => {
                let what = self.general(at, &g, log);
                let clears = Clears {
                    color: !g.disable_color_clear,
                    zs: !g.disable_zs_clear,
                };
                self.store(at, what, clears, g.eof, units, workers, log, fuel)?;
            }
            Packet::StoreFullRes(f) => {
                let clears = Clears {
                    color: !f.disable_clear_all,
                    zs: !f.disable_clear_all,
                };
                self.store(at, full(&f), clears, f.eof, units, workers, log, fuel)?;
            }
            Packet::StoreMsTileBuffer | Packet::StoreMsTileBufferAndEof => {
                let eof = matches!(packet, Packet::StoreMsTileBufferAndEof);
                let what = self.frame_store(at, log);
                self.store(
                    at,
                    what,
                    Clears {
                        color: true,
                        zs: true,
                    },
                    eof,
                    units,
                    workers,
                    log,
                    fuel,
                )?;
            }
            Packet::VgCoordinateArrayPrimitives { .. } => log.unimplemented("VG coordinate arrays"),
            Packet::VgInlineShaderRecord { .. } => log.unimplemented("VG inline shader records"),
            _ => {
                let message = "the record is for binning lists; it was skipped".to_owned();
                self.find(&cl::WRONG_THREAD, at, message, log);
            }
        }
        Ok(())
    }

    /// Counts a record that tiles walk again, starting a segment before it if
    /// none is open.
    fn draw_record(&mut self, before: (Cursor, DrawState)) {
        let (cursor, state) = before;
        let s = self.segment.get_or_insert(Segment {
            cursor,
            state,
            records: 0,
        });
        s.records += 1;
    }

    fn end_segment(&mut self) {
        if let Some(s) = self.segment.take() {
            self.ops.push(TileOp::Draw(Box::new(s)));
        }
    }

    fn compressed(
        &mut self,
        at: At,
        units: &mut Units<'_, '_>,
        log: &mut Log,
        fuel: &mut Fuel,
    ) -> Result<(), Pause> {
        let Some(mut decoder) = self.decoder.take() else {
            let message = "no primitive list format was set".to_owned();
            let place = self.cursor.locate(&log.at, at);
            return Err(Stopped::by(
                &tile_list::FORMAT_UNSET,
                place,
                message,
                (at.address, 0),
                log,
            )
            .into());
        };
        self.need_shader(at, log);
        let used = self.state.shader.map(|s| self.used.entry(s).or_default());
        let mut none = IndexSet::default();
        let used = used.unwrap_or(&mut none);
        self.drawn = true;
        let done =
            self.cursor
                .primitives(at, &mut decoder, &units.bus, log, fuel, &mut |item, log| {
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
        Ok(done?)
    }

    fn need_shader(&self, at: At, log: &mut Log) {
        if self.state.shader.is_none() {
            let message = "primitives come before any shader state; they are not drawn".to_owned();
            self.find(&cl::DRAW_BEFORE_STATE, at, message, log);
        }
    }

    fn uses(
        &mut self,
        at: At,
        source: Source,
        length: u32,
        units: &mut Units<'_, '_>,
        log: &mut Log,
        fuel: &mut Fuel,
    ) {
        self.need_shader(at, log);
        self.drawn = true;
        let Some(shader) = self.state.shader else {
            return;
        };
        let used = self.used.entry(shader).or_default();
        let mut child = log.child();
        for i in Fetch::new(source, length, units.bus, &mut child) {
            used.insert(i as u16);
            if fuel.take(1).is_err() {
                break;
            }
        }
        log.append(child);
    }

    fn configure(&mut self, at: At, config: RenderingConfig, log: &mut Log) {
        if config.tile_buffer_64bit || config.db_non_ms {
            let message = "64-bit colour or double-buffered tiles are asked for".to_owned();
            self.find(&cl::UNSUPPORTED_MODE, at, message, log);
            log.unimplemented("64-bit colour and double-buffered tiles");
        }
        if !config.address.is_multiple_of(16) {
            let message = format!("the frame buffer is at {:#010x}", config.address);
            self.find(&tlb::ADDRESS_UNALIGNED, at, message, log);
        }
        if config.enable_vg_mask || config.coverage_mode {
            log.unimplemented("VG coverage and mask buffers");
        }
        if config.decimate_mode == DecimateMode::X4 && !config.ms_mode_4x {
            let message = "the frame is decimated 4x, and has one sample a pixel".to_owned();
            self.find(&tlb::RESOLVE_WITHOUT_MS, at, message, log);
        }
        self.config = Some(config);
        self.ended = false;
    }

    fn samples(&self) -> Samples {
        match self.config {
            Some(c) if c.ms_mode_4x => Samples::Four,
            _ => Samples::One,
        }
    }

    fn coordinates(&mut self, at: At, x: u8, y: u8, log: &mut Log) {
        self.end_segment();
        if self.ended {
            self.find(
                &cl::WORK_AFTER_EOF,
                at,
                "a tile comes after the end of the frame".to_owned(),
                log,
            );
        }
        let Some(config) = self.config else {
            let message = "tile coordinates come before the rendering configuration".to_owned();
            self.find(&cl::NO_RENDERING_CONFIG, at, message, log);
            return;
        };
        let size = self.samples().tile_size();
        let outside = u32::from(x) * size >= config.width.into()
            || u32::from(y) * size >= config.height.into();
        if outside {
            let message = format!(
                "tile ({x}, {y}) is outside the {}x{} frame",
                config.width, config.height
            );
            self.find(&cl::TILE_OUTSIDE_BIN, at, message, log);
        }
        if self.loading.is_some() && !self.stored && self.tile.is_some() {
            let message = format!("tile {:?} was not stored before the next load", self.tile);
            self.find(&cl::TILE_COORDS_WITHOUT_STORE, at, message, log);
        }
        self.tile = Some((x, y));
        self.stored = false;
        self.ops.push(TileOp::At(x, y));
        if let Some((load_at, place, what)) = self.loading.take() {
            let footprint = Footprint::of(&what, (x, y));
            let clash =
                |list: &[Footprint]| footprint.is_some_and(|f| list.iter().any(|s| s.clashes(&f)));
            if clash(&self.stored_by_tile) {
                self.ops_load_after_store = true;
            }
            self.ops.push(TileOp::Load(place, load_at.address, what));
        }
    }

    fn load(&mut self, at: At, what: Move, log: &mut Log) {
        self.end_segment();
        if self.loading.is_some() {
            self.find(
                &cl::TWO_LOADS,
                at,
                "a load is outstanding already".to_owned(),
                log,
            );
        }
        let place = self.cursor.locate(&log.at, at);
        self.loading = Some((at, place, what));
    }

    fn surface(&self, format: MemoryFormat, bytes: u32) -> Option<Memory> {
        let c = self.config?;
        let (w, h) = (u32::from(c.width), u32::from(c.height));
        Some(match (format, bytes) {
            (MemoryFormat::T, 2) => Memory::new(&layouts::T_2, w, h),
            (MemoryFormat::T, _) => Memory::new(&layouts::T_4, w, h),
            (MemoryFormat::Lt, 2) => Memory::new(&layouts::LT_2, w, h),
            (MemoryFormat::Lt, _) => Memory::new(&layouts::LT_4, w, h),
            (_, n) => {
                // Rows are padded to whole micro-tiles, which are 16 bytes wide:
                // Mesa vc4_resource.c lays raster surfaces out so.
                let row = u64::from((w * n).next_multiple_of(16));
                let layout = if n == 2 {
                    &layouts::LINEAR_2
                } else {
                    &layouts::LINEAR_4
                };
                Memory::with_row_bytes(layout, w, h, row)
            }
        })
    }

    fn general(&self, at: At, g: &General, log: &mut Log) -> Move {
        if let MemoryFormat::Unknown(n) = g.memory_format {
            self.find(
                &tlb::BUFFER_KIND,
                at,
                format!("memory format {n} does not exist"),
                log,
            );
        }
        if !g.address.is_multiple_of(16) {
            self.find(
                &tlb::ADDRESS_UNALIGNED,
                at,
                format!("the surface is at {:#010x}", g.address),
                log,
            );
        }
        match g.buffer {
            BufferSelect::None => Move::None,
            BufferSelect::Color => {
                let format = match g.pixel_format {
                    PixelFormat::Rgba8888 => ColorFormat::Rgba8888,
                    PixelFormat::Bgr565Dither => ColorFormat::Bgr565Dithered,
                    PixelFormat::Bgr565 => ColorFormat::Bgr565,
                    PixelFormat::Unknown(n) => {
                        self.find(
                            &tlb::BUFFER_KIND,
                            at,
                            format!("pixel format {n} does not exist"),
                            log,
                        );
                        ColorFormat::Rgba8888
                    }
                };
                let resolve = match g.mode {
                    StoreMode::DecimateX4 => Resolve::Decimate4,
                    StoreMode::DecimateX16 => {
                        log.unimplemented("16x decimation");
                        Resolve::Decimate4
                    }
                    StoreMode::Sample0 | StoreMode::Unknown(_) => Resolve::Sample0,
                };
                match self.surface(g.memory_format, format.bytes()) {
                    Some(surface) => Move::Color {
                        base: g.address,
                        surface,
                        format,
                        resolve,
                    },
                    None => Move::None,
                }
            }
            BufferSelect::Zs => {
                if g.pixel_format != PixelFormat::Rgba8888 {
                    let message = format!("depth is moved with pixel format {:?}", g.pixel_format);
                    self.find(&tlb::FORMAT_MISMATCH, at, message, log);
                }
                match self.surface(g.memory_format, 4) {
                    Some(surface) => Move::Zs {
                        base: g.address,
                        surface,
                    },
                    None => Move::None,
                }
            }
            BufferSelect::Z => {
                log.unimplemented("stores of depth without stencil");
                Move::None
            }
            BufferSelect::VgMask => {
                log.unimplemented("VG coverage and mask buffers");
                Move::None
            }
            BufferSelect::Full => Move::Full {
                base: g.address,
                color: !g.disable_full_color,
                zs: !g.disable_full_zs,
            },
            BufferSelect::Unknown(n) => {
                self.find(
                    &tlb::BUFFER_KIND,
                    at,
                    format!("tile buffer {n} does not exist"),
                    log,
                );
                Move::None
            }
        }
    }

    /// The store that the rendering configuration describes.
    fn frame_store(&self, at: At, log: &mut Log) -> Move {
        let Some(c) = self.config else {
            let message = "a store comes before the rendering configuration".to_owned();
            self.find(&cl::NO_RENDERING_CONFIG, at, message, log);
            return Move::None;
        };
        let format = match c.format {
            FrameFormat::Rgba8888 => ColorFormat::Rgba8888,
            FrameFormat::Bgr565Dither => ColorFormat::Bgr565Dithered,
            FrameFormat::Bgr565 => ColorFormat::Bgr565,
            FrameFormat::Unknown(n) => {
                self.find(
                    &tlb::BUFFER_KIND,
                    at,
                    format!("frame format {n} does not exist"),
                    log,
                );
                ColorFormat::Rgba8888
            }
        };
        // "Multi-sample resolved": in multisample mode the samples are averaged
        // whatever the decimate mode says (asurati/x03 d53.c leaves it 0).
        let resolve = if c.ms_mode_4x {
            Resolve::Decimate4
        } else {
            Resolve::Sample0
        };
        if c.decimate_mode == DecimateMode::X16 {
            log.unimplemented("16x decimation");
        }
        match self.surface(c.memory_format, format.bytes()) {
            Some(surface) => Move::Color {
                base: c.address,
                surface,
                format,
                resolve,
            },
            None => Move::None,
        }
    }

    #[expect(clippy::too_many_arguments, reason = "three callers, right above")]
    fn store(
        &mut self,
        at: At,
        what: Move,
        clears: Clears,
        eof: bool,
        units: &mut Units<'_, '_>,
        workers: &dyn Workers,
        log: &mut Log,
        fuel: &mut Fuel,
    ) -> Result<(), Pause> {
        self.end_segment();
        let Some(tile) = self.tile else {
            let message = "a store comes before any tile coordinates".to_owned();
            self.find(&cl::STORE_WITHOUT_COORDS, at, message, log);
            return Ok(());
        };
        self.stored = true;
        let place = self.cursor.locate(&log.at, at);
        if let Some(f) = Footprint::of(&what, tile) {
            self.stores += 1;
            self.stored_by_tile.push(f);
        }
        self.ops
            .push(TileOp::Store(place, at.address, what, self.clear, clears));
        self.clear_at = None;
        if clears
            == (Clears {
                color: true,
                zs: true,
            })
        {
            self.close_tile(units, workers, log, fuel)?;
        }
        if eof {
            self.run_batch(units, workers, log, fuel)?;
            self.ended = true;
            log.interrupt("rendering done", "TLB");
        }
        Ok(())
    }

    /// The tile buffer is cleared: what follows does not depend on what was.
    fn close_tile(
        &mut self,
        units: &mut Units<'_, '_>,
        workers: &dyn Workers,
        log: &mut Log,
        fuel: &mut Fuel,
    ) -> Result<(), Stopped> {
        let ops = std::mem::take(&mut self.ops);
        let stored = std::mem::take(&mut self.stored_by_tile);
        let loads = ops.iter().scan((0, 0), |tile, op| {
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
        let alone = std::mem::take(&mut self.ops_load_after_store);
        let work = TileWork {
            samples: self.samples(),
            start: self.start,
            ops,
        };
        self.start = Start::Cleared(self.clear);
        if clash || alone {
            self.run_batch(units, workers, log, fuel)?;
        }
        self.batch.push(work);
        self.stored_by_batch.extend(stored);
        if self.batch.len() >= TILES || alone {
            self.run_batch(units, workers, log, fuel)?;
        }
        Ok(())
    }

    /// Runs the tiles collected so far, with the one that is open if the list
    /// ends in it.
    fn run_batch(
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
        };
        let slots: Vec<Mutex<Option<TileResult>>> =
            batch.iter().map(|_| Mutex::new(None)).collect();
        let budget = Fuel::new(fuel.left());
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
            for (op, addr, bytes) in result.stores {
                let TileOp::Store(place, site, ..) = &work.ops[op] else {
                    continue;
                };
                if let Err(fault) = units.bus.write(log, crate::bus::Port::Tlb, addr, &bytes) {
                    log.find(&mem::TILE_STORE, (*site, 0), |_| {
                        (place.clone(), format!("{fault}; it was left out"))
                    });
                }
            }
            log.counters.add("tiles.rendered", 1);
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
        {
            self.records.clear();
        }
        prepared?;
        match stopped {
            Some(f) => Err(Stopped(f)),
            None => Ok(()),
        }
    }

    /// Fetches records and shades vertices that the batch uses.
    fn prepare(
        &mut self,
        units: &mut Units<'_, '_>,
        log: &mut Log,
        fuel: &mut Fuel,
    ) -> Result<(), Stopped> {
        for (shader, used) in std::mem::take(&mut self.used) {
            let outer = log.at.clone();
            log.at = outer.inside(Frame::Record(shader.record_name(), shader.address().into()));
            let done = match shader {
                ShaderRef::Gl {
                    address,
                    attributes,
                    extended,
                } => gl_record(address, attributes, extended, &units.bus, log)
                    .and_then(|r| self.gl(shader, &r, &used, units, log, fuel)),
                ShaderRef::Nv { address } => nv_record(address, &units.bus, log).and_then(|r| {
                    let format = nv_format(&r);
                    let new: Vec<u16> = self.missing(shader, &used);
                    let vertices =
                        nv_vertices(&r, format, new.into_iter(), address, &units.bus, log);
                    let stage = fragment_stage(r.fs_single_thread);
                    let (code, uniforms) = (r.fs_code_address, r.fs_uniforms_address);
                    self.add(shader, stage, code, uniforms, format, vertices, units, log)
                }),
                ShaderRef::Vg { .. } => {
                    log.unimplemented("VG shader state");
                    Ok(())
                }
            };
            log.at = outer;
            done?;
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
            .load(Stage::Vertex, code, quirks, &units.bus, log)?;
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
        let new = self.missing(shader, used);
        let mut out = Shaded::new(format.rows());
        let qpus = units.machine.chip.qpus();
        let mut vu = VertexUnits {
            bus: units.bus,
            machine: units.machine,
            vpm: units.vpm,
            first_row: units.first_row,
        };
        for (n, batch) in new.chunks(BATCH).enumerate() {
            let qpu = (n % usize::from(qpus)) as u8;
            vertex.shade(batch, qpu, &mut vu, units.thread, &mut out, log, fuel)?;
        }
        let stage = fragment_stage(record.fs_single_thread);
        let (code, uniforms) = (record.fs_code_address, record.fs_uniforms_address);
        self.add(shader, stage, code, uniforms, format, out, units, log)
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
    ) -> Result<(), Stopped> {
        if let Some(old) = self.records.get_mut(&key) {
            old.vertices.merge(&vertices);
            return Ok(());
        }
        let quirks = &units.machine.qpu_quirks;
        let shader = units.shaders.load(stage, code, quirks, &units.bus, log)?;
        let declared = format.varyings as u32;
        // Points have two varyings of their own before these, lines have one.
        if let Some(read) = shader.summary.varyings.exact()
            && !(declared..=declared + 2).contains(&read)
        {
            log.find(&qpu::VARYINGS_MISMATCH, (code, 0), |outer| {
                let at = outer.inside(Frame::Shader("fragment", code.into()));
                (
                    at,
                    format!("it reads {read} varyings, and the record declares {declared}"),
                )
            });
        }
        let uniforms = UniformWindow::fetch(uniforms, &units.bus, log);
        let at = log.at.clone();
        self.records.insert(
            key,
            Prepared {
                at,
                shader,
                uniforms,
                format,
                vertices,
            },
        );
        Ok(())
    }
}

fn full(f: &FullRes) -> Move {
    if f.disable_color && f.disable_zs {
        return Move::None;
    }
    Move::Full {
        base: f.address,
        color: !f.disable_color,
        zs: !f.disable_zs,
    }
}
