//! Properties of the job loader and the reader of captures, on inputs from fixed seeds. `fuzz/` runs the
//! same functions on inputs that a fuzzer finds.

mod captures;
mod loader;
#[expect(dead_code, reason = "shared with the properties of the device")]
#[path = "../../../tilescope-vc4/tests/properties/source.rs"]
mod source;

#[test]
fn job_loader_never_panics() {
    let loaded = source::repeat(150, 64, loader::job_loader_never_panics);
    assert!((15..150).contains(&loaded), "{loaded} of 150 jobs loaded");
}

#[test]
fn capture_reader_never_panics() {
    let opened = source::repeat(300, 64, captures::capture_reader_never_panics);
    assert!(
        (30..280).contains(&opened),
        "{opened} of 300 captures opened"
    );
}
