//! Polygon lists in memory: a header, which a write value job clears, and in the heap an
//! entry for each tiler job.

use tilescope_core::{Rule, Stopped};

use crate::fragment::Tiler;
use crate::log::{Ctx, Port};
use crate::memory;
use crate::report::{refuse, report_in};
use crate::rules::tiler as rules;

/// The first word of the header of a list with entries; the second one is their number.
const MAGIC: u32 = 0x4c50_5354;
/// Bytes of an entry: the address of the job, and that of the framebuffer with its tag.
const ENTRY: u64 = 16;
/// The bit of the hierarchy mask that disables the tiler.
const DISABLED: u16 = 0x1000;

/// An entry of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The address of the tiler job.
    pub job: u64,
    /// The framebuffer with its tag.
    pub framebuffer: u64,
}

/// Whether the tiler has no bins: a framebuffer without draws.
pub fn is_disabled(tiler: &Tiler) -> bool {
    tiler.mask & DISABLED != 0 || tiler.heap.0 >= tiler.heap.1
}

/// The number of entries of a list: 0 if its header is not one, which breaks `rule`.
fn entries(tiler: &Tiler, rule: &'static Rule, c: &mut Ctx<'_>) -> Result<u32, Stopped> {
    let mut bytes = [0; 8];
    let written = memory::read_tracked(c, Port::Tiler, tiler.list, &mut bytes)?;
    let why = match memory::words(&bytes) {
        _ if !written => "the polygon list was never written",
        [MAGIC, count] => return Ok(count),
        [0, 0] => return Ok(0),
        _ => "the first 8 bytes of the polygon list are not 0",
    };
    let record = ("polygon list", tiler.list);
    report_in(c, rule, tiler.list, record, || why.to_owned());
    Ok(0)
}

/// Appends an entry.
///
/// # Errors
/// The heap is full, or memory is not mapped.
pub fn append(tiler: &Tiler, entry: Entry, c: &mut Ctx<'_>) -> Result<(), Stopped> {
    let count = entries(tiler, &rules::NOT_CLEARED, c)?;
    let address = tiler.heap.0.saturating_add(u64::from(count) * ENTRY);
    if address.saturating_add(ENTRY) > tiler.heap.1 {
        let bytes = tiler.heap.1.saturating_sub(tiler.heap.0);
        let text = format!("the heap has {bytes} bytes, which {count} draws fill");
        let record = ("tiler heap", tiler.heap.0);
        return Err(refuse(c, &rules::HEAP, tiler.list, record, text));
    }
    let entry = [entry.job, entry.framebuffer].map(u64::to_le_bytes);
    memory::write(c, Port::Tiler, address, entry.as_flattened())?;
    let header = u64::from(MAGIC) | u64::from(count + 1) << 32;
    memory::write(c, Port::Tiler, tiler.list, &header.to_le_bytes())
}

/// The entries of a list.
///
/// # Errors
/// A fault, if it is not mapped.
pub fn read(tiler: &Tiler, c: &mut Ctx<'_>) -> Result<Vec<Entry>, Stopped> {
    if is_disabled(tiler) {
        return Ok(Vec::new());
    }
    let count = entries(tiler, &rules::NO_LIST, c)?;
    let room = tiler.heap.1.saturating_sub(tiler.heap.0) / ENTRY;
    let mut list = Vec::new();
    for n in 0..u64::from(count).min(room) {
        c.fuel.take(1)?;
        let mut bytes = [[0; 8]; 2];
        let at = tiler.heap.0 + n * ENTRY;
        memory::read(c, Port::Tb, at, bytes.as_flattened_mut())?;
        let [job, framebuffer] = bytes.map(u64::from_le_bytes);
        list.push(Entry { job, framebuffer });
    }
    Ok(list)
}
