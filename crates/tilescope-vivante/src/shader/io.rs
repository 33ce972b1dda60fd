//! The interface of a group of threads to the device.

use super::note::Problem;
use tilescope_core::profile::Moved;
use tilescope_exec::Lanes16;
pub use tilescope_shader::Refused;

/// The source of a texture read's level of detail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::large_enum_variant,
    reason = "created for one read, and passed by reference"
)]
pub enum Lod {
    /// Derived from the coordinates of the quad.
    Implicit,
    /// Derived, plus this float.
    Bias(Lanes16),
    /// This float.
    Explicit(Lanes16),
    /// Gradients of the coordinates along x and along y.
    Gradients([Lanes16; 4], [Lanes16; 4]),
}

/// A texture read of sixteen lanes: four quads of 0 = (x, y), 1 = (x+1, y),
/// 2 = (x, y+1), 3 = (x+1, y+1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lookup {
    /// Number of the sampler, as in the instruction.
    pub sampler: u32,
    /// Coordinates, floats. Those of inactive lanes are valid too, for differences
    /// in the quad.
    pub at: [Lanes16; 4],
    /// Level of detail.
    pub lod: Lod,
    /// Reference value of a shadow sampler.
    pub reference: Option<Lanes16>,
    /// Mask of active lanes.
    pub lanes: u16,
}

/// An access to memory of sixteen lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// Byte addresses.
    pub addresses: Lanes16,
    /// Mask of active lanes.
    pub lanes: u16,
}

/// The device as seen by a group of threads. `batch` is the index of sixteen lanes
/// in the group.
pub trait ShaderIo {
    /// Data moved so far, for a profile.
    fn moved(&self) -> Moved {
        Moved::default()
    }

    /// Samples a texture: four components for the active lanes, into `out`. Not by value, which
    /// would be copied at each call.
    ///
    /// # Errors
    /// If the threads cannot continue.
    fn texture(
        &mut self,
        batch: usize,
        lookup: &Lookup,
        out: &mut [Lanes16; 4],
    ) -> Result<(), Refused>;

    /// Reads a word of memory for each active lane.
    ///
    /// # Errors
    /// If the threads cannot continue.
    fn load(&mut self, batch: usize, access: &Access) -> Result<Lanes16, Refused>;

    /// Writes a word of memory for each active lane.
    ///
    /// # Errors
    /// If the threads cannot continue.
    fn store(&mut self, batch: usize, access: &Access, words: &Lanes16) -> Result<(), Refused>;
}

/// The reason why threads did not reach the end of their program. Violations are among the notes.
pub type Why = tilescope_shader::Stop<Problem>;

/// A stop of threads: the instruction and the reason.
pub type Trap = tilescope_shader::Trap<Why>;
