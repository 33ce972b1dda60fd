//! Sources of the rows.

use tilescope_tables::{Confidence, Source};

/// Emitted by the driver's compiler, or described in its headers.
pub(super) const MESA: Source = Source {
    text: "Mesa 22.3.6 src/panfrost/midgard/midgard.h, midgard_ops.c",
    confidence: Confidence::Documented,
};

/// Printed by the driver's disassembler.
pub(super) const DISASSEMBLER: Source = Source {
    text: "Mesa 22.3.6 src/panfrost/midgard/disassemble.c",
    confidence: Confidence::Observed,
};

/// The description of encodings that no source lists.
pub(super) const UNLISTED: &str = "undocumented: in no source";
