//! Stages, accesses and flushes.

use tilescope_adreno::chips::{self, Release};
use tilescope_adreno::plan::flush::{
    About, Barrier, Caches, CcuState, Emitted, Place, Side, bits, cache, emitted, names, vulkan,
};
use tilescope_adreno::plan::scopes::{
    STAGES, Scope, Stage, Unit, WideStages, hardware_stage, sanitized, stage,
};

const fn side(stages: u64, accesses: u64) -> Side {
    Side { stages, accesses }
}

/// Writes: colour, depth, compute shader, transfer, processor, transform feedback, anything; and
/// the end of the pipeline without an access.
const WRITES: [Side; 8] = [
    side(stage::COLOR_ATTACHMENT_OUTPUT, 1 << 8),
    side(stage::LATE_FRAGMENT_TESTS, 1 << 10),
    side(stage::COMPUTE_SHADER, 1 << 6),
    side(stage::ALL_TRANSFER, 1 << 12),
    side(stage::HOST, 1 << 14),
    side(stage::TRANSFORM_FEEDBACK, 1 << 25),
    side(stage::ALL_COMMANDS, 1 << 16),
    side(stage::BOTTOM_OF_PIPE, 0),
];

/// Accesses after them: vertices, indices, indirect parameters, fragment shader, colour (also
/// writes), transfer, processor, anything.
const READS: [Side; 8] = [
    side(stage::VERTEX_INPUT, 1 << 2),
    side(stage::VERTEX_INPUT, 1 << 1),
    side(stage::DRAW_INDIRECT, 1),
    side(stage::FRAGMENT_SHADER, 1 << 5),
    side(stage::COLOR_ATTACHMENT_OUTPUT, 3 << 7),
    side(stage::ALL_TRANSFER, 1 << 11),
    side(stage::HOST, 1 << 13),
    side(stage::ALL_COMMANDS, 1 << 15),
];

/// The flushes pending and due after each pair, at the beginning of a command buffer.
///
/// Source: the functions of turnip 22.3.6 themselves (`tu_cmd_buffer.c`), compiled and called
/// with these pairs. With 50,000 random barriers there was no difference either.
#[rustfmt::skip]
const STATES: [[(u16, u16); 8]; 8] = [
    [(0x10c, 0xa2), (0x10c, 0xa2), (0x12c, 0x82), (0x10c, 0xa2), (0x124, 0xa), (0x10c, 0xa2), (0x12c, 0x2), (0x100, 0xae)],
    [(0x10c, 0xa1), (0x10c, 0xa1), (0x12c, 0x81), (0x10c, 0xa1), (0x124, 0x9), (0x10c, 0xa1), (0x12c, 0x1), (0x100, 0xad)],
    [(0x11c, 0xa0), (0x11c, 0xa0), (0x12c, 0x90), (0x11c, 0xa0), (0x124, 0x18), (0x11c, 0xa0), (0x12c, 0x10), (0x100, 0xbc)],
    [(0x10c, 0xa2), (0x10c, 0xa2), (0x12c, 0x82), (0x10c, 0xa2), (0x124, 0xa), (0x10c, 0xa2), (0x12c, 0x2), (0x100, 0xae)],
    [(0x10c, 0xa0), (0x10c, 0xa0), (0x12c, 0x0), (0x10c, 0xa0), (0x124, 0x8), (0x10c, 0xa0), (0x12c, 0x0), (0x100, 0xac)],
    [(0x11c, 0xa0), (0x11c, 0xa0), (0x12c, 0x90), (0x11c, 0xa0), (0x124, 0x18), (0x11c, 0xa0), (0x12c, 0x10), (0x100, 0xbc)],
    [(0x11c, 0xe3), (0x11c, 0xe3), (0x12c, 0xd3), (0x11c, 0xe3), (0x124, 0x5b), (0x11c, 0xe3), (0x12c, 0x53), (0x100, 0xff)],
    [(0x10c, 0xa0), (0x10c, 0xa0), (0x12c, 0x80), (0x10c, 0xa0), (0x124, 0x8), (0x10c, 0xa0), (0x12c, 0x0), (0x100, 0xac)],
];

#[test]
fn sixty_four_barriers() {
    for (write, row) in WRITES.into_iter().zip(STATES) {
        for (read, (pending, due)) in READS.into_iter().zip(row) {
            let mut caches = Caches::default();
            let barrier = Barrier {
                first: write,
                second: read,
                ..Barrier::default()
            };
            caches.barrier(&barrier, Place::Sysmem);
            assert_eq!(caches, Caches { pending, due }, "{write:?} {read:?}");
        }
    }
}

/// T64: stages by scope.
#[test]
fn stages_of_scopes() {
    let first = |s| hardware_stage(s, Scope::First, WideStages::Kept);
    let second = |s| hardware_stage(s, Scope::Second, WideStages::Kept);
    let both = [
        (stage::DRAW_INDIRECT, Stage::Cp),
        (stage::CONDITIONAL_RENDERING, Stage::Cp),
        // Not the command processor.
        (stage::INDEX_INPUT, Stage::Fe),
        (stage::VERTEX_ATTRIBUTE_INPUT, Stage::Fe),
        (1 << 3, Stage::SpVs),
        (1 << 4, Stage::SpVs),
        (1 << 5, Stage::SpVs),
        (1 << 6, Stage::SpVs),
        (stage::FRAGMENT_SHADER, Stage::SpPs),
        (stage::COMPUTE_SHADER, Stage::SpPs),
        (stage::TRANSFORM_FEEDBACK, Stage::Ps),
        (stage::EARLY_FRAGMENT_TESTS, Stage::Ps),
        (stage::LATE_FRAGMENT_TESTS, Stage::Ps),
        (stage::COLOR_ATTACHMENT_OUTPUT, Stage::Ps),
    ];
    for (bit, wanted) in both {
        assert_eq!((first(bit), second(bit)), (wanted, wanted), "{bit:#x}");
    }
    for transfer in [
        stage::COPY,
        stage::BLIT,
        stage::RESOLVE,
        stage::CLEAR,
        stage::ALL_TRANSFER,
    ] {
        assert_eq!(
            (first(transfer), second(transfer)),
            (Stage::Ps, Stage::SpPs)
        );
    }
    assert_eq!(
        (first(stage::HOST), second(stage::HOST)),
        (Stage::Cp, Stage::Ps)
    );
    for all in [stage::ALL_GRAPHICS, stage::ALL_COMMANDS] {
        assert_eq!((first(all), second(all)), (Stage::Ps, Stage::Cp));
    }
    // Nothing, or everything, by scope.
    let (top, bottom) = (stage::TOP_OF_PIPE, stage::BOTTOM_OF_PIPE);
    assert_eq!((first(0), second(0)), (Stage::Cp, Stage::Ps));
    assert_eq!((first(top), second(top)), (Stage::Cp, Stage::Cp));
    assert_eq!((first(bottom), second(bottom)), (Stage::Ps, Stage::Ps));
    assert_eq!(sanitized(bottom, Scope::First), stage::ALL_COMMANDS);
    assert_eq!(sanitized(top, Scope::First), 0);
    // The latest of the first scope, the earliest of the second.
    let two = stage::DRAW_INDIRECT | stage::FRAGMENT_SHADER;
    assert_eq!((first(two), second(two)), (Stage::SpPs, Stage::Cp));
}

/// A quirk of turnip 22.3.6: stages of 64 bits are passed on in 32, so that a copy named by
/// `COPY` alone is not waited for, unlike one named by `ALL_TRANSFER`.
#[test]
fn wide_stages_are_dropped() {
    let wait = |bit, release| {
        let mut caches = Caches::default();
        let barrier = Barrier {
            first: side(bit, 0),
            second: side(stage::DRAW_INDIRECT, 0),
            about: About::Memory,
            release,
        };
        caches.barrier(&barrier, Place::Sysmem);
        caches.due & bits::WAIT_FOR_IDLE != 0
    };
    assert!(wait(stage::ALL_TRANSFER, Release::Mesa22_3));
    assert!(!wait(stage::COPY, Release::Mesa22_3));
    assert!(wait(stage::COPY, Release::Mesa25_0));
}

/// T63: each stage has a unit, and each bit one row.
#[test]
fn units_of_stages() {
    let unit = |bit| STAGES.iter().find(|r| r.bit == bit).map(|r| r.unit);
    for (bit, wanted) in [
        (stage::CONDITIONAL_RENDERING, Unit::Cp),
        (stage::DRAW_INDIRECT, Unit::Cp),
        (stage::INDEX_INPUT, Unit::Cp),
        (stage::VERTEX_ATTRIBUTE_INPUT, Unit::Vfd),
        (1 << 3, Unit::SpVs),
        (1 << 4, Unit::SpHs),
        (1 << 5, Unit::SpDs),
        (1 << 6, Unit::SpGs),
        (stage::TRANSFORM_FEEDBACK, Unit::Vpc),
        (stage::EARLY_FRAGMENT_TESTS, Unit::Gras),
        (stage::FRAGMENT_SHADER, Unit::SpFs),
        (stage::LATE_FRAGMENT_TESTS, Unit::Rb),
        (stage::COLOR_ATTACHMENT_OUTPUT, Unit::Rb),
        (stage::COMPUTE_SHADER, Unit::SpCs),
        (stage::COPY, Unit::Transfer),
        (stage::HOST, Unit::Host),
        (stage::ALL_GRAPHICS, Unit::Several),
    ] {
        assert_eq!(unit(bit), Some(wanted), "{bit:#x}");
    }
    let mut bits: Vec<u64> = STAGES.iter().map(|r| r.bit).collect();
    assert!(bits.iter().all(|b| b.is_power_of_two()));
    bits.sort_unstable();
    bits.dedup();
    assert_eq!(bits.len(), STAGES.len());
}

/// T65, T66: accesses by cache, in system memory and in tiles.
#[test]
fn caches_of_accesses() {
    let all = stage::ALL_COMMANDS;
    let of = |accesses, about, place| vulkan(all, accesses, about, place, Release::Mesa22_3);
    let rows = [
        // The command processor, and the processor.
        (1, cache::SYSMEM_READ, cache::SYSMEM_READ),
        (1 << 20, cache::SYSMEM_READ, cache::SYSMEM_READ),
        (1 << 13, cache::SYSMEM_READ, cache::SYSMEM_READ),
        (1 << 14, cache::SYSMEM_WRITE, cache::SYSMEM_WRITE),
        // Indices, vertices, uniforms, input attachments, shaders, copies.
        (1 << 1, cache::UCHE_READ, cache::UCHE_READ),
        (1 << 2, cache::UCHE_READ, cache::UCHE_READ),
        (1 << 3, cache::UCHE_READ, cache::UCHE_READ),
        (1 << 4, cache::UCHE_READ, cache::UCHE_READ),
        (1 << 5, cache::UCHE_READ, cache::UCHE_READ),
        (1 << 11, cache::UCHE_READ, cache::UCHE_READ),
        (1 << 6, cache::UCHE_WRITE, cache::UCHE_WRITE),
        (1 << 25, cache::UCHE_WRITE, cache::UCHE_WRITE),
        // Attachments.
        (1 << 7, cache::CCU_COLOR_INCOHERENT_READ, cache::SYSMEM_READ),
        (
            1 << 8,
            cache::CCU_COLOR_INCOHERENT_WRITE,
            cache::SYSMEM_WRITE,
        ),
        (1 << 9, cache::CCU_DEPTH_INCOHERENT_READ, cache::SYSMEM_READ),
        (
            1 << 10,
            cache::CCU_DEPTH_INCOHERENT_WRITE,
            cache::SYSMEM_WRITE,
        ),
        // Counters of transform feedback: of the two bits, that of reads stands for both.
        (
            1 << 26,
            cache::SYSMEM_READ | cache::CP_WRITE,
            cache::SYSMEM_READ | cache::CP_WRITE,
        ),
        (1 << 27, 0, 0),
        // Bits that only Vulkan 1.3 has.
        (1 << 32, 0, 0),
        (1 << 34, 0, 0),
    ];
    for (accesses, sysmem, gmem) in rows {
        assert_eq!(
            of(accesses, About::Memory, Place::Sysmem),
            sysmem,
            "{accesses:#x}"
        );
        assert_eq!(
            of(accesses, About::Memory, Place::Gmem),
            gmem,
            "{accesses:#x}"
        );
    }
    let transfer = 1 << 12;
    assert_eq!(
        of(transfer, About::Image, Place::Sysmem),
        cache::CCU_COLOR_WRITE
    );
    assert_eq!(
        of(transfer, About::Memory, Place::Sysmem),
        cache::CCU_COLOR_INCOHERENT_WRITE
    );
    assert_eq!(of(transfer, About::Image, Place::Gmem), cache::SYSMEM_WRITE);
    // These three are no access of Vulkan.
    let unused = cache::CCU_COLOR_READ | cache::CCU_DEPTH_READ | cache::CCU_DEPTH_WRITE;
    for place in [Place::Sysmem, Place::Gmem] {
        for about in [About::Memory, About::Image] {
            assert_eq!(of(u64::MAX, about, place) & unused, 0);
        }
    }
    // All writes of a stage are those that the stage has.
    let memory_write = 1 << 16;
    let compute = vulkan(
        stage::COMPUTE_SHADER,
        memory_write,
        About::Memory,
        Place::Sysmem,
        Release::Mesa22_3,
    );
    assert_eq!(compute, cache::UCHE_WRITE);
}

/// Due flushes are emitted once, in one order; a cache is written back before it is forgotten;
/// A635 waits after each flush of the colour cache, A618 does not.
#[test]
fn packets_of_flushes() {
    let (a618, a635) = (chips::named("a618").unwrap(), chips::named("a635").unwrap());
    let mut caches = Caches {
        pending: 0,
        due: bits::CCU_INVALIDATE_COLOR | bits::CACHE_INVALIDATE,
    };
    let packets = caches.emit(a618);
    let wanted = [
        "PC_CCU_FLUSH_COLOR_TS",
        "PC_CCU_INVALIDATE_COLOR",
        "CACHE_INVALIDATE",
    ];
    assert_eq!(packets, wanted.map(Emitted::Event));
    assert_eq!(caches.emit(a618), []);
    let flush = Emitted::Event("PC_CCU_FLUSH_COLOR_TS");
    assert_eq!(emitted(bits::CCU_FLUSH_COLOR, a618), [flush]);
    assert_eq!(
        emitted(bits::CCU_FLUSH_COLOR, a635),
        [flush, Emitted::Packet("CP_WAIT_FOR_IDLE")]
    );
    let all: Vec<&str> = names(0x7ff).collect();
    assert_eq!(all, bits::NAMES);
}

/// From system memory to tiles the colour cache is written back and forgotten; from tiles only
/// forgotten, which writes back all the same.
#[test]
fn the_colour_cache_changes_its_use() {
    let chip = chips::named("a618").unwrap();
    let events = [
        "PC_CCU_FLUSH_COLOR_TS",
        "PC_CCU_FLUSH_DEPTH_TS",
        "PC_CCU_INVALIDATE_COLOR",
        "PC_CCU_INVALIDATE_DEPTH",
    ];
    for (from, to) in [
        (CcuState::Unknown, CcuState::Sysmem),
        (CcuState::Sysmem, CcuState::Gmem),
        (CcuState::Gmem, CcuState::Sysmem),
    ] {
        let mut caches = Caches::default();
        let mut wanted = events.map(Emitted::Event).to_vec();
        wanted.push(Emitted::Packet("CP_WAIT_FOR_IDLE"));
        wanted.push(Emitted::CcuControl(to));
        assert_eq!(caches.change(from, to, chip), wanted);
        assert_eq!(caches.pending, bits::CACHE_INVALIDATE | bits::WAIT_FOR_ME);
    }
    let mut caches = Caches::default();
    assert_eq!(caches.change(CcuState::Gmem, CcuState::Gmem, chip), []);
}

/// An image whose contents do not matter may have lines in the cache.
#[test]
fn discarded_images_are_flushed_at_once() {
    for (about, flush) in [
        (About::DiscardedColor, bits::CCU_FLUSH_COLOR),
        (About::DiscardedDepth, bits::CCU_FLUSH_DEPTH),
        (About::Image, 0),
    ] {
        let mut caches = Caches::default();
        let barrier = Barrier {
            about,
            ..Barrier::default()
        };
        caches.barrier(&barrier, Place::Sysmem);
        assert_eq!(caches.due & bits::ALL_FLUSH, flush);
    }
}
