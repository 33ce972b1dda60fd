//! Fragment jobs: the tiles that are drawn, and the framebuffer.

use std::sync::Arc;

use tilescope_core::bus::Bus;
use tilescope_core::{Frame, GpuMemory, Stopped};
use tilescope_draw::{AreaPlace, Pool, Targets, render};
use tilescope_output::{AREA, Area, Buffers};
use tilescope_raster::Rect;

use super::draw::Draw;
use super::framebuffer::{Framebuffer, Tagged};
use super::surface::TILE;
use super::tile::TileBuffer;
use super::writeback;
use crate::descriptors::v5::fragment_job_payload as fields;
use crate::device::Units;
use crate::jobs::Header;
use crate::log::{Ctx, Log, Port};
use crate::memory;
use crate::rules::framebuffer as rules;
use crate::shader::BATCHES;
use crate::threads::LANES_PER_FUEL;
use crate::tiler;

/// The payload of a fragment job.
struct Payload {
    /// The pixels of its tiles.
    rect: Rect,
    framebuffer: Tagged,
}

impl Payload {
    fn read(header: &Header, c: &mut Ctx<'_>) -> Result<Payload, Stopped> {
        let address = header.payload();
        let bytes: [u8; 16] = memory::descriptor(c, "fragment job payload", address)?;
        let get = |field: &tilescope_tables::packet::Field| field.get(&bytes);
        let reserved = [
            &fields::RESERVED_12,
            &fields::RESERVED_28,
            &fields::RESERVED_44,
            &fields::RESERVED_60,
        ];
        if let Some(field) = reserved.into_iter().find(|f| get(f) != 0) {
            c.log
                .find(&rules::RESERVED_BOUNDS, (address, field.lo.into()), |at| {
                    let at = at.inside(Frame::Record("fragment job payload", address));
                    let text = format!("bits {}:{} are {:#x}", field.hi(), field.lo, get(field));
                    (at.at_bits(field.lo, field.hi()), text)
                });
        }
        if get(&fields::HAS_TILE_ENABLE_MAP) != 0 {
            c.log.unimplemented("tile enable maps");
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
            let at = c
                .log
                .at
                .inside(Frame::Record("fragment job payload", address));
            let text = format!("tiles ({x0}, {y0}) to ({x1}, {y1})");
            let rule = &rules::INVERTED_BOUNDS;
            return Err(Stopped::by(rule, at, text, (address, 0), c.log));
        }
        let pixel = |tile: u32| (tile * TILE) as i32;
        Ok(Payload {
            rect: Rect::new(pixel(x0), pixel(y0), pixel(x1 + 1), pixel(y1 + 1)),
            framebuffer: Tagged(get(&fields::FRAMEBUFFER)),
        })
    }
}

/// Runs a fragment job.
///
/// # Errors
/// The reason why it stopped.
pub(crate) fn run(header: &Header, units: &mut Units<'_>, c: &mut Ctx<'_>) -> Result<(), Stopped> {
    let payload = Payload::read(header, c)?;
    let framebuffer = Framebuffer::read(units.chip.arch, payload.framebuffer, c)?;
    let last = |at: i32| (at - 1) / TILE as i32;
    let (bounds, rect) = (framebuffer.bounds, payload.rect);
    if last(rect.x1) > last(bounds.x1) || last(rect.y1) > last(bounds.y1) {
        let address = header.payload();
        let at = c
            .log
            .at
            .inside(Frame::Record("fragment job payload", address));
        let text = format!(
            "the last tile is ({}, {}), that of the framebuffer ({}, {})",
            last(rect.x1),
            last(rect.y1),
            last(bounds.x1),
            last(bounds.y1)
        );
        let rule = &rules::TILE_RANGE;
        return Err(Stopped::by(rule, at, text, (address, 0), c.log));
    }
    let targets = FrameTargets::new(Arc::new(framebuffer), bounds.intersect(&rect), c.bus);
    let draws = tiler::draws(&targets.framebuffer, targets.rect, units, c)?;
    let pool = Pool {
        workers: match draws.iter().any(|(draw, _)| draw.has_side_effects()) {
            true => &tilescope_core::Serial,
            false => c.workers,
        },
        scratch: units.scratch,
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
    Ok(())
}

/// The buffers of a fragment job.
pub struct FrameTargets<'a> {
    framebuffer: Arc<Framebuffer>,
    /// The pixels that are written.
    rect: Rect,
    bus: Bus<'a>,
}

impl<'a> FrameTargets<'a> {
    /// The buffers of `framebuffer`, of which the pixels of `rect` are written.
    pub fn new(framebuffer: Arc<Framebuffer>, rect: Rect, bus: Bus<'a>) -> FrameTargets<'a> {
        FrameTargets {
            framebuffer,
            rect,
            bus,
        }
    }

    fn tiles<'t>(&'t self, place: AreaPlace, log: &'t mut Log) -> TileBuffer<'t, 't> {
        TileBuffer {
            framebuffer: &self.framebuffer,
            origin: (place.column * AREA, place.row * AREA),
            bus: self.bus,
            log,
        }
    }
}

impl Targets for FrameTargets<'_> {
    type Port = Port;

    fn memory(&self) -> &dyn GpuMemory {
        self.bus.memory()
    }

    fn bases(&self) -> impl Iterator<Item = u64> {
        let targets = self.framebuffer.targets.iter();
        targets.filter_map(|target| Some(target.writeback.as_ref()?.surface.base))
    }

    fn shares(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.framebuffer, &other.framebuffer)
    }

    fn add(&mut self, _: &Self) {}

    fn buffers<'b>(&'b self, place: AreaPlace, log: &'b mut Log) -> impl Buffers + 'b {
        self.tiles(place, log)
    }

    fn everywhere(&self) -> Option<Rect> {
        Some(self.rect)
    }

    fn store(&self, place: AreaPlace, area: &mut Area, log: &mut Log) -> Result<(), Stopped> {
        writeback::store(area, self.rect, &mut self.tiles(place, log))
    }
}
