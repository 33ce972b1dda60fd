//! The properties that the fuzz targets check. They are those of the tests,
//! which run them on inputs from fixed seeds.

#![forbid(unsafe_code)]

#[path = "../../crates/tilescope-adreno/tests/properties/anything.rs"]
pub mod anything;
#[path = "../../crates/tilescope-capture/tests/properties/captures.rs"]
pub mod captures;
#[path = "../../crates/tilescope-capture/tests/properties/dumps.rs"]
pub mod dumps;
#[path = "../../crates/tilescope-vc4/tests/properties/hostile.rs"]
pub mod hostile;
#[path = "../../crates/tilescope-kernel/tests/properties/ioctls/mod.rs"]
pub mod ioctls;
#[path = "../../crates/tilescope-capture/tests/properties/loader.rs"]
pub mod loader;
#[path = "../../crates/tilescope-midgard/tests/properties/midgard.rs"]
pub mod midgard;
#[allow(dead_code, reason = "shared with the tests, which use more of it")]
#[path = "../../crates/tilescope-vc4/tests/properties/scene.rs"]
mod scene;
#[allow(dead_code, reason = "shared with the tests, which use more of it")]
#[path = "../../crates/tilescope-vc4/tests/properties/source.rs"]
mod source;
#[path = "../../crates/tilescope-capture/tests/properties/spools.rs"]
pub mod spools;
#[path = "../../crates/tilescope-vivante/tests/properties/streams.rs"]
pub mod streams;
#[path = "../../crates/tilescope-vc4/tests/properties/text.rs"]
pub mod text;
