//! Properties of the readers of jobs, captures, dumps and spools, on inputs
//! from fixed seeds. `fuzz/` runs the same functions on inputs of a fuzzer.

mod captures;
mod dumps;
mod loader;
#[expect(dead_code, reason = "shared with the properties of the device")]
#[path = "../../../tilescope-vc4/tests/properties/source.rs"]
mod source;
mod spools;

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

#[test]
fn dump_reader_never_panics() {
    let opened = source::repeat(300, 64, dumps::dump_reader_never_panics);
    assert!((30..290).contains(&opened), "{opened} of 300 dumps opened");
}

#[test]
fn spool_reader_never_panics() {
    let opened = source::repeat(200, 64, spools::spool_reader_never_panics);
    assert!((20..200).contains(&opened), "{opened} of 200 spools opened");
}
