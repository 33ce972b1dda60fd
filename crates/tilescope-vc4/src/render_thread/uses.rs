//! Uses of shader records by the tiles of a batch.

use std::collections::hash_map::Entry;

use crate::cle::ListPlace;
use crate::record_map::RecordMap;
use crate::state::ShaderRef;
use tilescope_draw::IndexSet;

/// A shader record that tiles use.
pub(super) struct Use {
    pub record: ShaderRef,
    /// The first use.
    pub place: ListPlace,
    /// The vertices.
    pub vertices: IndexSet,
}

/// The shader records that tiles use, each once.
#[derive(Default)]
pub(super) struct Uses {
    list: Vec<Use>,
    /// The place of each in the list.
    places: RecordMap<usize>,
    /// The place of the last one.
    last: usize,
}

impl Uses {
    /// Number of records.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// The vertices used of `record`, whose first use is `here`.
    pub fn of(&mut self, record: ShaderRef, here: impl FnOnce() -> ListPlace) -> &mut IndexSet {
        let last = self.list.get(self.last).filter(|u| u.record == record);
        if last.is_none() {
            self.last = match self.places.entry(record) {
                Entry::Occupied(place) => *place.get(),
                Entry::Vacant(place) => *place.insert(self.list.len()),
            };
        }
        if self.last >= self.list.len() {
            self.list.push(Use {
                record,
                place: here(),
                vertices: IndexSet::default(),
            });
        }
        let last = self.last;
        &mut self.list[last].vertices
    }

    /// Takes all of them out, by record.
    pub fn take(&mut self) -> Vec<Use> {
        let mut list = std::mem::take(&mut self.list);
        self.clear();
        list.sort_unstable_by_key(|u| u.record);
        list
    }

    /// Forgets everything but the allocations.
    pub fn clear(&mut self) {
        self.list.clear();
        self.places.clear();
        self.last = 0;
    }

    /// Gives the allocation of a list back.
    pub fn put_back(&mut self, mut list: Vec<Use>) {
        list.clear();
        if self.list.is_empty() {
            self.list = list;
        }
    }
}
