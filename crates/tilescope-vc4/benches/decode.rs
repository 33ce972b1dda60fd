//! Speed of reading control lists. The design requires 100 MB/s of raw walking.

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use tilescope_vc4::cmd::parse::{Elements, RawPacket, packet_at};
use tilescope_vc4::cmd::text::{Options, assemble, disassemble};

fn main() {
    divan::main();
}

/// About a mebibyte of the packets that drivers emit per draw and per tile.
fn list() -> Vec<u8> {
    let source = "
        .for i in 0..8000 {
            GL_SHADER_STATE attributes=2, address=0x1000
            CONFIGURATION_BITS enable_prim_front, depth_func=LESS, z_update
            CLIP_WINDOW width=640, height=480
            VIEWPORT_OFFSET x=320, y=240
            CLIPPER_XY_SCALING half_width=5120, half_height=3840
            POINT_SIZE size=1
            FLAT_SHADE_FLAGS
            GL_INDEXED_PRIMITIVE mode=TRIANGLES, index_type=U16, length=3, max_index=2
            GL_ARRAY_PRIMITIVE mode=TRIANGLES, length=3
            TILE_COORDINATES column=1, row=2
            BRANCH_TO_SUB_LIST address=0x2000
            STORE_TILE_BUFFER_GENERAL buffer=COLOR, memory_format=T, address=0x3000
            STORE_MS_TILE_BUFFER
            TILE_BINNING_MODE_CONFIG width=10, height=8
        }";
    match assemble(source, &|_| None) {
        Ok(list) => list.bytes,
        Err(errors) => panic!("{}", errors[0].render("bench", source)),
    }
}

#[divan::bench]
fn walk_raw(bencher: Bencher<'_, '_>) {
    let list = list();
    bencher.counter(BytesCount::of_slice(&list)).bench(|| {
        let mut rest = black_box(&list[..]);
        let mut packets = 0u32;
        while let Ok(raw) = RawPacket::at(rest) {
            packets += 1;
            rest = &rest[raw.size()..];
        }
        packets
    });
}

#[divan::bench]
fn walk_elements(bencher: Bencher<'_, '_>) {
    let list = list();
    bencher
        .counter(BytesCount::of_slice(&list))
        .bench(|| Elements::new(black_box(&list), 0).count());
}

#[divan::bench]
fn walk_typed(bencher: Bencher<'_, '_>) {
    let list = list();
    bencher.counter(BytesCount::of_slice(&list)).bench(|| {
        let mut rest = black_box(&list[..]);
        while let Ok((packet, _, len)) = packet_at(rest) {
            black_box(packet);
            rest = &rest[len..];
        }
    });
}

#[divan::bench]
fn print(bencher: Bencher<'_, '_>) {
    let list = list();
    bencher
        .counter(BytesCount::of_slice(&list))
        .bench(|| disassemble(black_box(&list), 0, &Options::default()));
}
