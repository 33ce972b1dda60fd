//! Memory accesses of the shaders of a draw.

use std::sync::Mutex;

use super::Span;
use crate::shader::{Access, Stage};

/// The largest number of spans of each kind; further ones are merged into the last.
const CAPACITY: usize = 16;
/// Spans at most this far apart are merged.
const NEAR: u64 = 4096;

/// Addresses of a draw's loads and stores, from all threads.
#[derive(Debug, Default)]
pub(crate) struct Accesses {
    vertex: Mutex<Vec<Span>>,
    pixel: Mutex<Vec<Span>>,
    stored: Mutex<Vec<Span>>,
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
            Stage::Vertex => sorted(&self.vertex),
            Stage::Pixel => sorted(&self.pixel),
        }
    }

    /// Memory stored by shaders, in ascending order.
    pub(crate) fn stored(&self) -> Vec<Span> {
        sorted(&self.stored)
    }
}

fn note(list: &Mutex<Vec<Span>>, access: &Access) {
    let lanes = (0..16).filter(|l| access.lanes >> l & 1 != 0);
    let words = lanes.map(|l| Span::new(access.addresses[l], 4));
    let mut list = list.lock().unwrap_or_else(|e| e.into_inner());
    words.for_each(|w| insert(&mut list, w));
}

fn insert(list: &mut Vec<Span>, new: Span) {
    let near = |s: &Span| new.start <= s.end + NEAR && s.start <= new.end + NEAR;
    let room = list.len() < CAPACITY;
    let i = list.iter().position(near);
    match i.or_else(|| (!room).then(|| list.len() - 1)) {
        Some(i) => list[i] = list[i].with(&new),
        None => list.push(new),
    }
}

fn sorted(list: &Mutex<Vec<Span>>) -> Vec<Span> {
    let mut spans = list.lock().unwrap_or_else(|e| e.into_inner()).clone();
    // Threads run in any order.
    spans.sort_by_key(|s| s.start);
    spans
}
