//! The draw of each shader record of a frame: tile lists refer to records, findings to
//! draws.

use tilescope_core::{Frame, Location};

use crate::record_map::RecordMap;
use crate::state::ShaderRef;

/// The draws of one frame, by shader record.
#[derive(Debug, Default)]
pub struct DrawnBy {
    /// The only draw that used the record; `None` if there were more.
    by_record: RecordMap<Option<u32>>,
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

/// Adds `record` to a location, after its `draw` if known.
pub fn enter_record(at: &mut Location, record: ShaderRef, draw: Option<u32>) {
    at.frames.extend(draw.map(Frame::Draw));
    at.frames.push(record.frame());
}
