//! The internal state that can be dumped.

use tilescope_core::DumpKind;

/// The VPM around a batch of vertices.
pub const VPM: DumpKind = DumpKind::new("vpm");
/// The list of every tile, as written by the binner.
pub const TILES: DumpKind = DumpKind::new("tiles");
/// The registers of a QPU at the end of a program.
pub const QPU: DumpKind = DumpKind::new("qpu");
