//! One tile: loads, primitives through the front-end pipe and fragment shader,
//! stores. Tiles know nothing of each other, so any number can run at a time.

use std::collections::BTreeMap;

use tilescope_core::{Finding, Frame, Fuel, Location};
use tilescope_pixel::Surface as Memory;
use tilescope_raster::depth::offset_depth;
use tilescope_raster::interp::Positions;
use tilescope_raster::{Assembler, Plane, Primitive, Provoking, Quad, RasterRules, Rect};

use crate::binner::{CLIPPED_VERTEX_BYTES, VertexFormat};
use crate::bus::{Bus, Port};
use crate::cle::{At, Cursor, Stopped};
use crate::cmd::compressed::{Decoder, Item};
use crate::code::Shader;
use crate::fragment::{Fragments, Quads, Surface, depth_test};
use crate::indices::{Fetch, Source, topology};
use crate::log::Log;
use crate::packets::Packet;
use crate::ports::{Ports, StageKind, ThreadId};
use crate::prim::{self, Indices, ScreenVertex, Shape};
use crate::qpu::thread::{RunEnd, Thread, ThreadInit};
use crate::quirks::ProvokingVertex;
use crate::rules::{mem, tlb};
use crate::run::{Limits, Machine, registers, stopped};
use crate::shaded::Shaded;
use crate::state::{Applied, DrawState, ShaderRef};
use crate::sync::Sync;
use crate::tlb::{ClearValues, ColorFormat, Resolve, Samples, TileBuffer, WORDS};
use crate::tmu::Tmu;
use crate::uniforms::{UniformWindow, Uniforms};

/// A shader record made ready: its fragment shader and shaded vertices.
pub struct Prepared {
    /// Where the record is.
    pub at: Location,
    /// The fragment shader.
    pub shader: std::sync::Arc<Shader>,
    /// Its uniforms.
    pub uniforms: UniformWindow,
    /// Words of a shaded vertex.
    pub format: VertexFormat,
    /// Shaded vertices.
    pub vertices: Shaded,
}

/// Shader records of a batch of tiles.
pub type Records = BTreeMap<ShaderRef, Prepared>;

/// What a load or store moves.
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
        /// How samples become pixels.
        resolve: Resolve,
    },
    /// Depth/stencil, one word per pixel.
    Zs {
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

/// What a store leaves in the tile buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clears {
    /// Colour is cleared.
    pub color: bool,
    /// Depth/stencil is cleared.
    pub zs: bool,
}

/// A stretch of control list that draws into the tile.
#[derive(Clone)]
pub struct Segment {
    /// Where it starts.
    pub cursor: Cursor,
    /// The state there.
    pub state: DrawState,
    /// How many records it has.
    pub records: u64,
}

/// One thing done to a tile.
pub enum TileOp {
    /// A load.
    Load(Location, u32, Move),
    /// Draws.
    Draw(Box<Segment>),
    /// A store; then the clear values, and what is cleared to them.
    Store(Location, u32, Move, ClearValues, Clears),
    /// New tile coordinates.
    At(u8, u8),
}

/// What the tile buffer holds at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Nothing defined.
    Undefined,
    /// Clear values.
    Cleared(ClearValues),
}

/// Everything done to the tile buffer between two complete clears.
pub struct TileWork {
    /// Samples per pixel.
    pub samples: Samples,
    /// What it starts with.
    pub start: Start,
    /// What is done.
    pub ops: Vec<TileOp>,
}

/// What came of a tile.
pub struct TileResult {
    /// What it had to say.
    pub log: Log,
    /// What it stored, in order: where the store was asked for, its site, address, bytes.
    pub stores: Vec<(usize, u32, Vec<u8>)>,
    /// Fuel used.
    pub used: u64,
    /// What stopped it.
    pub stopped: Option<Box<Finding>>,
}

/// What tiles share.
pub struct Shared<'a> {
    /// Memory.
    pub bus: Bus<'a>,
    /// Unknowns and modes.
    pub machine: &'a Machine,
    /// Shader records.
    pub records: &'a Records,
}

/// What is the same for all primitives until the state changes.
struct Setup<'a> {
    prepared: &'a Prepared,
    rules: RasterRules,
    clip: Rect,
    code: u32,
}

struct Worker<'a> {
    shared: &'a Shared<'a>,
    tile: TileBuffer,
    coordinates: (u8, u8),
    thread: Thread,
    tmu: Tmu,
    sync: Sync,
    log: Log,
    fuel: Fuel,
    instructions: u64,
    threads: u64,
    fragments: u64,
    quads: u64,
    qpu: u8,
    varyings: Vec<Plane>,
}

/// Runs one tile with `fuel`.
pub fn run(work: &TileWork, log: Log, fuel: Fuel, shared: &Shared<'_>) -> TileResult {
    let mut tile = TileBuffer::undefined(work.samples, shared.machine.quirks.poison);
    if let Start::Cleared(values) = &work.start {
        tile.clear_color(values);
        tile.clear_zs(values);
    }
    let mut w = Worker {
        shared,
        tile,
        coordinates: (0, 0),
        thread: Thread::new(),
        tmu: Tmu::default(),
        sync: Sync::default(),
        log,
        fuel,
        instructions: 0,
        threads: 0,
        fragments: 0,
        quads: 0,
        qpu: 0,
        varyings: Vec::new(),
    };
    let before = fuel.left();
    let mut stores = Vec::new();
    let mut stopped = None;
    for (i, op) in work.ops.iter().enumerate() {
        match op {
            TileOp::At(x, y) => w.coordinates = (*x, *y),
            TileOp::Load(at, site, what) => w.load(at, *site, what),
            TileOp::Draw(segment) => {
                if let Err(Stopped(f)) = w.draw(segment) {
                    stopped = Some(f);
                    break;
                }
            }
            TileOp::Store(at, site, what, values, clears) => {
                w.store(at, *site, what, &mut |addr, bytes| {
                    stores.push((i, addr, bytes.to_vec()))
                });
                if clears.color {
                    w.tile.clear_color(values);
                }
                if clears.zs {
                    w.tile.clear_zs(values);
                }
            }
        }
    }
    let mut log = w.log;
    for (name, n) in [
        ("qpu.fragment.instructions", w.instructions),
        ("qpu.fragment.threads", w.threads),
        ("fragments", w.fragments),
        ("quads", w.quads),
        ("tmu.lookups", w.tmu.lookups * 16),
        ("tmu.direct", w.tmu.direct * 16),
    ] {
        log.counters.add(name, n);
    }
    TileResult {
        log,
        stores,
        used: before - w.fuel.left(),
        stopped,
    }
}

impl<'a> Worker<'a> {
    fn load(&mut self, at: &Location, site: u32, what: &Move) {
        let bus = &self.shared.bus;
        let tile = (self.coordinates.0.into(), self.coordinates.1.into());
        let unwritten = |base: u32, surface: &Memory, samples| {
            TileBuffer::rect(samples, surface, tile.0, tile.1).is_some_and(|rect| {
                let mut bad = false;
                surface.for_each_run(rect, |run| {
                    let n = run.len * surface.layout().element_bytes;
                    bad |= !bus.initialised(base.wrapping_add(run.offset as u32), n);
                });
                bad
            })
        };
        let (result, bad) = match *what {
            Move::Color {
                base,
                surface,
                format,
                ..
            } => (
                self.tile
                    .load_color(base, &surface, tile, format, bus, &mut self.log),
                unwritten(base, &surface, self.tile.samples),
            ),
            Move::Zs { base, surface } => (
                self.tile.load_zs(base, &surface, tile, bus, &mut self.log),
                unwritten(base, &surface, self.tile.samples),
            ),
            Move::Full { base, color, zs } => {
                let bytes = WORDS as u32 * 4;
                let planes = u32::from(color) + u32::from(zs);
                (
                    self.load_full(base, color, zs),
                    !bus.initialised(base, bytes * planes),
                )
            }
            Move::None => return,
        };
        match result {
            Err(fault) => self.log.find(&mem::TILE_LOAD, (site, 0), |_| {
                (
                    at.clone(),
                    format!("tile {tile:?}: {fault}; the tile keeps what it had"),
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

    fn load_full(
        &mut self,
        base: u32,
        color: bool,
        zs: bool,
    ) -> Result<(), tilescope_core::MemFault> {
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
            Move::Zs { .. } => (false, true),
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
        match *what {
            Move::Color {
                base,
                surface,
                format,
                resolve,
            } => self
                .tile
                .store_color(base, &surface, tile, format, resolve, out),
            Move::Zs { base, surface } => self.tile.store_zs(base, &surface, tile, out),
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

    /// Walks a segment again and draws its primitives.
    fn draw(&mut self, segment: &Segment) -> Result<(), Stopped> {
        let mut cursor = segment.cursor.clone();
        let mut state = segment.state.clone();
        let mut decoder = state.list_format.map(|(data, p)| Decoder::new(p, data));
        let mut setup: Option<Setup<'a>> = None;
        let bus = self.shared.bus;
        // What walking has to say was said when the list was first walked.
        let mut walk = Log::default();
        walk.at = self.log.at.clone();
        let mut walk_fuel = Fuel::new(u64::MAX);
        for _ in 0..segment.records {
            let Some((at, packet)) = cursor.next(&bus, &mut walk, &mut walk_fuel)? else {
                break;
            };
            if state.apply(&packet) != Applied::Nothing {
                setup = None;
            }
            match packet {
                Packet::PrimitiveListFormat { data, prim } => {
                    decoder = Some(Decoder::new(prim, data))
                }
                Packet::CompressedPrimitives | Packet::ClippedPrimitives { .. } => {
                    let Some(decoder) = &mut decoder else {
                        continue;
                    };
                    let clipped = match packet {
                        Packet::ClippedPrimitives { address, flags } => Some((address, flags)),
                        _ => None,
                    };
                    let place = cursor.locate(&self.log.at, at);
                    cursor.primitives(
                        at,
                        decoder,
                        &bus,
                        &mut walk,
                        &mut walk_fuel,
                        &mut |item, _| {
                            let indices = match item {
                                Item::Point(i) => Indices::Point([i]),
                                Item::Line(i) => Indices::Line(i),
                                Item::Triangle(i) => Indices::Triangle(i),
                                _ => return Ok(()),
                            };
                            self.primitive(&state, &mut setup, indices, clipped, &place, at)
                        },
                    )?;
                }
                Packet::IndexedPrimitives {
                    mode,
                    index_type,
                    length,
                    address,
                    max_index,
                } => {
                    let source = Source::list(address, index_type, max_index);
                    let place = cursor.locate(&self.log.at, at);
                    self.direct(&state, &mut setup, mode, source, length, &place, at)?;
                }
                Packet::ArrayPrimitives {
                    mode,
                    length,
                    first,
                } => {
                    let place = cursor.locate(&self.log.at, at);
                    let source = Source::Array { first };
                    self.direct(&state, &mut setup, mode, source, length, &place, at)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Primitives that the rendering list itself asks for.
    #[expect(clippy::too_many_arguments, reason = "a draw has that many parts")]
    fn direct(
        &mut self,
        state: &DrawState,
        setup: &mut Option<Setup<'a>>,
        mode: crate::packets::PrimitiveMode,
        source: Source,
        length: u32,
        place: &Location,
        at: At,
    ) -> Result<(), Stopped> {
        let Some(topology) = topology(mode) else {
            return Ok(());
        };
        let mut log = Log::default();
        let fetch = Fetch::new(source, length, self.shared.bus, &mut log);
        let provoking = match self.shared.machine.quirks.provoking_vertex {
            ProvokingVertex::First => Provoking::First,
            ProvokingVertex::Last => Provoking::Last,
        };
        for p in Assembler::new(topology, provoking, None, fetch) {
            let indices = match p {
                Primitive::Point(a) => Indices::Point([a as u16]),
                Primitive::Line(i) => Indices::Line(i.map(|i| i as u16)),
                Primitive::Triangle(i) => Indices::Triangle(i.map(|i| i as u16)),
            };
            self.primitive(state, setup, indices, None, place, at)?;
        }
        Ok(())
    }

    fn set_up(&self, state: &DrawState) -> Option<Setup<'a>> {
        let prepared = self.shared.records.get(&state.shader?)?;
        let samples = prim::draw_samples(&state.config(), self.tile.samples);
        let size = self.tile.samples.tile_size() as i32;
        let (x, y) = (
            i32::from(self.coordinates.0) * size,
            i32::from(self.coordinates.1) * size,
        );
        Some(Setup {
            prepared,
            rules: prim::rules(&self.shared.machine.quirks, samples),
            clip: state
                .clip_rect()
                .intersect(&Rect::new(x, y, x + size, y + size)),
            code: prepared.shader.address,
        })
    }

    fn primitive(
        &mut self,
        state: &DrawState,
        setup: &mut Option<Setup<'a>>,
        indices: Indices,
        clipped: Option<(u32, u8)>,
        place: &Location,
        at: At,
    ) -> Result<(), Stopped> {
        if self.fuel.take(8).is_err() {
            return Err(self.out_of_fuel(place, at));
        }
        if setup.is_none() {
            *setup = self.set_up(state);
        }
        let Some(s) = setup else { return Ok(()) };
        let format = s.prepared.format;
        let mut words: [&[u32]; 3] = [&[]; 3];
        let list = indices.as_slice();
        for (w, i) in words.iter_mut().zip(list) {
            match s.prepared.vertices.get(*i) {
                Some(v) => *w = v,
                None => return Ok(()),
            }
        }
        let words = &words[..list.len()];
        let mut screen = [ScreenVertex::default(); 3];
        for (v, w) in screen.iter_mut().zip(words) {
            *v = format.screen_of(w);
        }
        let mut weights = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        if let Some((address, flags)) = clipped
            && let Err(fault) =
                self.clipped_vertices(address, flags, &mut screen, &mut weights, list.len())
        {
            self.log.find(&mem::LIST_READ, (at.address, 0), |_| {
                (place.clone(), fault.to_string())
            });
            return Ok(());
        }
        let quirks = &self.shared.machine.quirks;
        let size = format.size_of(words[0]);
        let Ok((shape, face)) = Shape::new(&s.rules, quirks, state, &screen[..list.len()], size)
        else {
            return Ok(());
        };
        let gradients = shape.gradients(&s.rules);
        let rw = screen.map(|v| v.rw);
        let flat = state.flat_shade.unwrap_or(0);
        let provoking = match quirks.provoking_vertex {
            ProvokingVertex::First => 0,
            ProvokingVertex::Last => list.len() - 1,
        };
        let mut varyings = std::mem::take(&mut self.varyings);
        varyings.clear();
        let (implicit, n) = shape.implicit_varyings();
        varyings.extend_from_slice(&implicit[..n]);
        let first = format.rows() - format.varyings;
        for v in 0..format.varyings {
            let value = |k: usize| words.get(k).map_or(0.0, |w| f32::from_bits(w[first + v]));
            if flat >> (v & 31) & 1 != 0 {
                varyings.push(Plane::flat(value(provoking)));
            } else if clipped.is_some() {
                let source = [value(0), value(1), value(2)];
                let at = weights.map(|w| w[0] * source[0] + w[1] * source[1] + w[2] * source[2]);
                varyings.push(gradients.perspective(at, rw));
            } else {
                varyings.push(gradients.perspective([value(0), value(1), value(2)], rw));
            }
        }
        let config = state.config();
        let mut z = gradients.linear(screen.map(|v| v.zs));
        if config.enable_depth_offset && matches!(shape, Shape::Triangle(_)) {
            let (factor, units) = state.depth_offset.unwrap_or((0.0, 0.0));
            z = offset_depth(z, factor, units, 1.0 / 16_777_216.0);
        }
        let surface = Surface {
            varyings: &varyings,
            z,
            rw: gradients.linear(rw),
            face,
            depth: depth_test(&config),
        };
        let mut pending = [Quad {
            x: 0,
            y: 0,
            coverage: 0,
        }; 4];
        let mut count = 0;
        let mut result = Ok(());
        let (clip, rules) = (s.clip, s.rules);
        shape.walk(clip, |quad| {
            pending[count] = quad;
            count += 1;
            if count == 4 && result.is_ok() {
                result = self.shade(s, &rules, &surface, &pending);
            }
            count %= 4;
        });
        if count > 0 && result.is_ok() {
            result = self.shade(s, &rules, &surface, &pending[..count]);
        }
        self.varyings = varyings;
        result
    }

    fn out_of_fuel(&mut self, place: &Location, at: At) -> Stopped {
        let message = "the tile was still being drawn when the fuel ran out".to_owned();
        Stopped::by(
            &crate::rules::cl::TOO_MANY_RECORDS,
            place.clone(),
            message,
            (at.address, 0),
            &mut self.log,
        )
    }

    fn clipped_vertices(
        &mut self,
        address: u32,
        flags: u8,
        screen: &mut [ScreenVertex; 3],
        weights: &mut [[f32; 3]; 3],
        n: usize,
    ) -> Result<(), tilescope_core::MemFault> {
        let mut bytes = [0; 3 * CLIPPED_VERTEX_BYTES as usize];
        let bytes = &mut bytes[..n * CLIPPED_VERTEX_BYTES as usize];
        self.shared
            .bus
            .read(&mut self.log, Port::Pse, address, bytes)?;
        for (k, b) in bytes
            .chunks_exact(CLIPPED_VERTEX_BYTES as usize)
            .enumerate()
        {
            let word =
                |i: usize| u32::from_le_bytes([b[i * 4], b[i * 4 + 1], b[i * 4 + 2], b[i * 4 + 3]]);
            if flags >> k & 1 != 0 {
                screen[k] = ScreenVertex::from_words([word(0), word(1), word(2)]);
                weights[k] = [3, 4, 5].map(|i| f32::from_bits(word(i)));
            }
        }
        Ok(())
    }

    /// Runs the fragment shader for up to four quads.
    fn shade(
        &mut self,
        s: &Setup<'a>,
        rules: &RasterRules,
        surface: &Surface<'_>,
        quads: &[Quad],
    ) -> Result<(), Stopped> {
        let size = self.tile.samples.tile_size() as i32;
        let (x0, y0) = (
            i32::from(self.coordinates.0) * size,
            i32::from(self.coordinates.1) * size,
        );
        let mut q = Quads {
            len: quads.len(),
            at: Positions::centres(rules, quads),
            ..Quads::default()
        };
        for (k, quad) in quads.iter().enumerate() {
            q.base[k] = self
                .tile
                .index((quad.x - x0) as u32, (quad.y - y0) as u32, 0);
            for i in 0..4 {
                let lane = k * 4 + i;
                q.x.0[lane] = (quad.x + (i as i32 & 1)) as u32;
                q.y.0[lane] = (quad.y + (i as i32 >> 1)) as u32;
                q.covered.0[lane] = if rules.samples.count() == 1 {
                    if quad.coverage >> i & 1 != 0 { 0xf } else { 0 }
                } else {
                    u32::from(quad.coverage >> (i * 4) & 0xf)
                };
            }
        }
        let machine = self.shared.machine;
        let mut fragments = Fragments::new(&mut self.tile, surface, &q, &machine.quirks);
        let id = ThreadId {
            stage: StageKind::Fragment,
            code: s.code,
            qpu: self.qpu,
        };
        self.qpu = (self.qpu + 1) % machine.chip.qpus();
        let init = ThreadInit {
            qpu_number: id.qpu.into(),
            x: q.x,
            y: q.y,
            w: fragments.w(),
            z: fragments.z(),
        };
        let program = &s.prepared.shader.program;
        self.thread.start(program, &init);
        self.tmu.begin_thread();
        let mut uniforms = Uniforms::new(&s.prepared.uniforms);
        let limit = Limits::per_thread(&self.fuel);
        let mut left = limit;
        let mut ports = Ports {
            bus: self.shared.bus,
            log: &mut self.log,
            quirks: &machine.quirks,
            thread: id,
            uniforms: &mut uniforms,
            tmu: &mut self.tmu,
            vpm: None,
            fragments: Some(&mut fragments),
            sync: &mut self.sync,
            ip: 0,
        };
        let end = self
            .thread
            .run(program, &mut ports, &mut left, machine.mode);
        let colored = fragments.colored;
        let used = limit - left;
        self.instructions += used;
        self.threads += 1;
        self.quads += quads.len() as u64;
        self.fragments += u64::from(colored.count_ones());
        let _ = self.fuel.take(used);
        if self.log.wants(tilescope_core::DumpKind::Qpu) && self.threads == 1 {
            self.log.dump(registers(id, &self.thread));
        }
        if end == RunEnd::Ended {
            return Ok(());
        }
        let (x, y) = self.coordinates;
        let at = s.prepared.at.inside(Frame::Tile(x.into(), y.into()));
        let saved = std::mem::replace(&mut self.log.at, at);
        let s = stopped(&end, id, &self.thread, &mut self.log);
        self.log.at = saved;
        Err(s)
    }
}
