//! The known layouts, one row each.
//!
//! Numbers are byte offsets: `x_bits[k]` has the bits of the offset within the tile that bit k of x
//! flips. Read `T_4` as: x bits 0 and 1 and y bits 0 and 1 walk a 64-byte microtile, bits 2 and 3
//! of each walk the 4x4 microtiles of a 1 KiB subtile, and bit 4 of each picks one of four
//! subtiles.

use crate::layout::{Layout, Row, TileOrder};
use TileOrder::{LeftToRight, Serpentine};

const VC4_TILING: &str = "Mesa 22.3.6 vc4_tiling.c, vc4_tiling_lt.c";
const VC4_SUB_BYTE: &str = "size of a 64-byte microtile of 1-bit texels as 32x16: unconfirmed";
const VIVANTE: &str = "Mesa etnaviv_tiling.c and the etna_viv hardware notes";
const PANFROST: &str = "Mesa panfrost.rst and pan_tiling.c";

const fn linear(name: &'static str, element_bytes: u32) -> Layout {
    Layout::new(Row {
        name,
        element_bytes,
        tile: (0, 0),
        x_bits: &[],
        y_bits: &[],
        order: LeftToRight,
        banks_log2: 0,
        source: "definition",
    })
}

/// Rows of microtiles from left to right: "LT-format" of VideoCore IV.
const fn lt(
    name: &'static str,
    element_bytes: u32,
    tile: (u32, u32),
    x_bits: &'static [u32],
    y_bits: &'static [u32],
    source: &'static str,
) -> Layout {
    Layout::new(Row {
        name,
        element_bytes,
        tile,
        x_bits,
        y_bits,
        order: LeftToRight,
        banks_log2: 0,
        source,
    })
}

/// Serpentine rows of 4 KiB tiles: "T-format" of VideoCore IV. The last bit of
/// y is the lowest one above the tile: subtiles are rotated by two places in
/// odd rows.
const fn t(
    name: &'static str,
    element_bytes: u32,
    tile: (u32, u32),
    x_bits: &'static [u32],
    y_bits: &'static [u32],
    source: &'static str,
) -> Layout {
    Layout::new(Row {
        name,
        element_bytes,
        tile,
        x_bits,
        y_bits,
        order: Serpentine,
        banks_log2: 0,
        source,
    })
}

const fn vivante(
    name: &'static str,
    element_bytes: u32,
    tile: (u32, u32),
    x_bits: &'static [u32],
    y_bits: &'static [u32],
    banks_log2: u32,
) -> Layout {
    Layout::new(Row {
        name,
        element_bytes,
        tile,
        x_bits,
        y_bits,
        order: LeftToRight,
        banks_log2,
        source: VIVANTE,
    })
}

const fn u_interleaved(
    name: &'static str,
    element_bytes: u32,
    tile: (u32, u32),
    x_bits: &'static [u32],
    y_bits: &'static [u32],
) -> Layout {
    Layout::new(Row {
        name,
        element_bytes,
        tile,
        x_bits,
        y_bits,
        order: LeftToRight,
        banks_log2: 0,
        source: PANFROST,
    })
}

/// Raster order, 1-byte elements.
pub static LINEAR_1: Layout = linear("linear/1", 1);
/// Raster order, 2-byte elements.
pub static LINEAR_2: Layout = linear("linear/2", 2);
/// Raster order, 4-byte elements.
pub static LINEAR_4: Layout = linear("linear/4", 4);
/// Raster order, 8-byte elements.
pub static LINEAR_8: Layout = linear("linear/8", 8);
/// Raster order, 16-byte elements.
pub static LINEAR_16: Layout = linear("linear/16", 16);

// name, element bytes, tile log2, x bits, y bits, source
/// Raster of 64-byte microtiles of 8x8 bytes (8-bit texels, pairs of 4-bit ones).
#[rustfmt::skip]
pub static LT_1: Layout = lt("LT/1", 1, (3, 3), &[1, 2, 4], &[8, 16, 32], VC4_TILING);
/// Raster of 64-byte microtiles of 8x4 16-bit texels.
#[rustfmt::skip]
pub static LT_2: Layout = lt("LT/2", 2, (3, 2), &[2, 4, 8], &[16, 32], VC4_TILING);
/// Raster of 64-byte microtiles of 4x4 32-bit texels.
#[rustfmt::skip]
pub static LT_4: Layout = lt("LT/4", 4, (2, 2), &[4, 8], &[16, 32], VC4_TILING);
/// Raster of 64-byte microtiles of 2x4 64-bit texels or compressed blocks.
#[rustfmt::skip]
pub static LT_8: Layout = lt("LT/8", 8, (1, 2), &[8], &[16, 32], VC4_TILING);
/// Raster of 64-byte microtiles of 4x16 bytes, each of eight 1-bit texels.
#[rustfmt::skip]
pub static LT_1BIT: Layout = lt("LT/1-bit", 1, (2, 4), &[1, 2], &[4, 8, 16, 32], VC4_SUB_BYTE);

/// 4 KiB tiles of 64x64 bytes (8-bit texels, pairs of 4-bit ones).
#[rustfmt::skip]
pub static T_1: Layout = t("T/1", 1, (6, 6), &[1, 2, 4, 64, 128, 0xc00], &[8, 16, 32, 256, 512, 0x400, 0x800], VC4_TILING);
/// 4 KiB tiles of 64x32 16-bit texels.
#[rustfmt::skip]
pub static T_2: Layout = t("T/2", 2, (6, 5), &[2, 4, 8, 64, 128, 0xc00], &[16, 32, 256, 512, 0x400, 0x800], VC4_TILING);
/// 4 KiB tiles of 32x32 32-bit texels.
#[rustfmt::skip]
pub static T_4: Layout = t("T/4", 4, (5, 5), &[4, 8, 64, 128, 0xc00], &[16, 32, 256, 512, 0x400, 0x800], VC4_TILING);
/// 4 KiB tiles of 16x32 64-bit texels or compressed blocks.
#[rustfmt::skip]
pub static T_8: Layout = t("T/8", 8, (4, 5), &[8, 64, 128, 0xc00], &[16, 32, 256, 512, 0x400, 0x800], VC4_TILING);
/// 4 KiB tiles of 32x128 bytes, each of eight 1-bit texels.
#[rustfmt::skip]
pub static T_1BIT: Layout = t("T/1-bit", 1, (5, 7), &[1, 2, 64, 128, 0xc00], &[4, 8, 16, 32, 256, 512, 0x400, 0x800], VC4_SUB_BYTE);

// Tiles are 4x4 texels of any size, in raster order inside; the order of
// supertiles of 8, 16 and 64-bit texels is inferred from that of 32-bit ones.
/// Raster of 4x4 tiles of 8-bit texels.
#[rustfmt::skip]
pub static TILED_1: Layout = vivante("tiled/1", 1, (2, 2), &[1, 2], &[4, 8], 0);
/// Raster of 4x4 tiles of 16-bit texels.
#[rustfmt::skip]
pub static TILED_2: Layout = vivante("tiled/2", 2, (2, 2), &[2, 4], &[8, 16], 0);
/// Raster of 4x4 tiles of 32-bit texels.
#[rustfmt::skip]
pub static TILED_4: Layout = vivante("tiled/4", 4, (2, 2), &[4, 8], &[16, 32], 0);
/// Raster of 4x4 tiles of 64-bit texels.
#[rustfmt::skip]
pub static TILED_8: Layout = vivante("tiled/8", 8, (2, 2), &[8, 16], &[32, 64], 0);
/// Supertiles of 64x64 8-bit texels.
#[rustfmt::skip]
pub static SUPERTILED_1: Layout = vivante("supertiled/1", 1, (6, 6), &[1, 2, 16, 128, 256, 512], &[4, 8, 32, 64, 1024, 2048], 0);
/// Supertiles of 64x64 16-bit texels.
#[rustfmt::skip]
pub static SUPERTILED_2: Layout = vivante("supertiled/2", 2, (6, 6), &[2, 4, 32, 256, 512, 1024], &[8, 16, 64, 128, 2048, 4096], 0);
/// Supertiles of 64x64 32-bit texels.
#[rustfmt::skip]
pub static SUPERTILED_4: Layout = vivante("supertiled/4", 4, (6, 6), &[4, 8, 64, 512, 1024, 2048], &[16, 32, 128, 256, 4096, 8192], 0);
/// Supertiles of 64x64 64-bit texels.
#[rustfmt::skip]
pub static SUPERTILED_8: Layout = vivante("supertiled/8", 8, (6, 6), &[8, 16, 128, 1024, 2048, 4096], &[32, 64, 256, 512, 8192, 16384], 0);
/// Supertiles of 64x64 8-bit texels whose tiles are in Morton order, of chips with
/// CACHE128B256BPERLINE.
#[rustfmt::skip]
pub static SUPERTILED_NEW_1: Layout = vivante("supertiled-new/1", 1, (6, 6), &[1, 2, 16, 64, 256, 1024], &[4, 8, 32, 128, 512, 2048], 0);
/// Supertiles of 64x64 16-bit texels whose tiles are in Morton order, of chips with
/// CACHE128B256BPERLINE.
#[rustfmt::skip]
pub static SUPERTILED_NEW_2: Layout = vivante("supertiled-new/2", 2, (6, 6), &[2, 4, 32, 128, 512, 2048], &[8, 16, 64, 256, 1024, 4096], 0);
/// Supertiles of 64x64 32-bit texels whose tiles are in Morton order, of chips with
/// CACHE128B256BPERLINE.
#[rustfmt::skip]
pub static SUPERTILED_NEW_4: Layout = vivante("supertiled-new/4", 4, (6, 6), &[4, 8, 64, 256, 1024, 4096], &[16, 32, 128, 512, 2048, 8192], 0);
/// Supertiles of 64x64 64-bit texels whose tiles are in Morton order, of chips with
/// CACHE128B256BPERLINE.
#[rustfmt::skip]
pub static SUPERTILED_NEW_8: Layout = vivante("supertiled-new/8", 8, (6, 6), &[8, 16, 128, 512, 2048, 8192], &[32, 64, 256, 1024, 4096, 16384], 0);
/// 4x4 tiles of 8-bit texels, multi-tiled across two pixel pipes in a
/// chessboard pattern, a half of the surface each.
#[rustfmt::skip]
pub static MULTI_TILED_1: Layout = vivante("multi-tiled/1", 1, (3, 3), &[1, 2, 32], &[4, 8, 16 | 32], 1);
/// 4x4 tiles of 16-bit texels, multi-tiled across two pixel pipes in a
/// chessboard pattern, a half of the surface each.
#[rustfmt::skip]
pub static MULTI_TILED_2: Layout = vivante("multi-tiled/2", 2, (3, 3), &[2, 4, 64], &[8, 16, 32 | 64], 1);
/// 4x4 tiles of 32-bit texels, multi-tiled across two pixel pipes in a
/// chessboard pattern, a half of the surface each.
#[rustfmt::skip]
pub static MULTI_TILED_4: Layout = vivante("multi-tiled/4", 4, (3, 3), &[4, 8, 128], &[16, 32, 64 | 128], 1);
/// 4x4 tiles of 64-bit texels, multi-tiled across two pixel pipes in a
/// chessboard pattern, a half of the surface each.
#[rustfmt::skip]
pub static MULTI_TILED_8: Layout = vivante("multi-tiled/8", 8, (3, 3), &[8, 16, 256], &[32, 64, 128 | 256], 1);
/// Supertiles of 64x128 8-bit texels, multi-tiled across two pixel pipes.
#[rustfmt::skip]
pub static MULTI_SUPERTILED_1: Layout = vivante("multi-supertiled/1", 1, (6, 7), &[1, 2, 16, 4096, 256, 512], &[4, 8, 128 | 4096, 32, 64, 1024, 2048], 1);
/// Supertiles of 64x128 16-bit texels, multi-tiled across two pixel pipes.
#[rustfmt::skip]
pub static MULTI_SUPERTILED_2: Layout = vivante("multi-supertiled/2", 2, (6, 7), &[2, 4, 32, 8192, 512, 1024], &[8, 16, 256 | 8192, 64, 128, 2048, 4096], 1);
/// Supertiles of 64x128 32-bit texels, multi-tiled across two pixel pipes.
#[rustfmt::skip]
pub static MULTI_SUPERTILED_4: Layout = vivante("multi-supertiled/4", 4, (6, 7), &[4, 8, 64, 16384, 1024, 2048], &[16, 32, 512 | 16384, 128, 256, 4096, 8192], 1);
/// Supertiles of 64x128 64-bit texels, multi-tiled across two pixel pipes.
#[rustfmt::skip]
pub static MULTI_SUPERTILED_8: Layout = vivante("multi-supertiled/8", 8, (6, 7), &[8, 16, 128, 32768, 2048, 4096], &[32, 64, 1024 | 32768, 256, 512, 8192, 16384], 1);

/// 16x16 tiles of 8-bit texels.
#[rustfmt::skip]
pub static U_INTERLEAVED_1: Layout = u_interleaved("u-interleaved/1", 1, (4, 4), &[1, 4, 16, 64], &[3, 12, 48, 192]);
/// 16x16 tiles of 16-bit texels.
#[rustfmt::skip]
pub static U_INTERLEAVED_2: Layout = u_interleaved("u-interleaved/2", 2, (4, 4), &[2, 8, 32, 128], &[6, 24, 96, 384]);
/// 16x16 tiles of 32-bit texels.
#[rustfmt::skip]
pub static U_INTERLEAVED_4: Layout = u_interleaved("u-interleaved/4", 4, (4, 4), &[4, 16, 64, 256], &[12, 48, 192, 768]);
/// 4x4 tiles of 64-bit compressed blocks.
#[rustfmt::skip]
pub static U_INTERLEAVED_BLOCK_8: Layout = u_interleaved("u-interleaved/8-block", 8, (2, 2), &[8, 32], &[24, 96]);

/// All rows.
pub static TABLE: &[&Layout] = &[
    &LINEAR_1,
    &LINEAR_2,
    &LINEAR_4,
    &LINEAR_8,
    &LINEAR_16,
    &LT_1,
    &LT_2,
    &LT_4,
    &LT_8,
    &LT_1BIT,
    &T_1,
    &T_2,
    &T_4,
    &T_8,
    &T_1BIT,
    &TILED_1,
    &TILED_2,
    &TILED_4,
    &TILED_8,
    &SUPERTILED_1,
    &SUPERTILED_2,
    &SUPERTILED_4,
    &SUPERTILED_8,
    &SUPERTILED_NEW_1,
    &SUPERTILED_NEW_2,
    &SUPERTILED_NEW_4,
    &SUPERTILED_NEW_8,
    &MULTI_TILED_1,
    &MULTI_TILED_2,
    &MULTI_TILED_4,
    &MULTI_TILED_8,
    &MULTI_SUPERTILED_1,
    &MULTI_SUPERTILED_2,
    &MULTI_SUPERTILED_4,
    &MULTI_SUPERTILED_8,
    &U_INTERLEAVED_1,
    &U_INTERLEAVED_2,
    &U_INTERLEAVED_4,
    &U_INTERLEAVED_BLOCK_8,
];
