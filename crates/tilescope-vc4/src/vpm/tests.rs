//! Tests of blocks and DMA of the VPM.

use super::*;
use tilescope_core::{AddressSpace, Region};

fn vpm() -> Vpm {
    Vpm::new(12 * 1024, 0)
}

#[test]
fn horizontal_words_are_rows() {
    let mut v = vpm();
    let mut w = Block::decode(0x1a00);
    let mut r = Block::decode(0x0020_1a00);
    v.write(&mut w, 64, &std::array::from_fn(|i| i as u32), 0xffff);
    v.write(&mut w, 64, &[7; 16], 0x00ff);
    assert_eq!(v.row(64)[5], 5);
    assert_eq!((v.row(65)[7], v.row(65)[8]), (7, 0));
    let mut out = [0; 16];
    assert_eq!(v.read(&mut r, 64, &mut out), 0);
    assert_eq!(out[15], 15);
    assert_eq!(v.read(&mut r, 64, &mut out), 0xff00);
}

#[test]
fn packed_and_laned_cover_the_same_words() {
    for size in 0..2u32 {
        for laned in 0..2u32 {
            for horizontal in 0..2u32 {
                let mut v = vpm();
                let mut w = Block::decode(size << 8 | laned << 10 | horizontal << 11 | 1 << 12);
                let per_word = 4 >> size;
                for n in 0..per_word {
                    v.write(
                        &mut w,
                        0,
                        &std::array::from_fn(|i| (n * 16 + i as u32) & 0xff),
                        0xffff,
                    );
                }
                let full: u32 = (0..64).map(|r| v.row_written(r).count_ones()).sum();
                assert_eq!(
                    full, 16,
                    "size {size} laned {laned} horizontal {horizontal}"
                );
            }
        }
    }
}

fn words(range: std::ops::Range<u32>) -> Vec<u8> {
    range.flat_map(u32::to_le_bytes).collect()
}

// py-videocore test_dma.py, vertical_32bit_load, passes on hardware:
// X is 16 by 64 words, column x of Y is row x of X.
#[test]
fn vertical_load_transposes() {
    let mut space = AddressSpace::new();
    space
        .map(Region::from_bytes("x", 0x1000, &words(0..1024)))
        .unwrap();
    let bus = Bus::new(&space);
    let mut log = Log::default();
    let mut v = vpm();
    for x in 0..16u32 {
        let mut dma = Dma::default();
        // mpitch 3, ncols 16, nrows 4, vpitch 0, vertical.
        assert_eq!(
            dma.setup_load(0x8000_0000 | 3 << 24 | 4 << 16 | 1 << 11 | x),
            Setup::Dma
        );
        v.load(&dma, 0x1000 + x * 256, &bus, &mut log).unwrap();
    }
    for y in 0..64 {
        for x in 0..16 {
            assert_eq!(v.row(y)[x as usize], x * 64 + y);
        }
    }
}

// py-videocore test_dma.py, horizontal_32bit_partial and _stride_store.
#[test]
fn partial_load_and_strided_store() {
    let mut space = AddressSpace::new();
    space
        .map(Region::from_bytes("x", 0x1000, &words(0..64)))
        .unwrap();
    space.map(Region::uninitialised("y", 0x4000, 2048)).unwrap();
    let bus = Bus::new(&space);
    let mut log = Log::default();
    let mut v = vpm();
    let mut dma = Dma::default();
    dma.setup_load(0x8000_0000 | 2 << 24 | 8 << 20 | 8 << 16 | 1 << 12 | 4 << 4 | 4);
    v.load(&dma, 0x1000, &bus, &mut log).unwrap();
    assert_eq!(v.row(4)[4..12], [0, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(v.row(11)[11], 63);
    assert_eq!(v.row_written(4), 0x0ff0);

    let mut dma = Dma::default();
    dma.setup_store(3 << 30 | 64);
    dma.setup_store(0x8000_0000 | 16 << 23 | 16 << 16 | 1 << 14);
    assert!(v.store(&dma, 0x4000, &bus, &mut log).unwrap());
    assert_eq!(
        space
            .read_u32(0x4000 + 4 * 128 + 4 * 4, tilescope_core::Unit("t"))
            .unwrap(),
        0
    );
    assert_eq!(
        space
            .read_u32(0x4000 + 5 * 128 + 4 * 4, tilescope_core::Unit("t"))
            .unwrap(),
        8
    );
    assert!(!space.initialised(0x4000 + 64, 4));
    use tilescope_core::GpuMemory;
}

#[test]
fn any_setup_word_stays_inside() {
    let mut space = AddressSpace::new();
    space.map(Region::uninitialised("m", 0, 1 << 20)).unwrap();
    let bus = Bus::new(&space);
    let mut log = Log::default();
    let mut v = vpm();
    let mut seed = 1u32;
    for _ in 0..2000 {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let mut dma = Dma::default();
        match dma.setup_store(seed) {
            Setup::Block(mut b) => {
                v.write(&mut b, 100, &[1; 16], 0xffff);
                v.read(&mut b, 190, &mut [0; 16]);
            }
            Setup::Dma => {
                let _ = v.store(&dma, 0x1000, &bus, &mut log);
            }
        }
        let mut dma = Dma::default();
        if dma.setup_load(seed) == Setup::Dma {
            let _ = v.load(&dma, 0x1000, &bus, &mut log);
        }
    }
}
