//! Static checkers of single shaders.

use tilescope_core::Rule;

/// A checker of shaders that are not part of a job.
#[derive(Debug)]
pub struct Checker {
    /// The kinds of shaders, which rules depend on.
    pub stages: &'static [Stage],
    /// The stage that matches the resources a program uses, as an index into [`Self::stages`], and
    /// the reason; `None` if it could be any.
    pub infer: fn(&[u8]) -> Option<(usize, &'static str)>,
    /// The rules that a program breaks as a shader of a stage, an index into [`Self::stages`].
    pub check: fn(&[u8], usize) -> Vec<Violation>,
}

/// A kind of shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// Its name on the command line.
    pub option: &'static str,
    /// Its meaning, for help texts.
    pub help: &'static str,
    /// Its name before the word "shader".
    pub name: &'static str,
    /// The text after the word "shader", if any.
    pub suffix: &'static str,
}

impl Stage {
    /// A stage with one name for the command line and for texts.
    pub const fn new(name: &'static str, help: &'static str) -> Stage {
        Stage {
            option: name,
            help,
            name,
            suffix: "",
        }
    }
}

/// A broken rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The rule.
    pub rule: &'static Rule,
    /// The number of the instruction.
    pub instruction: u32,
    /// The offset of the instruction in bytes.
    pub offset: u32,
    /// The first and last bit at fault.
    pub bits: Option<(u16, u16)>,
    /// The diagnosis.
    pub message: String,
}
