//! The static checker of single shaders.

use tilescope_adreno::check::{Ended, Shared, check_shader};
use tilescope_adreno::isa::{Op, decode};

use super::{INSTRUCTION, instructions};
use crate::{Checker, Stage, Violation};

pub(super) static CHECKER: Checker = Checker {
    stages: &[Stage::new("any", "A shader of any stage of Adreno 6xx")],
    infer: |_| Some((0, "has the same rules in every stage")),
    check,
};

fn check(bytes: &[u8], _stage: usize) -> Vec<Violation> {
    let program = instructions(bytes);
    let ends = |word: &u64| decode(*word).is_some_and(|i| matches!(i.row.op, Op::End | Op::ChSh));
    let ended = match program.iter().any(ends) {
        true => Ended::Itself,
        false => Ended::Cut,
    };
    let notes = check_shader(&program, ended, Shared::Scalar).into_iter();
    notes
        .map(|(index, rule, message)| Violation {
            rule,
            instruction: index as u32,
            offset: (index * INSTRUCTION) as u32,
            bits: None,
            message,
        })
        .collect()
}
