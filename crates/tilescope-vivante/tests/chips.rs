//! Properties of chips agree with Mesa's.

use tilescope_vivante::chips::{self, ALL, Bug, Chip, Code, GC600, GC880, GC2000, GC3000, GC7000L};
use tilescope_vivante::features::{Feature, ROWS, WORDS};
use tilescope_vivante::regs;

#[test]
fn features_are_sorted_and_named_once() {
    assert!(ROWS.windows(2).all(|w| w[0].feature < w[1].feature));
    for (i, row) in ROWS.iter().enumerate() {
        assert!(row.feature.word() < WORDS);
        assert_eq!(row.feature.row(), row);
        assert!(
            !row.doc.is_empty() && row.doc.ends_with('.'),
            "{}",
            row.name
        );
        assert_eq!(Feature::find(row.name), Some(row.feature), "{}", row.name);
        assert!(ROWS[..i].iter().all(|r| r.name != row.name), "{}", row.name);
    }
    assert_eq!(Feature::find("nothing"), None);
}

/// The feature words agree with the registers of `HI`.
#[test]
fn features_are_those_of_the_registers() {
    let words = [
        "CHIP_FEATURE",
        "CHIP_MINOR_FEATURE_0",
        "CHIP_MINOR_FEATURE_1",
        "CHIP_MINOR_FEATURE_2",
        "CHIP_MINOR_FEATURE_3",
        "CHIP_MINOR_FEATURE_4",
        "CHIP_MINOR_FEATURE_5",
    ];
    for (word, name) in words.into_iter().enumerate() {
        let name = format!("HI.{name}");
        let row = regs::hi::REGISTERS.iter().find(|r| r.name() == name);
        let fields = row.expect("it is there").layout.fields;
        let rows: Vec<_> = ROWS.iter().filter(|r| r.feature.word() == word).collect();
        assert_eq!(fields.len(), rows.len(), "{name}");
        for (field, row) in fields.iter().zip(rows) {
            assert_eq!(field.name, row.name.to_ascii_lowercase());
            assert_eq!(u32::from(field.lo), row.feature.bit());
            assert_eq!(field.doc, row.doc);
        }
    }
}

#[test]
fn chips_are_found_by_name() {
    for chip in ALL {
        assert_eq!(chip.info.family, "vivante");
        assert_eq!(chips::find(chip.info.name), Some(chip));
        let named = regs::enums::CHIPMODEL.name(chip.model.into());
        let named = named.expect("a known model").to_lowercase();
        assert!(chip.info.name.starts_with(&named), "{}", chip.info.name);
    }
    assert_eq!(chips::find("gc1"), None);
}

/// A row of the table of chips: HALTI, pixel pipes, bits and word of tile status,
/// fast clear, single buffer, early Z.
fn row(chip: &Chip) -> (Option<u8>, u32, u32, u32, bool, bool, bool) {
    let d = chip.derived();
    (
        d.halti,
        chip.specs.pixel_pipes,
        d.ts_bits,
        d.ts_cleared,
        d.fast_clear,
        d.single_buffer,
        d.early_z,
    )
}

#[test]
fn the_table_of_chips() {
    let (two, four) = (0x5555_5555, 0x1111_1111);
    assert_eq!(row(&GC600), (None, 1, 4, four, false, false, true));
    assert_eq!(row(&GC880), (Some(0), 1, 2, two, true, false, true));
    assert_eq!(row(&GC2000), (Some(0), 2, 2, two, true, false, false));
    assert_eq!(row(&GC3000), (Some(2), 2, 2, two, true, true, true));
    assert_eq!(row(&GC7000L), (Some(5), 2, 4, four, true, true, true));
}

#[test]
fn gc600_is_the_smallest() {
    let d = GC600.derived();
    let code = Code {
        vertex: 0x4000,
        pixel: 0x6000,
        instructions: 256,
    };
    assert_eq!(d.code, Some(code));
    assert_eq!((d.texture_size, d.target_size), (2048, 2048));
    assert_eq!((d.vs_constants, d.ps_constants), (168, 64));
    assert_eq!((d.vertex_elements, d.render_targets), (10, 1));
    assert!(d.vs_maps_z && !d.shader_ranges && !d.supertile);
    for absent in [
        Feature::HasSqrtTrig,
        Feature::HasSignFloorCeil,
        Feature::NonPowerOfTwo,
        Feature::Indices32Bit,
        Feature::Mc20,
    ] {
        assert!(!GC600.features.has(absent), "{absent:?}");
    }
}

#[test]
fn gc880_has_one_pipe_and_512_instructions() {
    let d = GC880.derived();
    assert_eq!(GC880.specs.instructions, 512);
    assert_eq!((d.vs_constants, d.ps_constants), (256, 256));
    assert!(!d.seamless_cube_map && GC880.features.has(Feature::SeamlessCubeMap));
    assert!(!d.vs_maps_z && d.shader_ranges);
    assert!(GC880.features.has(Feature::Mc20));
}

#[test]
fn gc2000_splits_its_instruction_memory() {
    let d = GC2000.derived();
    let code = Code {
        vertex: 0xc000,
        pixel: 0xd000,
        instructions: 256,
    };
    assert_eq!(d.code, Some(code));
    assert!(!d.code_in_memory && !d.unified_constants);
    assert_eq!((d.vs_constants, d.ps_constants), (168, 64));
    assert_eq!((d.vs_constants_at, d.ps_constants_at), (0x5000, 0x7000));
    assert_eq!(
        (d.ps_samplers, d.vs_samplers, d.vs_samplers_from),
        (8, 4, 8)
    );
    assert_eq!((d.vs_outputs, d.varyings), (16, 11));
    assert_eq!((d.vertex_elements, d.render_targets), (16, 4));
    assert_eq!((d.texture_size, d.target_size), (8192, 8192));
    assert!(d.supertile && !d.new_transcendentals);
    assert!(!GC2000.features.has(Feature::LinearPe));
    assert!(!GC2000.features.has(Feature::LogicOp));
}

#[test]
fn gc3000_has_integers_and_a_cache_of_code() {
    let d = GC3000.derived();
    assert!(d.code_in_memory && d.new_transcendentals && d.unified_constants);
    assert_eq!(d.code.map(|c| (c.vertex, c.pixel)), Some((0xc000, 0x9000)));
    assert_eq!((d.vs_constants, d.ps_constants), (256, 64));
    assert_eq!((d.vs_constants_at, d.ps_constants_at), (0x30000, 0x31000));
    assert_eq!((d.ps_samplers, d.vs_samplers), (16, 16));
    assert_eq!(d.render_targets, 8);
    for present in [
        Feature::LinearPe,
        Feature::SmallMsaa,
        Feature::LogicOp,
        Feature::HalfFloat,
    ] {
        assert!(GC3000.features.has(present), "{present:?}");
    }
}

#[test]
fn gc7000l_runs_code_from_memory_only() {
    let d = GC7000L.derived();
    assert_eq!(d.code, None);
    assert!(d.code_in_memory && d.blt && d.unified_constants);
    assert_eq!((d.vs_constants_at, d.ps_constants_at), (0x34000, 0x37000));
    assert_eq!((d.vs_outputs, d.varyings), (32, 16));
    assert!(!d.astc, "NO_ASTC takes back what TEXTURE_ASTC says");
}

#[test]
fn bugs_follow_from_the_identity() {
    let bugs = |chip: &Chip| chip.bugs().collect::<Vec<_>>();
    assert_eq!(
        bugs(&GC2000),
        [
            Bug::OneLinearStride,
            Bug::PositionTakesVarying,
            Bug::BusConfig,
            Bug::TextureClockGating,
            Bug::AssemblyClockGating,
            Bug::IndexedStrips,
        ]
    );
    assert_eq!(
        bugs(&GC600),
        [
            Bug::ScissorMargin,
            Bug::ClearsNeedFlush,
            Bug::StencilSpoilsDepth,
            Bug::AssemblyClockGating,
            Bug::TileStatusPassesWindow,
            Bug::IndexedStrips,
        ]
    );
    assert!(bugs(&GC880).contains(&Bug::NoSeamlessCubeMap));
    assert!(bugs(&GC880).contains(&Bug::SinglePipeAddress));
    assert_eq!(bugs(&GC3000), []);
    assert_eq!(bugs(&GC7000L), []);
}
