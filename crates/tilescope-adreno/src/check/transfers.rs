//! Memory that the command processor reads and writes by packets. Source: the packet database of Mesa
//! 22.3.6, `adreno_pm4.xml`.

/// An address and a number of words.
pub(super) type Words = (u64, u64);

/// The memory of a packet.
#[derive(Debug, Default)]
pub(super) struct Transfers {
    pub reads: Vec<Words>,
    pub write: Option<Words>,
    /// Whether the packet first waits for earlier writes.
    pub waits: bool,
}

/// An address of two words.
pub(super) const fn wide(low: u32, high: u32) -> u64 {
    (high as u64) << 32 | low as u64
}

/// The memory that a packet reads and writes; none for draws, dispatches and events.
pub(super) fn transfers(code: u8, payload: &[u32]) -> Transfers {
    let mut all = Transfers::default();
    match (code, payload) {
        // CP_MEM_WRITE
        (0x3d, &[low, high, ref words @ ..]) => {
            all.write = Some((wide(low, high), words.len() as u64));
        }
        // CP_REG_TO_MEM
        (0x3e, &[first, low, high]) => {
            let words = u64::from(first >> 18 & 0xfff).max(1);
            all.write = Some((wide(low, high), words));
        }
        // CP_MEM_TO_REG
        (0x42, &[first, low, high]) => {
            let words = u64::from(first >> 19 & 0x7ff).max(1);
            all.reads.push((wide(low, high), words));
        }
        // CP_COND_EXEC
        (0x44, &[low, high, low2, high2, ..]) => {
            all.reads = vec![(wide(low, high), 1), (wide(low2, high2), 1)];
        }
        // CP_MEM_TO_MEM
        (0x73, &[first, low, high, ref sources @ ..]) => {
            let words = 1 + u64::from(first >> 29 & 1);
            let (sources, _) = sources.as_chunks::<2>();
            all.reads = sources.iter().map(|s| (wide(s[0], s[1]), words)).collect();
            all.write = Some((wide(low, high), words));
            all.waits = first >> 30 & 1 != 0;
        }
        // CP_MEMCPY
        (0x75, &[words, low, high, low2, high2]) => {
            all.reads.push((wide(low, high), words.into()));
            all.write = Some((wide(low2, high2), words.into()));
        }
        _ => {}
    }
    all
}
