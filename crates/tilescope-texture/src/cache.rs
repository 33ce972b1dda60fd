//! A small direct-mapped cache for blocks of texture memory.

use tilescope_exec::Aligned;

/// Keeps blocks by address. `T` is what one holds: raw bytes (`[u8; 64]`), or
/// decoded texels.
///
/// It does not watch memory: its owner reports when contents may have changed
/// ([`BlockCache::invalidate`]), as a driver does for the hardware's cache.
#[derive(Clone, Debug)]
pub struct BlockCache<T> {
    /// The address of the block of each line.
    tags: Box<[u64]>,
    blocks: Box<[Aligned<T>]>,
    /// Blocks from before [`renew`](BlockCache::renew): the address of each, and the bytes that
    /// were read for it.
    known: Box<[(u64, u32)]>,
    block_log2: u32,
    line_bits: u32,
    misses: u64,
    /// Misses at the last invalidation: without others there is nothing to forget.
    forgotten: u64,
    /// A line has got a block since the lines were last emptied.
    in_use: bool,
}

/// The work that a cache leaves to its owner.
#[derive(Debug)]
pub enum Wanted<'b, T> {
    /// The contents of a block, which holds old ones.
    Contents(&'b mut T),
    /// Nothing: the block is known from before [`renew`](BlockCache::renew). So many bytes were
    /// read for it, which the owner may count again.
    Known(u32),
}

impl<T> Wanted<'_, T> {
    /// Fills a block with `fetch`. It is fetched again after [`renew`](BlockCache::renew).
    #[inline(always)]
    pub(crate) fn contents<E>(self, fetch: impl FnOnce(&mut T) -> Result<(), E>) -> Result<u32, E> {
        match self {
            Wanted::Contents(block) => fetch(block).map(|()| 0),
            Wanted::Known(bytes) => Ok(bytes),
        }
    }
}

/// The tag of a line without a block: no address, because blocks have at least two bytes.
const EMPTY: u64 = u64::MAX;

impl<T: Clone> BlockCache<T> {
    /// A cache of 2^`lines_log2` (at most 2^16) blocks, each for 2^`block_log2` (1
    /// to 16) bytes of memory. `blank` is what a block is before it is first fetched.
    pub fn new(lines_log2: u32, block_log2: u32, blank: T) -> Self {
        let line_bits = lines_log2.min(16);
        let lines = 1 << line_bits;
        BlockCache {
            tags: vec![EMPTY; lines].into(),
            blocks: vec![Aligned(blank); lines].into(),
            known: vec![(EMPTY, 0); lines].into(),
            block_log2: block_log2.clamp(1, 16),
            line_bits,
            misses: 0,
            forgotten: 0,
            in_use: false,
        }
    }

    /// The block that holds the byte at `address`. If it is not cached, `fetch` is called with the
    /// address of its first byte and the block to fill, which holds old contents. If `fetch` fails,
    /// nothing is cached.
    #[inline(always)]
    pub fn get<E>(
        &mut self,
        address: u64,
        fetch: impl FnOnce(u64, &mut T) -> Result<(), E>,
    ) -> Result<&T, E> {
        let number = address >> self.block_log2;
        // Rows of a large image are a power of two apart: without the fold they
        // would fight for the same lines.
        let line = (number ^ number >> self.line_bits) as usize;
        self.in_line(line, number << self.block_log2, |address, wanted| {
            wanted.contents(|block| fetch(address, block))
        })
    }

    /// The same with a line, of which the low bits count, and any address but [`EMPTY`]. `fetch`
    /// returns the bytes that it read, or 0 if the block has to be fetched again after
    /// [`renew`](BlockCache::renew).
    #[inline(always)]
    pub(crate) fn in_line<E>(
        &mut self,
        line: usize,
        address: u64,
        fetch: impl FnOnce(u64, Wanted<'_, T>) -> Result<u32, E>,
    ) -> Result<&T, E> {
        let line = line & (self.tags.len() - 1);
        if self.tags[line] != address {
            self.fill(line, address, fetch)?;
        }
        Ok(&self.blocks[line])
    }

    /// The block that a line has, and whether it is that of the address.
    #[inline(always)]
    pub(crate) fn of_line(&self, line: usize, address: u64) -> (&T, bool) {
        let line = line & (self.tags.len() - 1);
        (&self.blocks[line], self.tags[line] == address)
    }

    /// A separate function, so that the lookup stays short.
    #[cold]
    #[inline(never)]
    fn fill<E>(
        &mut self,
        line: usize,
        address: u64,
        fetch: impl FnOnce(u64, Wanted<'_, T>) -> Result<u32, E>,
    ) -> Result<(), E> {
        self.tags[line] = EMPTY;
        let known = &mut self.known[line];
        if known.0 == address && known.1 != 0 {
            fetch(address, Wanted::Known(known.1))?;
        } else {
            *known = (EMPTY, 0);
            self.misses += 1;
            let bytes = fetch(address, Wanted::Contents(&mut self.blocks[line]))?;
            *known = (address, bytes);
        }
        self.tags[line] = address;
        self.in_use = true;
        Ok(())
    }

    /// Forgets the block that holds the byte at `address`, if it is cached.
    pub fn forget(&mut self, address: u64) {
        let number = address >> self.block_log2;
        let line = (number ^ number >> self.line_bits) as usize & (self.tags.len() - 1);
        if self.tags[line] == number << self.block_log2 {
            self.tags[line] = EMPTY;
            self.known[line] = (EMPTY, 0);
        }
    }

    /// Forgets every block.
    pub fn invalidate(&mut self) {
        self.renew();
        if self.misses != self.forgotten {
            self.known.fill((EMPTY, 0));
            self.forgotten = self.misses;
        }
    }

    /// Empties the cache, but keeps what it knows: memory has not changed, and its owner counts
    /// as if each block were fetched again.
    pub fn renew(&mut self) {
        if std::mem::take(&mut self.in_use) {
            self.tags.fill(EMPTY);
        }
    }

    /// The number of blocks fetched.
    pub fn misses(&self) -> u64 {
        self.misses
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fill(tag: u64, block: &mut [u8; 64]) -> Result<(), ()> {
        *block = std::array::from_fn(|i| (tag as usize / 64 * 3 + i) as u8);
        Ok(())
    }

    proptest::proptest! {
        #[test]
        fn holds_what_was_fetched(addresses: Vec<u16>, lines in 0u32..6) {
            let mut cache = BlockCache::new(lines, 6, [0; 64]);
            for a in addresses {
                let a = u64::from(a);
                let got = cache.get(a, fill).unwrap()[a as usize % 64];
                proptest::prop_assert_eq!(got, (a / 64 * 3 + a % 64) as u8);
            }
        }
    }

    #[test]
    fn fetches_once_and_again_after_invalidation() {
        let mut cache = BlockCache::new(4, 6, [0; 64]);
        for a in 0..1024 {
            cache.get(a, fill).unwrap();
        }
        assert_eq!(cache.misses(), 16);
        for a in 0..1024 {
            cache.get(a, fill).unwrap();
        }
        assert_eq!(cache.misses(), 16);
        cache.forget(1024);
        cache.get(5, fill).unwrap();
        assert_eq!(cache.misses(), 16);
        cache.forget(63);
        cache.get(5, fill).unwrap();
        assert_eq!(cache.misses(), 17);
        cache.invalidate();
        cache.get(0, fill).unwrap();
        assert_eq!(cache.misses(), 18);
    }

    #[test]
    fn failures_are_not_kept() {
        let mut cache = BlockCache::new(2, 6, [0; 64]);
        cache.get(0, fill).unwrap();
        assert_eq!(cache.get(64 * 5, |_, _| Err("gone")), Err("gone"));
        assert!(cache.get(64 * 5, fill).is_ok());
        assert_eq!(cache.get(u64::MAX, |_, _| Err(1)), Err(1));
    }
}
