//! Reasons why a program does not draw its image.

use ash::vk;

/// A reason, each with an exit code of its own.
#[derive(Debug)]
pub enum Failure {
    /// The program ran, and drew something else.
    Wrong(String),
    /// The device does not have a feature.
    Missing(String),
    /// A call failed.
    Vulkan(String),
}

impl Failure {
    /// The exit code.
    pub fn code(&self) -> u8 {
        match self {
            Failure::Wrong(_) => 1,
            Failure::Missing(_) => 3,
            Failure::Vulkan(_) => 4,
        }
    }

    /// A line about it.
    pub fn text(&self) -> String {
        match self {
            Failure::Wrong(what) => format!("wrong: {what}\n"),
            Failure::Missing(what) => format!("missing: {what}\n"),
            Failure::Vulkan(what) => format!("error: {what}\n"),
        }
    }
}

impl From<vk::Result> for Failure {
    fn from(result: vk::Result) -> Failure {
        Failure::Vulkan(result.to_string())
    }
}

/// Pipelines are created one by one.
impl From<(Vec<vk::Pipeline>, vk::Result)> for Failure {
    fn from((_, result): (Vec<vk::Pipeline>, vk::Result)) -> Failure {
        result.into()
    }
}

/// Fails if `is_right` is false.
pub fn check(is_right: bool, what: impl FnOnce() -> String) -> Result<(), Failure> {
    if is_right {
        Ok(())
    } else {
        Err(Failure::Wrong(what()))
    }
}
