//! Primitive tile binner: which tiles a primitive touches, and its entry in
//! their lists.

use tilescope_core::{Fuel, Location};
use tilescope_raster::{ClipVolume, Clipped, DepthRange, RasterRules, TileGrid};

use crate::bus::{Bus, Port};
use crate::log::Log;
use crate::packets::BinningConfig;
use crate::prim::{self, CullReason, Indices, ScreenVertex, Shape};
use crate::quirks::Quirks;
use crate::rules::bin;
use crate::shaded::Shaded;
use crate::state::{DrawState, Group};
use crate::tile_lists::{Entry, NoRoom, Pool, Serials, TILE_STATE_BYTES, TileList};
use crate::tlb::Samples;

/// Which words a shaded vertex has, in this order: clip coordinates, screen
/// coordinates (three words), point size, varyings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VertexFormat {
    /// Xc, Yc, Zc, Wc come first.
    pub clip: bool,
    /// A point size follows the screen coordinates.
    pub point_size: bool,
    /// Words of varyings at the end.
    pub varyings: usize,
}

impl VertexFormat {
    /// Words per vertex.
    pub fn rows(&self) -> usize {
        self.screen() + 3 + usize::from(self.point_size) + self.varyings
    }

    fn screen(&self) -> usize {
        if self.clip { 4 } else { 0 }
    }

    /// The clip coordinates of a vertex.
    pub fn clip_of(&self, words: &[u32]) -> Option<[f32; 4]> {
        self.clip
            .then(|| std::array::from_fn(|i| f32::from_bits(words[i])))
    }

    /// The screen coordinates of a vertex.
    pub fn screen_of(&self, words: &[u32]) -> ScreenVertex {
        let at = self.screen();
        ScreenVertex::from_words([words[at], words[at + 1], words[at + 2]])
    }

    /// The point size of a vertex.
    pub fn size_of(&self, words: &[u32]) -> Option<f32> {
        self.point_size
            .then(|| f32::from_bits(words[self.screen() + 3]))
    }

    /// The varyings of a vertex.
    pub fn varyings_of<'w>(&self, words: &'w [u32]) -> &'w [u32] {
        &words[self.rows() - self.varyings..]
    }
}

/// A vertex that clipping made: screen coordinates, and its parts of the three
/// vertices of the source primitive.
///
/// How the hardware lays this record out is not public; nothing but the
/// primitive setup engine reads what the binner wrote.
pub const CLIPPED_VERTEX_BYTES: u32 = 24;

/// What asking whether a primitive touches a tile costs in units of fuel.
const FUEL_PER_TILE_TESTED: u64 = 4;
/// What an entry in a tile list costs.
const FUEL_PER_ENTRY: u64 = 32;

/// Counts of a binning pass.
#[derive(Clone, Copy, Debug, Default)]
pub struct BinStats {
    /// Primitives assembled.
    pub primitives: u64,
    /// Of these, without area or length.
    pub degenerate: u64,
    /// Of these, facing the wrong way.
    pub culled: u64,
    /// Of these, outside the clip volume.
    pub outside: u64,
    /// Of these, cut by clipping.
    pub clipped: u64,
    /// Entries written to tile lists.
    pub entries: u64,
}

/// The binner of one binning list.
pub struct Binner {
    config: BinningConfig,
    samples: Samples,
    lists: Vec<TileList>,
    pool: Pool,
    serials: Serials,
    touched: Vec<u32>,
    /// What was counted.
    pub stats: BinStats,
}

/// What a primitive is binned with.
pub struct Draw<'a> {
    /// The drawing state.
    pub state: &'a DrawState,
    /// Whether the shader record enables clipping.
    pub clipping: bool,
    /// Shaded vertices.
    pub vertices: &'a Shaded,
    /// Something wrong with them was reported, so that what follows from their
    /// values is not.
    pub suspect: bool,
    /// Their words.
    pub format: VertexFormat,
    /// Where the draw is, for findings.
    pub at: &'a Location,
    /// Address of the draw's packet.
    pub site: u32,
}

/// A shape, and the record of its vertices if clipping made them.
type Piece<'a> = (&'a Shape, Option<&'a [u8]>);

impl Binner {
    /// A binner for `config`, before START_TILE_BINNING.
    pub fn new(config: BinningConfig) -> Self {
        let samples = if config.ms_mode_4x {
            Samples::Four
        } else {
            Samples::One
        };
        Binner {
            config,
            samples,
            lists: Vec::new(),
            pool: Pool::default(),
            serials: Serials::default(),
            touched: Vec::new(),
            stats: BinStats::default(),
        }
    }

    /// The configuration.
    pub fn config(&self) -> &BinningConfig {
        &self.config
    }

    /// Whether START_TILE_BINNING was seen.
    pub fn started(&self) -> bool {
        !self.lists.is_empty()
    }

    /// Samples per pixel.
    pub fn samples(&self) -> Samples {
        self.samples
    }

    /// The tile lists, row by row.
    pub fn lists(&self) -> &[TileList] {
        &self.lists
    }

    /// The memory for further blocks.
    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// Bytes that the first blocks of all tiles take.
    pub fn first_blocks(&self) -> u64 {
        let tiles = u64::from(self.config.width) * u64::from(self.config.height);
        tiles * u64::from(self.config.alloc_init_block_size)
    }

    /// START_TILE_BINNING: sets up a list per tile, fresh or going on from the
    /// tile state in memory. Returns whether the tile state was never written.
    pub fn start(&mut self, bus: &Bus<'_>, log: &mut Log) -> Result<bool, NoRoom> {
        let c = self.config;
        let tiles = u32::from(c.width) * u32::from(c.height);
        let len = c.alloc_init_block_size;
        let base = c.alloc_address;
        let mut unwritten = false;
        self.lists.clear();
        for i in 0..tiles {
            let fresh = TileList::new(base.wrapping_add(i * len), len);
            let at = c.state_address.wrapping_add(i * TILE_STATE_BYTES);
            if c.auto_init_tsda {
                self.lists.push(fresh);
                continue;
            }
            let mut b = [0; 12];
            bus.read(log, Port::Ptb, at, &mut b)?;
            // Left-over list pointers would only lead to further findings.
            self.lists.push(match bus.initialised(at, 12) {
                true => TileList::from_state(&b),
                false => {
                    unwritten = true;
                    fresh
                }
            });
        }
        let end = u64::from(base) + u64::from(c.alloc_size);
        let first = (u64::from(base) + self.first_blocks()).min(end);
        let clamp = |v: u64| v.min(u64::from(u32::MAX)) as u32;
        self.pool = Pool::new(clamp(first), clamp(end), c.alloc_block_size);
        Ok(unwritten)
    }

    /// Adds overflow memory; gives how many blocks it holds.
    pub fn add_memory(&mut self, start: u32, len: u32) -> u32 {
        self.pool.add(start, start.saturating_add(len))
    }

    /// A packet changed `group`.
    pub fn changed(&mut self, group: Group) {
        let i = Group::ALL.iter().position(|g| *g == group).unwrap_or(0);
        self.serials.0[i] = self.serials.0[i].wrapping_add(1);
    }

    /// The grid of tiles.
    pub fn grid(&self) -> TileGrid {
        let size = self.samples.tile_size() as u16;
        TileGrid {
            tile_w: size,
            tile_h: size,
            columns: self.config.width.into(),
            rows: self.config.height.into(),
        }
    }

    /// The region outside which primitives are clipped.
    fn volume(state: &DrawState, rules: &RasterRules) -> ClipVolume {
        let (w, h) = state.clipper_xy.unwrap_or((f32::NAN, f32::NAN));
        ClipVolume {
            guard_x: rules.guard_scale(w / 16.0),
            guard_y: rules.guard_scale(h / 16.0),
            depth: DepthRange::MinusOneToOne,
            min_w: 0.0,
        }
    }

    /// Bins one primitive. On [`NoRoom::OutOfMemory`] nothing was written, and
    /// the same call can be made again once there is more memory.
    pub fn primitive(
        &mut self,
        draw: &Draw<'_>,
        indices: Indices,
        quirks: &Quirks,
        bus: &Bus<'_>,
        log: &mut Log,
        fuel: &mut Fuel,
    ) -> Result<(), NoRoom> {
        let mut screen = [ScreenVertex::default(); 3];
        let mut clip = [[0.0; 4]; 3];
        let mut size = None;
        let n = indices.as_slice().len();
        for (k, i) in indices.as_slice().iter().enumerate() {
            let Some(words) = draw.vertices.get(*i) else {
                return Ok(());
            };
            screen[k] = draw.format.screen_of(words);
            size = draw.format.size_of(words);
            if let Some(c) = draw.format.clip_of(words) {
                clip[k] = c;
            }
        }
        let rules = prim::rules(
            quirks,
            prim::draw_samples(&draw.state.config(), self.samples),
        );
        if draw.clipping && draw.format.clip {
            let volume = Self::volume(draw.state, &rules);
            let clipped = match indices {
                Indices::Triangle(_) => volume.triangle(&clip),
                Indices::Line(_) => volume.line(&[clip[0], clip[1]]),
                Indices::Point(_) => volume.point(&clip[0]),
            };
            match clipped {
                Clipped::Inside => {}
                Clipped::Outside => {
                    self.stats.primitives += 1;
                    self.stats.outside += 1;
                    return Ok(());
                }
                Clipped::NotFinite => {
                    self.stats.primitives += 1;
                    self.stats.outside += 1;
                    if !draw.suspect {
                        log.find(&bin::COORDINATE_NOT_FINITE, (draw.site, 0), |_| {
                            let i = indices.as_slice();
                            let clip = &clip[..n];
                            let message = format!("vertices {i:?} have clip coordinates {clip:?}");
                            (draw.at.clone(), message)
                        });
                    }
                    return Ok(());
                }
                Clipped::Polygon(poly) => {
                    let before = self.stats;
                    let done = self.clipped(draw, indices, &poly, &rules, quirks, bus, log, fuel);
                    if done == Err(NoRoom::OutOfMemory) {
                        self.stats = before;
                    } else {
                        self.stats.primitives += 1;
                        self.stats.clipped += 1;
                    }
                    return done;
                }
            }
        }
        if !draw.clipping && draw.format.clip {
            self.check_wrapped(draw, indices, &clip[..n], log);
        }
        match Shape::new(&rules, quirks, draw.state, &screen[..n], size) {
            Ok((ref shape, _)) => self.enter(draw, indices, &[(shape, None)], bus, log, fuel)?,
            Err(CullReason::Degenerate) => self.stats.degenerate += 1,
            Err(CullReason::Culled) => self.stats.culled += 1,
        }
        self.stats.primitives += 1;
        Ok(())
    }

    /// Clip coordinates whose screen coordinates do not fit into 16 bits.
    /// Clipping keeps them inside, so this is for draws without it.
    fn check_wrapped(&self, draw: &Draw<'_>, indices: Indices, clip: &[[f32; 4]], log: &mut Log) {
        let Some((half_w, half_h)) = draw.state.clipper_xy else {
            return;
        };
        for (i, [x, y, _, w]) in indices.as_slice().iter().zip(clip) {
            let at = [x / w * half_w, y / w * half_h];
            if !draw.suspect && at.iter().any(|v| v.abs() > 32768.0) {
                log.find(&bin::SCREEN_COORDINATE_WRAPPED, (draw.site, 0), |_| {
                    let message = format!(
                        "vertex {i} is {:.0}, {:.0} pixels from the viewport's centre",
                        at[0] / 16.0,
                        at[1] / 16.0
                    );
                    (draw.at.clone(), message)
                });
            }
        }
    }

    /// Bins what clipping left: each piece with the addresses of its vertices.
    #[expect(clippy::too_many_arguments, reason = "the tail of one long function")]
    fn clipped(
        &mut self,
        draw: &Draw<'_>,
        indices: Indices,
        poly: &tilescope_raster::ClipPolygon,
        rules: &RasterRules,
        quirks: &Quirks,
        bus: &Bus<'_>,
        log: &mut Log,
        fuel: &mut Fuel,
    ) -> Result<(), NoRoom> {
        let (half_w, half_h) = draw.state.clipper_xy.unwrap_or((0.0, 0.0));
        let (z_scale, z_offset) = draw.state.clipper_z.unwrap_or((0.5, 0.5));
        let vertex = |v: &tilescope_raster::ClipVertex| {
            let [x, y, z, w] = v.position;
            let rw = 1.0 / w;
            ScreenVertex {
                xy: [(x * rw * half_w) as i16, (y * rw * half_h) as i16],
                zs: z * rw * z_scale + z_offset,
                rw,
            }
        };
        let mut pieces: Vec<(Shape, Vec<u8>)> = Vec::with_capacity(8);
        let mut piece = |corners: &[tilescope_raster::ClipVertex], stats: &mut BinStats| {
            let screen: Vec<ScreenVertex> = corners.iter().map(vertex).collect();
            match Shape::new(rules, quirks, draw.state, &screen, None) {
                Ok((shape, _)) => {
                    let mut record = Vec::with_capacity(72);
                    for (s, c) in screen.iter().zip(corners) {
                        record.extend(s.to_words().into_iter().flat_map(u32::to_le_bytes));
                        record.extend(c.weights.into_iter().flat_map(f32::to_le_bytes));
                    }
                    pieces.push((shape, record));
                }
                Err(CullReason::Degenerate) => stats.degenerate += 1,
                Err(CullReason::Culled) => stats.culled += 1,
            }
        };
        match indices {
            Indices::Triangle(_) => {
                for t in poly.triangles() {
                    piece(&t, &mut self.stats);
                }
            }
            _ => piece(poly.vertices(), &mut self.stats),
        }
        let pieces: Vec<Piece<'_>> = pieces.iter().map(|(s, r)| (s, Some(&r[..]))).collect();
        self.enter(draw, indices, &pieces, bus, log, fuel)
    }

    /// Writes shapes into the lists of the tiles that they touch, all or none.
    fn enter(
        &mut self,
        draw: &Draw<'_>,
        indices: Indices,
        pieces: &[Piece<'_>],
        bus: &Bus<'_>,
        log: &mut Log,
        fuel: &mut Fuel,
    ) -> Result<(), NoRoom> {
        let grid = self.grid();
        let clip = draw.state.clip_rect();
        let reach: u64 = pieces.iter().map(|p| p.0.reach(grid, clip)).sum();
        let columns = u32::from(self.config.width);
        fuel.take(reach * FUEL_PER_TILE_TESTED)
            .map_err(|_| NoRoom::OutOfFuel)?;
        self.touched.clear();
        let mut ends = [0; 16];
        for (k, (shape, _)) in pieces.iter().enumerate() {
            let touched = &mut self.touched;
            shape.tiles(grid, clip, |x, y| {
                touched.push(u32::from(y) * columns + u32::from(x))
            });
            ends[k] = self.touched.len();
        }
        fuel.take(self.touched.len() as u64 * FUEL_PER_ENTRY)
            .map_err(|_| NoRoom::OutOfFuel)?;
        let serials = self.serials;
        let block = self.config.alloc_block_size;
        let mut e = Entry {
            state: draw.state,
            serials: &serials,
            indices,
            clipped: None,
        };
        let records: u64 = pieces
            .iter()
            .filter_map(|p| p.1)
            .map(|r| (r.len() as u64).div_ceil(u64::from(block)) + 1)
            .sum();
        let free = self.pool.blocks();
        if free < records + self.touched.len() as u64 * 6 {
            let lists = &self.lists;
            let need: u64 = self
                .touched
                .iter()
                .map(|t| lists[*t as usize].blocks_needed(&e, block))
                .sum();
            if free < records + need {
                return Err(NoRoom::OutOfMemory);
            }
        }
        // Memory in pieces shorter than a record may hold fewer than counted.
        // Asked for before anything is written, so that nothing is written twice.
        let mut places = [None; 16];
        for (place, (_, record)) in places.iter_mut().zip(pieces) {
            if let Some(record) = record {
                let at = self.pool.take_bytes(record.len() as u32);
                *place = Some(at.ok_or(NoRoom::OutOfMemory)?);
            }
        }
        let mut first = 0;
        for (k, (_, record)) in pieces.iter().enumerate() {
            if let (Some(record), Some(at)) = (record, places[k]) {
                bus.write(log, Port::Ptb, at, record)?;
                e.clipped = Some(at);
            }
            for t in &self.touched[first..ends[k]] {
                self.lists[*t as usize].push(&e, &mut self.pool, bus, log)?;
                self.stats.entries += 1;
            }
            first = ends[k];
        }
        Ok(())
    }

    /// FLUSH, or FLUSH_ALL_STATE if `all_state` is given: ends every list and
    /// writes the tile state.
    pub fn flush(
        &mut self,
        all_state: Option<&DrawState>,
        bus: &Bus<'_>,
        log: &mut Log,
    ) -> Result<(), NoRoom> {
        for (i, list) in self.lists.iter_mut().enumerate() {
            list.finish(all_state, &mut self.pool, bus, log)?;
            let at = self
                .config
                .state_address
                .wrapping_add(i as u32 * TILE_STATE_BYTES);
            bus.write(log, Port::Ptb, at, &list.to_state())?;
        }
        Ok(())
    }
}
