//! `tests/shaders/midgard/*.s`: programs in assembly, with runs in comments, in the
//! format of `tilescope-filetest`.
//!
//! Headers: `chip: NAME` (t860), `stage: fragment|vertex|compute|blend` (fragment),
//! `work: N` (16 less the uniforms), and `uniform: x y z w` for each of r23, r22, ...
//!
//! Places are registers (`r1 = 1.0 2.0`: from x on; `r1.y = 2.0`), which are 0 if they are
//! not given, and words of memory from an address on (`mem0x100 = 1 2`) or of a uniform
//! buffer (`ubo1.0x10 = 1 2`). Before a run also `stack`, `storage`, `local`, `group`,
//! `global`, an attribute (`attribute1 = x y z w`), a varying (`varying1`), the content of
//! every image (`image`), of the tile buffer (`tile`) and of every texture (`texel`);
//! after it a stored varying (`stored1`), `killed` (0 or 1), the last colour written to a
//! render target (`colour0`), `depth`, `stencil`, and of the last lookup `texture`,
//! `sampler`, `at`, `extra`, `layer`, `lod`, `offset`.
//!
//! Each run is executed as a batch of a group, with other runs of the file in the other
//! batches, with and without native code, and by the reference threads.

mod any;
mod coverage;
mod device;
mod moves;
mod random;
mod run;

use run::{Prepared, run};
use std::path::Path;
use tilescope_filetest::Corpus;

const KEYS: &[&str] = &["chip", "stage", "work", "uniform"];

fn corpus() -> Corpus {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/shaders/midgard");
    Corpus::open(&folder, KEYS).expect("the folder of programs")
}

#[test]
fn programs_in_files_give_the_words_in_their_comments() {
    let errors = corpus().check(Prepared::new, run);
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

#[test]
fn changed_words_are_noticed() {
    let blind = corpus().insensitive(Prepared::new, run);
    assert!(blind.is_empty(), "{}", blind.join("\n"));
}

#[test]
fn there_are_enough_files() {
    let counts = corpus().counts();
    assert!(counts.files >= 40, "{counts:?}");
    assert!(counts.from_itself * 10 <= counts.files, "{counts:?}");
}
