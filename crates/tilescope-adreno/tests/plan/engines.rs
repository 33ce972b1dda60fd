//! Engines of clears, copies, loads and stores.

use tilescope_adreno::chips;
use tilescope_adreno::plan::engine::{
    Cause, ClearPass, Commands, Engine, Filter, Operation, Slices, Store, event_resolves, store,
    unaligned, way,
};
use tilescope_adreno::plan::formats::{FormatRow, named};

fn format(name: &str) -> &'static FormatRow {
    named(name).expect("a format")
}

/// T44 to T50: the engine of each operation and of each of its exceptions.
#[test]
fn engines_of_operations() {
    use Operation::*;
    let (rgba, luminance, bc1) = (
        format("R8G8B8A8_UNORM"),
        format("Y8_UNORM"),
        format("DXT1_RGB"),
    );
    let copy = |from, to, samples| CopyImage { from, to, samples };
    let blit = |from, samples, filter, slices| BlitImage {
        from,
        samples,
        filter,
        slices,
    };
    let (simple, same) = (Filter::Simple, Slices::Same);
    let main = Commands::Main;
    let clear = |pass| ClearAttachments { pass };
    let (two_d, draw, event) = (Engine::TwoD, Engine::Draw, Engine::Event);
    let rows = [
        (FillBuffer, two_d, main, Cause::Usual),
        (UpdateBuffer, two_d, main, Cause::Usual),
        (CopyBuffer, two_d, main, Cause::Usual),
        (ClearImage { samples: 1 }, two_d, main, Cause::Usual),
        (ClearImage { samples: 4 }, draw, main, Cause::Samples),
        (ResolveImage, two_d, main, Cause::Usual),
        (copy(rgba, rgba, 1), two_d, main, Cause::Usual),
        (copy(rgba, rgba, 2), draw, main, Cause::Samples),
        (copy(luminance, rgba, 1), draw, main, Cause::Luminance),
        (copy(rgba, luminance, 1), draw, main, Cause::Luminance),
        (CopyWithBuffer { format: rgba }, two_d, main, Cause::Usual),
        (
            CopyWithBuffer { format: luminance },
            draw,
            main,
            Cause::Luminance,
        ),
        // Packed depth and stencil is no exception in this version.
        (
            CopyWithBuffer {
                format: format("Z24_UNORM_S8_UINT"),
            },
            two_d,
            main,
            Cause::Usual,
        ),
        (blit(rgba, 1, simple, same), two_d, main, Cause::Usual),
        (blit(rgba, 4, simple, same), draw, main, Cause::Samples),
        (blit(bc1, 1, simple, same), draw, main, Cause::Bc1),
        (blit(rgba, 1, Filter::Cubic, same), draw, main, Cause::Cubic),
        (
            blit(rgba, 1, simple, Slices::Scaled),
            draw,
            main,
            Cause::ScaledSlices,
        ),
        (ClearLrz, two_d, main, Cause::Usual),
        (ResolveSysmem, two_d, main, Cause::Usual),
        (ClearSysmem { samples: 1 }, two_d, main, Cause::Usual),
        (ClearSysmem { samples: 2 }, draw, main, Cause::Samples),
        (ClearGmem, event, Commands::Tile, Cause::Usual),
        (LoadGmem, event, Commands::Tile, Cause::Usual),
        (
            clear(ClearPass::Plain),
            Engine::EventOrDraw,
            Commands::Draws,
            Cause::Usual,
        ),
        (
            clear(ClearPass::Predicated),
            draw,
            Commands::Draws,
            Cause::Predicate,
        ),
        (
            clear(ClearPass::Secondary),
            draw,
            Commands::Draws,
            Cause::UnknownPlaces,
        ),
        (
            clear(ClearPass::SkippedTiles),
            draw,
            Commands::Draws,
            Cause::SkippedTiles,
        ),
    ];
    for (operation, engine, commands, cause) in rows {
        let got = way(operation);
        let got = (got.engine, got.commands, got.cause);
        assert_eq!(got, (engine, commands, cause), "{operation:?}");
    }
}

/// T51: stores; odd sizes are fast at the edge of the image.
#[test]
fn engines_of_stores() {
    let chip = chips::named("a618").expect("a chip");
    let rgba = format("R8G8B8A8_UNORM");
    let base = Store {
        from: rgba,
        from_samples: 1,
        to: rgba,
        to_samples: 1,
        area: [0, 0, 64, 64],
        view: (64, 64),
        exact_height: false,
    };
    let depth = format("Z24_UNORM_S8_UINT");
    let odd = Store {
        area: [0, 0, 33, 17],
        ..base
    };
    let resolve = Store {
        from_samples: 4,
        ..base
    };
    let rows = [
        (base, Engine::Event, Cause::Aligned),
        (
            Store {
                view: (33, 17),
                ..odd
            },
            Engine::Event,
            Cause::Aligned,
        ),
        (
            Store {
                view: (33, 17),
                exact_height: true,
                ..odd
            },
            Engine::TwoD,
            Cause::Unaligned,
        ),
        (odd, Engine::TwoD, Cause::Unaligned),
        (
            Store {
                area: [16, 4, 64, 64],
                ..base
            },
            Engine::Event,
            Cause::Aligned,
        ),
        (
            Store {
                area: [8, 4, 64, 64],
                ..base
            },
            Engine::TwoD,
            Cause::Unaligned,
        ),
        (
            Store {
                area: [16, 2, 64, 64],
                ..base
            },
            Engine::TwoD,
            Cause::Unaligned,
        ),
        (
            Store {
                from_samples: 4,
                to_samples: 4,
                ..odd
            },
            Engine::Draw,
            Cause::Unaligned,
        ),
        (resolve, Engine::Event, Cause::Aligned),
        (
            Store {
                to: format("R8G8B8A8_SRGB"),
                ..resolve
            },
            Engine::TwoD,
            Cause::ResolveOfFormat,
        ),
        (
            Store {
                from: depth,
                to: format("S8_UINT"),
                ..resolve
            },
            Engine::TwoD,
            Cause::StencilOfPacked,
        ),
    ];
    for (case, engine, cause) in rows {
        let got = store(chip, &case);
        assert_eq!((got.engine, got.cause), (engine, cause), "{case:?}");
        assert_eq!(unaligned(chip, &case), cause == Cause::Unaligned);
    }
}

#[test]
fn formats_that_the_event_resolves() {
    for (name, wanted) in [
        ("R8G8B8A8_UNORM", true),
        ("R8_UINT", true),
        ("B5G6R5_UNORM", true),
        ("R10G10B10A2_UNORM", true),
        ("S8_UINT", true),
        ("R8G8B8A8_SRGB", false),
        ("R8G8B8A8_SNORM", false),
        ("R8G8_UNORM", false),
        ("R16_UNORM", false),
        ("R11G11B10_FLOAT", false),
        ("R32_FLOAT", false),
        ("Z16_UNORM", false),
        ("Z24_UNORM_S8_UINT", false),
    ] {
        assert_eq!(event_resolves(format(name)), wanted, "{name}");
    }
}
