//! Textures, buffers and images that instructions access by numbers.

use super::fields::{
    BASE_HI, BASE_LO, BASE6, BINDLESS, BUFFER, DESC_MODE, INDIRECT, MODE, RESOURCE_TEX, TEX,
};
use super::form::Inst;
use super::op::Op;
use super::suffix::MODES;

/// A texture, a buffer or an image by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Resource {
    /// The descriptor set; `None` for the descriptors of the stage.
    pub set: Option<u8>,
    /// The number of the descriptor, in the set or of the stage.
    pub index: u8,
}

/// An access to memory through a descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Access {
    /// Reads texels.
    Texture,
    /// Reads a buffer or an image.
    Load,
    /// Writes a buffer or an image, or reads and writes it.
    Store,
}

impl Inst {
    /// The memory that the instruction accesses through a descriptor whose number is in its word.
    /// Descriptors whose number is in a register are unknown. Queries read descriptors only.
    ///
    /// ```
    /// use tilescope_adreno::isa::{Access, Resource, assemble, decode};
    /// let texture = assemble("sam.base1 (f32)(xyzw)r0.x, r0.z, s#0, t#3").unwrap();
    /// let resource = Resource { set: Some(1), index: 3 };
    /// assert_eq!(decode(texture.words[0]).unwrap().resource(), Some((Access::Texture, resource)));
    /// ```
    pub fn resource(&self) -> Option<(Access, Resource)> {
        use Op::*;
        let access = match self.row.op {
            Isam | Isaml | Isamm | Sam | Samb | Saml | Samgq | Conv | Convm | Gather4R
            | Gather4G | Gather4B | Gather4A | Samgp0 | Samgp1 | Samgp2 | Samgp3 => Access::Texture,
            LdibB => Access::Load,
            StibB | AtomicBAdd | AtomicBSub | AtomicBXchg | AtomicBCmpXchg | AtomicBMin
            | AtomicBMax | AtomicBAnd | AtomicBOr | AtomicBXor => Access::Store,
            _ => return None,
        };
        let resource = match access {
            Access::Texture => self.texture(),
            Access::Load | Access::Store => self.buffer(),
        };
        Some((access, resource?))
    }

    fn texture(&self) -> Option<Resource> {
        if INDIRECT.get(self.word) == 0 {
            let index = TEX.get(self.word) as u8;
            return Some(Resource { set: None, index });
        }
        let mode = &MODES[DESC_MODE.get(self.word) as usize];
        if mode.register || mode.a1 {
            return None;
        }
        let set = BASE_HI.get(self.word) << 1 | BASE_LO.get(self.word);
        Some(Resource {
            set: mode.set.then_some(set as u8),
            index: RESOURCE_TEX.get(self.word) as u8,
        })
    }

    fn buffer(&self) -> Option<Resource> {
        if MODE.get(self.word) != 0 {
            return None;
        }
        let is_in_set = BINDLESS.get(self.word) != 0;
        Some(Resource {
            set: is_in_set.then_some(BASE6.get(self.word) as u8),
            index: BUFFER.get(self.word) as u8,
        })
    }
}
