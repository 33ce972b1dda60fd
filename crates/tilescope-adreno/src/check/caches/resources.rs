//! The descriptors that the shaders of a draw or dispatch use, and the memory that these state.

use super::contents::{Range, Source, Through, Touched};
use super::surfaces::Texels;
use crate::check::Checker;
use crate::check::uses::Stage;
use crate::isa::{Access, Resource, decode};
use crate::stream::{Follow, ReadWords};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The most descriptors of a shader that are followed.
const MAX_RESOURCES: usize = 64;

/// Bytes of a descriptor.
const DESCRIPTOR: u64 = 64;

/// `SP_FS_PREFETCH_CNTL`; its commands, and those for descriptor sets, are after it.
const SP_FS_PREFETCH_CNTL: u32 = 0xa99e;
const SP_FS_PREFETCH_CMD: u32 = 0xa99f;
const SP_FS_BINDLESS_PREFETCH_CMD: u32 = 0xa9a3;

/// The descriptors that a shader uses.
#[derive(Clone, Debug, Default)]
pub(super) struct Resources {
    /// The hash of the words.
    of: u64,
    all: Vec<(Access, Resource)>,
}

/// The hash of a shader's words.
fn hash(words: &[u32]) -> u64 {
    let mut hasher = DefaultHasher::new();
    words.hash(&mut hasher);
    hasher.finish()
}

impl Resources {
    fn of(words: &[u32]) -> Resources {
        let program = crate::stream::program(words);
        let accesses = program.iter().filter_map(|&word| decode(word)?.resource());
        let mut all: Vec<(Access, Resource)> = accesses.collect();
        all.sort_unstable();
        all.dedup();
        all.truncate(MAX_RESOURCES);
        Resources {
            of: hash(words),
            all,
        }
    }
}

/// An access through a descriptor by a stage.
struct Used {
    access: Access,
    resource: Resource,
    stage: &'static Stage,
}

impl Used {
    /// The address of the descriptor, if registers state it.
    fn address(&self, now: &Follow) -> Option<u64> {
        let registers = &self.stage.descriptors;
        let (register, mask) = match (self.resource.set, self.access) {
            (Some(set), _) if set < 5 => (registers.sets + u32::from(set) * 2, !0x3f),
            (Some(_), _) => return None,
            (None, Access::Texture) => (registers.textures, !0xf),
            (None, Access::Load | Access::Store) => (registers.images, !0xf),
        };
        now.known(register)?;
        let base = now.address(register) & mask;
        let offset = u64::from(self.resource.index) * DESCRIPTOR;
        (base != 0).then(|| base.wrapping_add(offset))
    }

    fn name(&self) -> String {
        let what = match self.access {
            Access::Texture => "texture",
            Access::Load | Access::Store => "buffer or image",
        };
        let Resource { set, index } = self.resource;
        let of = set.map_or(String::new(), |set| format!(" of descriptor set {set}"));
        format!("{what} {index}{of} of the {} shader", self.stage.name)
    }
}

impl Checker {
    /// The descriptors of a shader whose words were listed.
    pub(in crate::check) fn shader_resources(&mut self, address: u64, words: &[u32]) {
        let known = &mut self.caches.shaders;
        if known.get(&address).is_some_and(|r| r.of == hash(words)) {
            return;
        }
        if known.len() < crate::check::MAX_NOTES || known.contains_key(&address) {
            known.insert(address, Resources::of(words));
        }
    }

    /// The descriptors that stages use.
    fn used(&self, now: &Follow, stages: &[(&'static Stage, u64)]) -> Vec<Used> {
        let mut all = Vec::new();
        for &(stage, start) in stages {
            let known = self.caches.shaders.get(&start);
            for &(access, resource) in known.map_or(&[][..], |r| &r.all) {
                all.push(Used {
                    access,
                    resource,
                    stage,
                });
            }
            if stage.name != "fragment" {
                continue;
            }
            let count = now.known(SP_FS_PREFETCH_CNTL).unwrap_or(0) & 7;
            for n in 0..count.min(4) {
                all.push(Used {
                    access: Access::Texture,
                    resource: prefetched(now, n),
                    stage,
                });
            }
        }
        all
    }

    /// The reads and writes of the shaders of a draw or dispatch.
    pub(super) fn shaders_access(
        &mut self,
        now: &Follow,
        at: u64,
        stages: &[(&'static Stage, u64)],
        read: ReadWords<'_>,
    ) {
        let mut stores: Vec<Range> = Vec::new();
        for used in self.used(now, stages) {
            // Nothing was written that a read could miss.
            if used.access != Access::Store && self.caches.contents.is_empty() {
                continue;
            }
            if !self.caches.contents.descriptor() {
                return;
            }
            let texels = used.address(now).and_then(|at| Texels::read(at, read));
            let Some(texels) = texels else {
                continue;
            };
            let touched = match texels.is_buffer {
                true => Touched::Some,
                false => Touched::All,
            };
            for range in texels.ranges() {
                let hazard = self
                    .caches
                    .contents
                    .access(range, touched, Through::Unified);
                self.hazard(at, hazard, || used.name());
                if used.access == Access::Store {
                    stores.push(range);
                }
            }
        }
        for range in stores {
            self.caches
                .contents
                .write(range, Through::Unified, Source::Shader, at);
        }
    }
}

/// The texture that a fragment shader gets with its inputs. The bit for descriptor sets has a name in
/// Mesa 25.0, a6xx.xml: SP_FS_PREFETCH.
fn prefetched(now: &Follow, n: u32) -> Resource {
    let command = now.read(SP_FS_PREFETCH_CMD + n);
    let id = (command >> 11 & 0x1f) as u8;
    if command >> 28 & 1 == 0 {
        return Resource {
            set: None,
            index: id,
        };
    }
    let index = now.read(SP_FS_BINDLESS_PREFETCH_CMD + n) >> 16;
    Resource {
        set: Some(id),
        index: u8::try_from(index).unwrap_or(u8::MAX),
    }
}
