//! The draw of each shader record of a frame: tile lists refer to records, findings to
//! draws.

use std::collections::BTreeMap;

use tilescope_core::{Frame, Location};

use crate::state::ShaderRef;

/// The draws of one frame, by shader record.
#[derive(Debug, Default)]
pub struct DrawnBy {
    /// The only draw that used the record; `None` if there were more.
    by_record: BTreeMap<ShaderRef, Option<u32>>,
}

impl DrawnBy {
    /// Records that draw `index` uses `record`.
    pub fn note(&mut self, record: ShaderRef, index: u32) {
        self.by_record
            .entry(record)
            .and_modify(|draw| *draw = draw.filter(|d| *d == index))
            .or_insert(Some(index));
    }

    /// The draw that uses `record`, if it is the only one.
    pub fn draw_of(&self, record: ShaderRef) -> Option<u32> {
        *self.by_record.get(&record)?
    }
}

/// A location inside `record`, with its `draw` if known.
pub fn inside_record(at: &Location, record: ShaderRef, draw: Option<u32>) -> Location {
    let frame = Frame::Record(record.record_name(), record.address().into());
    match draw {
        Some(draw) => at.inside(Frame::Draw(draw)).inside(frame),
        None => at.inside(frame),
    }
}
