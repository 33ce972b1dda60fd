//! The record that draws in a tile, for a profile.

use tilescope_core::profile::{Began, Lanes, Part, Stage};
use tilescope_raster::Quad;

use super::pse::Setup;
use super::{Prepared, Worker};
use crate::ports::StageKind;

/// A record that draws, and what its threads did so far.
pub(super) struct Drawing<'a> {
    prepared: &'a Prepared,
    began: Began,
    /// Texture fetches before it.
    fetches: u64,
    lanes: Lanes,
}

impl<'a> Worker<'a> {
    /// Primitives of a shader record begin. No thread waits.
    pub(super) fn begin_drawing(&mut self, prepared: Option<&'a Prepared>) {
        if self.log.profile().is_none() {
            return;
        }
        let same = |d: &Drawing<'_>| prepared.is_some_and(|p| std::ptr::eq(p, d.prepared));
        if self.drawing.as_ref().is_some_and(same) {
            return;
        }
        self.end_drawing();
        self.drawing = prepared.map(|prepared| Drawing {
            prepared,
            began: self.log.begin(),
            fetches: self.tmu.fetches(),
            lanes: Lanes::default(),
        });
    }

    /// Quads of a primitive are shaded: each four are a thread.
    #[inline]
    pub(super) fn count_lanes(&mut self, s: &Setup<'a>, quads: &[Quad]) {
        let Some(drawing) = &mut self.drawing else {
            return;
        };
        let single = s.rules.samples.count() == 1;
        let pixels = |quad: &Quad| match single {
            true => quad.coverage & 15,
            false => Quad::pixels_of_samples(quad.coverage),
        };
        let pixels = quads.iter().map(|quad| pixels(quad).count_ones());
        drawing.lanes.add(Lanes {
            running: pixels.map(u64::from).sum(),
            batches: quads.len().div_ceil(4) as u64,
        });
    }

    /// Adds the work of the record that draws to the profile.
    pub(super) fn end_drawing(&mut self) {
        let Some(drawing) = self.drawing.take() else {
            return;
        };
        let shader = &drawing.prepared.shader;
        let place = (StageKind::Fragment.name(), shader.address.into());
        self.log.count_fetches(self.tmu.fetches() - drawing.fetches);
        if let Some(profile) = self.log.profile_mut() {
            self.gang.report(&shader.program, place, profile);
        }
        self.log.end_work(drawing.began, || {
            let part = Part::of_draw(Stage::Fragments, drawing.prepared.draw);
            part.lanes(drawing.lanes)
        });
    }
}
