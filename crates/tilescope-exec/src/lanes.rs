//! The register of a lane machine.

use std::ops::{Deref, DerefMut, Index, IndexMut};

/// `N` lanes of 32 bits, aligned so that a vector load never splits a cache line.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(C, align(64))]
pub struct Lanes<const N: usize>(pub [u32; N]);

/// Arrays of sixteen lanes that are used like registers, aligned so that no vector splits a cache
/// line. On the stack others are aligned to 16 bytes, where most vectors of 64 bytes do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Aligned<T>(pub T);

impl<T> Deref for Aligned<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Aligned<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

/// A binary64 per lane.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub struct Doubles<const N: usize>(pub [f64; N]);

/// The register of a 16-lane machine.
pub type Lanes16 = Lanes<16>;

impl Lanes16 {
    /// The lanes, read as floats.
    #[inline(always)]
    pub fn floats(&self) -> &[f32; 16] {
        bytemuck::must_cast_ref(&self.0)
    }
}

impl<const N: usize> Lanes<N> {
    /// Zero in every lane.
    pub const ZERO: Self = Lanes([0; N]);

    /// `x` in every lane.
    #[inline(always)]
    pub const fn splat(x: u32) -> Self {
        Lanes([x; N])
    }

    /// The value of `f` for each lane number.
    #[inline(always)]
    pub fn from_fn(mut f: impl FnMut(usize) -> u32) -> Self {
        // Loops, here and below, because closures of array functions are not
        // always inlined.
        let mut lanes = [0; N];
        for (i, lane) in lanes.iter_mut().enumerate() {
            *lane = f(i);
        }
        Lanes(lanes)
    }

    /// Lane numbers: 0, 1, 2, ...
    pub fn numbers() -> Self {
        Self::from_fn(|i| i as u32)
    }

    /// Floats as their bits.
    #[inline(always)]
    pub fn from_f32(x: [f32; N]) -> Self {
        Self::from_fn(|i| x[i].to_bits())
    }

    /// Each lane read as a float.
    #[inline(always)]
    pub fn to_f32(self) -> [f32; N] {
        let mut x = [0.0; N];
        for (x, lane) in x.iter_mut().zip(self.0) {
            *x = f32::from_bits(lane);
        }
        x
    }

    /// Takes lane `i` of `from` for every set bit `i` of `mask`.
    #[inline(always)]
    pub fn merge(&mut self, from: &Self, mask: u16) {
        for i in 0..N {
            let set = (mask >> (i & 15)) & 1 != 0;
            self.0[i] = if set { from.0[i] } else { self.0[i] };
        }
    }
}

/// Sets a lane of a vector.
#[inline(always)]
pub fn set_lane<const N: usize>(vector: &mut [Lanes16; N], lane: usize, words: [u32; N]) {
    for (lanes, word) in vector.iter_mut().zip(words) {
        lanes.0[lane & 15] = word;
    }
}

impl<const N: usize> Default for Lanes<N> {
    fn default() -> Self {
        Self::ZERO
    }
}

impl<const N: usize> Index<usize> for Lanes<N> {
    type Output = u32;

    #[inline(always)]
    fn index(&self, i: usize) -> &u32 {
        &self.0[i]
    }
}

impl<const N: usize> IndexMut<usize> for Lanes<N> {
    #[inline(always)]
    fn index_mut(&mut self, i: usize) -> &mut u32 {
        &mut self.0[i]
    }
}

impl<const N: usize> std::fmt::Debug for Lanes<N> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("[")?;
        for (i, x) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{x:08x}")?;
        }
        f.write_str("]")
    }
}
