//! Memory accesses of the shaders of a draw.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tilescope_core::{Span, Spans};

use crate::shader::{Access, Stage};

/// Addresses of a draw's loads and stores, from all threads.
#[derive(Debug, Default)]
pub(crate) struct Accesses {
    vertex: Mutex<Spans>,
    pixel: Mutex<Spans>,
    stored: Mutex<Spans>,
}

impl Accesses {
    /// Records a load.
    pub(crate) fn load(&self, stage: Stage, access: &Access) {
        match stage {
            Stage::Vertex => note(&self.vertex, access),
            Stage::Pixel => note(&self.pixel, access),
        }
    }

    /// Records a store.
    pub(crate) fn store(&self, access: &Access) {
        note(&self.stored, access);
    }

    /// Memory loaded by shaders of a stage, in ascending order.
    pub(crate) fn loaded(&self, stage: Stage) -> Vec<Span> {
        match stage {
            Stage::Vertex => lock(&self.vertex).sorted(),
            Stage::Pixel => lock(&self.pixel).sorted(),
        }
    }

    /// Memory stored by shaders, in ascending order.
    pub(crate) fn stored(&self) -> Vec<Span> {
        lock(&self.stored).sorted()
    }
}

fn lock(spans: &Mutex<Spans>) -> MutexGuard<'_, Spans> {
    spans.lock().unwrap_or_else(PoisonError::into_inner)
}

fn note(spans: &Mutex<Spans>, access: &Access) {
    let mut spans = lock(spans);
    let lanes = (0..16).filter(|l| access.lanes >> l & 1 != 0);
    lanes.for_each(|l| spans.insert(Span::new(access.addresses[l], 4)));
}
