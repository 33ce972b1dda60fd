//! Loads and stores of the shaders of a draw.

use std::sync::Mutex;

use super::Span;
use crate::shader::{Access, Stage};

/// Spans of each kind; the last takes in what is beyond.
const CAPACITY: usize = 16;
/// Spans that are as near become one.
const NEAR: u64 = 4096;

/// Addresses of a draw's loads and stores, from all threads.
#[derive(Debug, Default)]
pub(crate) struct Accesses {
    vertex: Mutex<Vec<Span>>,
    pixel: Mutex<Vec<Span>>,
    stored: Mutex<Vec<Span>>,
}

impl Accesses {
    /// A shader has loaded words.
    pub(crate) fn load(&self, stage: Stage, access: &Access) {
        match stage {
            Stage::Vertex => note(&self.vertex, access),
            Stage::Pixel => note(&self.pixel, access),
        }
    }

    /// A shader has stored words.
    pub(crate) fn store(&self, access: &Access) {
        note(&self.stored, access);
    }

    /// What shaders of a stage loaded, by rising address.
    pub(crate) fn loaded(&self, stage: Stage) -> Vec<Span> {
        match stage {
            Stage::Vertex => sorted(&self.vertex),
            Stage::Pixel => sorted(&self.pixel),
        }
    }

    /// What shaders stored, by rising address.
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
    // Threads come in any order.
    spans.sort_by_key(|s| s.start);
    spans
}
