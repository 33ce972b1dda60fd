//! The registry of GPU families: the one interface between tools and families.
//!
//! A family implements [`Family`] in a module of this crate, and is a row of [`ALL`]. Tools take a
//! [`Registry`], or the [`Family`] of a chip that they found in one, and have no other list of
//! families. A test may pass a registry with families of its own.
//!
//! `docs/adding-a-family.md` describes the trait with a family that exists only in tests.

#![forbid(unsafe_code)]

pub mod adreno;
mod checker;
mod dump;
mod family;
mod images;
mod language;
mod listing;
pub mod midgard;
mod planner;
mod recording;
mod registry;
pub mod vc4;
pub mod vivante;

pub use checker::{Checker, Stage, Violation};
pub use dump::{DumpFormat, DumpedJob, StateDump};
pub use family::{Family, Lookup, MesaDriver, Paths, Properties, TextKind};
pub use images::{Channels, ImageLayout, SurfaceInfo, TargetFormat, TargetLayout, TextureLevel};
pub use language::{Assemble, Language, SourceLine};
pub use listing::{DrawWalk, Piece, Sheet, fold};
pub use planner::{
    Decision, ExplainedPass, Explanation, Fact, Pass, PassAttachment, PassPlace, PassPlan, Planner,
    Section, TileGrid, TileGroup,
};
pub use recording::{
    Opened, RECORDING_HEAD, RecordedFinding, RecordedLine, Recording, RecordingCheck,
    RecordingFormat, RecordingWriter, StaticCheck,
};
pub use registry::{Chip, Registry};
pub use tilescope_shader::{NativeUse, set_native_use};

const FAMILIES: &[&dyn Family] = &[
    &vc4::Vc4Family,
    &vivante::VivanteFamily,
    &midgard::MidgardFamily,
    &adreno::AdrenoFamily,
];

const PLANNERS: &[&Planner] = &[&adreno::PLANNER];

/// Every family.
pub const ALL: Registry = Registry::new(FAMILIES).with_planners(PLANNERS);
