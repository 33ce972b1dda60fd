//! Comparison of the buffers of draws.

use super::PixelEngine;
use crate::surface::Surface;
use crate::ts::TileStatus;

/// The role of a buffer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Depth,
    /// Render target, from 0 on.
    Color(usize),
}

type Buffer<'a> = (Kind, &'a Surface, Option<&'a TileStatus>);

/// Whether two buffers have the same addresses, layout and format.
fn same(a: &Buffer<'_>, b: &Buffer<'_>) -> bool {
    let place = |s: &Surface| (s.bases, s.tiling, s.pixel_bytes, s.stride);
    let status = |t: &TileStatus| (t.status_base, t.surface_base, t.clear_value, t.entry_bytes);
    place(a.1) == place(b.1) && a.2.map(status) == b.2.map(status)
}

impl PixelEngine {
    fn buffers(&self) -> impl Iterator<Item = Buffer<'_>> {
        let depth = self.depth.iter();
        let depth = depth.map(|t| (Kind::Depth, &t.surface, t.status.as_ref()));
        let colors = std::iter::once(&self.color).chain(&self.more).enumerate();
        let colors = colors.filter_map(|(n, t)| {
            let target = t.as_ref()?;
            Some((Kind::Color(n), &target.surface, target.status.as_ref()))
        });
        depth.chain(colors)
    }

    /// Addresses of the buffers and of their tile status.
    pub fn bases(&self) -> impl Iterator<Item = u32> {
        self.buffers().flat_map(|(_, surface, status)| {
            let status = status.map(|s| s.status_base);
            surface.bases.into_iter().chain(status)
        })
    }

    /// Whether draws of `other` can be batched with draws of `self`: buffers of the
    /// same kind are the same, and those of different kinds are distinct.
    pub fn shares_buffers(&self, other: &PixelEngine) -> bool {
        self.buffers().all(|a| {
            let mut others = other.buffers();
            others.all(|b| match a.0 == b.0 {
                true => same(&a, &b),
                false => a.1.bases[0] != b.1.bases[0],
            })
        })
    }

    /// Adds the buffers of `other` that `self` lacks.
    pub fn add_buffers(&mut self, other: &PixelEngine) {
        self.depth = self.depth.or(other.depth);
        self.color = self.color.or(other.color);
        if self.more.len() < other.more.len() {
            self.more.resize(other.more.len(), None);
        }
        for (target, other) in self.more.iter_mut().zip(&other.more) {
            *target = target.or(*other);
        }
    }
}
