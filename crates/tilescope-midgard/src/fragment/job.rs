//! Fragment jobs: the tiles that are drawn, and the framebuffer.

use std::sync::Arc;

use tilescope_core::bus::Bus;
use tilescope_core::{Frame, Stopped};
use tilescope_draw::{AreaPlace, Pool, Targets, render};
use tilescope_output::tile_buffer::SIDE as TILE;
use tilescope_output::{AREA, Area};
use tilescope_raster::Rect;

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

/// The payload of a fragment job.
struct Payload {
    /// The pixels of its tiles.
    rect: Rect,
    framebuffer: Tagged,
    /// The map of the tiles to draw, of v5.
    map: Option<TileMap>,
}

/// A map of the pixels to draw: a bit for each square of [`TileMap::SQUARE`] pixels, from
/// bit 0 of the first byte on (Mesa pan_resource.c, panfrost_resource_set_damage_region).
#[derive(Clone, Copy, Debug)]
struct TileMap {
    address: u64,
    /// Bytes from a row of squares to the next.
    stride: u64,
}

impl TileMap {
    /// Pixels on a side of a square.
    const SQUARE: i32 = 32;
    /// Fuel of a row of the map, and of a part that is drawn by itself.
    const FUEL: u64 = 4;

    /// The parts of `rect` whose squares are enabled.
    fn parts(&self, rect: Rect, c: &mut Ctx<'_>) -> Result<Vec<Rect>, Stopped> {
        let mut parts: Vec<Rect> = Vec::new();
        if rect.is_empty() {
            return Ok(parts);
        }
        let first = (rect.x0 / Self::SQUARE) as u64;
        let last = ((rect.x1 - 1) / Self::SQUARE) as u64;
        let mut bytes = vec![0; (last / 8 - first / 8 + 1) as usize];
        for row in rect.y0 / Self::SQUARE..=(rect.y1 - 1) / Self::SQUARE {
            c.fuel.take(Self::FUEL)?;
            let at = (self.address).wrapping_add(row as u64 * self.stride + first / 8);
            memory::read(c, Port::Tb, at, &mut bytes)?;
            let y = (row * Self::SQUARE, (row + 1) * Self::SQUARE);
            for column in first..=last {
                let byte = bytes[(column / 8 - first / 8) as usize];
                if byte >> (column % 8) & 1 == 0 {
                    continue;
                }
                let x = column as i32 * Self::SQUARE;
                match parts.last_mut() {
                    Some(part) if part.x1 == x && part.y1 == y.1 => part.x1 += Self::SQUARE,
                    _ => {
                        c.fuel.take(Self::FUEL)?;
                        parts.push(Rect::new(x, y.0, x + Self::SQUARE, y.1));
                    }
                }
            }
        }
        Ok(parts.iter().map(|part| part.intersect(&rect)).collect())
    }
}

impl Payload {
    fn read(arch: Arch, header: &Header, c: &mut Ctx<'_>) -> Result<Payload, Stopped> {
        let address = header.payload();
        let mut bytes = [0; 32];
        let start: [u8; 16] = memory::descriptor(c, RECORD, address)?;
        bytes[..16].copy_from_slice(&start);
        let mapped = arch == Arch::V5 && fields::HAS_TILE_ENABLE_MAP.get(&bytes) != 0;
        if mapped {
            bytes = memory::descriptor(c, RECORD, address)?;
        }
        let get = |field: &tilescope_tables::packet::Field| field.get(&bytes);
        let reserved = [
            &fields::RESERVED_12,
            &fields::RESERVED_28,
            &fields::RESERVED_44,
            match arch {
                Arch::V4 => &v4::fragment_job_payload::RESERVED_60,
                Arch::V5 => &fields::RESERVED_60,
            },
            &fields::RESERVED_200,
        ];
        if let Some(field) = reserved.into_iter().find(|f| get(f) != 0) {
            c.log
                .find(&rules::RESERVED_BOUNDS, (address, field.lo.into()), |at| {
                    let at = at.inside(Frame::Record(RECORD, address));
                    let text = format!("bits {}:{} are {:#x}", field.hi(), field.lo, get(field));
                    (at.at_bits(field.lo, field.hi()), text)
                });
        }
        let tiles = [
            &fields::BOUND_MIN_X,
            &fields::BOUND_MIN_Y,
            &fields::BOUND_MAX_X,
            &fields::BOUND_MAX_Y,
        ]
        .map(|field| get(field) as u32);
        let [x0, y0, x1, y1] = tiles;
        if x0 > x1 || y0 > y1 {
            let text = format!("tiles ({x0}, {y0}) to ({x1}, {y1})");
            let rule = &rules::INVERTED_BOUNDS;
            return Err(refuse(c, rule, address, (RECORD, address), text));
        }
        let pixel = |tile: u32| (tile * TILE) as i32;
        Ok(Payload {
            rect: Rect::new(pixel(x0), pixel(y0), pixel(x1 + 1), pixel(y1 + 1)),
            framebuffer: Tagged(get(&fields::FRAMEBUFFER)),
            map: mapped.then(|| TileMap {
                address: get(&fields::TILE_ENABLE_MAP),
                stride: get(&fields::TILE_ENABLE_MAP_ROW_STRIDE),
            }),
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
