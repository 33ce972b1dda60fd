//! Modes of execution.

/// Mode of shader execution. All modes give the same results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExecMode {
    /// Lowered operations, for all threads of a group at once.
    #[default]
    Normal,
    /// The family's plain interpreter: each thread separately, directly from the decoded
    /// instructions.
    Reference,
}
