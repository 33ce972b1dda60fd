//! Decisions about any pass that registers can state: compared, or refused in words.

use proptest::prelude::*;
use tilescope_adreno::chips::{CHIPS, Size};
use tilescope_adreno::passes::{
    Action, DrawnTo, Driver, Kind, RenderPass, SizeFrom, Sorting, Target, Tile,
};
use tilescope_adreno::plan::explain::explain;

fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![
        (0u32..8, 0u32..256).prop_map(|(index, format)| Kind::Color { index, format }),
        (0u32..8).prop_map(|format| Kind::Depth { format }),
        Just(Kind::Stencil),
        (0u32..256).prop_map(|format| Kind::Copied { format }),
    ]
}

fn side() -> impl Strategy<Value = u32> {
    prop_oneof![0u32..64, 0u32..17000, Just(u32::MAX)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn any_pass_is_compared_or_refused(
        chip in 0..CHIPS.len(),
        size in (side(), side()),
        shift in 0u32..4,
        kinds in prop::collection::vec((kind(), any::<u32>()), 0..11),
        draws in any::<u32>(),
        tiled in any::<bool>(),
        pipes in any::<[u32; 32]>(),
        by_2d in any::<bool>(),
    ) {
        let store = if by_2d { Action::StoreBy2d } else { Action::Store };
        let tile = Tile { packet: 0, from: (0, 0), to: size, actions: vec![(store, 1)] };
        let target = |(kind, gmem)| Target { kind, address: 0, gmem };
        let pass = RenderPass {
            packet: 0,
            address: 0,
            drawn_to: if tiled { DrawnTo::Tiles } else { DrawnTo::Sysmem },
            sorted: Some(Sorting { bin: size, count: size, pipes }),
            draws,
            tile: Size { width: size.0, height: size.1 },
            tiles: vec![tile],
            more_tiles: u64::from(u32::MAX),
            size: Size { width: size.0, height: size.1 },
            size_from: SizeFrom::Tiles,
            samples: 1 << shift,
            targets: kinds.into_iter().map(target).collect(),
            ccu_offset: draws,
        };
        for driver in [Driver::Turnip, Driver::Freedreno] {
            match explain(&CHIPS[chip], driver, &pass) {
                Ok(rows) => prop_assert!(!rows.is_empty()),
                Err(why) => prop_assert!(!why.is_empty()),
            }
        }
    }
}
