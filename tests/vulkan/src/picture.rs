//! Checks of images that were read back.

use crate::failure::{Failure, check};
pub use crate::image::Image as Picture;

/// A colour of bytes.
pub type Colour = [u8; 4];

/// Opaque colours.
pub const RED: Colour = [255, 0, 0, 255];
/// Green.
pub const GREEN: Colour = [0, 255, 0, 255];
/// Blue.
pub const BLUE: Colour = [0, 0, 255, 255];
/// White.
pub const WHITE: Colour = [255, 255, 255, 255];
/// Black.
pub const BLACK: Colour = [0, 0, 0, 255];
/// Yellow.
pub const YELLOW: Colour = [255, 255, 0, 255];

impl Picture {
    /// A pixel.
    pub fn at(&self, x: u32, y: u32) -> Colour {
        let at = (y * self.width + x) as usize * 4;
        let p = &self.rgba[at..at + 4];
        [p[0], p[1], p[2], p[3]]
    }

    /// Fails if a pixel differs by more than two of 255 in a component.
    pub fn expect(&self, x: u32, y: u32, wanted: Colour) -> Result<(), Failure> {
        let found = self.at(x, y);
        let near = found.iter().zip(wanted).all(|(f, w)| f.abs_diff(w) <= 2);
        check(near, || format!("{found:?} at {x},{y}, not {wanted:?}"))
    }

    /// Fails if a pixel of a rectangle differs.
    pub fn expect_all(
        &self,
        x: std::ops::Range<u32>,
        mut y: std::ops::Range<u32>,
        wanted: Colour,
    ) -> Result<(), Failure> {
        y.try_for_each(|y| x.clone().try_for_each(|x| self.expect(x, y, wanted)))
    }
}
