//! Decisions against what turnip wrote: the recording `indirect-draw-count`, a pass to a target of
//! 256x256 pixels on an A640. Its on-chip memory, colour cache units and tiles are those of the A630.

use flate2::read::GzDecoder;
use std::io::Read;
use tilescope_adreno::chips::{self, Size};
use tilescope_adreno::plan::flush::{Caches, CcuState, Emitted};
use tilescope_adreno::plan::formats::{Tiling, Use, named};
use tilescope_adreno::plan::gmem::{Attachment, GmemLayout, places};
use tilescope_adreno::plan::image::{Flags, Image, Request, choose, layout};
use tilescope_adreno::plan::tiles::{Binning, Forced, Limits, divide};
use tilescope_adreno::rd;
use tilescope_adreno::stream::{Decoder, Kind};

/// The lines of packets, registers and fields.
fn lines() -> Vec<(Kind, String)> {
    let path = "/../../tests/traces/adreno/indirect-draw-count.rd.gz";
    let file = std::fs::File::open(format!("{}{path}", env!("CARGO_MANIFEST_DIR")));
    let mut bytes = Vec::new();
    GzDecoder::new(file.expect("the file"))
        .read_to_end(&mut bytes)
        .expect("gzip");
    let recording = rd::read(&bytes).expect("a recording");
    let mut decoder = Decoder::default();
    let mut lines = Vec::new();
    for submission in &recording.submissions {
        let read = |address, words: &mut [u32]| submission.read(address, words);
        for &stream in &submission.streams {
            decoder.list(stream, &read, &mut |line| {
                lines.push((line.kind, line.text.to_string()));
            });
        }
    }
    lines
}

/// T20, for one size: tiles, places and layouts are those of the stream.
#[test]
fn the_target_of_a_recording() {
    let lines = lines();
    let written = |wanted: &str| lines.iter().any(|(_, text)| text == wanted);
    let starts = |wanted: &str| lines.iter().any(|(_, text)| text.starts_with(wanted));
    let chip = chips::named("a630").expect("a chip");
    let target = Attachment::new(4, 1).expect("sizes");
    let gmem = places(chip, GmemLayout::Full, &[target], false);
    let size = Size {
        width: 256,
        height: 256,
    };
    let limits = Limits::new(chip, &gmem, chip.tile_max);
    let tiles = divide(size, limits, Forced::Nothing).expect("tiles");
    let tile = format!(
        "{{ BINW = {} | BINH = {} ",
        tiles.tile.width, tiles.tile.height
    );
    for register in ["GRAS_BIN_CONTROL", "RB_BIN_CONTROL"] {
        assert!(starts(&format!("{register}: {tile}")), "{register} {tile}");
    }
    // One tile: no draws are sorted.
    assert_eq!(tiles.binning, Binning::FewTiles);
    assert!(!starts("VSC_PIPE_CONFIG"));
    assert!(written(&format!(
        "RB_MRT[0].BASE_GMEM: {}",
        gmem.places[0].offset
    )));
    let row = named("R8G8B8A8_UNORM").expect("a format");
    let image = Image::plane(row, 256, 256);
    let choice = choose(chip, &image, &Request::default());
    assert_eq!(
        (choice.tiling(), choice.flags()),
        (Tiling::Tiled, Flags::Present)
    );
    let native = row.native(Use::Render, Tiling::Tiled).expect("a format");
    let info = format!(
        "RB_MRT[0].BUF_INFO: {{ COLOR_FORMAT = {} | COLOR_TILE_MODE = TILE6_3 | COLOR_SWAP = {} }}",
        native.format,
        native.swap.letters()
    );
    assert!(written(&info), "{info}");
    let got = layout(chip, image, Tiling::Tiled, Flags::Present).expect("a layout");
    let flags = got.levels[0].flags.expect("flags");
    // Flags are at the beginning of the image, pixels after them.
    let base = 0x101_2000;
    for (register, value) in [
        ("RB_MRT[0].PITCH", format!("{}", got.levels[0].pitch)),
        ("RB_MRT[0].ARRAY_PITCH", format!("{}", got.layer_size)),
        (
            "RB_MRT[0].BASE",
            format!("{:#x}", base + got.levels[0].offset),
        ),
        ("RB_BLIT_FLAG_DST", format!("{:#x}", base + flags.offset)),
    ] {
        assert!(
            written(&format!("{register}: {value}")),
            "{register} {value}"
        );
    }
    let pitch = format!("RB_BLIT_FLAG_DST_PITCH: {{ PITCH = {} ", flags.pitch);
    assert!(starts(&pitch), "{pitch}");
}

/// T14, T67: streams begin with the offset of the colour cache for system memory. Before its
/// use changes to tiles, they have the packets of the change, and then the offset for tiles.
#[test]
fn changes_of_the_colour_cache_in_a_recording() {
    let lines = lines();
    let chip = chips::named("a630").expect("a chip");
    let mut changes = 0;
    for (at, (_, text)) in lines.iter().enumerate() {
        let Some(value) = text.strip_prefix("RB_CCU_CNTL: ") else {
            continue;
        };
        let (to, offset) = if value.contains("| GMEM") {
            (CcuState::Gmem, chip.ccu_offset_gmem())
        } else {
            (CcuState::Sysmem, chip.ccu_offset_bypass())
        };
        assert!(
            value.starts_with(&format!("{{ COLOR_OFFSET = {offset:#x} ")),
            "{value}"
        );
        // Each stream begins with system memory, whatever was before.
        if to == CcuState::Sysmem {
            continue;
        }
        let mut wanted = Caches::default().change(CcuState::Sysmem, to, chip);
        assert_eq!(wanted.pop(), Some(Emitted::CcuControl(to)));
        let before: Vec<&str> = lines[..at].iter().map(|(_, text)| text.as_str()).collect();
        let stretch = before.rsplit(|t| t.starts_with("RB_CCU_CNTL: ")).next();
        let stretch = stretch.expect("lines");
        for packet in wanted {
            let found = match packet {
                Emitted::Event(name) => stretch
                    .iter()
                    .any(|t| t.starts_with(&format!("{{ EVENT = {name} "))),
                Emitted::Packet(name) => stretch
                    .iter()
                    .any(|t| t.starts_with(&format!("opcode: {name} "))),
                Emitted::CcuControl(_) | Emitted::Invalidate => false,
            };
            assert!(found, "{packet:?} before {value}");
        }
        changes += 1;
    }
    assert!(changes > 0);
}
