//! Maps by shader record: a draw looks records up a dozen times.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, Hasher, RandomState};

use crate::state::ShaderRef;

/// Values by shader record. Nothing may depend on its order.
pub type RecordMap<T> = HashMap<ShaderRef, T, Keyed>;

/// Builds hashers with a random key, so that addresses that collide cannot be chosen.
#[derive(Clone, Copy, Debug)]
pub struct Keyed {
    key: u64,
    factor: u64,
}

impl Default for Keyed {
    fn default() -> Self {
        let random = RandomState::new();
        Keyed {
            key: random.hash_one(0),
            factor: random.hash_one(1) | 1,
        }
    }
}

impl BuildHasher for Keyed {
    type Hasher = Folded;

    #[inline]
    fn build_hasher(&self) -> Folded {
        Folded {
            state: self.key,
            factor: self.factor,
        }
    }
}

/// Multiplies each word by a random factor, and folds the product.
#[derive(Clone, Copy, Debug)]
pub struct Folded {
    state: u64,
    factor: u64,
}

impl Hasher for Folded {
    #[inline]
    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.state ^ word) * u128::from(self.factor);
        self.state = product as u64 ^ (product >> 64) as u64;
    }

    fn write(&mut self, bytes: &[u8]) {
        for b in bytes {
            self.write_u64((*b).into());
        }
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.state
    }
}

impl Hash for ShaderRef {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let kind = match *self {
            ShaderRef::Gl {
                attributes,
                extended,
                ..
            } => u64::from(attributes) << 1 | u64::from(extended),
            ShaderRef::Nv { .. } => 1 << 9,
            ShaderRef::Vg { .. } => 2 << 9,
        };
        state.write_u64(kind << 32 | u64::from(self.address()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_that_differ_in_anything_are_found_apart() {
        let gl = |address, attributes, extended| ShaderRef::Gl {
            address,
            attributes,
            extended,
        };
        let mut map = RecordMap::default();
        let mut all = vec![gl(16, 1, false), gl(16, 1, true), gl(16, 2, false)];
        for address in (0..4096).map(|i| i * 64) {
            all.push(ShaderRef::Nv { address });
            all.push(ShaderRef::Vg { address });
            all.push(gl(address, 8, true));
        }
        for (n, record) in all.iter().enumerate() {
            assert_eq!(map.insert(*record, n), None, "{record:?}");
        }
        for (n, record) in all.iter().enumerate() {
            assert_eq!(map.get(record), Some(&n), "{record:?}");
        }
        let keyed = Keyed::default();
        let mut hashes: Vec<u64> = all.iter().map(|r| keyed.hash_one(r) >> 48).collect();
        hashes.sort_unstable();
        hashes.dedup();
        // 12,291 values of 16 bits at random have about 11,200 different ones.
        assert!(hashes.len() > 4096, "{}", hashes.len());
    }
}
