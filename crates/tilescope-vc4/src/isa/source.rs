//! Sources of the facts in the rows.

use tilescope_tables::{Confidence, Source};

/// VideoCore IV 3D Architecture Reference Guide, section 3, as restated by
/// Mesa's `vc4_qpu_defines.h`.
pub(super) const GUIDE: Source = Source {
    text: "VideoCore IV 3D Architecture Reference Guide, section 3; Mesa vc4_qpu_defines.h",
    confidence: Confidence::Documented,
};

/// Same, section 5 on the vertex pipe memory.
pub(super) const GUIDE_VPM: Source = Source {
    text: "VideoCore IV 3D Architecture Reference Guide, sections 3 and 5; Mesa vc4_qpu_defines.h",
    confidence: Confidence::Documented,
};

/// Measured by the author of vc4asm and documented in its addendum.
pub(super) const ADDENDUM: Source = Source {
    text: "addendum to the guide in vc4asm's documentation",
    confidence: Confidence::Observed,
};

/// Encodings used by working assemblers but absent from Mesa's headers.
pub(super) const ASSEMBLERS: Source = Source {
    text: "guide, section 3, \"Semaphore\"; encoded so by vc4asm and py-videocore",
    confidence: Confidence::Observed,
};
