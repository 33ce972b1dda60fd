//! Tiles of a texture in either of two forms.

use crate::tiles::TileCache;

/// Tiles of a texture that is sampled as colour words or as four words a texel: caches of
/// 2^`WORDS` and of 2^`WIDE` tiles, which are allocated when they are first used.
#[derive(Debug)]
pub struct EitherTiles<const WORDS: u32, const WIDE: u32> {
    words: Option<TileCache<[u32; 16]>>,
    wide: Option<TileCache<[[u32; 4]; 16]>>,
}

impl<const WORDS: u32, const WIDE: u32> EitherTiles<WORDS, WIDE> {
    /// Neither cache.
    pub const EMPTY: Self = EitherTiles {
        words: None,
        wide: None,
    };

    /// Forgets all tiles.
    pub fn forget(&mut self) {
        if let Some(cache) = &mut self.words {
            cache.invalidate();
        }
        if let Some(cache) = &mut self.wide {
            cache.invalidate();
        }
    }

    /// Empties the caches, but keeps what they know ([`BlockCache::renew`]).
    pub fn renew(&mut self) {
        if let Some(cache) = &mut self.words {
            cache.renew();
        }
        if let Some(cache) = &mut self.wide {
            cache.renew();
        }
    }

    /// Tiles of colour words.
    pub fn words(&mut self) -> &mut TileCache<[u32; 16]> {
        self.words
            .get_or_insert_with(|| TileCache::new(WORDS, [0; 16]))
    }

    /// Tiles of four words a texel.
    pub fn wide(&mut self) -> &mut TileCache<[[u32; 4]; 16]> {
        self.wide
            .get_or_insert_with(|| TileCache::new(WIDE, [[0; 4]; 16]))
    }
}
