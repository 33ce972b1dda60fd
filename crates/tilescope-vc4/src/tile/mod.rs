//! One tile: loads, primitives through the front-end pipe and fragment shader, stores.
//! Tiles are independent, so any number can run in parallel.

mod drawing;
mod flat;
mod prepared;
mod pse;
mod shade;
mod waiting;

use std::sync::Mutex;

use tilescope_core::profile::{Part, Stage};
use tilescope_core::{Fuel, Location, MemFault, Span};
use tilescope_pixel::Surface as Memory;
use tilescope_raster::{Plane, Quad};

use crate::bus::{Bus, Port};
use crate::cle::{Cursor, ListPlace, Stopped, out_of_fuel};
use crate::cmd::compressed::Decoder;
use crate::dumps;
use crate::idle::Idle;
use crate::log::{Ctx, Log};
use crate::qpu::gang::Gang;
use crate::rules::{mem, tlb};
use crate::run::Machine;
use crate::state::DrawState;
use crate::sync::Semaphores;
use crate::tlb::{
    ClearValues, ColorFormat, ColorStore, Resolve, Samples, SurfaceTile, TileBuffer, WORDS, written,
};
use crate::tmu::Tmu;

pub use prepared::{Prepared, Records};

/// Transfer of a load or store.
#[derive(Clone, Copy, Debug)]
pub enum Move {
    /// Colour, one pixel per pixel.
    Color {
        /// Address of the surface.
        base: u32,
        /// Its layout.
        surface: Memory,
        /// Its pixels.
        format: ColorFormat,
        /// Resolve of samples to pixels.
        resolve: Resolve,
    },
    /// Depth/stencil, one word per pixel.
    Zs {
        /// Address of the surface.
        base: u32,
        /// Its layout.
        surface: Memory,
    },
    /// Depth without stencil, one word per pixel.
    Z {
        /// Address of the surface.
        base: u32,
        /// Its layout.
        surface: Memory,
    },
    /// Every sample, in the order of the tile buffer.
    Full {
        /// Address.
        base: u32,
        /// Move colour.
        color: bool,
        /// Move depth/stencil.
        zs: bool,
    },
    /// Nothing.
    None,
}

/// Contents of the tile buffer after a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clears {
    /// Colour is cleared.
    pub color: bool,
    /// Depth/stencil is cleared.
    pub zs: bool,
}

/// A segment of a control list that draws into the tile.
#[derive(Clone)]
pub struct Segment {
    /// Its start.
    pub cursor: Cursor,
    /// The state there.
    pub state: DrawState,
    /// State that compressed primitives there refer to.
    pub decoder: Option<Decoder>,
    /// Number of records.
    pub records: u64,
}

/// An operation on a tile.
pub enum TileOp {
    /// A load.
    Load(Location, u32, Move),
    /// Draws.
    Draw(Box<Segment>),
    /// A store; then the clear values, and the planes that are cleared to them.
    Store(Location, u32, Move, ClearValues, Clears),
    /// New tile coordinates.
    At(u8, u8),
}

/// Initial contents of the tile buffer.
#[derive(Default)]
pub enum Start {
    /// Undefined contents.
    #[default]
    Undefined,
    /// Clear values.
    Cleared(ClearValues),
    /// The tile buffer of an earlier part of the same work.
    Carried(Box<TileBuffer>),
}

/// Whether later work needs the tile buffer of this work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// The tile buffer was cleared, or no work follows.
    Nothing,
    /// More work continues from it.
    Continued,
}

/// The operations on the tile buffer between two complete clears, or a part of them.
pub struct TileWork {
    /// Samples per pixel.
    pub samples: Samples,
    /// Initial column and row of the tile.
    pub coordinates: (u8, u8),
    /// Initial contents.
    pub start: Start,
    /// Whether later work continues from it.
    pub after: After,
    /// Operations.
    pub ops: Vec<TileOp>,
}

/// Stores of a tile, in order.
#[derive(Default)]
pub struct Stores {
    bytes: Vec<u8>,
    /// The operation, the address and the end of the bytes of each piece.
    pieces: Vec<(usize, u32, usize)>,
}

impl Stores {
    fn push(&mut self, op: usize, addr: u32, bytes: &[u8]) {
        let start = self.pieces.len().checked_sub(2);
        let start = start.map_or(0, |before| self.pieces[before].2);
        let end = self.bytes.len() + bytes.len();
        self.bytes.extend_from_slice(bytes);
        if let Some((last, at, until)) = self.pieces.last_mut()
            && *last == op
            && at.checked_add((*until - start) as u32) == Some(addr)
        {
            *until = end;
            return;
        }
        self.pieces.push((op, addr, end));
    }

    /// Forgets everything but the allocations.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.pieces.clear();
    }

    /// Size of the allocation of bytes.
    pub fn allocated(&self) -> usize {
        self.bytes.capacity()
    }

    /// Each piece: its operation, address and bytes.
    pub fn iter(&self) -> impl Iterator<Item = (usize, u32, &[u8])> {
        self.pieces.iter().scan(0, |start, &(op, addr, end)| {
            let bytes = self.bytes.get(*start..end)?;
            *start = end;
            Some((op, addr, bytes))
        })
    }
}

/// Result of a tile.
pub struct TileResult {
    /// Its stores.
    pub stores: Stores,
    /// The tile buffer, if the work is continued.
    pub buffer: Option<Box<TileBuffer>>,
    /// The reason for which it stopped.
    pub stopped: Option<Stopped>,
}

/// State shared by tiles.
pub struct Shared<'a> {
    /// Memory.
    pub bus: Bus<'a>,
    /// Unknowns and modes.
    pub machine: &'a Machine,
    /// Shader records.
    pub records: &'a Records,
    /// Memory that the frame renders to.
    pub targets: &'a [Span],
    /// Threads and allocations that are not in use.
    pub idle: &'a Idle,
    /// Texture units that are not in use.
    pub tmus: Tmus,
}

/// Texture units of a batch of tiles that are not in use. Memory that they may keep does not
/// change meanwhile.
#[derive(Debug, Default)]
pub struct Tmus(Mutex<Vec<Tmu>>);

impl Tmus {
    /// Units of a slice that draws into `targets`.
    fn take(&self, targets: &[Span]) -> Tmu {
        let idle = self.0.lock().ok().and_then(|mut idle| idle.pop());
        idle.unwrap_or_else(|| Tmu::rendering_to(targets))
    }

    /// Keeps units for another tile.
    fn put(&self, mut tmu: Tmu) {
        tmu.renew();
        if let Ok(mut idle) = self.0.lock() {
            idle.push(tmu);
        }
    }
}

struct Worker<'a> {
    shared: &'a Shared<'a>,
    tile: TileBuffer,
    coordinates: (u8, u8),
    gang: Box<Gang>,
    tmu: Tmu,
    sync: Semaphores,
    log: Log,
    fuel: Fuel,
    instructions: u64,
    threads: u64,
    fragments: u64,
    quads: u64,
    quads_written: u64,
    primitives: u64,
    /// The QPU of the next thread. They are used in descending order, and the first one
    /// shades the vertices: in a log of asurati/x03 `d51`, DBQITC is c00 for the vertex
    /// shader and the first fragment shader, then 3ff.
    qpu: u8,
    varyings: Vec<Plane>,
    /// Quads of a primitive that wait for the shader.
    pending: Vec<Quad>,
    /// The last thread that ran alone, for its allocation.
    launched: Option<Box<shade::Launched>>,
    /// The location of the segment, and the last record in it that draws.
    outer: Location,
    record: Option<ListPlace>,
    /// Threads that wait.
    waiting: Option<Box<waiting::Waiting>>,
    /// The last thread that ended and may tell about others.
    ran: Option<shade::Ran>,
    /// The record that draws, if there is a profile.
    drawing: Option<drawing::Drawing<'a>>,
}

/// Runs one tile.
pub fn run(work: &TileWork, shared: &Shared<'_>, c: &mut Ctx<'_>) -> TileResult {
    let began = c.log.begin();
    let tile = match &work.start {
        Start::Undefined => TileBuffer::undefined(work.samples, shared.machine.quirks.poison),
        Start::Cleared(values) => {
            let mut tile = TileBuffer::undefined(work.samples, values.zs);
            tile.clear_color(values);
            tile.zs_defined = true;
            tile
        }
        Start::Carried(tile) => TileBuffer {
            samples: work.samples,
            ..(**tile).clone()
        },
    };
    let mut w = Worker {
        shared,
        tile,
        coordinates: work.coordinates,
        gang: match c.log.wants(dumps::QPU) {
            // Dumps show every register.
            true => Box::default(),
            false => shared.idle.gang(),
        },
        tmu: shared.tmus.take(shared.targets),
        sync: Semaphores::default(),
        log: std::mem::take(c.log),
        fuel: *c.fuel,
        instructions: 0,
        threads: 0,
        fragments: 0,
        quads: 0,
        quads_written: 0,
        primitives: 0,
        qpu: shared.machine.chip.qpus().saturating_sub(2),
        varyings: Vec::new(),
        pending: Vec::new(),
        launched: None,
        waiting: None,
        outer: Location::default(),
        record: None,
        ran: None,
        drawing: None,
    };
    w.gang.profile(w.log.profile());
    let mut stores = shared.idle.stores();
    let mut stopped = None;
    for (i, op) in work.ops.iter().enumerate() {
        if let Err(by) = w.pay(op) {
            stopped = Some(by);
            break;
        }
        match op {
            TileOp::At(x, y) => w.coordinates = (*x, *y),
            TileOp::Load(at, site, what) => {
                let began = w.log.begin();
                w.load(at, *site, what);
                w.log.end_work(began, || Stage::Transfer.into());
            }
            TileOp::Draw(segment) => {
                if let Err(by) = w.draw(segment) {
                    stopped = Some(by);
                    break;
                }
            }
            TileOp::Store(at, site, what, values, clears) => {
                let began = w.log.begin();
                w.store(at, *site, what, &mut |addr, bytes| {
                    stores.push(i, addr, bytes)
                });
                w.log.end_work(began, || Stage::Transfer.into());
                if clears.color {
                    w.tile.clear_color(values);
                }
                if clears.zs {
                    w.tile.clear_zs(values);
                }
            }
        }
        stopped = Stopped::noted(&w.log);
        if stopped.is_some() {
            break;
        }
    }
    shared.idle.put_gang(w.gang);
    let (x, y) = w.coordinates;
    w.log.end(began, || Part::tile(x.into(), y.into()));
    *c.log = w.log;
    *c.fuel = w.fuel;
    for (name, n) in [
        ("qpu.fragment.instructions", w.instructions),
        ("qpu.fragment.threads", w.threads),
        ("fragments", w.fragments),
        ("quads", w.quads),
        ("quads.written", w.quads_written),
        ("primitives.rendered", w.primitives),
        ("tmu.lookups", w.tmu.lookups * 16),
        ("tmu.direct", w.tmu.direct * 16),
    ] {
        c.log.counters.add(name, n);
    }
    shared.tmus.put(w.tmu);
    TileResult {
        stores,
        buffer: (work.after == After::Continued).then(|| Box::new(w.tile)),
        stopped,
    }
}

/// Cost of a load or store in units of fuel: that of the slowest layout, or of
/// unmapped memory.
const FUEL_PER_MOVE: u64 = 49_152;

fn place(base: u32, surface: &Memory, tile: (u32, u32)) -> SurfaceTile<'_> {
    SurfaceTile {
        base,
        surface,
        tile,
    }
}

impl Worker<'_> {
    /// Charges fuel for the work of `op` other than drawing.
    fn pay(&mut self, op: &TileOp) -> Result<(), Stopped> {
        let (at, site) = match op {
            TileOp::Load(at, site, _) | TileOp::Store(at, site, ..) => (at, *site),
            TileOp::Draw(_) | TileOp::At(..) => return Ok(()),
        };
        self.fuel.take(FUEL_PER_MOVE).map_err(|_| {
            let what = "the tile was still being loaded or stored";
            out_of_fuel(what, at.clone(), (site, 0), &mut self.log)
        })
    }

    fn load(&mut self, at: &Location, site: u32, what: &Move) {
        let bus = &self.shared.bus;
        let tile = (self.coordinates.0.into(), self.coordinates.1.into());
        let size = self.tile.samples.tile_size();
        let unwritten = |at: SurfaceTile<'_>| {
            at.rect(size)
                .is_some_and(|rect| !written(at.base, at.surface, rect, bus))
        };
        let (result, bad) = match *what {
            Move::Color {
                base,
                surface,
                format,
                ..
            } => {
                let at = place(base, &surface, tile);
                let loaded = self.tile.load_color(at, format, bus, &mut self.log);
                (loaded, unwritten(at))
            }
            Move::Zs { base, surface } => {
                let at = place(base, &surface, tile);
                (self.tile.load_zs(at, bus, &mut self.log), unwritten(at))
            }
            Move::Full { base, color, zs } => {
                let bytes = WORDS as u32 * 4;
                let planes = u32::from(color) + u32::from(zs);
                (
                    self.load_full(base, color, zs),
                    !bus.initialised(base, bytes * planes),
                )
            }
            // Nothing loads depth alone.
            Move::Z { .. } | Move::None => return,
        };
        let outside = |fault: &MemFault| {
            let base = match *what {
                Move::Color { base, .. } | Move::Zs { base, .. } | Move::Full { base, .. } => base,
                Move::Z { .. } | Move::None => 0,
            };
            let rule = if bus.memory().mapped(base.into()) > 0 {
                &tlb::LOAD_OUTSIDE_BUFFER
            } else {
                &mem::TILE_LOAD
            };
            mem::rule_of(fault, rule)
        };
        match result {
            Err(fault) => self.log.find(outside(&fault), (site, 0), |_| {
                (
                    at.clone(),
                    format!("tile {tile:?}: {fault}; the tile is unchanged"),
                )
            }),
            Ok(()) if bad => self.log.find(&mem::UNINITIALISED_TILE, (site, 0), |_| {
                (
                    at.clone(),
                    format!("tile {tile:?} of the surface was never written"),
                )
            }),
            Ok(()) => {}
        }
    }

    fn load_full(&mut self, base: u32, color: bool, zs: bool) -> Result<(), MemFault> {
        let mut bytes = vec![0; WORDS * 4];
        let mut base = base;
        for (wanted, plane) in [(color, &mut self.tile.color), (zs, &mut self.tile.zs)] {
            if !wanted {
                continue;
            }
            self.shared
                .bus
                .read(&mut self.log, Port::Tlb, base, &mut bytes)?;
            for (w, b) in plane.iter_mut().zip(bytes.chunks_exact(4)) {
                *w = u32::from_le_bytes([b[0], b[1], b[2], b[3]]);
            }
            base = base.wrapping_add(WORDS as u32 * 4);
        }
        self.tile.color_defined |= color;
        self.tile.zs_defined |= zs;
        Ok(())
    }

    fn store(&mut self, at: &Location, site: u32, what: &Move, out: &mut dyn FnMut(u32, &[u8])) {
        let tile = (self.coordinates.0.into(), self.coordinates.1.into());
        let (color, zs) = match what {
            Move::Color { .. } => (true, false),
            Move::Zs { .. } | Move::Z { .. } => (false, true),
            Move::Full { color, zs, .. } => (*color, *zs),
            Move::None => (false, false),
        };
        if (color && !self.tile.color_defined) || (zs && !self.tile.zs_defined) {
            let plane = if color { "colour" } else { "depth/stencil" };
            self.log.find(&tlb::UNINITIALISED_READ, (site, 0), |_| {
                (
                    at.clone(),
                    format!(
                        "tile {tile:?} is stored, and its {plane} was neither cleared nor loaded"
                    ),
                )
            });
        }
        let quirks = &self.shared.machine.quirks;
        match *what {
            Move::Color {
                base,
                surface,
                format,
                resolve,
            } => {
                let store = ColorStore {
                    format,
                    resolve,
                    quirks,
                };
                self.tile
                    .store_color(place(base, &surface, tile), &store, out)
            }
            Move::Z { base, surface } => {
                self.tile
                    .store_z(place(base, &surface, tile), quirks.depth_alone, out)
            }
            Move::Zs { base, surface } => self.tile.store_zs(place(base, &surface, tile), out),
            Move::Full { base, color, zs } => {
                let mut base = base;
                for (wanted, plane) in [(color, &self.tile.color), (zs, &self.tile.zs)] {
                    if wanted {
                        let bytes: Vec<u8> = plane.iter().flat_map(|w| w.to_le_bytes()).collect();
                        out(base, &bytes);
                        base = base.wrapping_add(WORDS as u32 * 4);
                    }
                }
            }
            Move::None => {}
        }
    }
}
