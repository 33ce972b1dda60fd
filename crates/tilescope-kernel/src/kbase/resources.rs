//! External resources: memory that is mapped for some atoms only.

use std::ops::Range;

use tilescope_core::{GpuAddr, GpuMemory, Noting};

use super::{Atom, EXTERNAL_RESOURCES};

/// Bit of an external resource: the atom has it for itself.
pub const EXCLUSIVE: u64 = 1;

/// The client of the driver.
#[derive(Clone, Copy, Debug, Default)]
pub struct Client<'a> {
    /// Lists of external resources by their addresses in the client's memory.
    pub lists: &'a [(u64, &'a [u64])],
    /// Memory that it imported, by addresses of the GPU.
    pub imported: &'a [Range<u64>],
    /// Its fences by their addresses in its memory, and whether they are signalled.
    pub fences: &'a [(u64, bool)],
}

impl Client<'_> {
    /// The imported memory that neither an atom lists nor a soft job has mapped, or the reason
    /// why its list is refused.
    pub(super) fn hidden(
        &self,
        atom: &Atom,
        mapped: &[u64],
        memory: &dyn GpuMemory,
    ) -> Result<Vec<Range<u64>>, String> {
        let mut listed: &[u64] = &[];
        if atom.requirements & EXTERNAL_RESOURCES != 0 {
            let count = usize::from(atom.resources);
            let list = self.lists.iter().find(|(at, _)| *at == atom.list);
            let list = list.and_then(|(_, list)| list.get(..count));
            listed = match list {
                Some([]) => return Err("it lists none".to_owned()),
                Some(list) => list,
                None => return Err(format!("no list of {count} is at {:#x}", atom.list)),
            };
        }
        if let Some(entry) = listed.iter().find(|e| memory.mapped(**e & !EXCLUSIVE) == 0) {
            return Err(format!("no memory is at {:#x}", entry & !EXCLUSIVE));
        }
        let unlisted = |range: &&Range<u64>| {
            let mut listed = listed.iter().chain(mapped);
            !listed.any(|entry| range.contains(&(entry & !EXCLUSIVE)))
        };
        Ok(self.imported.iter().filter(unlisted).cloned().collect())
    }
}

/// Memory without some ranges.
pub(super) struct Without<'m> {
    pub memory: &'m dyn GpuMemory,
    pub hidden: &'m [Range<u64>],
}

impl Noting for Without<'_> {
    fn below(&self) -> &dyn GpuMemory {
        self.memory
    }

    fn hides(&self, addr: GpuAddr, len: u64) -> bool {
        let end = addr.saturating_add(len);
        let mut hidden = self.hidden.iter();
        hidden.any(|range| range.start < end && addr < range.end)
    }
}
