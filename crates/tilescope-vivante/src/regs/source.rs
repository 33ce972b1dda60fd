//! Sources of the rows.

use tilescope_tables::{Confidence, Source};

/// The register database of the etna_viv project, created by tracing the vendor's
/// driver.
pub(super) const RNNDB: Source = Source {
    text: "etna_viv rnndb (state.xml, state_3d.xml, state_2d.xml, state_blt.xml, state_hi.xml)",
    confidence: Confidence::Observed,
};
