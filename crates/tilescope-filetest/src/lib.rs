//! Tests in files: programs in assembly, with inputs and expected results in
//! comments. Families use it in their tests only.
//!
//! ```text
//! # source: ieee754: sums that need no rounding
//! # run: r0 = [1.5 -2.0], r1@3 = lane -> r2 = 3.0, r3 = 0.5~1e-4
//! fadd r2, r0, r1
//! ```
//!
//! A line `# key: text` is a header; other comments have no meaning. `source` states
//! the origin of the expected words: one of the names of [`Source`], a colon, and
//! where they are from. `run` has places before the program and after it, separated
//! by commas, each with one or more values. A family gives names to places and may
//! have further keys.
//!
//! A value is a word, the same in every lane, or `[a b ...]`, words of the lanes 0,
//! 1, ...: 2, 4, 8 or 16 of them, repeated. `@n` after the place means lane n only.
//! A word is
//!
//! | text | word |
//! | --- | --- |
//! | `1.0`, `-inf`, `1e-40` | the binary32 nearest to it; `nan` is `0x7fc00000` |
//! | `12`, `-1`, `0xff` | an integer |
//! | `lane` | the number of the lane, as a float |
//! | `2.0~1e-4` | expected: a float within this relative distance |
//! | `*` | expected: anything |

#![forbid(unsafe_code)]

mod cases;
mod corpus;
mod file;
mod value;

pub use cases::cases;
pub use corpus::{Case, Corpus, Counts};
pub use file::{Error, File, Key, Run, Setting, Source};
pub use value::{LANES, Value, Word};
