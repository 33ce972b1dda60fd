//! The tables and keys of `job.toml`.

use crate::reader::TableKeys;

/// The whole file.
pub const ROOT: TableKeys = TableKeys {
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
pub const BUFFER: TableKeys = TableKeys {
    table: "[[buffer]]",
    keys: &[
        "name", "address", "align", "size", "access", "list", "shader", "data", "words", "floats",
        "bytes", "fill", "image", "format", "mipmaps",
    ],
};

/// A render target.
pub const TARGET: TableKeys = TableKeys {
    table: "[[target]]",
    keys: &[
        "name", "buffer", "offset", "width", "height", "format", "layout", "stride", "origin",
    ],
};

/// A step of the job.
pub const SUBMISSION: TableKeys = TableKeys {
    table: "[[submission]]",
    keys: &[
        "label", "bin", "render", "3d", "2d", "program", "overflow", "mmio",
    ],
};

/// A command list of a submission.
pub const LIST: TableKeys = TableKeys {
    table: "a command list",
    keys: &["list", "start", "end"],
};

/// A shader program started directly.
pub const PROGRAM: TableKeys = TableKeys {
    table: "[[submission.program]]",
    keys: &["code", "uniforms", "uniforms_size"],
};

/// Overflow memory for the binner.
pub const OVERFLOW: TableKeys = TableKeys {
    table: "[[submission.overflow]]",
    keys: &["buffer", "offset", "size"],
};

/// A register access.
pub const MMIO: TableKeys = TableKeys {
    table: "[[submission.mmio]]",
    keys: &["write", "read", "expect", "wait", "mask"],
};

/// The expectations.
pub const EXPECT: TableKeys = TableKeys {
    table: "[expect]",
    keys: &["status", "findings", "counters", "pixel", "words", "image"],
};

/// An expected pixel.
pub const EXPECT_PIXEL: TableKeys = TableKeys {
    table: "[[expect.pixel]]",
    keys: &["target", "at", "rgba", "tolerance"],
};

/// Expected words.
pub const EXPECT_WORDS: TableKeys = TableKeys {
    table: "[[expect.words]]",
    keys: &["buffer", "offset", "words"],
};

/// An expected image.
pub const EXPECT_IMAGE: TableKeys = TableKeys {
    table: "[[expect.image]]",
    keys: &["target", "png", "tolerance", "outliers", "source"],
};

/// The levels of findings.
pub const LINT: TableKeys = TableKeys {
    table: "[lint]",
    keys: &["allow", "warn", "deny"],
};

/// Every table of `job.toml`, for the documentation and its test.
pub const TABLES: &[TableKeys] = &[
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
