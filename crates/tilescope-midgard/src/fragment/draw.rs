//! Draws of a fragment job. There are none yet: tiler jobs are missing.

use std::convert::Infallible;
use std::marker::PhantomData;

use tilescope_core::{Frame, Stopped};
use tilescope_draw::{AreaPart, Coverage, FragmentStage, QueuedDraw};

use super::job::FrameTargets;
use crate::log::{Log, Port};

/// Batches of sixteen lanes that are shaded together.
pub const BATCHES: usize = 8;

/// A draw.
#[derive(Clone, Copy, Debug)]
pub struct Draw<'a>(Infallible, PhantomData<&'a ()>);

impl FragmentStage<BATCHES> for Draw<'_> {
    type Port = Port;
    type Scratch = ();

    fn coverage(&self) -> Coverage {
        match self.0 {}
    }

    fn begin(&self, (): &mut ()) {
        match self.0 {}
    }

    fn shade(
        &self,
        (): &mut (),
        _: Coverage,
        _: &mut AreaPart<'_, Port, BATCHES>,
    ) -> Result<(), Stopped> {
        match self.0 {}
    }

    fn end(&self, (): &mut (), _: &mut Log) {
        match self.0 {}
    }
}

impl<'a> QueuedDraw<BATCHES> for Draw<'a> {
    type Targets = FrameTargets<'a>;

    fn is_like(&self, _: &Self) -> bool {
        match self.0 {}
    }

    fn targets(&self) -> FrameTargets<'a> {
        match self.0 {}
    }

    fn writes(&self) -> bool {
        match self.0 {}
    }

    fn scale(&self) -> (u32, u32) {
        match self.0 {}
    }

    fn location(&self) -> &[Frame] {
        match self.0 {}
    }
}
