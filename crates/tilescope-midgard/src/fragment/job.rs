//! Fragment jobs: the tiles that are drawn, and the framebuffer.

use std::sync::Arc;

use tilescope_core::bus::Bus;
use tilescope_core::{Frame, Stopped};
use tilescope_draw::{AreaPlace, Pool, Targets, render};
use tilescope_output::tile_buffer::SIDE as TILE;
use tilescope_output::{AREA, Area};
use tilescope_raster::Rect;
use tilescope_tables::packet::{Field, Kind, Typed};
use tilescope_tables::typed;

use super::draw::Draw;
use super::framebuffer::{Framebuffer, Tagged};
use crate::descriptors::v5::fragment_job_payload as fields;
use crate::descriptors::{Arch, v4};
use crate::device::Units;
use crate::jobs::Header;
use crate::log::{Ctx, Log, Port};
use crate::memory;
use crate::report::refuse;
use crate::rules::framebuffer as rules;
use crate::shader::BATCHES;
use crate::threads::LANES_PER_FUEL;
use crate::tiler;

/// The name of the payload in findings.
const RECORD: &str = "fragment job payload";

/// The first and the last tile: column and row.
const TILES: [Field; 4] = [
    fields::BOUND_MIN_X,
    fields::BOUND_MIN_Y,
    fields::BOUND_MAX_X,
    fields::BOUND_MAX_Y,
];

/// The payload of a fragment job.
struct Payload {
    /// The pixels of its tiles.
    rect: Rect,
    framebuffer: Tagged,
    /// The map of the tiles to draw, of v5.
    map: Option<TileMap>,
}

typed! {
    /// A map of the pixels to draw: a bit for each square of [`TileMap::SQUARE`] pixels, from
    /// bit 0 of the first byte on (Mesa pan_resource.c, panfrost_resource_set_damage_region).
    #[derive(Clone, Copy, Debug)]
    struct TileMap: fields {
        pub address: u64 = TILE_ENABLE_MAP,
        /// Bytes from a row of squares to the next.
        pub stride: u64 = TILE_ENABLE_MAP_ROW_STRIDE,
    }
}

impl TileMap {
    /// Pixels on a side of a square.
    const SQUARE: i32 = 32;
    /// Fuel of a row of the map, and of a part that is drawn by itself.
    const FUEL: u64 = 4;

    /// The parts of `rect` whose squares are enabled.
    fn parts(&self, rect: Rect, c: &mut Ctx<'_>) -> Result<Vec<Rect>, Stopped> {
        let mut parts = Vec::new();
        if rect.is_empty() {
            return Ok(parts);
        }
        let squares = |from: i32, to: i32| from / Self::SQUARE..=(to - 1) / Self::SQUARE;
        let columns = squares(rect.x0, rect.x1);
        let byte = |column: i32| (column / 8 - columns.start() / 8) as usize;
        let mut bytes = vec![0u8; byte(*columns.end()) + 1];
        for row in squares(rect.y0, rect.y1) {
            c.fuel.take(Self::FUEL)?;
            let offset = row as u64 * self.stride + *columns.start() as u64 / 8;
            memory::read(c, Port::Tb, self.address.wrapping_add(offset), &mut bytes)?;
            let is_set = |column: &i32| bytes[byte(*column)] >> (column % 8) & 1 != 0;
            let set: Vec<i32> = columns.clone().filter(is_set).collect();
            for run in set.chunk_by(|a, b| a + 1 == *b) {
                c.fuel.take(Self::FUEL)?;
                let (x, y) = (run[0] * Self::SQUARE, row * Self::SQUARE);
                let width = run.len() as i32 * Self::SQUARE;
                let part = Rect::new(x, y, x + width, y + Self::SQUARE);
                parts.push(part.intersect(&rect));
            }
        }
        Ok(parts)
    }
}

impl Payload {
    fn read(arch: Arch, header: &Header, c: &mut Ctx<'_>) -> Result<Payload, Stopped> {
        let address = header.payload();
        let mut bytes = [0; 32];
        let start: [u8; 16] = memory::descriptor(c, RECORD, address)?;
        bytes[..16].copy_from_slice(&start);
        let mapped = arch == Arch::V5 && fields::HAS_TILE_ENABLE_MAP.is_set(&bytes);
        if mapped {
            bytes = memory::descriptor(c, RECORD, address)?;
        }
        let layout = match arch {
            Arch::V4 => &v4::fragment_job_payload::LAYOUT,
            Arch::V5 => &fields::LAYOUT,
        };
        let mut reserved = layout.fields.iter().filter(|f| f.kind == Kind::Reserved);
        if let Some(field) = reserved.find(|f| f.is_set(&bytes)) {
            c.log
                .find(&rules::RESERVED_BOUNDS, (address, field.lo.into()), |at| {
                    let at = at.inside(Frame::Record(RECORD, address));
                    let (high, low, bits) = (field.hi(), field.lo, field.get(&bytes));
                    let text = format!("bits {high}:{low} are {bits:#x}");
                    (at.at_bits(field.lo, field.hi()), text)
                });
        }
        let [x0, y0, x1, y1]: [u32; 4] = Typed::read(TILES, &bytes);
        if x0 > x1 || y0 > y1 {
            let text = format!("tiles ({x0}, {y0}) to ({x1}, {y1})");
            let rule = &rules::INVERTED_BOUNDS;
            return Err(refuse(c, rule, address, (RECORD, address), text));
        }
        let pixel = |tile: u32| (tile * TILE) as i32;
        Ok(Payload {
            rect: Rect::new(pixel(x0), pixel(y0), pixel(x1 + 1), pixel(y1 + 1)),
            framebuffer: Tagged(fields::FRAMEBUFFER.get(&bytes)),
            map: mapped.then(|| TileMap::from_bytes(&bytes)),
        })
    }
}

/// Runs a fragment job.
///
/// # Errors
/// The reason why it stopped.
pub(crate) fn run(header: &Header, units: &mut Units<'_>, c: &mut Ctx<'_>) -> Result<(), Stopped> {
    let payload = Payload::read(units.chip.arch, header, c)?;
    let framebuffer = Framebuffer::read(units.chip.arch, payload.framebuffer, c)?;
    let last = |at: i32| (at - 1) / TILE as i32;
    let (bounds, rect) = (framebuffer.bounds, payload.rect);
    if last(rect.x1) > last(bounds.x1) || last(rect.y1) > last(bounds.y1) {
        let address = header.payload();
        let text = format!(
            "the last tile is ({}, {}), that of the framebuffer ({}, {})",
            last(rect.x1),
            last(rect.y1),
            last(bounds.x1),
            last(bounds.y1)
        );
        let rule = &rules::TILE_RANGE;
        return Err(refuse(c, rule, address, (RECORD, address), text));
    }
    let (framebuffer, rect) = (Arc::new(framebuffer), bounds.intersect(&rect));
    let Some(map) = payload.map else {
        return draw(&framebuffer, rect, units, c);
    };
    for part in map.parts(rect, c)? {
        draw(&framebuffer, part, units, c)?;
    }
    Ok(())
}

/// Draws the pixels of `rect`.
fn draw(
    framebuffer: &Arc<Framebuffer>,
    rect: Rect,
    units: &mut Units<'_>,
    c: &mut Ctx<'_>,
) -> Result<(), Stopped> {
    let draws = tiler::draws(framebuffer, rect, units, c)?;
    let pool = Pool {
        workers: match draws.iter().any(|(draw, _)| draw.has_side_effects()) {
            true => &tilescope_core::Serial,
            false => c.workers,
        },
        scratch: units.scratch,
    };
    let targets = FrameTargets {
        framebuffer,
        rect,
        bus: c.bus,
    };
    let before = c.fuel.left().saturating_mul(LANES_PER_FUEL);
    let mut fuel = before;
    let outer = c.log.at.clone();
    let drawn = render::<Draw<'_>, BATCHES>(&draws, &outer, &targets, &pool, &mut fuel, c.log);
    c.fuel.take((before - fuel).div_ceil(LANES_PER_FUEL))?;
    drawn?;
    for (draw, _) in &draws {
        draw.report_occlusion(c)?;
    }
    let drawn = draws.into_iter();
    units.scratch.keep(drawn.map(|(_, prims)| prims));
    Ok(())
}

/// The buffers of a fragment job.
pub struct FrameTargets<'a> {
    framebuffer: &'a Framebuffer,
    /// The pixels that are written.
    rect: Rect,
    bus: Bus<'a>,
}

impl Targets for FrameTargets<'_> {
    type Port = Port;

    fn everywhere(&self) -> Option<Rect> {
        Some(self.rect)
    }

    fn store(&self, place: AreaPlace, area: &mut Area, log: &mut Log) -> Result<(), Stopped> {
        let origin = (place.column * AREA, place.row * AREA);
        let mut tiles = self.framebuffer.tiles(origin, self.bus, log);
        (self.framebuffer.buffers).store(area, self.rect, &mut tiles)
    }
}
