//! Checks of the registers that draws and copies of tiles use.
//!
//! Registers are compared only if a stream wrote all of them: a recording may begin with the state
//! of an earlier one.

use super::Checker;
use crate::rules::{draw, gmem, vsc};
use crate::stream::{Follow, Mode, ReadWords};

/// Registers that matter here.
mod register {
    pub const VSC_BIN_SIZE: u32 = 0x0c02;
    pub const VSC_BIN_COUNT: u32 = 0x0c06;
    pub const VSC_PIPE_CONFIG: u32 = 0x0c10;
    pub const GRAS_SU_DEPTH_PLANE_CNTL: u32 = 0x8094;
    pub const GRAS_SU_DEPTH_BUFFER_INFO: u32 = 0x8098;
    pub const GRAS_RAS_MSAA_CNTL: u32 = 0x80a2;
    pub const GRAS_SC_WINDOW_SCISSOR_TL: u32 = 0x80f0;
    pub const GRAS_SC_WINDOW_SCISSOR_BR: u32 = 0x80f1;
    pub const RB_BIN_CONTROL: u32 = 0x8800;
    pub const RB_RAS_MSAA_CNTL: u32 = 0x8802;
    pub const RB_FS_OUTPUT_CNTL1: u32 = 0x880c;
    pub const RB_MRT_BUF_INFO: u32 = 0x8822;
    pub const RB_DEPTH_PLANE_CNTL: u32 = 0x8870;
    pub const RB_DEPTH_BUFFER_INFO: u32 = 0x8872;
    pub const RB_WINDOW_OFFSET: u32 = 0x8890;
    pub const RB_WINDOW_OFFSET2: u32 = 0x88d4;
    pub const RB_BLIT_BASE_GMEM: u32 = 0x88d6;
    pub const RB_CCU_CNTL: u32 = 0x8e07;
    pub const VFD_MODE_CNTL: u32 = 0xa007;
    pub const SP_FS_OUTPUT_CNTL1: u32 = 0xa98d;
    pub const SP_FS_MRT: u32 = 0xa996;
    pub const SP_TP_RAS_MSAA_CNTL: u32 = 0xb300;
    pub const SP_TP_WINDOW_OFFSET: u32 = 0xb307;
    pub const SP_WINDOW_OFFSET: u32 = 0xb4d1;
}
use register as reg;

/// The largest number of tiles whose pipes are checked: no grid of pipes has more.
const MAX_TILES: u32 = 32 * 32;

/// The event that copies a tile.
const BLIT: u32 = 0x1e;

/// Fields of two registers that must be equal, and the rule.
struct Pair {
    rule: &'static tilescope_core::Rule,
    first: (&'static str, u32),
    second: (&'static str, u32),
    mask: u32,
}

/// Registers of different units that state the same.
#[rustfmt::skip]
static PAIRS: [Pair; 5] = [
    Pair {
        rule: &draw::SAMPLES_AGREE,
        first: ("GRAS_RAS_MSAA_CNTL", reg::GRAS_RAS_MSAA_CNTL),
        second: ("RB_RAS_MSAA_CNTL", reg::RB_RAS_MSAA_CNTL),
        mask: 3,
    },
    Pair {
        rule: &draw::SAMPLES_AGREE,
        first: ("SP_TP_RAS_MSAA_CNTL", reg::SP_TP_RAS_MSAA_CNTL),
        second: ("RB_RAS_MSAA_CNTL", reg::RB_RAS_MSAA_CNTL),
        mask: 3,
    },
    Pair {
        rule: &draw::TARGET_COUNTS_AGREE,
        first: ("SP_FS_OUTPUT_CNTL1", reg::SP_FS_OUTPUT_CNTL1),
        second: ("RB_FS_OUTPUT_CNTL1", reg::RB_FS_OUTPUT_CNTL1),
        mask: 0xf,
    },
    Pair {
        rule: &draw::DEPTH_FORMATS_AGREE,
        first: ("GRAS_SU_DEPTH_BUFFER_INFO", reg::GRAS_SU_DEPTH_BUFFER_INFO),
        second: ("RB_DEPTH_BUFFER_INFO", reg::RB_DEPTH_BUFFER_INFO),
        mask: 7,
    },
    Pair {
        rule: &draw::DEPTH_PLANES_AGREE,
        first: ("GRAS_SU_DEPTH_PLANE_CNTL", reg::GRAS_SU_DEPTH_PLANE_CNTL),
        second: ("RB_DEPTH_PLANE_CNTL", reg::RB_DEPTH_PLANE_CNTL),
        mask: 3,
    },
];

/// Width and height of a tile in `RB_BIN_CONTROL`; `None` without tiles.
fn tile(now: &Follow) -> Option<(u32, u32)> {
    let bin = now.known(reg::RB_BIN_CONTROL)?;
    let size = ((bin & 0x3f) << 5, (bin >> 8 & 0x7f) << 4);
    // Draws that copy outside passes state that buffers are in system memory.
    (size.0 != 0 && size.1 != 0 && bin >> 22 & 3 != 3).then_some(size)
}

impl Checker {
    /// A packet that conditions do not leave out. `now` is the state before it.
    pub(crate) fn state(
        &mut self,
        now: &Follow,
        address: u64,
        (code, payload): (u8, &[u32]),
        read: ReadWords<'_>,
    ) {
        match (code, payload) {
            (0x24 | 0x28 | 0x29 | 0x2a | 0x38, _) => {
                self.tile(address, &|number| now.read(number));
                self.draw_state(now, address);
                self.uses(now, address, super::uses::GRAPHICS);
            }
            (0x33 | 0x41, _) => self.uses(now, address, super::uses::COMPUTE),
            (0x46, &[event, ..]) if event & 0xff == BLIT => {
                self.copy(address, &|number| now.read(number));
                self.copy_state(now, address);
            }
            _ => {}
        }
        self.order(now, address, code, payload);
        self.caches(now, address, (code, payload), read);
    }

    fn draw_state(&mut self, now: &Follow, address: u64) {
        for pair in &PAIRS {
            let (Some(a), Some(b)) = (now.known(pair.first.1), now.known(pair.second.1)) else {
                continue;
            };
            let (a, b) = (a & pair.mask, b & pair.mask);
            if a != b {
                let (first, second) = (pair.first.0, pair.second.0);
                let message = format!("{first} has {a:#x}, {second} {b:#x}");
                self.note(pair.rule, address, message);
                return;
            }
        }
        self.target_formats(now, address);
        match now.mode {
            Mode::Binning => self.sorted(now, address),
            Mode::Tiles => self.drawn_tile(now, address),
            Mode::Sysmem => self.colour_cache(now, address, "system memory", 0),
            Mode::Unknown => {}
        }
        if let Some(mode) = now.known(reg::VFD_MODE_CNTL)
            && now.mode != Mode::Unknown
            && (mode & 7 == 1) != (now.mode == Mode::Binning)
        {
            let message = match now.mode {
                Mode::Binning => "draws are sorted with RENDERING_PASS",
                _ => "pixels are drawn with BINNING_PASS",
            };
            self.note(
                &vsc::VERTICES_ARE_FETCHED_FOR_THE_MODE,
                address,
                message.to_string(),
            );
        }
    }

    fn target_formats(&mut self, now: &Follow, address: u64) {
        let targets = now.known(reg::RB_FS_OUTPUT_CNTL1).unwrap_or(0) & 0xf;
        for n in 0..targets.min(8) {
            let shader = now.known(reg::SP_FS_MRT + n);
            let target = now.known(reg::RB_MRT_BUF_INFO + n * 8);
            let (Some(shader), Some(target)) = (shader, target) else {
                continue;
            };
            let (shader, target) = (shader & 0xff, target & 0xff);
            // Zero: the shader does not write it, or there is no target.
            if shader != target && shader != 0 && target != 0 {
                let message = format!("target {n} has {target:#x}, the shader writes {shader:#x}");
                self.note(&draw::TARGET_FORMATS_AGREE, address, message);
            }
        }
    }

    /// A draw that is sorted by tile.
    fn sorted(&mut self, now: &Follow, address: u64) {
        let (Some(size), Some(count)) =
            (now.known(reg::VSC_BIN_SIZE), now.known(reg::VSC_BIN_COUNT))
        else {
            return;
        };
        let (width, height) = ((size & 0xff) << 5, (size >> 8 & 0x1ff) << 4);
        if let Some(tile) = tile(now)
            && tile != (width, height)
        {
            let message = format!(
                "draws are sorted into tiles of {width}x{height}, RB_BIN_CONTROL has {}x{}",
                tile.0, tile.1
            );
            self.note(&vsc::SORTED_TILES_ARE_DRAWN_TILES, address, message);
        }
        self.pipes(now, address, (count >> 1 & 0x3ff, count >> 11 & 0x3ff));
    }

    fn pipes(&mut self, now: &Follow, address: u64, (columns, rows): (u32, u32)) {
        let mut covered = vec![0u8; (columns * rows).min(MAX_TILES) as usize];
        for n in 0..32 {
            let config = now.read(reg::VSC_PIPE_CONFIG + n);
            let (x, y) = (config & 0x3ff, config >> 10 & 0x3ff);
            let (width, height) = (config >> 20 & 0x3f, config >> 26 & 0x3f);
            if width * height > 32 {
                let message = format!("pipe {n} has {width}x{height} tiles");
                self.note(&vsc::PIPES_HAVE_FEW_TILES, address, message);
                return;
            }
            for tile_y in y..(y + height).min(rows) {
                for tile_x in x..(x + width).min(columns) {
                    let at = (tile_y * columns + tile_x) as usize;
                    if let Some(times) = covered.get_mut(at) {
                        *times = times.saturating_add(1);
                    }
                }
            }
        }
        if columns * rows > MAX_TILES {
            let message = format!("{columns}x{rows} tiles are more than all pipes can have");
            self.note(&vsc::PIPES_COVER_TILES, address, message);
        } else if let Some(at) = covered.iter().position(|&times| times != 1) {
            let (x, y) = (at as u32 % columns, at as u32 / columns);
            let message = format!(
                "tile {x},{y} of {columns}x{rows} is in {} pipes",
                covered[at]
            );
            self.note(&vsc::PIPES_COVER_TILES, address, message);
        }
    }

    /// A draw to a tile.
    fn drawn_tile(&mut self, now: &Follow, address: u64) {
        let Some((width, height)) = tile(now) else {
            return self.colour_cache(now, address, "system memory", 0);
        };
        self.colour_cache(now, address, "tiles", 1);
        let align = self.chip.tile_align;
        let rows = self.chip.tile_rows;
        if !width.is_multiple_of(align.width) || !height.is_multiple_of(rows) {
            let message = format!(
                "tiles of {width}x{height} are not multiples of {}x{rows}",
                align.width
            );
            self.note(&gmem::TILES_ARE_ALIGNED, address, message);
        }
        let most = self.chip.tile_max;
        if width > most.width || height > most.height {
            let message = format!(
                "tiles of {width}x{height} are larger than {}x{}",
                most.width, most.height
            );
            self.note(&gmem::TILES_ARE_SMALL, address, message);
        }
        if let (Some(first), Some(last)) = (
            now.known(reg::GRAS_SC_WINDOW_SCISSOR_TL),
            now.known(reg::GRAS_SC_WINDOW_SCISSOR_BR),
        ) {
            let span = |shift: u32| {
                let of = |word: u32| word >> shift & 0x3fff;
                (of(last) + 1).saturating_sub(of(first))
            };
            if span(0) > width || span(16) > height {
                let message = format!(
                    "the scissor has {}x{} pixels, the tile {width}x{height}",
                    span(0),
                    span(16)
                );
                self.note(&gmem::DRAWS_STAY_IN_THEIR_TILE, address, message);
            }
        }
        self.window_offsets(now, address);
    }

    fn window_offsets(&mut self, now: &Follow, address: u64) {
        let Some(offset) = now.known(reg::RB_WINDOW_OFFSET) else {
            return;
        };
        for (name, number) in [
            ("RB_WINDOW_OFFSET2", reg::RB_WINDOW_OFFSET2),
            ("SP_WINDOW_OFFSET", reg::SP_WINDOW_OFFSET),
            ("SP_TP_WINDOW_OFFSET", reg::SP_TP_WINDOW_OFFSET),
        ] {
            let at = |word: u32| format!("{},{}", word & 0x3fff, word >> 16 & 0x3fff);
            if let Some(other) = now.known(number)
                && at(other) != at(offset)
            {
                let (own, other) = (at(offset), at(other));
                let message = format!("RB_WINDOW_OFFSET is {own}, {name} {other}");
                self.note(&gmem::WINDOW_OFFSETS_AGREE, address, message);
                return;
            }
        }
    }

    fn colour_cache(&mut self, now: &Follow, address: u64, what: &str, wanted: u32) {
        if let Some(ccu) = now.known(reg::RB_CCU_CNTL)
            && ccu >> 22 & 1 != wanted
        {
            let message = format!("draws to {what} with RB_CCU_CNTL {ccu:#010x}");
            self.note(&gmem::COLOUR_CACHE_IS_FOR_THE_MODE, address, message);
        }
    }

    /// The event `BLIT`.
    fn copy_state(&mut self, now: &Follow, address: u64) {
        let base = now.known(reg::RB_BLIT_BASE_GMEM).unwrap_or(0) & !0xfff;
        if base >= self.chip.gmem_size {
            let message = format!("{base:#x} of {:#x} bytes", self.chip.gmem_size);
            self.note(&gmem::COPIES_BEGIN_IN_MEMORY, address, message);
        }
    }
}
