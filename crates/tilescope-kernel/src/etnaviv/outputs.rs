//! The surfaces that a job draws. The kernel interface does not state them, so they are read from
//! the stream: destinations of RS and BLT copies, and PE's colour buffers where nothing copies
//! them. With tile status, PE's surface is incomplete in memory until it is copied.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::drm::watcher::Output;
use tilescope_vivante::cmd::{Command, RawCommand};
use tilescope_vivante::regs::blt::BltCommand;
use tilescope_vivante::regs::{blt, pe, rs, se, ts};

/// The states that describe surfaces: of SE (scissor), PE, RS with TS, and BLT.
const STATES: [Range<u32>; 4] = [
    0x0c00..0x0c10,
    0x1400..0x1600,
    0x1600..0x1800,
    0x14000..0x14100,
];
/// The largest number of reported surfaces per job.
const MAX: usize = 64;

/// Bits of [`Output::bits`] above the format.
const TILED: u32 = 5;
const SUPERTILED: u32 = 6;
const MULTI: u32 = 7;
const NEW_ORDER: u32 = 8;

/// States as the stream of one job sets them: drivers load all that a unit needs before they start
/// it.
#[derive(Default)]
struct Loaded(BTreeMap<u32, u32>);

impl Loaded {
    fn get(&self, state: u32) -> u32 {
        self.0.get(&state).copied().unwrap_or(0)
    }

    /// The address in the registers of the pixel pipes, or in the one for a
    /// single pipe.
    fn address(&self, each: u32, one: u32) -> Option<u32> {
        self.0.get(&each).or_else(|| self.0.get(&one)).copied()
    }

    /// The destination of an RS copy started now; `None` for a fill.
    fn rs_copy(&self) -> Option<Output> {
        if rs::clear_control::MODE.of(self.get(rs::clear_control::AT)) != 0 {
            return None;
        }
        let address = self.address(rs::pipe_dest_addr::AT, rs::dest_addr::AT)?;
        let source = self.address(rs::pipe_source_addr::AT, rs::source_addr::AT);
        let (config, layout) = (self.get(rs::config::AT), self.get(rs::dest_stride::AT));
        let window = self.get(rs::window_size::AT);
        let height = rs::window_size::HEIGHT.of(window);
        // The part of the second pixel pipe is below that of the first.
        let second = self.get(rs::pipe_offset::AT + 4);
        let height = height + rs::pipe_offset::Y.of(second);
        let (supertiled, stride) = (
            rs::dest_stride::TILING.of(layout),
            rs::dest_stride::STRIDE.of(layout),
        );
        let multi = rs::dest_stride::MULTI.of(layout) != 0;
        let bases = [0, 4].map(|i| self.get(rs::pipe_dest_addr::AT + i));
        if multi && !is_whole(bases, stride, supertiled, height) {
            return None;
        }
        let bits = rs::config::DEST_FORMAT.of(config)
            | rs::config::DEST_TILED.of(config) << TILED
            | supertiled << SUPERTILED
            | u32::from(multi) << MULTI;
        Some(Output {
            name: "rs_copy",
            address: address.into(),
            width: rs::window_size::WIDTH.of(window) >> rs::config::DOWNSAMPLE_X.of(config),
            height: height >> rs::config::DOWNSAMPLE_Y.of(config),
            bits: bits as u16,
            stride,
            source: source.map(u64::from),
        })
    }

    /// The linear destination of a BLT copy started now. Copies in other layouts are textures, or
    /// become linear later.
    fn blt_copy(&self, command: u32) -> Option<Output> {
        let command = BltCommand::from_bits(blt::command::COMMAND.of(command) as u8);
        let layout = self.get(blt::dest_stride::AT);
        let format = blt::dest_stride::FORMAT.of(layout);
        let is_linear = blt::dest_stride::TILING.of(layout) == 0;
        let whole = self.get(blt::dest_pos::AT) == 0;
        if command != BltCommand::CopyImage || !is_linear || !whole || format >= 1 << TILED {
            return None;
        }
        let size = self.get(blt::image_size::AT);
        Some(Output {
            name: "blt_copy",
            address: (*self.0.get(&blt::dest_addr::AT)?).into(),
            width: blt::image_size::WIDTH.of(size),
            height: blt::image_size::HEIGHT.of(size),
            bits: format as u16,
            stride: blt::dest_stride::STRIDE.of(layout),
            source: self.0.get(&blt::src_addr::AT).map(|a| u64::from(*a)),
        })
    }

    /// The colour buffer that PE draws to now, with the size of the scissor;
    /// `None` if memory does not hold all of it.
    fn pe_color(&self) -> Option<Output> {
        use pe::color_format as format;
        let config = self.get(format::AT);
        let has_status = ts::mem_config::COLOR_FAST_CLEAR.of(self.get(ts::mem_config::AT)) != 0;
        let kind = match format::FORMAT_EXT.of(config) {
            0 => format::FORMAT.of(config),
            ext => ext,
        };
        if has_status || format::COMPONENTS.of(config) == 0 || kind >= 1 << TILED {
            return None;
        }
        let address = self.address(pe::pipe_color_addr::AT, pe::color_addr::AT)?;
        let edge = |state: u32| self.get(state) >> 16;
        let (width, height) = (edge(se::scissor_right::AT), edge(se::scissor_bottom::AT));
        // LOGIC_OP.SINGLE_BUFFER is 1 for linear targets, and larger for targets that are not split
        // across the pixel pipes.
        let single = pe::logic_op::SINGLE_BUFFER.of(self.get(pe::logic_op::AT));
        let supertiled = format::SUPER_TILED.of(config);
        let bases = [0, 4].map(|i| self.get(pe::pipe_color_addr::AT + i));
        let multi = single == 0 && bases[0] != bases[1] && bases[1] != 0;
        let row = self.get(pe::color_stride::AT);
        let stride = if single == 1 {
            row
        } else {
            row.checked_mul(4)?
        };
        if multi && !is_whole(bases, stride, supertiled, height) {
            return None;
        }
        let layout = match single {
            1 => 0,
            _ => {
                1 << TILED
                    | supertiled << SUPERTILED
                    | u32::from(multi) << MULTI
                    | (supertiled & format::SUPER_TILED_NEW.of(config)) << NEW_ORDER
            }
        };
        Some(Output {
            name: "pe_color",
            address: address.into(),
            width,
            height,
            bits: (kind | layout) as u16,
            stride,
            source: None,
        })
    }
}

/// Whether `height` rows fill a surface that is split across two pixel pipes: then its second half
/// follows the first. For a part of a surface, the place of the other half is unknown.
fn is_whole(bases: [u32; 2], stride: u32, supertiled: u32, height: u32) -> bool {
    // Rows of tiles, or of supertiles, for each of two pipes.
    let rows = match supertiled {
        0 => 8,
        _ => 128,
    };
    let tiles = height.next_multiple_of(rows) / 4;
    let half = u64::from(stride) * u64::from(tiles) / 2;
    let [first, second] = bases.map(u64::from);
    first + half == second
}

/// The surfaces of a job, without duplicates.
#[derive(Default)]
struct Surfaces(Vec<Output>);

impl Surfaces {
    /// Adds a written surface, as the last one. A surface that is drawn several times has the size
    /// of the largest scissor.
    fn add(&mut self, mut output: Output) {
        let place = |o: &Output| (o.address, o.name == "pe_color");
        if let Some(at) = self.0.iter().position(|o| place(o) == place(&output)) {
            let old = self.0.remove(at);
            if old.name == "pe_color" && (old.bits, old.stride) == (output.bits, output.stride) {
                output.width = output.width.max(old.width);
                output.height = output.height.max(old.height);
            }
        }
        // A copy is complete where PE's surface may not be.
        if let Some(source) = output.source {
            self.0
                .retain(|o| o.name != "pe_color" || o.address != source);
        }
        self.0.push(output);
        if self.0.len() > MAX {
            self.0.remove(0);
        }
    }
}

/// The surfaces that a stream draws, in order; a surface that is drawn twice is at the position of
/// its last draw.
pub fn outputs(stream: &[u8]) -> Vec<Output> {
    let mut loaded = Loaded::default();
    let mut surfaces = Surfaces::default();
    let mut rest = stream;
    while let Ok(raw) = RawCommand::at(rest) {
        match raw.decode() {
            Command::LoadState(load) => {
                let (first, end) = (load.offset, load.offset + 4 * load.count());
                if STATES.iter().any(|s| first < s.end && s.start < end) {
                    for (state, value) in load.words() {
                        let output = match state {
                            rs::kicker::AT => loaded.rs_copy(),
                            blt::command::AT => loaded.blt_copy(value),
                            _ => None,
                        };
                        if let Some(output) = output {
                            surfaces.add(output);
                        } else if STATES.iter().any(|s| s.contains(&state)) {
                            loaded.0.insert(state, value);
                        }
                    }
                }
            }
            Command::DrawPrimitives { .. }
            | Command::DrawIndexedPrimitives { .. }
            | Command::DrawInstanced { .. } => {
                if let Some(output) = loaded.pe_color() {
                    surfaces.add(output);
                }
            }
            _ => {}
        }
        rest = rest.get(raw.bytes.len()..).unwrap_or_default();
    }
    surfaces.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilescope_vivante::cmd::text::assemble;

    /// A copy of 160 columns and `rows` rows to a surface for two pixel pipes, of which
    /// each has 98304 bytes: two rows of supertiles, three supertiles across.
    fn copied(rows: u32, first: u32) -> Vec<Output> {
        let text = format!(
            "LOAD_STATE RS.CONFIG source_format=A8R8G8B8, dest_format=A8R8G8B8, dest_tiled
             LOAD_STATE RS.DEST_STRIDE stride=3072, tiling, multi
             LOAD_STATE RS.WINDOW_SIZE width=160, height={rows} / 2
             LOAD_STATE RS.PIPE.OFFSET[1] x=0, y={rows} / 2
             LOAD_STATE RS.CLEAR_CONTROL mode=DISABLED
             LOAD_STATE RS.PIPE.DEST_ADDR[0] {first}, 0x10000 + 98304
             LOAD_STATE RS.KICKER 1"
        );
        drawn(&text)
    }

    fn drawn(text: &str) -> Vec<Output> {
        let list = assemble(text, &|_| None);
        let list = list.unwrap_or_else(|e| panic!("{}", e[0].render("stream", text)));
        outputs(&list.bytes)
    }

    const DRAW: &str = "DRAW_PRIMITIVES type=TRIANGLES, start=0, count=1\n";

    /// A colour buffer of 64 x 48 pixels, tiled, with a row of 64 columns.
    fn colour_buffer(more: &str) -> String {
        format!(
            "LOAD_STATE fixp SE.SCISSOR_RIGHT 64.0
             LOAD_STATE fixp SE.SCISSOR_BOTTOM 48.0
             LOAD_STATE PE.COLOR_FORMAT format=X8R8G8B8, components=0xf
             LOAD_STATE PE.COLOR_STRIDE 256
             LOAD_STATE PE.COLOR_ADDR 0x40000
             {more}\n"
        )
    }

    #[test]
    fn what_is_drawn_and_never_copied_is_a_surface() {
        let all = drawn(&(colour_buffer("") + DRAW));
        let [only] = all.as_slice() else {
            panic!("{all:?}")
        };
        assert_eq!((only.name, only.address), ("pe_color", 0x4_0000));
        assert_eq!((only.width, only.height), (64, 48));
        assert_eq!((only.bits, only.stride), (5 | 1 << TILED, 1024));
        // A smaller scissor later does not make it smaller.
        let scissor = "LOAD_STATE fixp SE.SCISSOR_BOTTOM 8.0\n";
        let twice = drawn(&(colour_buffer("") + DRAW + scissor + DRAW));
        assert_eq!(twice, all);
        // With tile status memory is not whole; without components nothing is written.
        let status = "LOAD_STATE TS.MEM_CONFIG color_fast_clear";
        assert_eq!(drawn(&(colour_buffer(status) + DRAW)), []);
        let masked = "LOAD_STATE PE.COLOR_FORMAT format=X8R8G8B8, components=0";
        assert_eq!(drawn(&(colour_buffer(masked) + DRAW)), []);
        assert_eq!(drawn(&colour_buffer("")), [], "nothing is drawn");
    }

    #[test]
    fn a_copy_stands_for_what_was_drawn() {
        let copy = |from: u32| {
            format!(
                "LOAD_STATE RS.CONFIG source_format=A8R8G8B8, dest_format=A8R8G8B8
                 LOAD_STATE RS.DEST_STRIDE stride=256
                 LOAD_STATE RS.WINDOW_SIZE width=64, height=48
                 LOAD_STATE RS.CLEAR_CONTROL mode=DISABLED
                 LOAD_STATE RS.SOURCE_ADDR {from}
                 LOAD_STATE RS.DEST_ADDR 0x80000
                 LOAD_STATE RS.KICKER 1\n"
            )
        };
        let all = drawn(&(colour_buffer("") + DRAW + &copy(0x4_0000)));
        let [only] = all.as_slice() else {
            panic!("{all:?}")
        };
        assert_eq!((only.name, only.source), ("rs_copy", Some(0x4_0000)));
        let other = drawn(&(colour_buffer("") + DRAW + &copy(0x6_0000)));
        let names: Vec<_> = other.iter().map(|o| o.name).collect();
        assert_eq!(names, ["pe_color", "rs_copy"]);
    }

    #[test]
    fn what_blt_copies_to_linear_memory_is_a_surface() {
        let copy = |tiling: &str| {
            drawn(&format!(
                "LOAD_STATE BLT.SRC_ADDR 0x40000
                 LOAD_STATE BLT.DEST_ADDR 0x80000
                 LOAD_STATE BLT.DEST_STRIDE stride=256, format=X8R8G8B8, tiling={tiling}
                 LOAD_STATE BLT.DEST_POS x=0, y=0
                 LOAD_STATE BLT.IMAGE_SIZE width=48, height=32
                 LOAD_STATE BLT.COMMAND command=COPY_IMAGE\n"
            ))
        };
        let all = copy("LINEAR");
        let [only] = all.as_slice() else {
            panic!("{all:?}")
        };
        assert_eq!((only.name, only.address), ("blt_copy", 0x8_0000));
        assert_eq!((only.width, only.height, only.stride), (48, 32, 256));
        assert_eq!((only.bits, only.source), (5, Some(0x4_0000)));
        assert_eq!(copy("SUPER_TILED"), []);
    }

    #[test]
    fn a_part_of_a_split_surface_is_not_reported() {
        let whole = copied(160, 0x1_0000);
        assert_eq!((whole[0].address, whole[0].height), (0x1_0000, 160));
        assert_eq!(copied(104, 0x1_0000), []);
        assert_eq!(copied(160, 0x1_4000), []);
    }
}
