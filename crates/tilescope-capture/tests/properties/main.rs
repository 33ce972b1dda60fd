//! Properties of the job loader, on inputs from fixed seeds. `fuzz/` runs the
//! same function on inputs that a fuzzer finds.

mod loader;
#[expect(dead_code, reason = "shared with the properties of the device")]
#[path = "../../../tilescope-vc4/tests/properties/source.rs"]
mod source;

#[test]
fn job_loader_never_panics() {
    let loaded = source::repeat(150, 64, loader::job_loader_never_panics);
    assert!((15..150).contains(&loaded), "{loaded} of 150 jobs loaded");
}
