//! The tables and keys of `job.toml`.

use tilescope_families::Registry;

use crate::reader::TableKeys;

/// The whole file.
pub const ROOT: TableKeys<'static> = TableKeys {
    table: "the job",
    keys: &[
        "chip",
        "title",
        "description",
        "buffer",
        "target",
        "submission",
        "expect",
        "lint",
    ],
};

/// A piece of GPU memory.
pub const BUFFER: TableKeys<'static> = TableKeys {
    table: "[[buffer]]",
    keys: &[
        "name", "address", "align", "size", "access", "list", "shader", "data", "words", "floats",
        "bytes", "fill", "image", "format", "mipmaps",
    ],
};

/// A render target.
pub const TARGET: TableKeys<'static> = TableKeys {
    table: "[[target]]",
    keys: &[
        "name", "buffer", "offset", "width", "height", "format", "layout", "stride", "origin",
    ],
};

/// A step of the job; [`submission_keys`] adds the keys of command lists.
pub const SUBMISSION: TableKeys<'static> = TableKeys {
    table: "[[submission]]",
    keys: &["label", "program", "overflow", "mmio"],
};

/// The keys of a step, with those of command lists, which are the queues of `families`.
pub fn submission_keys(families: Registry) -> Vec<&'static str> {
    let mut keys = SUBMISSION.keys.to_vec();
    keys.splice(1..1, families.queue_keys());
    keys
}

/// A command list of a submission.
pub const LIST: TableKeys<'static> = TableKeys {
    table: "a command list",
    keys: &["list", "start", "end"],
};

/// A shader program started directly.
pub const PROGRAM: TableKeys<'static> = TableKeys {
    table: "[[submission.program]]",
    keys: &["code", "uniforms", "uniforms_size"],
};

/// Overflow memory for the binner.
pub const OVERFLOW: TableKeys<'static> = TableKeys {
    table: "[[submission.overflow]]",
    keys: &["buffer", "offset", "size"],
};

/// A register access.
pub const MMIO: TableKeys<'static> = TableKeys {
    table: "[[submission.mmio]]",
    keys: &["write", "read", "expect", "wait", "mask"],
};

/// The expectations.
pub const EXPECT: TableKeys<'static> = TableKeys {
    table: "[expect]",
    keys: &["status", "findings", "counters", "pixel", "words", "image"],
};

/// An expected pixel.
pub const EXPECT_PIXEL: TableKeys<'static> = TableKeys {
    table: "[[expect.pixel]]",
    keys: &["target", "at", "rgba", "tolerance"],
};

/// Expected words.
pub const EXPECT_WORDS: TableKeys<'static> = TableKeys {
    table: "[[expect.words]]",
    keys: &["buffer", "offset", "words"],
};

/// An expected image.
pub const EXPECT_IMAGE: TableKeys<'static> = TableKeys {
    table: "[[expect.image]]",
    keys: &["target", "png", "tolerance", "outliers", "source"],
};

/// The levels of findings.
pub const LINT: TableKeys<'static> = TableKeys {
    table: "[lint]",
    keys: &["allow", "warn", "deny"],
};

/// Every table of `job.toml`, for the documentation and its test.
pub const TABLES: &[TableKeys<'static>] = &[
    ROOT,
    BUFFER,
    TARGET,
    SUBMISSION,
    LIST,
    PROGRAM,
    OVERFLOW,
    MMIO,
    EXPECT,
    EXPECT_PIXEL,
    EXPECT_WORDS,
    EXPECT_IMAGE,
    LINT,
];
