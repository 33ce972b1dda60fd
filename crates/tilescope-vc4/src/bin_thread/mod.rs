//! Control thread 0: executes a binning list.

mod checks;
mod draw;
mod tile_text;

use tilescope_core::Location;

use crate::binned::BinnedRecords;
use crate::binner::Binner;
use crate::cle::{At, Cursor, Stopped, out_of_fuel};
use crate::code::ShaderCache;
use crate::dumps;
use crate::idle::Idle;
use crate::indices::DrawCommand;
use crate::log::{Ctx, Log};
use crate::packets::{BinningConfig, IndexType, Packet};
use crate::prim::Indices;
use crate::qpu::thread::Thread;
use crate::records::GlShaderRecord;
use crate::rules::{bin, cl, mem};
use crate::run::Machine;
use crate::state::{Applied, DrawState};
use crate::tile_lists::NoRoom;
use crate::tlb::unimplemented_modes;
use crate::uniforms::UniformWindow;
use crate::vpm::Vpm;
use draw::Pending;

/// Parts of the device that a control thread uses.
pub struct Units<'d> {
    /// Unknowns and modes.
    pub machine: &'d Machine,
    /// Programs.
    pub shaders: &'d mut ShaderCache,
    /// Vertex pipe memory.
    pub vpm: &'d mut Vpm,
    /// First VPM row that is not reserved for user programs.
    pub first_row: u32,
    /// A QPU thread.
    pub thread: &'d mut Thread,
    /// Its uniforms.
    pub uniforms: &'d mut UniformWindow,
    /// Threads and allocations that are not in use.
    pub idle: &'d Idle,
    /// A shader record, for the allocation of the next one.
    pub record: GlShaderRecord,
    /// The semaphore between the two control threads.
    pub semaphore: &'d mut u32,
    /// Result of the binning of this frame so far.
    pub binned: Option<Binned>,
    /// The shader records that it used.
    pub binned_records: &'d mut BinnedRecords,
}

/// State of a binning pass.
#[derive(Clone, Copy, Debug)]
pub struct Binned {
    /// Its configuration.
    pub config: BinningConfig,
    /// Whether its tile lists were written out.
    pub flushed: bool,
    /// Whether its size was reported as wrong.
    pub wrong_size: bool,
}

/// Reason why a control thread pauses.
#[derive(Debug)]
pub enum Pause {
    /// The list ended.
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

/// Control thread 0.
#[derive(Default)]
pub struct BinThread {
    cursor: Cursor,
    state: DrawState,
    binner: Option<Binner>,
    pending: Option<Box<Pending>>,
    /// The last draw that was binned, for its allocation.
    drawn: Option<Box<Pending>>,
    draws: u32,
    flushed: bool,
    /// Whether the size of the frame was reported as wrong.
    wrong_size: bool,
    /// The FLUSH_ALL that ended binning.
    flushed_all: Option<(At, Location)>,
    raised: u32,
    /// Number of raises that wait for the flush, and the last record that requested one.
    raising: Option<(u32, At)>,
    /// The last INCREMENT_SEMAPHORE.
    raised_at: Option<(Location, u32)>,
    last: Option<At>,
    /// The location of the last draw, whose allocation the next one takes.
    spare: Location,
    /// The indices of the last draw, for their allocation.
    indices: Vec<u16>,
    /// Words of its vertices, for theirs.
    words: Vec<u32>,
    /// Its last primitives, for theirs.
    batch: Vec<Indices>,
}

impl BinThread {
    /// A thread at the start of the list `start..end`.
    pub fn new(start: u32, end: u32, machine: &Machine) -> Self {
        BinThread {
            cursor: Cursor::new("binning", start, end, machine.quirks.sublist_depth),
            ..BinThread::default()
        }
    }

    /// The current position.
    pub fn cursor(&self) -> &Cursor {
        &self.cursor
    }

    /// The binner, once it is configured.
    pub fn binner(&self) -> Option<&Binner> {
        self.binner.as_ref()
    }

    /// Gives the binner more memory; returns the number of blocks that it holds.
    pub fn add_memory(&mut self, start: u32, len: u32) -> u32 {
        self.binner.as_mut().map_or(0, |b| b.add_memory(start, len))
    }

    /// Location of the record being executed.
    pub fn location(&self, log: &Log) -> Location {
        let at = self.last.unwrap_or_else(|| self.cursor.here());
        self.cursor.locate(&log.at, at)
    }

    /// Executes until the list ends or the thread has to pause.
    pub fn run(&mut self, units: &mut Units<'_>, c: &mut Ctx<'_>) -> Pause {
        // The log may have another location than in the last run.
        self.spare = Location::default();
        loop {
            if self.pending.is_some()
                && let Err(pause) = self.bin(units, c)
            {
                return pause;
            }
            let (at, packet) = match self.cursor.next(c) {
                Ok(Some(next)) => next,
                Ok(None) => {
                    self.ended(c.log);
                    return Stopped::noted(c.log).map_or(Pause::End, Pause::Stopped);
                }
                Err(s) => return s.into(),
            };
            self.last = Some(at);
            let result = self.execute(at, &packet, units, c);
            if let Some(stop) = Stopped::noted(c.log) {
                return Pause::Stopped(stop);
            }
            if let Err(pause) = result {
                return pause;
            }
        }
    }

    /// Reports records that are missing from a finished list.
    fn ended(&mut self, log: &mut Log) {
        let at = self.last.unwrap_or_else(|| self.cursor.here());
        if self.binner.as_ref().is_some_and(Binner::started) && !self.flushed {
            self.cursor.find(
                &cl::FLUSH_MISSING,
                at,
                "the list ends without a flush".to_owned(),
                log,
            );
        }
    }

    /// Number of times it raised the semaphore.
    pub fn raised(&self) -> u32 {
        self.raised
    }

    /// Location and address of the last record that raised the semaphore.
    pub fn raised_at(&self) -> Option<(Location, u32)> {
        self.raised_at.clone()
    }

    /// Whether the tile lists were written out.
    pub fn flushed(&self) -> bool {
        self.flushed
    }

    /// The binned tile lists, once binning is configured.
    pub fn binned(&self) -> Option<Binned> {
        self.binner.as_ref().map(|b| Binned {
            config: *b.config(),
            flushed: self.flushed,
            wrong_size: self.wrong_size,
        })
    }

    fn execute(
        &mut self,
        at: At,
        packet: &Packet,
        units: &mut Units<'_>,
        c: &mut Ctx<'_>,
    ) -> Result<(), Pause> {
        let applied = self.state.apply(packet);
        if let (Applied::Group(group), Some(b)) = (applied, &mut self.binner) {
            b.changed(group);
        }
        if applied != Applied::Nothing {
            self.check_state(at, packet, c.log);
            return Ok(());
        }
        let draw = DrawCommand::of(packet);
        if let Some((all, place)) = self.flushed_all.take_if(|_| draw.is_some()) {
            let message = "a draw follows this record".to_owned();
            c.log.find(&cl::FLUSH_ALL_MID_LIST, (all.address, 0), |_| {
                (place, message)
            });
        } else if self.flushed && draw.is_some() {
            self.cursor.find(
                &cl::WORK_AFTER_FLUSH,
                at,
                "this draw comes after the flush".to_owned(),
                c.log,
            );
        }
        if let Some(draw) = draw {
            if let Packet::IndexedPrimitives {
                index_type: IndexType::Unknown(n),
                ..
            } = *packet
            {
                self.cursor
                    .find(&cl::INDEX_TYPE, at, format!("the index type is {n}"), c.log);
            }
            self.draw(at, draw, units, c)?;
            return self.bin(units, c);
        }
        match *packet {
            Packet::Halt => {
                self.ended(c.log);
                if !self.cursor.at_end() {
                    let message = "the list halts here, and records follow".to_owned();
                    self.cursor.find(&cl::HALT, at, message, c.log);
                }
                return Err(Pause::End);
            }
            Packet::TileBinningMode(config) => self.configure(at, config, c.log)?,
            Packet::StartTileBinning => self.start(at, c)?,
            Packet::IncrementSemaphore => {
                self.raised += 1;
                self.raised_at = Some((self.cursor.locate(&c.log.at, at), at.address));
                let waiting = self.raising.map_or(0, |(n, _)| n);
                self.raising = Some((waiting.saturating_add(1), at));
                if self.flushed || !self.binner.as_ref().is_some_and(Binner::started) {
                    self.raise(units, c.log);
                }
            }
            Packet::WaitOnSemaphore => {
                if *units.semaphore == 0 {
                    self.cursor.rewind(at);
                    return Err(Pause::Semaphore);
                }
                *units.semaphore -= 1;
            }
            Packet::Flush => self.flush(at, None, units, c)?,
            Packet::FlushAllState => {
                let state = self.state.clone();
                self.flush(at, Some(&state), units, c)?;
                self.flushed_all = Some((at, self.cursor.locate(&c.log.at, at)));
            }
            Packet::VgCoordinateArrayPrimitives { .. } => {
                c.log.unimplemented("VG coordinate arrays")
            }
            Packet::VgInlineShaderRecord { .. } => c.log.unimplemented("VG inline shader records"),
            Packet::IndexedPrimitives { .. }
            | Packet::ArrayPrimitives { .. }
            | Packet::Nop
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
                let message =
                    "the record is only valid in rendering lists; it was skipped".to_owned();
                self.cursor.find(&cl::WRONG_THREAD, at, message, c.log);
            }
        }
        Ok(())
    }

    fn configure(&mut self, at: At, config: BinningConfig, log: &mut Log) -> Result<(), Pause> {
        if self.binner.is_some() {
            self.cursor.find(
                &cl::TWO_BINNING_CONFIGS,
                at,
                "binning is already configured".to_owned(),
                log,
            );
        }
        let (w, h) = (config.width, config.height);
        if w == 0 || h == 0 {
            let message = format!("the frame is {w}x{h} tiles");
            return Err(self.cursor.stop(&cl::ZERO_TILES, at, message, log).into());
        }
        let size = if config.ms_mode_4x { 32 } else { 64 };
        if u32::from(w) * size > 4096 || u32::from(h) * size > 4096 {
            let message = format!("{w}x{h} tiles of {size} pixels are more than 4096 pixels");
            self.cursor.find(&cl::TOO_MANY_TILES, at, message, log);
            self.wrong_size = true;
        }
        for (what, address, align) in [
            ("tile allocation memory", config.alloc_address, 256),
            ("tile state", config.state_address, 16),
        ] {
            if !address.is_multiple_of(align) {
                let message = format!("{what} is at {address:#010x}, not a multiple of {align}");
                self.cursor.find(&cl::UNALIGNED_ADDRESS, at, message, log);
            }
        }
        if config.tile_buffer_64bit || config.db_non_ms {
            for what in unimplemented_modes(config.tile_buffer_64bit, config.db_non_ms) {
                log.unimplemented(what);
            }
        }
        let binner = Binner::new(config);
        if binner.first_blocks() > config.alloc_size.into() {
            let message = format!(
                "the first blocks take {} bytes, and tile allocation memory has {}",
                binner.first_blocks(),
                config.alloc_size
            );
            self.cursor.find(&bin::ALLOC_TOO_SMALL, at, message, log);
        }
        let tiles = u64::from(w) * u64::from(h);
        let state = u64::from(config.state_address);
        let alloc = u64::from(config.alloc_address);
        if state < alloc + u64::from(config.alloc_size) && alloc < state + tiles * 48 {
            let message = format!(
                "tile state at {state:#010x} and tile allocation memory at {alloc:#010x} overlap"
            );
            self.cursor.find(&bin::MEMORY_OVERLAPS, at, message, log);
        }
        self.binner = Some(binner);
        self.flushed = false;
        Ok(())
    }

    /// Charges fuel for an operation on every tile.
    fn pay_tiles(&self, at: At, each: u64, c: &mut Ctx<'_>) -> Result<(), Pause> {
        let tiles = self.binner.as_ref().map_or(0, |b| {
            u64::from(b.config().width) * u64::from(b.config().height)
        });
        match c.fuel.take(tiles * each) {
            Ok(()) => Ok(()),
            Err(_) => Err(self.no_room(at, NoRoom::OutOfFuel, c.log)),
        }
    }

    fn start(&mut self, at: At, c: &mut Ctx<'_>) -> Result<(), Pause> {
        self.pay_tiles(at, 32, c)?;
        let Some(binner) = &mut self.binner else {
            let message = "binning starts without a configuration".to_owned();
            return Err(self
                .cursor
                .stop(&cl::NO_BINNING_CONFIG, at, message, c.log)
                .into());
        };
        let twice = binner.started();
        match binner.start(&c.bus, c.log) {
            Ok(unwritten) => {
                if unwritten {
                    let message =
                        "the tile state is neither initialised by the binner nor written beforehand"
                            .to_owned();
                    self.cursor
                        .find(&bin::TILE_STATE_NOT_INITIALISED, at, message, c.log);
                }
            }
            Err(e) => return Err(self.no_room(at, e, c.log)),
        }
        if twice {
            self.cursor.find(
                &cl::TWO_START_TILE_BINNING,
                at,
                "binning has already started".to_owned(),
                c.log,
            );
        }
        Ok(())
    }

    fn no_room(&self, at: At, e: NoRoom, log: &mut Log) -> Pause {
        match e {
            NoRoom::OutOfMemory => Pause::Memory,
            NoRoom::OutOfFuel => {
                let place = self.cursor.locate(&log.at, at);
                let site = (at.address, 0);
                out_of_fuel("binning was not complete", place, site, log).into()
            }
            NoRoom::Fault(fault) => {
                let message = fault.to_string();
                self.cursor
                    .stop(&mem::TILE_LIST_WRITE, at, message, log)
                    .into()
            }
        }
    }

    fn flush(
        &mut self,
        at: At,
        all_state: Option<&DrawState>,
        units: &mut Units<'_>,
        c: &mut Ctx<'_>,
    ) -> Result<(), Pause> {
        let each = if all_state.is_some() { 512 } else { 64 };
        self.pay_tiles(at, each, c)?;
        let Some(binner) = self.binner.as_mut().filter(|b| b.started()) else {
            let message = "this flush comes before START_TILE_BINNING".to_owned();
            self.cursor
                .find(&cl::NO_START_TILE_BINNING, at, message, c.log);
            return Ok(());
        };
        if let Err(e) = binner.flush(all_state, &c.bus, c.log) {
            if e == NoRoom::OutOfMemory {
                self.cursor.rewind(at);
            }
            return Err(self.no_room(at, e, c.log));
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
            c.log.counters.add(name, n);
        }
        self.draws = 0;
        if c.log.wants(dumps::TILES) {
            let dump = tile_text::dump(binner, &c.bus, units.binned_records);
            c.log.dump(dump);
        }
        if let Some(b) = &mut self.binner {
            b.stats = Default::default();
        }
        self.flushed = true;
        c.log.interrupt("binning done", "PTB");
        self.raise(units, c.log);
        Ok(())
    }

    /// Raises the semaphore as often as requested. The other thread sees it only when
    /// the flush is complete (Mesa `vc4_job.c`).
    fn raise(&mut self, units: &mut Units<'_>, log: &mut Log) {
        let Some((count, at)) = self.raising.take() else {
            return;
        };
        *units.semaphore = units.semaphore.saturating_add(count);
        if *units.semaphore > 1 {
            let message = format!("the semaphore is now {}", units.semaphore);
            self.cursor.find(&cl::EXCESS_SEMAPHORE, at, message, log);
        }
    }
}
