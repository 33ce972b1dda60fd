//! Blocks of formats that are not in the table, against Mesa's decoders and Arm's astcenc.

use tilescope_pixel::{astc, bptc};

/// SplitMix64.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// The columns of a row: the hash, and the first words.
fn row(name: &str) -> (String, Vec<u32>) {
    let text = include_str!("blocks.txt");
    let mut lines = text.lines();
    let line = lines.find(|l| l.split(' ').next() == Some(name)).unwrap();
    let mut columns = line.split(' ').skip(1);
    let hash = columns.next().unwrap().to_string();
    let words = columns.map(|w| u32::from_str_radix(w, 16).unwrap());
    (hash, words.collect())
}

/// Compares the words of 20000 blocks: the first by value, all by their hash.
fn compare(name: &str, seed: u64, words: impl FnMut(usize, [u8; 16]) -> Vec<u32>) {
    compare_some(name, (seed, 20_000), words);
}

fn compare_some(
    name: &str,
    (seed, count): (u64, usize),
    mut words: impl FnMut(usize, [u8; 16]) -> Vec<u32>,
) {
    let (hash, first) = row(name);
    let (mut state, mut fnv) = (seed, 0xcbf2_9ce4_8422_2325u64);
    let mut first = first.into_iter();
    for i in 0..count {
        let halves = [next(&mut state), next(&mut state)];
        let mut block = [0; 16];
        block[..8].copy_from_slice(&halves[0].to_le_bytes());
        block[8..].copy_from_slice(&halves[1].to_le_bytes());
        for (t, word) in words(i, block).into_iter().enumerate() {
            if let Some(want) = first.next() {
                assert_eq!(word, want, "{name} block {i} word {t}: {block:02x?}");
            }
            fnv = (fnv ^ u64::from(word)).wrapping_mul(0x100_0000_01b3);
        }
    }
    assert_eq!(format!("{fnv:016x}"), hash, "{name}");
}

#[test]
fn astc() {
    for (n, size) in astc::SIZES.into_iter().enumerate() {
        let name = format!("ASTC_{}x{}", size.0, size.1);
        compare(&name, 100 + n as u64, |i, mut block| {
            if i % 16 == 3 {
                // A single colour.
                (block[0], block[1]) = (0xfc, 0xfd);
                block[2..8].fill(255);
            }
            let texels = astc::decode(&block, (size.0, size.1, 1), astc::Expand::Linear);
            texels[..usize::from(size.0) * usize::from(size.1)].to_vec()
        });
    }
}

#[test]
fn astc_of_high_dynamic_range() {
    let flat = astc::SIZES.map(|(x, y)| (x, y, 1));
    for (n, size) in flat.into_iter().chain(astc::VOLUMES).enumerate() {
        let (x, y, z) = size;
        let name = format!("ASTC_HALVES_{x}x{y}x{z}");
        compare_some(&name, (200 + n as u64, 4000), |i, mut block| {
            if i % 16 == 3 {
                // A single colour, every other one of halves, which are finite.
                (block[0], block[1]) = (0xfc, if i % 32 == 3 { 0xff } else { 0xfd });
                block[2..8].fill(255);
                for n in [9, 11, 13, 15] {
                    block[n] &= 0xbf;
                }
            }
            if block[0] == 0xfc && block[1] & 1 != 0 {
                // Reserved bits of two dimensions, which only astcenc checks.
                block[1] |= 0x0c;
            }
            let texels = astc::decode_halves(&block, size);
            let count = usize::from(x) * usize::from(y) * usize::from(z);
            let channels = texels.into_iter().take(count).flatten();
            channels.map(u32::from).collect()
        });
    }
}

#[test]
fn bc7() {
    compare("BC7", 50, |i, mut block| {
        let mode = i % 8;
        block[0] = (u32::from(block[0]) & !((2 << mode) - 1) | 1 << mode) as u8;
        bptc::decode_bc7(&block).to_vec()
    });
}

#[test]
fn bc6h() {
    for (name, seed, signed) in [("BC6H_UF16", 51, false), ("BC6H_SF16", 52, true)] {
        compare(name, seed, |_, block| {
            let texels = bptc::decode_bc6h(&block, signed);
            // Alpha is 1.
            let words = texels.map(|[r, g, b]| [r.to_bits(), g.to_bits(), b.to_bits(), 0x3c00]);
            words.into_iter().flatten().map(u32::from).collect()
        });
    }
}
