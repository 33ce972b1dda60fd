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
    source::repeat(150, 64, loader::job_loader_never_panics).assert_percent(10..=99);
}

#[test]
fn capture_reader_never_panics() {
    source::repeat(300, 64, captures::capture_reader_never_panics).assert_percent(10..=93);
}

#[test]
fn dump_reader_never_panics() {
    source::repeat(300, 64, dumps::dump_reader_never_panics).assert_percent(10..=96);
}

#[test]
fn spool_reader_never_panics() {
    source::repeat(200, 64, spools::spool_reader_never_panics).assert_percent(10..=99);
}
