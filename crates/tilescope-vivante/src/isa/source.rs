//! Sources of the rows.

use tilescope_tables::{Confidence, Source};

/// Emitted and documented by a driver.
pub(super) const MESA: Source = Source {
    text: "Mesa 22.3.6 etnaviv_compiler_nir_emit.c; etna_viv isa.xml",
    confidence: Confidence::Documented,
};

/// Described by the authors of etna_viv.
pub(super) const ISA_XML: Source = Source {
    text: "etna_viv isa.xml",
    confidence: Confidence::Observed,
};

/// Observed in programs of the vendor's driver, with names and operands.
pub(super) const BLOB: Source = Source {
    text: "programs of the vendor's driver in Mesa's src/etnaviv/isa; etna_viv isa.xml",
    confidence: Confidence::Observed,
};

/// A name without a description: the behaviour is inferred from the name.
pub(super) const UNVERIFIED: Source = Source {
    text: "etna_viv isa.xml, unverified there",
    confidence: Confidence::Inferred,
};
