//! Lines of the 2D engine.

use super::setup::{Fill, Setup};
use super::{DrawingEngine, Plane};
use crate::bus::Port;
use crate::cmd::Rectangle;
use crate::fe::Work;
use crate::rules::mem;
use crate::stopped::{Stopped, at_memory};

impl DrawingEngine {
    /// Draws a line from the first corner of `r` to the second by Bresenham's
    /// algorithm. Source: etna_viv doc/2d.md, lines.
    pub(super) fn line(
        &self,
        setup: &Setup,
        r: Rectangle,
        work: &mut Work<'_, '_>,
    ) -> Result<(), Stopped> {
        let (mut x, mut y) = (i32::from(r.left), i32::from(r.top));
        let (x2, y2) = (i32::from(r.right), i32::from(r.bottom));
        let (dx, dy) = ((x2 - x).abs(), -(y2 - y).abs());
        let (step_x, step_y) = ((x2 - x).signum(), (y2 - y).signum());
        let mut error = dx + dy;
        loop {
            let last = (x, y) == (x2, y2);
            if last && !self.quirks.line_has_last_pixel {
                return Ok(());
            }
            work.fuel.take(1)?;
            let (px, py) = (x as u16, y as u16);
            if setup.inside(px, py) {
                self.point(setup, px, py, work)?;
            }
            if last {
                return Ok(());
            }
            let twice = 2 * error;
            if twice >= dy {
                error += dy;
                x += step_x;
            }
            if twice <= dx {
                error += dx;
                y += step_y;
            }
        }
    }

    fn point(&self, setup: &Setup, x: u16, y: u16, work: &mut Work<'_, '_>) -> Result<(), Stopped> {
        let plane: Plane = setup.destination;
        let at = plane.address(x, y);
        let mut bytes = [0; 8];
        let pixel = &mut bytes[..plane.bytes()];
        if setup.reads_destination() {
            work.bus
                .read(work.log, Port::De, at, pixel)
                .map_err(|fault| {
                    at_memory(&mem::READ_OUTSIDE, Some(plane.register), fault, work.log)
                })?;
        }
        // The source of a line is a single colour.
        let colour = match &setup.fill {
            Fill::Colour(colour) => *colour,
            _ => 0,
        };
        setup.mix(pixel, colour, (x, y), self.quirks);
        work.bus
            .write(work.log, Port::De, at, pixel)
            .map_err(|fault| at_memory(&mem::WRITE_OUTSIDE, Some(plane.register), fault, work.log))
    }
}
