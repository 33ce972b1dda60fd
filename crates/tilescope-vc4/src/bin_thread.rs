//! Control thread 0: executes a binning list.

use std::sync::Arc;

use tilescope_core::{Dump, DumpKind, Frame, Fuel, Location};
use tilescope_raster::{Assembler, Primitive, Provoking};

use crate::binner::{Binner, Draw, VertexFormat};
use crate::bus::{Bus, Port};
use crate::check::Stage;
use crate::cle::{At, Cursor, Stopped};
use crate::code::{Shader, ShaderCache};
use crate::indices::{Fetch, IndexSet, Source, Trouble, topology};
use crate::log::Log;
use crate::packets::{BinningConfig, IndexType, Packet, PrimitiveMode};
use crate::ports::StageKind;
use crate::prim::Indices;
use crate::qpu::thread::Thread;
use crate::quirks::ProvokingVertex;
use crate::records::{GlShaderRecord, NvShaderRecord};
use crate::rules::{bin, cl, mem};
use crate::run::Machine;
use crate::shaded::Shaded;
use crate::state::{Applied, DrawState, ShaderRef};
use crate::tile_lists::NoRoom;
use crate::vertex::{BATCH, VertexShader, VertexUnits};
use crate::vpm::Vpm;

/// What a control thread uses of the device.
pub struct Units<'a, 'd> {
    /// Memory.
    pub bus: Bus<'a>,
    /// Unknowns and modes.
    pub machine: &'d Machine,
    /// Programs.
    pub shaders: &'d mut ShaderCache,
    /// Vertex pipe memory.
    pub vpm: &'d mut Vpm,
    /// First VPM row that user programs do not have.
    pub first_row: u32,
    /// A QPU thread.
    pub thread: &'d mut Thread,
    /// The semaphore between the two control threads.
    pub semaphore: &'d mut u32,
}

/// Why a control thread does not go on.
#[derive(Debug)]
pub enum Pause {
    /// It came to the end of its list.
    End,
    /// It waits for the semaphore.
    Semaphore,
    /// The binner needs memory.
    Memory,
    /// The hardware stopped.
    Stopped(Stopped),
}

impl From<Stopped> for Pause {
    fn from(s: Stopped) -> Self {
        Pause::Stopped(s)
    }
}

/// A draw whose vertices are shaded.
struct Pending {
    at: At,
    location: Location,
    mode: PrimitiveMode,
    source: Source,
    length: u32,
    state: DrawState,
    clipping: bool,
    vertices: Shaded,
    format: VertexFormat,
    /// Primitives already in the lists.
    done: u64,
}

/// Control thread 0.
pub struct BinThread {
    cursor: Cursor,
    state: DrawState,
    binner: Option<Binner>,
    pending: Option<Box<Pending>>,
    draws: u32,
    flushed: bool,
    raised: u32,
    last: Option<At>,
}

/// Draws between state changes after which a counter of the hardware wraps.
/// Source: HW-2116, as Mesa `vc4_draw.c` guards against it.
const MAX_DRAWS: u32 = 0x1ef0;

impl BinThread {
    /// A thread at the start of the list `start..end`.
    pub fn new(start: u32, end: u32, machine: &Machine) -> Self {
        BinThread {
            cursor: Cursor::new("binning", start, end, machine.quirks.sublist_depth),
            state: DrawState::default(),
            binner: None,
            pending: None,
            draws: 0,
            flushed: false,
            raised: 0,
            last: None,
        }
    }

    /// Where it is.
    pub fn cursor(&self) -> &Cursor {
        &self.cursor
    }

    /// The binner, once it is configured.
    pub fn binner(&self) -> Option<&Binner> {
        self.binner.as_ref()
    }

    /// Gives the binner more memory; gives how many blocks it holds.
    pub fn add_memory(&mut self, start: u32, len: u32) -> u32 {
        self.binner.as_mut().map_or(0, |b| b.add_memory(start, len))
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

    /// Executes until the list ends or something is missing.
    pub fn run(&mut self, units: &mut Units<'_, '_>, log: &mut Log, fuel: &mut Fuel) -> Pause {
        loop {
            if self.pending.is_some()
                && let Err(pause) = self.bin(units, log, fuel)
            {
                return pause;
            }
            let (at, packet) = match self.cursor.next(&units.bus, log, fuel) {
                Ok(Some(next)) => next,
                Ok(None) => {
                    self.ended(log);
                    return Pause::End;
                }
                Err(s) => return s.into(),
            };
            self.last = Some(at);
            match self.execute(at, &packet, units, log, fuel) {
                Ok(()) => {}
                Err(pause) => return pause,
            }
        }
    }

    fn find(&self, rule: &'static tilescope_core::Rule, at: At, message: String, log: &mut Log) {
        let place = self.cursor.locate(&log.at, at);
        log.find(rule, (at.address, 0), |_| (place, message));
    }

    fn stop(
        &self,
        rule: &'static tilescope_core::Rule,
        at: At,
        message: String,
        log: &mut Log,
    ) -> Pause {
        let place = self.cursor.locate(&log.at, at);
        Stopped::by(rule, place, message, (at.address, 0), log).into()
    }

    /// What is wrong with a list that came to its end.
    fn ended(&mut self, log: &mut Log) {
        let at = self.last.unwrap_or(At {
            address: self.cursor.pc(),
            name: "record",
            len: 1,
        });
        if self.binner.as_ref().is_some_and(Binner::started) && !self.flushed {
            self.find(
                &cl::FLUSH_MISSING,
                at,
                "the list ends without a flush".to_owned(),
                log,
            );
        }
    }

    /// How often it raised the semaphore.
    pub fn raised(&self) -> u32 {
        self.raised
    }

    /// Whether the tile lists were written out.
    pub fn flushed(&self) -> bool {
        self.flushed
    }

    fn execute(
        &mut self,
        at: At,
        packet: &Packet,
        units: &mut Units<'_, '_>,
        log: &mut Log,
        fuel: &mut Fuel,
    ) -> Result<(), Pause> {
        let applied = self.state.apply(packet);
        if let (Applied::Group(group), Some(b)) = (applied, &mut self.binner) {
            b.changed(group);
        }
        if applied != Applied::Nothing {
            self.check_state(at, packet, log);
            return Ok(());
        }
        let draw = matches!(
            packet,
            Packet::IndexedPrimitives { .. } | Packet::ArrayPrimitives { .. }
        );
        if self.flushed && draw {
            self.find(
                &cl::WORK_AFTER_FLUSH,
                at,
                "a draw comes after the flush".to_owned(),
                log,
            );
        }
        match *packet {
            Packet::Halt => {
                self.find(&cl::HALT, at, "the thread halts".to_owned(), log);
                return Err(Pause::End);
            }
            Packet::TileBinningMode(config) => self.configure(at, config, log)?,
            Packet::StartTileBinning => self.start(at, units, log)?,
            Packet::IncrementSemaphore => {
                self.raised += 1;
                *units.semaphore += 1;
                if *units.semaphore > 1 {
                    let message = format!("the semaphore is now {}", units.semaphore);
                    self.find(&cl::EXCESS_SEMAPHORE, at, message, log);
                }
            }
            Packet::WaitOnSemaphore => {
                if *units.semaphore == 0 {
                    self.cursor.back(at);
                    return Err(Pause::Semaphore);
                }
                *units.semaphore -= 1;
            }
            Packet::Flush => self.flush(at, None, units, log)?,
            Packet::FlushAllState => {
                let state = self.state.clone();
                self.flush(at, Some(&state), units, log)?;
            }
            Packet::IndexedPrimitives {
                mode,
                index_type,
                length,
                address,
                max_index,
            } => {
                if let IndexType::Unknown(n) = index_type {
                    self.find(&cl::INDEX_TYPE, at, format!("the index type is {n}"), log);
                }
                let source = Source::list(address, index_type, max_index);
                self.draw(at, mode, source, length, units, log, fuel)?;
                return self.bin(units, log, fuel);
            }
            Packet::ArrayPrimitives {
                mode,
                length,
                first,
            } => {
                self.draw(at, mode, Source::Array { first }, length, units, log, fuel)?;
                return self.bin(units, log, fuel);
            }
            Packet::VgCoordinateArrayPrimitives { .. } => log.unimplemented("VG coordinate arrays"),
            Packet::VgInlineShaderRecord { .. } => log.unimplemented("VG inline shader records"),
            Packet::Nop
            | Packet::Marker
            | Packet::ResetMarkerCount
            | Packet::Branch { .. }
            | Packet::BranchToSubList { .. }
            | Packet::ReturnFromSubList
            | Packet::ClipperXyScaling { .. }
            | Packet::ClipperZScaling { .. }
            | Packet::PrimitiveListFormat { .. }
            | Packet::GemHandles(_) => {}
            _ => {
                let message = "the record is for rendering lists; it was skipped".to_owned();
                self.find(&cl::WRONG_THREAD, at, message, log);
            }
        }
        Ok(())
    }

    fn check_state(&self, at: At, packet: &Packet, log: &mut Log) {
        match *packet {
            Packet::PointSize(s) if !(s >= 0.125) => {
                self.find(
                    &cl::POINT_SIZE_TOO_SMALL,
                    at,
                    format!("the point size is {s}"),
                    log,
                );
            }
            Packet::GlShaderState { address, .. }
            | Packet::NvShaderState { address }
            | Packet::VgShaderState { address }
                if !address.is_multiple_of(16) =>
            {
                self.find(
                    &cl::UNALIGNED_ADDRESS,
                    at,
                    format!("the record is at {address:#010x}"),
                    log,
                );
            }
            _ => {}
        }
    }

    fn configure(&mut self, at: At, config: BinningConfig, log: &mut Log) -> Result<(), Pause> {
        if self.binner.is_some() {
            self.find(
                &cl::TWO_BINNING_CONFIGS,
                at,
                "binning was configured before".to_owned(),
                log,
            );
        }
        let (w, h) = (config.width, config.height);
        if w == 0 || h == 0 {
            return Err(self.stop(
                &cl::ZERO_TILES,
                at,
                format!("the frame is {w}x{h} tiles"),
                log,
            ));
        }
        let size = if config.ms_mode_4x { 32 } else { 64 };
        if u32::from(w) * size > 4096 || u32::from(h) * size > 4096 {
            let message = format!("{w}x{h} tiles of {size} pixels are more than 4096 pixels");
            self.find(&cl::TOO_MANY_TILES, at, message, log);
        }
        for (what, address, align) in [
            ("tile allocation memory", config.alloc_address, 256),
            ("tile state", config.state_address, 16),
        ] {
            if !address.is_multiple_of(align) {
                let message = format!("{what} is at {address:#010x}, not a multiple of {align}");
                self.find(&cl::UNALIGNED_ADDRESS, at, message, log);
            }
        }
        if config.tile_buffer_64bit || config.db_non_ms {
            let message = "64-bit colour or double-buffered tiles are asked for".to_owned();
            self.find(&cl::UNSUPPORTED_MODE, at, message, log);
            log.unimplemented("64-bit colour and double-buffered tiles");
        }
        let binner = Binner::new(config);
        if binner.first_blocks() > config.alloc_size.into() {
            let message = format!(
                "the first blocks take {} bytes, and tile allocation memory has {}",
                binner.first_blocks(),
                config.alloc_size
            );
            self.find(&bin::ALLOC_TOO_SMALL, at, message, log);
        }
        let tiles = u64::from(w) * u64::from(h);
        let state = u64::from(config.state_address);
        let alloc = u64::from(config.alloc_address);
        if state < alloc + u64::from(config.alloc_size) && alloc < state + tiles * 48 {
            let message = format!(
                "tile state at {state:#010x} and tile allocation memory at {alloc:#010x} overlap"
            );
            self.find(&bin::MEMORY_OVERLAPS, at, message, log);
        }
        self.binner = Some(binner);
        self.flushed = false;
        Ok(())
    }

    fn start(&mut self, at: At, units: &mut Units<'_, '_>, log: &mut Log) -> Result<(), Pause> {
        let Some(binner) = &mut self.binner else {
            let message = "binning starts, but was not configured".to_owned();
            return Err(self.stop(&cl::NO_BINNING_CONFIG, at, message, log));
        };
        let twice = binner.started();
        match binner.start(&units.bus, log) {
            Ok(unwritten) => {
                if unwritten {
                    let message =
                        "tile state is neither initialised by the binner nor written before"
                            .to_owned();
                    self.find(&bin::TILE_STATE_NOT_INITIALISED, at, message, log);
                }
            }
            Err(e) => return Err(self.no_room(at, e, log)),
        }
        if twice {
            self.find(
                &cl::TWO_START_TILE_BINNING,
                at,
                "binning was started before".to_owned(),
                log,
            );
        }
        Ok(())
    }

    fn no_room(&self, at: At, e: NoRoom, log: &mut Log) -> Pause {
        match e {
            NoRoom::OutOfMemory => Pause::Memory,
            NoRoom::Fault(fault) => self.stop(&mem::TILE_LIST_WRITE, at, fault.to_string(), log),
        }
    }

    fn flush(
        &mut self,
        at: At,
        all_state: Option<&DrawState>,
        units: &mut Units<'_, '_>,
        log: &mut Log,
    ) -> Result<(), Pause> {
        let Some(binner) = self.binner.as_mut().filter(|b| b.started()) else {
            let message = "a flush comes before binning was started".to_owned();
            self.find(&cl::NO_START_TILE_BINNING, at, message, log);
            return Ok(());
        };
        if let Err(e) = binner.flush(all_state, &units.bus, log) {
            if e == NoRoom::OutOfMemory {
                self.cursor.back(at);
            }
            return Err(self.no_room(at, e, log));
        }
        let stats = binner.stats;
        let lists = binner.lists();
        let touched = lists.iter().filter(|l| l.primitives > 0).count() as u64;
        for (name, n) in [
            ("primitives.in", stats.primitives),
            ("primitives.culled", stats.culled),
            ("primitives.degenerate", stats.degenerate),
            ("primitives.outside", stats.outside),
            ("primitives.clipped", stats.clipped),
            ("primitives.binned", stats.entries),
            ("tiles.touched", touched),
            ("draws", self.draws.into()),
        ] {
            log.counters.add(name, n);
        }
        self.draws = 0;
        if log.wants(DumpKind::Tiles) {
            let dump = dump_lists(binner, &units.bus, log);
            log.dump(dump);
        }
        if let Some(b) = &mut self.binner {
            b.stats = Default::default();
        }
        self.flushed = true;
        log.interrupt("binning done", "PTB");
        Ok(())
    }

    /// Fetches, shades and remembers a draw.
    #[expect(clippy::too_many_arguments, reason = "two callers, right above")]
    fn draw(
        &mut self,
        at: At,
        mode: PrimitiveMode,
        source: Source,
        length: u32,
        units: &mut Units<'_, '_>,
        log: &mut Log,
        fuel: &mut Fuel,
    ) -> Result<(), Pause> {
        let index = self.draws;
        self.draws += 1;
        let outer = std::mem::take(&mut log.at);
        log.at = self.cursor.locate(&outer, at).inside(Frame::Draw(index));
        let done = self.prepare(at, mode, source, length, units, log, fuel);
        log.at = outer;
        self.pending = done?;
        Ok(())
    }

    #[expect(clippy::too_many_arguments, reason = "the body of `draw`")]
    fn prepare(
        &mut self,
        at: At,
        mode: PrimitiveMode,
        source: Source,
        length: u32,
        units: &mut Units<'_, '_>,
        log: &mut Log,
        fuel: &mut Fuel,
    ) -> Result<Option<Box<Pending>>, Pause> {
        let site = (at.address, 0);
        if !self.binner.as_ref().is_some_and(Binner::started) {
            let here = log.at.clone();
            let message = "a draw comes before START_TILE_BINNING".to_owned();
            return Err(Stopped::by(&cl::NO_START_TILE_BINNING, here, message, site, log).into());
        }
        let missing: Vec<&str> = [
            (self.state.shader.is_none(), "shader state"),
            (self.state.config.is_none(), "configuration bits"),
            (self.state.clip_window.is_none(), "clip window"),
            (self.state.viewport.is_none(), "viewport offset"),
        ]
        .into_iter()
        .filter_map(|(m, what)| m.then_some(what))
        .collect();
        if !missing.is_empty() {
            let message = format!("nothing set the {}", missing.join(", the "));
            log.find(&cl::DRAW_BEFORE_STATE, site, |here| (here.clone(), message));
        }
        let Some(shader) = self.state.shader else {
            return Ok(None);
        };
        if topology(mode).is_none() {
            log.find(&cl::PRIMITIVE_TYPE, site, |here| {
                (
                    here.clone(),
                    format!("the primitive mode is {}", mode.bits()),
                )
            });
            return Ok(None);
        }
        if mode == PrimitiveMode::LineLoop && length == 2 {
            log.find(&cl::LINE_LOOP_OF_TWO, site, |here| {
                (here.clone(), "the loop has 2 vertices".to_owned())
            });
        }
        if self.draws == MAX_DRAWS + 1 {
            log.find(&cl::TOO_MANY_DRAWS, site, |here| {
                (
                    here.clone(),
                    format!("this is draw {} of the list", self.draws),
                )
            });
        }
        let least = match mode {
            PrimitiveMode::Points => 1,
            PrimitiveMode::Lines | PrimitiveMode::LineLoop | PrimitiveMode::LineStrip => 2,
            _ => 3,
        };
        if length < least {
            log.find(&cl::EMPTY_DRAW, site, |here| {
                (here.clone(), format!("the draw has {length} vertices"))
            });
        }
        let samples = self
            .binner
            .as_ref()
            .map(Binner::samples)
            .unwrap_or_default();
        let oversample = self.state.config().oversample.bits() != 0;
        if oversample != (samples.count() == 4) {
            let (a, b) = (
                if oversample {
                    "oversamples"
                } else {
                    "does not oversample"
                },
                samples.count(),
            );
            log.find(&cl::MS_MODE_MISMATCH, site, |here| {
                (
                    here.clone(),
                    format!("the rasteriser {a}, and binning is for {b} sample(s) a pixel"),
                )
            });
        }

        let mut used = IndexSet::default();
        let mut child = log.child();
        let mut fetch = Fetch::new(source, length, units.bus, &mut child);
        let mut count = 0u64;
        for i in &mut fetch {
            used.insert(i as u16);
            count += 1;
            if fuel.take(1).is_err() {
                break;
            }
        }
        let trouble = fetch.trouble;
        log.append(child);
        report_indices(&trouble, source, length, site, log);

        let (format, clipping, vertices) = match shader {
            ShaderRef::Gl {
                address,
                attributes,
                extended,
            } => {
                let record = gl_record(address, attributes, extended, &units.bus, log)?;
                let program = units.shaders.load(
                    Stage::Coordinate,
                    record.coordinate.code_address,
                    &units.machine.qpu_quirks,
                    &units.bus,
                    log,
                )?;
                let format = VertexFormat {
                    clip: true,
                    point_size: record.point_size,
                    varyings: 0,
                };
                let vertices =
                    self.shade(&record, &program, format, &used, shader, units, log, fuel)?;
                (format, record.enable_clipping, vertices)
            }
            ShaderRef::Nv { address } => {
                let record = nv_record(address, &units.bus, log)?;
                let format = nv_format(&record);
                let vertices = nv_vertices(&record, format, used.iter(), address, &units.bus, log);
                (format, record.enable_clipping, vertices)
            }
            ShaderRef::Vg { .. } => {
                log.unimplemented("VG shader state");
                return Ok(None);
            }
        };
        let _ = count;
        Ok(Some(Box::new(Pending {
            at,
            location: log.at.clone(),
            mode,
            source,
            length,
            state: self.state.clone(),
            clipping,
            vertices,
            format,
            done: 0,
        })))
    }

    #[expect(clippy::too_many_arguments, reason = "one caller")]
    fn shade(
        &self,
        record: &GlShaderRecord,
        program: &Arc<Shader>,
        format: VertexFormat,
        used: &IndexSet,
        shader: ShaderRef,
        units: &mut Units<'_, '_>,
        log: &mut Log,
        fuel: &mut Fuel,
    ) -> Result<Shaded, Pause> {
        let shader = VertexShader {
            stage: StageKind::Coordinate,
            record,
            shader: program,
            format,
            at: log
                .at
                .inside(Frame::Record(shader.record_name(), shader.address().into())),
        };
        shader.check(log);
        let qpus = units.machine.chip.qpus();
        let mut vu = VertexUnits {
            bus: units.bus,
            machine: units.machine,
            vpm: units.vpm,
            first_row: units.first_row,
        };
        let mut out = Shaded::new(format.rows());
        let all: Vec<u16> = used.iter().collect();
        for (n, batch) in all.chunks(BATCH).enumerate() {
            let qpu = (n % usize::from(qpus)) as u8;
            shader.shade(batch, qpu, &mut vu, units.thread, &mut out, log, fuel)?;
        }
        Ok(out)
    }

    /// Bins the pending draw, from where it stopped.
    fn bin(
        &mut self,
        units: &mut Units<'_, '_>,
        log: &mut Log,
        fuel: &mut Fuel,
    ) -> Result<(), Pause> {
        let (Some(mut p), Some(binner)) = (self.pending.take(), &mut self.binner) else {
            return Ok(());
        };
        let Some(topology) = topology(p.mode) else {
            return Ok(());
        };
        let provoking = match units.machine.quirks.provoking_vertex {
            ProvokingVertex::First => Provoking::First,
            ProvokingVertex::Last => Provoking::Last,
        };
        let mut child = log.child();
        let mut fetch = Fetch::new(p.source, p.length, units.bus, &mut child);
        let draw = Draw {
            state: &p.state,
            clipping: p.clipping,
            vertices: &p.vertices,
            format: p.format,
            at: &p.location,
            site: p.at.address,
        };
        let mut failed = None;
        let mut done = 0;
        for primitive in Assembler::new(topology, provoking, None, &mut fetch) {
            done += 1;
            if done <= p.done {
                continue;
            }
            let indices = match primitive {
                Primitive::Point(a) => Indices::Point([a as u16]),
                Primitive::Line(i) => Indices::Line(i.map(|i| i as u16)),
                Primitive::Triangle(i) => Indices::Triangle(i.map(|i| i as u16)),
            };
            if fuel.take(4).is_err() {
                failed = Some(None);
                break;
            }
            if let Err(e) = binner.primitive(&draw, indices, &units.machine.quirks, &units.bus, log)
            {
                failed = Some(Some(e));
                break;
            }
        }
        log.append(child);
        let at = p.at;
        match failed {
            None => Ok(()),
            Some(None) => {
                let message = "the draw was still going on when the fuel ran out".to_owned();
                Err(self.stop(&cl::TOO_MANY_RECORDS, at, message, log))
            }
            Some(Some(e)) => {
                p.done = done - 1;
                self.pending = Some(p);
                Err(self.no_room(at, e, log))
            }
        }
    }
}

fn report_indices(t: &Trouble, source: Source, length: u32, site: (u32, u32), log: &mut Log) {
    let mut find = |rule, message: String| log.find(rule, site, |here| (here.clone(), message));
    if let Some((at, index)) = t.above_max {
        let Source::List { max, .. } = source else {
            return;
        };
        find(
            &cl::MAX_INDEX_EXCEEDED,
            format!("index {at} is {index}, and the maximum is {max}"),
        );
    }
    if let Some(at) = t.unreadable {
        find(
            &mem::INDEX_READ,
            format!("index {at} of {length} is in no buffer; the draw ends there"),
        );
    }
    if let Some(at) = t.unwritten {
        find(
            &mem::UNINITIALISED_INDEX,
            format!("indices from {at} on were never written"),
        );
    }
    if t.above_16_bits {
        find(
            &cl::ARRAYS_OVER_65535,
            format!("{length} vertices from {source:?} go past index 65535; the draw ends there"),
        );
    }
}

/// Fetches a GL shader record.
pub fn gl_record(
    address: u32,
    attributes: u8,
    extended: bool,
    bus: &Bus<'_>,
    log: &mut Log,
) -> Result<GlShaderRecord, Stopped> {
    let attributes = if extended { 8 } else { attributes };
    let bytes = record_bytes(
        address,
        GlShaderRecord::size(attributes, extended),
        "GL shader record",
        bus,
        log,
    )?;
    let record = GlShaderRecord::decode(&bytes, attributes, extended);
    record.map_err(|e| record_stop(address, "GL shader record", e.to_string(), log))
}

/// Fetches an NV shader record.
pub fn nv_record(address: u32, bus: &Bus<'_>, log: &mut Log) -> Result<NvShaderRecord, Stopped> {
    let bytes = record_bytes(address, NvShaderRecord::SIZE, "NV shader record", bus, log)?;
    let record = NvShaderRecord::decode(&bytes);
    record.map_err(|e| record_stop(address, "NV shader record", e.to_string(), log))
}

fn record_stop(address: u32, name: &'static str, message: String, log: &mut Log) -> Stopped {
    let at = log.at.inside(Frame::Record(name, address.into()));
    Stopped::by(&mem::RECORD_READ, at, message, (address, 0), log)
}

fn record_bytes(
    address: u32,
    len: usize,
    name: &'static str,
    bus: &Bus<'_>,
    log: &mut Log,
) -> Result<Vec<u8>, Stopped> {
    let mut bytes = vec![0; len];
    if let Err(fault) = bus.read(log, Port::Pse, address, &mut bytes) {
        return Err(record_stop(address, name, fault.to_string(), log));
    }
    if !bus.initialised(address, len as u32) {
        log.find(&mem::UNINITIALISED_LIST, (address, 0), |at| {
            let at = at.inside(Frame::Record(name, address.into()));
            (
                at,
                format!("the {len} bytes of the record were not all written"),
            )
        });
    }
    Ok(bytes)
}

/// The words of an NV vertex.
pub fn nv_format(record: &NvShaderRecord) -> VertexFormat {
    VertexFormat {
        clip: record.clip_header,
        point_size: record.point_size,
        varyings: record.fs_varyings.into(),
    }
}

/// Fetches NV vertices, which are shaded already.
pub fn nv_vertices(
    record: &NvShaderRecord,
    format: VertexFormat,
    indices: impl Iterator<Item = u16>,
    site: u32,
    bus: &Bus<'_>,
    log: &mut Log,
) -> Shaded {
    let mut out = Shaded::new(format.rows());
    let mut bytes = vec![0; format.rows() * 4];
    let mut words = vec![0; format.rows()];
    for i in indices {
        let at = u32::from(i).wrapping_mul(record.stride.into());
        let addr = record.vertices_address.wrapping_add(at);
        bytes.fill(0);
        if let Err(fault) = bus.read(log, Port::Vcd, addr, &mut bytes) {
            log.find(&mem::ATTRIBUTE_READ, (site, 0), |here| {
                (
                    here.clone(),
                    format!("vertex {i}: {fault}; zeros were used"),
                )
            });
        } else if !bus.initialised(addr, bytes.len() as u32) {
            log.find(&mem::UNINITIALISED_ATTRIBUTE, (site, 0), |here| {
                (
                    here.clone(),
                    format!("vertex {i} at {addr:#010x} was never written"),
                )
            });
        }
        for (w, b) in words.iter_mut().zip(bytes.chunks_exact(4)) {
            *w = u32::from_le_bytes([b[0], b[1], b[2], b[3]]);
        }
        out.insert(i, &words);
    }
    out
}

/// The first bytes of every tile list that holds primitives.
fn dump_lists(binner: &Binner, bus: &Bus<'_>, log: &mut Log) -> Dump {
    let columns = usize::from(binner.config().width);
    let mut rows = Vec::new();
    for (i, list) in binner
        .lists()
        .iter()
        .enumerate()
        .filter(|(_, l)| l.primitives > 0)
    {
        let mut bytes = [0; 32];
        let _ = bus.read(log, Port::Ptb, list.start, &mut bytes);
        let words = bytes
            .chunks_exact(4)
            .map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
        let label = format!(
            "({}, {}) {:#010x}, {} primitives",
            i % columns,
            i / columns,
            list.start,
            list.primitives
        );
        rows.push((label, words.collect()));
    }
    let title = format!(
        "tile lists, {} of {} tiles touched",
        rows.len(),
        binner.lists().len()
    );
    Dump {
        kind: DumpKind::Tiles,
        title,
        rows,
    }
}
