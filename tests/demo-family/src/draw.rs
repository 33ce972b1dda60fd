//! A triangle: coverage, shading, and the output merger.

use tilescope_core::bus::{Bus, Port};
use tilescope_core::log::Log as CoreLog;
use tilescope_core::{Fuel, Stopped};
use tilescope_output::memory::{Absent, TILE, tile_place};
use tilescope_output::{AREA, Area, Buffers, ColorConfig, ColorTarget, Fragments, Merger};
use tilescope_output::{Sources, TileMemory};
use tilescope_pixel::Format;
use tilescope_raster::{Quad, RasterRules, Rect, Triangle, Xy};
use tilescope_shader::{Group, Mask, Program};

use crate::rules;
use crate::shader::{DemoIsa, PixelUnits};
use crate::tables::triangle;

/// The units that access memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DemoPort {
    /// The front end.
    Lists,
    /// The shader core.
    Code,
    /// The output merger.
    Pixels,
}

impl Port for DemoPort {
    const ALL: &'static [Self] = &[DemoPort::Lists, DemoPort::Code, DemoPort::Pixels];

    fn name(self) -> &'static str {
        ["lists", "code", "pixels"][self.index()]
    }

    fn index(self) -> usize {
        self as usize
    }
}

/// The log of this family.
pub type Log = CoreLog<DemoPort>;

/// The parts of a submission that every unit uses.
pub struct Work<'a> {
    /// Access to memory.
    pub bus: Bus<'a>,
    /// The findings.
    pub log: Log,
    /// The work that is left.
    pub fuel: Fuel,
}

impl Work<'_> {
    /// Reads memory for a unit.
    ///
    /// # Errors
    /// [`rules::ACCESS`] if it is not mapped.
    pub fn read(&mut self, port: DemoPort, address: u64, out: &mut [u8]) -> Result<(), Stopped> {
        let read = self.bus.read(&mut self.log, port, address, out);
        read.map_err(|fault| self.fault(address, fault.to_string()))
    }

    fn fault(&mut self, address: u64, message: String) -> Stopped {
        let at = self.log.at.clone();
        Stopped::by(&rules::ACCESS, at, message, (address, 0), &mut self.log)
    }
}

/// The target of a draw, in the part that an area covers.
struct Surface<'w, 'a> {
    work: &'w mut Work<'a>,
    address: u64,
    size: (u32, u32),
    origin: (u32, u32),
}

/// Bytes of a pixel.
const PIXEL: usize = 4;

impl Surface<'_, '_> {
    /// Address and bytes of row `row` of a tile, without pixels outside the target.
    fn row(&self, tile: u32, row: u32) -> Option<(u64, usize)> {
        let (_, x, y) = tile_place(tile);
        let (x, y) = (self.origin.0 + x, self.origin.1 + y + row);
        let pixels = self.size.0.saturating_sub(x).min(TILE);
        let pixel = u64::from(y) * u64::from(self.size.0) + u64::from(x);
        let inside = pixels > 0 && y < self.size.1;
        inside.then(|| (self.address + pixel * PIXEL as u64, pixels as usize * PIXEL))
    }
}

impl TileMemory for Surface<'_, '_> {
    fn read(&mut self, tile: u32, out: &mut [u8]) -> Result<(), Stopped> {
        for (row, bytes) in (0..).zip(out.chunks_mut(TILE as usize * PIXEL)) {
            if let Some((address, len)) = self.row(tile, row) {
                self.work
                    .read(DemoPort::Pixels, address, &mut bytes[..len])?;
            }
        }
        Ok(())
    }

    fn write(&mut self, tile: u32, data: &[u8]) -> Result<(), Stopped> {
        for (row, bytes) in (0..).zip(data.chunks(TILE as usize * PIXEL)) {
            if let Some((address, len)) = self.row(tile, row) {
                let Work { bus, log, .. } = &mut *self.work;
                let written = bus.write(log, DemoPort::Pixels, address, &bytes[..len]);
                written.map_err(|fault| self.work.fault(address, fault.to_string()))?;
            }
        }
        Ok(())
    }
}

impl Buffers for Surface<'_, '_> {
    fn depth(&mut self) -> Option<impl TileMemory> {
        None::<Absent>
    }

    fn color(&mut self, _: usize) -> Option<impl TileMemory> {
        Some(Surface {
            work: &mut *self.work,
            address: self.address,
            size: self.size,
            origin: self.origin,
        })
    }
}

/// Draws the triangle of a packet.
///
/// # Errors
/// If the hardware stops, or the fuel runs out.
pub fn draw(
    payload: &[u8],
    program: &Program<DemoIsa>,
    work: &mut Work<'_>,
) -> Result<(), Stopped> {
    let rules = RasterRules::S12_4;
    let get = |field: tilescope_tables::packet::Field| field.get(payload);
    let size = (get(triangle::WIDTH) as u32, get(triangle::HEIGHT) as u32);
    let corner = |x, y| Xy::new((get(x) as i16).into(), (get(y) as i16).into());
    let corners = [
        corner(triangle::X0, triangle::Y0),
        corner(triangle::X1, triangle::Y1),
        corner(triangle::X2, triangle::Y2),
    ];
    let Ok(shape) = Triangle::new(&rules, corners) else {
        return Ok(());
    };
    let config = ColorConfig::replacing(Format::R8G8B8A8Unorm);
    let merger = Merger {
        colors: vec![ColorTarget::new(&config)],
        ..Merger::default()
    };
    let mut group: Group<DemoIsa, 1> = Group::new();
    group.bind(program, |constant, _| constant);
    let mut area = Area::new();
    for (x, y) in areas(size) {
        area.place(x, y);
        let (left, top) = area.origin();
        let right = (left + AREA).min(size.0);
        let bottom = (top + AREA).min(size.1);
        let part = Rect::new(left as i32, top as i32, right as i32, bottom as i32);
        let mut quads: Vec<Quad> = Vec::new();
        shape.shape().walk(part, |quad| quads.push(quad));
        work.fuel.take(1 + quads.len() as u64)?;
        if quads.is_empty() {
            continue;
        }
        let mut surface = Surface {
            work: &mut *work,
            address: get(triangle::TARGET),
            size,
            origin: (left, top),
        };
        let mut bound = area.bind(&merger);
        for quads in quads.chunks(4) {
            let (f, colors) = shade(quads, program, &mut group, &mut surface)?;
            bound.draw(&f, &Sources::one(&colors), &mut surface)?;
        }
        area.store(&mut surface)?;
        area.discard();
    }
    work.log.counters.add("triangles", 1);
    Ok(())
}

/// Columns and rows of the areas that cover a target.
fn areas(size: (u32, u32)) -> impl Iterator<Item = (u32, u32)> {
    let rows = 0..size.1.div_ceil(AREA);
    rows.flat_map(move |y| (0..size.0.div_ceil(AREA)).map(move |x| (x, y)))
}

/// Runs the shader for up to four quads. Pixels that it does not draw are masked.
fn shade(
    quads: &[Quad],
    program: &Program<DemoIsa>,
    group: &mut Group<DemoIsa, 1>,
    surface: &mut Surface<'_, '_>,
) -> Result<(Fragments, [[f32; 16]; 4]), Stopped> {
    let mut f = Fragments::default();
    for (n, quad) in quads.iter().enumerate() {
        f.mask |= quad.coverage << (4 * n);
        for i in 0..4 {
            f.x[4 * n + i] = quad.x as u32 + (i as u32 & 1);
            f.y[4 * n + i] = quad.y as u32 + (i as u32 >> 1);
        }
    }
    let fraction = |at: u32, of: u32| (at as f32 + 0.5) / of as f32;
    let mut units = PixelUnits {
        place: [
            f.x.map(|x| fraction(x, surface.size.0)),
            f.y.map(|y| fraction(y, surface.size.1)),
        ],
        colors: [[0.0; 16], [0.0; 16], [0.0; 16], [1.0; 16]],
        drawn: 0,
    };
    let live = Mask([f.mask]);
    let mut left = surface.work.fuel.left();
    let ran = group.run(program, &live, &live, &mut units, &mut left);
    let used = surface.work.fuel.left() - left;
    surface.work.fuel.take(used)?;
    if ran.is_err() {
        // Programs have no jumps and no unit refuses, so only fuel stops them.
        surface.work.fuel.take(u64::MAX)?;
    }
    f.mask &= units.drawn;
    Ok((f, units.colors))
}
