//! The frame of a draw: tiles, render targets, loads, stores and clear values, from the
//! submission's rendering lists.

use tilescope_core::Unit;
use tilescope_tables::draws::{Section, Topic, Value};

use super::Context;
use super::state::fields;
use crate::cmd::parse::{Element, Elements};
use crate::packets::{BufferSelect, FrameFormat, FullRes, General, MemoryFormat, Packet};

/// Maximum number of bytes of a rendering list to read.
const MAX_BYTES: u64 = 16 << 20;
const UNIT: Unit = Unit("describe");

/// Tile buffer operations of a rendering list.
#[derive(Default)]
struct Frame {
    config: Option<Packet>,
    clear: Option<Packet>,
    /// Loads and stores, each once.
    moves: Vec<Packet>,
    tiles: u32,
}

/// Sections about the frame.
pub(super) fn sections(context: &Context<'_>) -> Vec<Section> {
    let mut sections = Vec::new();
    for (start, end) in context.rendering {
        sections.extend(section(&frame(context, *start, *end)));
    }
    if let Some(config) = context.binning {
        let mut section = Section::new(Topic::Target, "binning");
        let samples = if config.ms_mode_4x { 4 } else { 1 };
        let size = if config.ms_mode_4x { 32 } else { 64 };
        let (w, h) = (config.width, config.height);
        section.row("tiles", format!("{w} x {h} of {size} x {size} px"));
        section.row_if(samples != 1, "samples", samples);
        let packet = Packet::TileBinningMode(config);
        section.push(
            packet.name(),
            fields(&packet),
            tilescope_tables::draws::Relevance::Unused,
            None,
        );
        sections.push(section);
    }
    sections
}

/// The frame of the rendering list from `start` to `end`. Branches are not followed:
/// tile lists do not exist yet.
fn frame(context: &Context<'_>, start: u32, end: u32) -> Frame {
    let memory = context.bus.memory();
    let len = u64::from(end.wrapping_sub(start));
    let len = len.min(memory.mapped(start.into())).min(MAX_BYTES);
    let mut bytes = vec![0; len as usize];
    let mut frame = Frame::default();
    if memory.read(start.into(), &mut bytes, UNIT).is_err() {
        return frame;
    }
    for (_, element) in Elements::new(&bytes, start) {
        let Element::Packet(raw) = element else {
            continue;
        };
        let packet = raw.decode();
        match packet {
            Packet::TileRenderingMode(_) => frame.config = Some(packet),
            Packet::ClearColors { .. } => frame.clear = Some(packet),
            Packet::TileCoordinates { .. } => frame.tiles += 1,
            _ => {
                if let Some(packet) = surface(packet)
                    && !frame.moves.contains(&packet)
                {
                    frame.moves.push(packet);
                }
            }
        }
    }
    frame
}

/// A load or store without the fields that differ between tiles.
fn surface(packet: Packet) -> Option<Packet> {
    let plain = |g: General| General {
        eof: false,
        disable_color_clear: false,
        disable_zs_clear: false,
        disable_vg_mask_clear: false,
        disable_swap: false,
        ..g
    };
    let whole = |f: FullRes| FullRes {
        address: 0,
        eof: false,
        disable_clear_all: false,
        ..f
    };
    Some(match packet {
        Packet::StoreMsTileBuffer | Packet::StoreMsTileBufferAndEof => Packet::StoreMsTileBuffer,
        // A store of nothing only clears.
        Packet::LoadGeneral(g) | Packet::StoreGeneral(g) if g.buffer == BufferSelect::None => {
            return None;
        }
        Packet::LoadGeneral(g) => Packet::LoadGeneral(plain(g)),
        Packet::StoreGeneral(g) => Packet::StoreGeneral(plain(g)),
        Packet::LoadFullRes(f) => Packet::LoadFullRes(whole(f)),
        Packet::StoreFullRes(f) => Packet::StoreFullRes(whole(f)),
        _ => return None,
    })
}

fn memory_format(format: MemoryFormat) -> String {
    match format {
        MemoryFormat::Raster => "raster".to_owned(),
        MemoryFormat::T => "T-tiled".to_owned(),
        MemoryFormat::Lt => "LT-tiled".to_owned(),
        MemoryFormat::Unknown(n) => format!("memory format {n}"),
    }
}

fn section(frame: &Frame) -> Option<Section> {
    let Some(Packet::TileRenderingMode(config)) = frame.config else {
        return None;
    };
    let mut section = Section::new(Topic::Target, "frame");
    section.row("size", format!("{} x {} px", config.width, config.height));
    section.row_if(
        config.ms_mode_4x,
        "samples",
        if config.ms_mode_4x { 4 } else { 1 },
    );
    let format = match config.format {
        FrameFormat::Unknown(n) => format!("format {n}"),
        known => known.name().unwrap_or_default().to_owned(),
    };
    for packet in &frame.moves {
        match packet {
            Packet::StoreMsTileBuffer => {
                let text = format!("{format}, {}", memory_format(config.memory_format));
                section.address("store colour", config.address);
                section.row("  format", text);
            }
            Packet::LoadGeneral(g) => general(&mut section, "load", g),
            Packet::StoreGeneral(g) => general(&mut section, "store", g),
            Packet::LoadFullRes(f) => whole(&mut section, "load", f),
            Packet::StoreFullRes(f) => whole(&mut section, "store", f),
            _ => {}
        }
    }
    if let Some(Packet::ClearColors {
        color, zs, stencil, ..
    }) = frame.clear
    {
        let [even, odd] = color;
        let text = match even == odd {
            true => format!("{even:#010x}"),
            false => format!("{even:#010x} {odd:#010x}"),
        };
        section.row("clear colour", text);
        section.row("clear depth", Value::from(format!("{zs:#08x}")));
        section.row_if(stencil != 0, "clear stencil", u32::from(stencil));
    }
    section.row_if(false, "tiles in the list", frame.tiles);
    if let Some(packet) = &frame.config {
        section.push(
            packet.name(),
            fields(packet),
            tilescope_tables::draws::Relevance::Unused,
            None,
        );
    }
    Some(section)
}

fn general(section: &mut Section, what: &str, g: &General) {
    let (name, format) = match g.buffer {
        BufferSelect::Color => (
            "colour",
            g.pixel_format.name().unwrap_or("unknown format").to_owned(),
        ),
        BufferSelect::Zs => ("depth and stencil", "Z24 S8".to_owned()),
        BufferSelect::Z => ("depth", "Z24".to_owned()),
        BufferSelect::VgMask => ("VG mask", "8 bits".to_owned()),
        BufferSelect::Full => ("all samples", "32 bits each".to_owned()),
        BufferSelect::None | BufferSelect::Unknown(_) => ("unknown buffer", String::new()),
    };
    section.address(format!("{what} {name}"), g.address);
    section.row(
        "  format",
        format!("{format}, {}", memory_format(g.memory_format)),
    );
}

fn whole(section: &mut Section, what: &str, f: &FullRes) {
    let planes = match (f.disable_color, f.disable_zs) {
        (false, false) => "colour, depth and stencil",
        (false, true) => "colour",
        (true, false) => "depth and stencil",
        (true, true) => "nothing",
    };
    section.row(format!("{what} all samples"), planes);
}
