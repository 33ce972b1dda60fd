//! Operations of the interpreter, and what is built from them, against independent
//! arithmetic: exact integers, the `half` crate, and the host's library with a tolerance.

#![forbid(unsafe_code)]

mod double;
mod fma;
mod functions;
mod half;
mod int;
mod interp;
mod memory;
mod pair;
mod quad;
mod sized;

/// Words that differ in every bit sooner or later.
fn words(seed: u32) -> impl Iterator<Item = u32> {
    let mut state = u64::from(seed) << 1 | 1;
    std::iter::repeat_with(move || {
        // SplitMix64.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z >> 32) as u32
    })
}

/// Words at which arithmetic changes.
const EDGES: [u32; 14] = [
    0,
    1,
    2,
    31,
    32,
    33,
    0x7fff,
    0xffff,
    0x0080_0000,
    0x00ff_ffff,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    u32::MAX,
];

/// All pairs of edges, and random ones.
fn word_pairs() -> impl Iterator<Item = (u32, u32)> {
    let edges = EDGES.into_iter().flat_map(|a| EDGES.map(|b| (a, b)));
    edges.chain(words(1).zip(words(2)).take(20_000))
}
