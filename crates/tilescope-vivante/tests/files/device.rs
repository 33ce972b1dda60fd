//! The device of programs in files: memory, and one texel for every lookup.

use std::collections::BTreeMap;
use tilescope_exec::Lanes16;
use tilescope_vivante::shader::{Access, Lod, Lookup, Refused, ShaderIo};

/// The last lookup of each lane.
#[derive(Clone, Debug, Default)]
pub struct Looked {
    pub lanes: u16,
    pub sampler: [u32; 16],
    pub at: [[u32; 16]; 4],
    pub lod: Option<[u32; 16]>,
    pub gradients: Option<[[[u32; 16]; 4]; 2]>,
    pub reference: Option<[u32; 16]>,
}

/// The units as the threads of a batch see them.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    pub texel: [[u32; 16]; 4],
    pub memory: BTreeMap<u32, u32>,
    pub looked: Looked,
}

#[derive(Clone, Debug, Default)]
pub struct Device {
    pub batches: Vec<Batch>,
}

/// Copies the lanes of a mask.
fn copy(to: &mut [u32; 16], from: &Lanes16, lanes: u16) {
    for lane in (0..16).filter(|lane| lanes >> lane & 1 != 0) {
        to[lane] = from.0[lane];
    }
}

impl ShaderIo for Device {
    fn texture(
        &mut self,
        batch: usize,
        lookup: &Lookup,
        out: &mut [Lanes16; 4],
    ) -> Result<(), Refused> {
        let batch = self.batches.get_mut(batch).ok_or(Refused)?;
        let (looked, lanes) = (&mut batch.looked, lookup.lanes);
        looked.lanes |= lanes;
        copy(&mut looked.sampler, &Lanes16::splat(lookup.sampler), lanes);
        for (to, from) in looked.at.iter_mut().zip(&lookup.at) {
            copy(to, from, lanes);
        }
        match &lookup.lod {
            Lod::Implicit => {}
            Lod::Bias(lod) | Lod::Explicit(lod) => {
                copy(looked.lod.get_or_insert_default(), lod, lanes);
            }
            Lod::Gradients(x, y) => {
                let both = looked.gradients.get_or_insert_default();
                for (to, from) in both.iter_mut().flatten().zip(x.iter().chain(y)) {
                    copy(to, from, lanes);
                }
            }
        }
        if let Some(reference) = &lookup.reference {
            copy(looked.reference.get_or_insert_default(), reference, lanes);
        }
        *out = batch.texel.map(|c| Lanes16::from_fn(|lane| c[lane]));
        Ok(())
    }

    fn load(&mut self, batch: usize, access: &Access) -> Result<Lanes16, Refused> {
        let batch = self.batches.get(batch).ok_or(Refused)?;
        let mut out = Lanes16::ZERO;
        for lane in (0..16).filter(|lane| access.lanes >> lane & 1 != 0) {
            let at = access.addresses.0[lane];
            out.0[lane] = *batch.memory.get(&at).ok_or(Refused)?;
        }
        Ok(out)
    }

    fn store(&mut self, batch: usize, access: &Access, words: &Lanes16) -> Result<(), Refused> {
        let batch = self.batches.get_mut(batch).ok_or(Refused)?;
        for lane in (0..16).filter(|lane| access.lanes >> lane & 1 != 0) {
            batch.memory.insert(access.addresses.0[lane], words.0[lane]);
        }
        Ok(())
    }
}
