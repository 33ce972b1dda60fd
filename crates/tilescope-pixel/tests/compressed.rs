//! Compressed blocks, against Mesa's decoders.

use tilescope_pixel::{Widen, format};

/// SplitMix64.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// Source: see `tests/compressed.txt`.
#[test]
fn agrees_with_mesa() {
    let text = include_str!("compressed.txt");
    let mut formats = 0;
    for (line, seed) in text.lines().filter(|l| !l.starts_with('#')).zip(0..) {
        let mut columns = line.split(' ');
        let name = columns.next().unwrap();
        let row = format::TABLE.iter().find(|r| r.name == name).unwrap();
        let hash = columns.next().unwrap();
        let mut state = seed;
        let mut fnv = 0xcbf2_9ce4_8422_2325u64;
        for i in 0..20_000 {
            let halves = [next(&mut state), next(&mut state)];
            let bytes: Vec<u8> = halves.iter().flat_map(|h| h.to_le_bytes()).collect();
            let block = &bytes[..usize::from(row.block_bits) / 8];
            let mut texels = [0; 16];
            let n = row.format.unpack(block, Widen::Replicate, &mut texels);
            assert_eq!(n, 16);
            for (t, texel) in texels.into_iter().enumerate() {
                if i < 8 {
                    let want = u32::from_str_radix(columns.next().unwrap(), 16).unwrap();
                    assert_eq!(texel, want, "{name} block {i} texel {t}: {block:02x?}");
                }
                fnv = (fnv ^ u64::from(texel)).wrapping_mul(0x100_0000_01b3);
            }
        }
        assert_eq!(format!("{fnv:016x}"), hash, "{name}");
        formats += 1;
    }
    assert_eq!(formats, 6);
}
