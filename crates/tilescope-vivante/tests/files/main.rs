//! `tests/shaders/vivante/*.s`: programs in assembly, with runs in comments, in the
//! format of `tilescope-filetest`.
//!
//! Headers: `chip: NAME` (GC2000), `temps: N` (8), and `uniform: x y z w` for each of
//! u0, u1, ...
//!
//! Places are temporary registers (`t1 = 1.0 2.0`: from x on; `t1.y = 2.0`), which are 0
//! if they are not given, and words of memory from an address on (`mem0x100 = 1 2`).
//! Before a run also the front-facing flag `front` and the texel `tex` that every
//! lookup returns; after it `killed` (0 or 1) and what the last lookup of each lane was:
//! `sampler`, the coordinates `at`, the level or bias `lod`, the gradients `along_x` and
//! `along_y`, and the `reference` of a shadow sampler.
//!
//! Each run is executed as a batch of a group, with other runs of the file in the other
//! batches, and by the reference threads.

mod coverage;
mod device;
mod run;

use run::{Prepared, run};
use std::path::Path;
use tilescope_filetest::Corpus;

fn corpus() -> Corpus {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/shaders/vivante");
    Corpus::open(&folder, &["chip", "temps", "uniform"]).expect("the folder of programs")
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
    assert!(counts.files >= 150, "{counts:?}");
    assert!(counts.from_itself * 10 <= counts.files, "{counts:?}");
}

/// Errors of the family's own part of the format are found.
#[test]
fn files_with_errors_are_refused() {
    let good = "# source: self: here\n# chip: gc3000\n# uniform: 1.0 2.0\n# run: t1.x = 2.0 -> t0.x = 2.0\nmov t0.x___, void, void, t1.xxxx";
    let result = |text: &str| {
        let file = tilescope_filetest::File::read(text, &["chip", "temps", "uniform"]);
        let file = file.map_err(|e| e.to_string())?;
        let prepared = Prepared::new(&file)?;
        file.runs.iter().try_for_each(|r| run(&prepared, r))
    };
    assert_eq!(result(good), Ok(()));
    for (from, to) in [
        ("t0.x = 2.0", "t0.x = 3.0"),
        ("t1.x = 2.0", "t1.q = 2.0"),
        ("t1.x = 2.0", "t1.w = 2.0 3.0"),
        ("t1.x = 2.0", "t1.x = 2.0~0.1"),
        ("t1.x = 2.0", "t128.x = 2.0"),
        ("t1.x = 2.0", "u1.x = 2.0"),
        ("t0.x = 2.0", "t0.x = 2.0, at = 1.0"),
        ("gc3000", "gc3"),
        ("1.0 2.0", "1.0 lane"),
        ("1.0 2.0", "1.0 2.0 3.0 4.0 5.0"),
        ("t1.xxxx", "t9.xxxx"),
        ("mov", "move"),
        ("mov t0.x___, void", "litp t0.x___, t1.xxxx"),
    ] {
        let broken = good.replacen(from, to, 1);
        assert_ne!(broken, good);
        assert!(result(&broken).is_err(), "{broken}");
    }
}
