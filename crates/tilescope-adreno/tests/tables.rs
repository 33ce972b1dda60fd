//! The tables of registers, packets and chips.

use std::collections::HashSet;
use tilescope_adreno::chips::{self, Feature};
use tilescope_adreno::pm4::{self, Header, PACKETS, other::OTHER_GENERATIONS};
use tilescope_adreno::protect::{self, Access};
use tilescope_adreno::regs::{self, Field, Kind, UNITS, border, descriptors};

fn check(owner: &str, kind: Kind, width: u8) {
    match kind {
        Kind::Set(fields) => {
            let mut names = HashSet::new();
            for Field { name, hi, kind, .. } in fields {
                assert!(*hi < width, "{owner}.{name} is outside the word");
                assert!(names.insert(name), "{owner}.{name} twice");
                assert!(!matches!(kind, Kind::Set(_)), "{owner}.{name} has fields");
                check(name, *kind, width);
            }
        }
        Kind::Enum(table) => {
            let names: HashSet<&str> = table.values.iter().map(|v| v.1).collect();
            assert_eq!(names.len(), table.values.len(), "{}", table.what);
        }
        _ => {}
    }
}

#[test]
fn every_register_has_one_place_and_its_own_name() {
    let mut names = HashSet::new();
    let mut count = 0;
    for row in UNITS.iter().flat_map(|unit| unit.iter()) {
        count += 1;
        assert!(names.insert(row.value.name), "{} twice", row.value.name);
        assert!(row.at + row.count * row.stride <= regs::SPACE);
        check(row.value.name, row.value.kind, row.words * 32);
        let (found, ..) = regs::at(row.at).expect("is found");
        assert_eq!(found.at, row.at, "{} is shadowed", row.value.name);
    }
    // Registers of the database of Mesa 22.3.6, arrays as one, and nine of later ones.
    assert_eq!(count, 854 + 9);
}

#[test]
fn names_of_registers() {
    for (number, name) in [
        (0x8000, "GRAS_CL_CNTL"),
        (0x0c10, "VSC_PIPE_CONFIG[0].REG"),
        (0x0c2f, "VSC_PIPE_CONFIG[0x1f].REG"),
        (0xa014, "VFD_FETCH[0x1].BASE"),
        (0xa015, "VFD_FETCH[0x1].BASE_HI"),
        (0xa81c, "SP_VS_OBJ_START"),
        (0x9990, "0x9990"),
    ] {
        assert_eq!(regs::name(number), name);
        if regs::at(number).is_some() {
            assert_eq!(regs::named(name), Some(number));
        }
    }
    assert_eq!(regs::named("NOTHING"), None);
}

#[test]
fn packets() {
    assert_eq!(PACKETS.len() + OTHER_GENERATIONS.len(), 120);
    let opcodes: HashSet<u8> = PACKETS.iter().map(|p| p.opcode).collect();
    for p in PACKETS {
        assert!(p.opcode < 0x80);
        for word in p.words {
            check(word.value.name, word.value.kind, word.words * 32);
        }
    }
    assert_eq!(opcodes.len(), PACKETS.len(), "two packets with an opcode");
    // Packets with contents that turnip and freedreno emit.
    for name in [
        "CP_EVENT_WRITE",
        "CP_SET_DRAW_STATE",
        "CP_LOAD_STATE6",
        "CP_LOAD_STATE6_GEOM",
        "CP_LOAD_STATE6_FRAG",
        "CP_DRAW_INDX_OFFSET",
        "CP_DRAW_INDIRECT",
        "CP_DRAW_INDX_INDIRECT",
        "CP_DRAW_INDIRECT_MULTI",
        "CP_EXEC_CS",
        "CP_EXEC_CS_INDIRECT",
        "CP_BLIT",
        "CP_SET_MARKER",
        "CP_SET_BIN_DATA5",
        "CP_SET_BIN_DATA5_OFFSET",
        "CP_COND_REG_EXEC",
        "CP_REG_TEST",
        "CP_COND_EXEC",
        "CP_COND_WRITE5",
        "CP_DRAW_PRED_SET",
        "CP_DRAW_PRED_ENABLE_GLOBAL",
        "CP_DRAW_PRED_ENABLE_LOCAL",
        "CP_MEM_WRITE",
        "CP_MEM_TO_MEM",
        "CP_MEMCPY",
        "CP_MEM_TO_REG",
        "CP_REG_TO_MEM",
        "CP_REG_RMW",
        "CP_REG_WRITE",
        "CP_SCRATCH_TO_REG",
        "CP_REG_TO_SCRATCH",
        "CP_WAIT_REG_MEM",
        "CP_WAIT_MEM_GTE",
        "CP_INDIRECT_BUFFER",
        "CP_SET_MODE",
        "CP_SET_VISIBILITY_OVERRIDE",
        "CP_SKIP_IB2_ENABLE_GLOBAL",
        "CP_SKIP_IB2_ENABLE_LOCAL",
        "CP_SET_SUBDRAW_SIZE",
        "CP_DRAW_AUTO",
        "CP_CONTEXT_REG_BUNCH",
    ] {
        let packet = PACKETS.iter().find(|p| p.name == name).expect(name);
        assert!(!packet.words.is_empty(), "{name}");
    }
    assert_eq!(pm4::named(0x46).map(|p| p.name), Some("CP_EVENT_WRITE"));
}

#[test]
fn descriptors_have_their_size() {
    for (rows, words) in [
        (descriptors::TEX_SAMP, 4),
        (descriptors::TEX_CONST, 16),
        (descriptors::UBO, 2),
    ] {
        let end = rows.iter().map(|r| r.at + u32::from(r.words)).max();
        assert_eq!(end, Some(words));
    }
}

#[test]
fn a_border_colour_has_every_word_up_to_its_padding() {
    let rows = border::BORDER_COLOR;
    assert!((0..18).all(|n| rows[n].at == n as u32) && rows.len() == 18);
    for row in rows {
        check(row.value.name, row.value.kind, 32);
    }
}

/// Ranges are in order and as many as the hardware has places for; registers that
/// drivers write in every frame are outside of them.
#[test]
fn protected_ranges() {
    for (ranges, count, places) in [(protect::A630, 32, 32), (protect::A660, 41, 48)] {
        assert!(ranges.len() == count && count <= places);
        for range in ranges {
            assert!(range.first <= range.last);
            assert_ne!(range.access, Access::ReadWrite);
        }
        for pair in ranges.windows(2) {
            assert!(pair[0].first < pair[1].first);
        }
        let of = |name| protect::access(ranges, regs::named(name).expect(name));
        for name in [
            "GRAS_CL_CNTL",
            "RB_MRT[0].BUF_INFO",
            "SP_FS_OBJ_START",
            "VFD_FETCH[0].BASE",
            "CP_SCRATCH[0x7].REG",
            "HLSQ_INVALIDATE_CMD",
        ] {
            assert_eq!(of(name), Access::ReadWrite, "{name}");
        }
        assert_eq!(of("RBBM_STATUS"), Access::ReadOnly);
        assert_eq!(of("CP_PROTECT[0].REG"), Access::Closed);
        assert_eq!(protect::access(ranges, 0x3ffff), Access::Closed);
    }
    for (name, ranges) in [("a618", 32), ("a630", 32), ("a635", 41), ("a660", 41)] {
        assert_eq!(chips::named(name).map(|c| c.protect.len()), Some(ranges));
    }
}

#[test]
fn headers_round_trip() {
    let mut registers = 0u64;
    for word in (0..1u64 << 32).step_by(9973) {
        let word = word as u32;
        if let Some(header) = Header::decode(word) {
            assert_eq!(header.encode(), word);
            registers += u64::from(matches!(header, Header::Registers { .. }));
        }
    }
    assert!(registers > 1000);
}

/// The comparison of the 635 with the 618 in the notes on Turnip.
#[test]
fn a635_and_a618() {
    let [a618, a635] = ["a618", "a635"].map(|name| chips::named(name).expect("a chip"));
    assert_eq!((a618.fibers_per_sp, a635.fibers_per_sp), (2048, 4096));
    assert_eq!((a618.reg_size_vec4, a635.reg_size_vec4), (96, 64));
    assert_eq!((a618.instr_cache_size, a635.instr_cache_size), (64, 127));
    assert_eq!((a618.num_sp_cores, a635.num_sp_cores), (1, 2));
    assert_eq!((a618.num_ccu, a635.num_ccu), (1, 2));
    assert_eq!((a618.gpu_id, a635.gpu_id), (618, 0));
    assert_eq!((a618.gmem_base, a635.gmem_base), (0x100000, 0));
    assert_eq!((a618.gmem_size, a635.gmem_size), (0x80000, 0x80000));
    let value = |c: &chips::Chip, name| c.magic(name).map(|m| (m.value, m.earlier));
    assert_eq!(
        value(a618, "TPL1_DBG_ECO_CNTL"),
        Some((0x108000, Some(0x100000)))
    );
    assert_eq!(value(a635, "TPL1_DBG_ECO_CNTL"), Some((0x5008000, None)));
    for chip in [a618, a635] {
        let blit = Some((0x4100000, Some(0x100000)));
        assert_eq!(value(chip, "RB_DBG_ECO_CNTL_blit"), blit);
    }
    assert_eq!(value(a618, "PC_POWER_CNTL"), Some((0, None)));
    assert_eq!(value(a635, "PC_POWER_CNTL"), Some((1, None)));
    use Feature::*;
    for only in [
        MultiviewMask,
        Z24UintS8Uint,
        TessUseShared,
        Storage16Bit,
        TexFilterCubic,
        SampleLocations,
        Lpac,
        ShadingRate,
        GetFiberId,
        Dp2Acc,
        Dp4Acc,
    ] {
        assert!(a635.has(only) && !a618.has(only), "{only:?}");
    }
    for not in [
        CpRegWrite,
        Ubwc8Bpp,
        ConcurrentResolve,
        IndirectDrawWfm,
        DepthBoundsRequireDepthTest,
    ] {
        assert!(a618.has(not) && !a635.has(not), "{not:?}");
    }
    assert_eq!(a618.ccu_offset_gmem(), 496 << 10);
    assert_eq!(a635.ccu_offset_gmem(), 480 << 10);
    assert_eq!(a618.ccu_offset_bypass(), 64 << 10);
    for (id, name) in [
        (0x06010801, "a618"),
        (0x06030500, "a635"),
        (0x060600ff, "a660"),
    ] {
        assert_eq!(chips::with_chip_id(id).map(|c| c.name), Some(name));
    }
    assert!(chips::with_chip_id(0x06030501).is_none());
}
