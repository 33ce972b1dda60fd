//! The 2D engine: fills, lines, copies and stretches of rectangles, with raster
//! operations or blending.
//!
//! The state is decoded once per command ([`setup`]), then every rectangle is drawn
//! row by row. Colours are words of red, green, blue and alpha from the lowest byte
//! up.
//!
//! Not implemented, but counted: rotation and mirroring, tiles, orders of
//! components other than ARGB, swapped bytes, colour keys, YUV, palettes, one-bit
//! sources of copies, pixels in the stream, patterns in memory, filters, multiple
//! sources, dithering.

mod blend;
mod lines;
mod pixels;
mod rop;
mod setup;

use tilescope_pixel::{Format, Narrow, Widen};

use crate::bus::Port;
use crate::chips::Chip;
use crate::cmd::{Draw2d, Rectangle};
use crate::fe::Work;
use crate::log::report;
use crate::regs::de;
use crate::regs::de::DeCommand;
use crate::rules::{de as rules, mem};
use crate::stopped::{Stopped, at_memory};
use blend::Blend;
use pixels::Plane;
use rop::{Pattern, Rop};
use setup::{Clear, Fill, Setup};

/// Undocumented behaviour of the 2D engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quirks {
    /// Whether a line includes its last pixel. According to etna_viv's
    /// cmdstream.xml both ends are inclusive; according to its newer 2d.md, which
    /// is based on tests, the last pixel is not drawn.
    pub line_has_last_pixel: bool,
    /// Whether the lowest bit of a byte of a one-bit pattern is its leftmost pixel.
    /// Undocumented. In Windows, whose raster operations these are, the highest bit
    /// is leftmost.
    pub pattern_from_lowest_bit: bool,
}

/// The 2D engine of one chip.
#[derive(Clone, Copy, Debug)]
pub struct DrawingEngine {
    chip: &'static Chip,
    quirks: Quirks,
}

/// Pixels per unit of fuel.
const PIXELS_PER_FUEL: u64 = 4;

impl DrawingEngine {
    /// The 2D engine of `chip`.
    pub fn new(chip: &'static Chip, quirks: Quirks) -> Self {
        DrawingEngine { chip, quirks }
    }

    /// Executes a draw with the current state.
    ///
    /// # Errors
    /// [`Stopped`] if the hardware stops, or if the fuel runs out.
    pub fn draw(&self, draw: &Draw2d<'_>, work: &mut Work<'_, '_>) -> Result<(), Stopped> {
        if !draw.data().is_empty() {
            work.log.unimplemented("pixels in the stream of DRAW_2D");
            return Ok(());
        }
        let Some(setup) = Setup::read(self.chip, work) else {
            return Ok(());
        };
        for rectangle in draw.rectangles() {
            match setup.command {
                DeCommand::Line => self.line(&setup, rectangle, work)?,
                _ => self.rectangle(&setup, rectangle, work)?,
            }
        }
        Ok(())
    }

    fn rectangle(
        &self,
        setup: &Setup,
        r: Rectangle,
        work: &mut Work<'_, '_>,
    ) -> Result<(), Stopped> {
        if r.right <= r.left || r.bottom <= r.top {
            let text = format!(
                "the rectangle is {}, {} to {}, {}",
                r.left, r.top, r.right, r.bottom
            );
            let register = (de::dest_config::LAYOUT.name, de::dest_config::AT);
            report(work.log, &rules::EMPTY_RECTANGLE, register, text);
            return Ok(());
        }
        let (left, right) = setup.clip_x(r.left, r.right);
        let (top, bottom) = setup.clip_y(r.top, r.bottom);
        if left >= right {
            return Ok(());
        }
        let width = u64::from(right - left);
        let plane = setup.destination;
        if bottom.saturating_sub(top) > 1 && u32::from(right) * plane.bytes() as u32 > plane.stride
        {
            let text = format!(
                "the rectangle ends at column {right}, but a row of {} bytes has {} pixels",
                plane.stride,
                plane.stride / plane.bytes() as u32
            );
            let register = (de::dest_stride::LAYOUT.name, de::dest_stride::AT);
            report(work.log, &rules::STRIDE_NARROW, register, text);
        }
        let mut row = vec![0; (width as usize) * plane.bytes()];
        // The hardware's direction for overlapping source and destination is
        // unknown; here no row is read after it was written.
        let upwards = matches!(&setup.fill, Fill::Copy(from) if from.is_before(plane, r));
        for i in 0..bottom.saturating_sub(top) {
            let y = if upwards { bottom - 1 - i } else { top + i };
            work.fuel.take(1 + width / PIXELS_PER_FUEL)?;
            let mut source = Vec::new();
            if let Fill::Copy(from) = &setup.fill {
                work.fuel.take(width / PIXELS_PER_FUEL)?;
                source = from.row(r, (left, right), y, work)?;
            }
            let at = plane.address(left, y);
            if setup.reads_destination() {
                work.bus
                    .read(work.log, Port::De, at, &mut row)
                    .map_err(|fault| {
                        at_memory(&mem::READ_OUTSIDE, Some(plane.register), fault, work.log)
                    })?;
            }
            let pixels = (left..right).zip(row.chunks_exact_mut(plane.bytes()));
            match &setup.fill {
                Fill::Clear(Clear::Bytes(pattern)) => pattern.fill(&mut row, at as usize),
                Fill::Clear(Clear::Colour(bits)) => {
                    pixels.for_each(|(_, pixel)| plane.store(pixel, *bits));
                }
                Fill::Copy(_) => pixels.zip(&source).for_each(|((x, pixel), colour)| {
                    setup.mix(pixel, *colour, (x, y), self.quirks);
                }),
                Fill::Colour(colour) => {
                    pixels.for_each(|(x, pixel)| setup.mix(pixel, *colour, (x, y), self.quirks));
                }
            }
            work.bus
                .write(work.log, Port::De, at, &row)
                .map_err(|fault| {
                    at_memory(&mem::WRITE_OUTSIDE, Some(plane.register), fault, work.log)
                })?;
        }
        work.log
            .counters
            .add("de.pixels", width * u64::from(bottom.saturating_sub(top)));
        Ok(())
    }
}

impl Setup {
    /// Whether the result depends on the destination.
    fn reads_destination(&self) -> bool {
        match (&self.fill, &self.blend) {
            (Fill::Clear(Clear::Colour(_)), _) => false,
            (Fill::Clear(Clear::Bytes(pattern)), _) => pattern.mask != [0xff; 8],
            (_, Some(_)) => true,
            (_, None) => {
                let [destination, ..] = self.rop.reads();
                destination
            }
        }
    }

    /// Combines `colour` with a pixel of the destination.
    fn mix(&self, pixel: &mut [u8], colour: u32, (x, y): (u16, u16), quirks: Quirks) {
        let plane = self.destination;
        let old = plane.load(pixel);
        let new = match &self.blend {
            Some(blend) => blend.mix(colour, old),
            None => {
                let (pattern, opaque) = self.pattern.at(x, y, quirks);
                self.rop.apply(pattern, colour, old, opaque)
            }
        };
        plane.store_colour(pixel, new);
    }
}

/// Conversion between narrow channels and 8 bits. That hardware replicates and
/// truncates bits is inferred from the exactness of copies.
const WIDEN: Widen = Widen::Replicate;
const NARROW: Narrow = Narrow::Truncate;

/// Converts a colour in A8R8G8B8 from a register.
fn colour(argb: u32) -> u32 {
    Format::B8G8R8A8Unorm.unpack_texel(argb.into(), WIDEN) as u32
}
