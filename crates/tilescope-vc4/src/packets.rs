//! The control-list packets of VideoCore IV: rows, raw view and typed form.
//!
//! A control list is a sequence of packets, each one opcode byte and a fixed number
//! of payload bytes; only compressed primitive lists
//! ([`crate::cmd::compressed`]) vary in length. [`PACKETS`] is the table for decoding,
//! printing, assembling and the reference page. [`Packet`] is the form that the device
//! executes.
//!
//! Not in the table: 42 (VG inline primitives), whose coordinate list has an escape
//! code that is undocumented, so its length is unknown.

pub mod enums;
pub mod rows;
mod typed;

pub use enums::*;
pub use typed::{BinningConfig, ConfigBits, FullRes, General, Packet, RenderingConfig};

use rows::*;
use tilescope_tables::packet::{Layout, PacketRow, Threads};

const fn row(opcode: u8, threads: Threads, payload: &'static Layout) -> PacketRow {
    PacketRow {
        opcode,
        threads,
        payload,
    }
}

/// Every packet, by opcode.
pub static PACKETS: [PacketRow; 44] = {
    use Threads::{Bin, Both, Render};
    [
        row(0, Both, &halt::LAYOUT),
        row(1, Both, &nop::LAYOUT),
        row(2, Both, &marker::LAYOUT),
        row(3, Both, &reset_marker_count::LAYOUT),
        row(4, Bin, &flush::LAYOUT),
        row(5, Bin, &flush_all::LAYOUT),
        row(6, Bin, &start_tile_binning::LAYOUT),
        row(7, Both, &increment_semaphore::LAYOUT),
        row(8, Both, &wait_on_semaphore::LAYOUT),
        row(16, Both, &branch::LAYOUT),
        row(17, Both, &branch_to_sub_list::LAYOUT),
        row(18, Both, &return_from_sub_list::LAYOUT),
        row(24, Render, &store_ms_tile_buffer::LAYOUT),
        row(25, Render, &store_ms_tile_buffer_and_eof::LAYOUT),
        row(26, Render, &store_full_res_tile_buffer::LAYOUT),
        row(27, Render, &load_full_res_tile_buffer::LAYOUT),
        row(28, Render, &store_tile_buffer_general::LAYOUT),
        row(29, Render, &load_tile_buffer_general::LAYOUT),
        row(32, Both, &gl_indexed_primitive::LAYOUT),
        row(33, Both, &gl_array_primitive::LAYOUT),
        row(41, Both, &vg_coordinate_array_primitives::LAYOUT),
        row(48, Render, &compressed_primitive::LAYOUT),
        row(49, Render, &clipped_compressed_primitive::LAYOUT),
        row(56, Both, &primitive_list_format::LAYOUT),
        row(64, Both, &gl_shader_state::LAYOUT),
        row(65, Both, &nv_shader_state::LAYOUT),
        row(66, Both, &vg_shader_state::LAYOUT),
        row(67, Both, &vg_inline_shader_record::LAYOUT),
        row(96, Both, &configuration_bits::LAYOUT),
        row(97, Both, &flat_shade_flags::LAYOUT),
        row(98, Both, &point_size::LAYOUT),
        row(99, Both, &line_width::LAYOUT),
        row(100, Both, &rht_x_boundary::LAYOUT),
        row(101, Both, &depth_offset::LAYOUT),
        row(102, Both, &clip_window::LAYOUT),
        row(103, Both, &viewport_offset::LAYOUT),
        row(104, Both, &z_clipping::LAYOUT),
        row(105, Bin, &clipper_xy_scaling::LAYOUT),
        row(106, Bin, &clipper_z_scaling::LAYOUT),
        row(112, Bin, &tile_binning_mode_config::LAYOUT),
        row(113, Render, &tile_rendering_mode_config::LAYOUT),
        row(114, Render, &clear_colors::LAYOUT),
        row(115, Render, &tile_coordinates::LAYOUT),
        row(254, Bin, &gem_handles::LAYOUT),
    ]
};

/// Index of each opcode in [`PACKETS`], 255 if it has none. A lookup is one load, so
/// walking a list needs no search.
static PLACES: [u8; 256] = {
    let mut places = [255u8; 256];
    let mut i = 0;
    while i < PACKETS.len() {
        places[PACKETS[i].opcode as usize] = i as u8;
        i += 1;
    }
    places
};

/// Bytes of a packet by opcode, its opcode included; 0 for unknown opcodes. For 48 and
/// 49 this is the part before the compressed primitives.
pub static SIZES: [u8; 256] = {
    let mut sizes = [0u8; 256];
    let mut i = 0;
    while i < PACKETS.len() {
        sizes[PACKETS[i].opcode as usize] = PACKETS[i].size() as u8;
        i += 1;
    }
    sizes
};

/// The row of an opcode.
#[inline]
pub fn find(opcode: u8) -> Option<&'static PacketRow> {
    PACKETS.get(usize::from(PLACES[usize::from(opcode)]))
}

/// The row of a name; letter case does not matter.
pub fn find_by_name(name: &str) -> Option<&'static PacketRow> {
    PACKETS.iter().find(|r| r.name().eq_ignore_ascii_case(name))
}
