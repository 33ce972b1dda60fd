//! `tests/shaders/vc4/*.s`: programs in assembly, with runs in comments, in the format
//! of `tilescope-filetest`.
//!
//! Places before a run are registers (`ra0`, `rb31`, `r0` to `r3`, `r5`), `x_pix`,
//! `y_pix`, `qpu`, and streams of which each read takes one value: `uni` (`uni0x2000`
//! for another address; the stream begins at 0x1000), `vary` (the lanes and C of each),
//! `vpm_read`, `load_tmu0`, `load_tmu1`, `color_load`, `coverage_load`,
//! `alpha_mask_load`, `ms_flags`, `rev_flag`, `vpm_ld_busy`, `vpm_st_busy`, `mutex_acq`.
//!
//! Places after it are registers, and effects: all writes to a peripheral, by the name of
//! its register, `sem_acquire`, `sem_release`, waits and signals. A lane that is not
//! written is `*`. Effects that are not expected are errors.
//!
//! Each run is executed by the pipeline model, by a group of the shader engine, by both with a
//! device that blocks, in a gang with the other runs of the file, and by native code
//! (feature `jit`).

mod coverage;
mod device;
mod gang;
#[cfg(feature = "jit")]
mod native;
mod run;

use run::{Prepared, Start, run};
use std::path::Path;
use tilescope_filetest::Corpus;
use tilescope_vc4::qpu::Stream;

fn corpus() -> Corpus {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/shaders/vc4");
    Corpus::open(&folder, &[]).expect("the folder of programs")
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

/// Programs are not only executed by threads that have left their gang.
#[test]
fn gangs_execute_most_programs() {
    let (mut together, mut all) = (0, 0);
    for case in corpus().cases {
        let file = Prepared::new(&case.file).expect("a program");
        for run in &case.file.runs {
            let start = Start::new(&file, run).expect("a run");
            let executed = gang::run(&file, run, &start, Stream::default())
                .expect("the words in the comments");
            together += usize::from(executed > 4);
            all += 1;
        }
    }
    assert!(together * 4 > all * 3, "{together} of {all}");
}
