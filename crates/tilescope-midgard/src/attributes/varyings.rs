//! Varyings of fragment shaders, which `tilescope-draw` interpolates.

use tilescope_core::Stopped;
use tilescope_draw::Interpolation;
pub use tilescope_draw::varyings::{Layout, Use, value};

use super::{Attributes, Source, Threads};
use crate::formats::{RegisterType, Storage};
use crate::log::Ctx;

/// The interpolation that planes are made for.
pub const fn interpolation(how: &crate::shader::Interpolation) -> Interpolation {
    match (how.flat, how.perspective) {
        (true, _) => Interpolation::Flat,
        (false, true) => Interpolation::Perspective,
        (false, false) => Interpolation::Linear,
    }
}

impl Attributes {
    /// Whether a varying is in a buffer.
    pub fn is_stored(&self, record: u32) -> bool {
        self.records.get(record as usize).is_some_and(|r| {
            matches!(r.source, Source::Buffer(_)) && r.format.storage != Storage::Constant
        })
    }

    /// Whether the same varyings as in `other` are in buffers.
    pub fn stores_as(&self, other: &Attributes) -> bool {
        let stored = |of: &Attributes, n: usize| of.is_stored(n as u32);
        let count = self.records.len();
        count == other.records.len() && (0..count).all(|n| stored(self, n) == stored(other, n))
    }

    /// Fills the words of up to sixteen vertices with these linear numbers, as
    /// [`Layout::fill`].
    ///
    /// # Errors
    /// A varying is in a buffer, but its memory is not mapped.
    pub fn gather(
        &self,
        layout: &Layout,
        numbers: &[u32],
        vertices: &mut [f32],
        c: &mut Ctx<'_>,
    ) -> Result<(), Stopped> {
        let mut linear = [0; 16];
        for (to, number) in linear.iter_mut().zip(numbers) {
            *to = *number;
        }
        let threads = Threads {
            linear: &linear,
            mask: (1u32 << numbers.len().min(16)).wrapping_sub(1) as u16,
            fragment: None,
        };
        layout.fill(vertices, |record| {
            self.load(record, &threads, RegisterType::Format, c)
        })
    }
}
