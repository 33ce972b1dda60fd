//! Programs from text, and a device that records accesses.

use tilescope_exec::Lanes16;
use tilescope_vivante::isa::{Component, Comps, Inst, assemble};
use tilescope_vivante::shader::{
    Access, BATCHES, Group, Lod, Lookup, Program, Refused, Setup, ShaderIo, ShaderQuirks, Stage,
    Trap,
};

pub const ALL: [(u8, Comps); 8] = [
    (0, Comps::XYZW),
    (1, Comps::XYZW),
    (2, Comps::XYZW),
    (3, Comps::XYZW),
    (4, Comps::XYZW),
    (5, Comps::XYZW),
    (6, Comps::XYZW),
    (7, Comps::XYZW),
];

/// Eight temporaries, all of them inputs and outputs.
pub fn setup(end: usize) -> Setup<'static> {
    Setup {
        stage: Stage::Pixel,
        start: 0,
        end: end as u32,
        num_temps: 8,
        inputs: &ALL,
        outputs: &ALL,
    }
}

pub fn words(source: &str) -> Vec<Inst> {
    match assemble(source, &|_| None) {
        Ok(assembled) => assembled.words,
        Err(errors) => panic!("{errors:?}"),
    }
}

pub fn program(source: &str, q: &ShaderQuirks) -> Program {
    let words = words(source);
    Program::new(&words, &setup(words.len()), q)
}

pub fn mix(parts: &[u32]) -> u32 {
    parts.iter().fold(0x811c_9dc5, |hash, part| {
        (hash ^ part).wrapping_mul(0x0100_0193).rotate_left(13)
    })
}

/// A device whose textures and memory are functions of the request, and which
/// records stores: batch, lane, address, word.
#[derive(Clone, Debug, Default)]
pub struct Notebook {
    pub stores: Vec<(usize, usize, u32, u32)>,
    pub lookups: Vec<(usize, Lookup)>,
    pub refuse: bool,
}

impl ShaderIo for Notebook {
    fn texture(
        &mut self,
        batch: usize,
        lookup: &Lookup,
        out: &mut [Lanes16; 4],
    ) -> Result<(), Refused> {
        if self.refuse {
            return Err(Refused);
        }
        self.lookups.push((batch, *lookup));
        let colour = |component: u32| {
            Lanes16::from_fn(|i| {
                let mut parts = vec![component, lookup.sampler];
                let mut take = |from: &[Lanes16; 4], lane: usize| {
                    parts.extend(from.iter().map(|c| c.0[lane]));
                };
                take(&lookup.at, i);
                match &lookup.lod {
                    Lod::Implicit | Lod::Bias(_) => {
                        take(&lookup.at, i ^ 1);
                        take(&lookup.at, i ^ 2);
                    }
                    Lod::Explicit(_) => {}
                    Lod::Gradients(x, y) => {
                        take(x, i);
                        take(y, i);
                    }
                }
                if let Lod::Bias(v) | Lod::Explicit(v) = &lookup.lod {
                    parts.push(v.0[i]);
                }
                parts.extend(lookup.reference.map(|r| r.0[i]));
                // Between 1 and 2.
                mix(&parts) >> 9 | 0x3f80_0000
            })
        };
        *out = [0, 1, 2, 3].map(colour);
        Ok(())
    }

    fn load(&mut self, _: usize, access: &Access) -> Result<Lanes16, Refused> {
        match self.refuse {
            true => Err(Refused),
            false => Ok(Lanes16::from_fn(|i| mix(&[access.addresses.0[i]]))),
        }
    }

    fn store(&mut self, batch: usize, access: &Access, words: &Lanes16) -> Result<(), Refused> {
        for lane in (0..16).filter(|lane| access.lanes >> lane & 1 != 0) {
            let at = access.addresses.0[lane];
            self.stores.push((batch, lane, at, words.0[lane]));
        }
        Ok(())
    }
}

/// A group with `inputs` in the temporaries of every lane.
pub fn bound(p: &Program, inputs: &[[u32; 4]], uniforms: &[[u32; 4]]) -> Group {
    let mut group = Group::default();
    group.bind(p, uniforms);
    for (r, vector) in inputs.iter().enumerate() {
        for (c, word) in Component::ALL.iter().zip(vector) {
            *group.temp_mut(r as u8, *c) = [Lanes16::splat(*word); BATCHES];
        }
    }
    group
}

/// Runs all lanes.
pub fn run(p: &Program, group: &mut Group, io: &mut Notebook) -> Result<(), Trap> {
    let live = [u16::MAX; BATCHES];
    let mut fuel = 50_000_000;
    group.run(p, &live, &live, io, &mut fuel)
}

pub fn vector(group: &Group, register: u8, lane: usize) -> [u32; 4] {
    let mut v = [0; 4];
    for (word, c) in v.iter_mut().zip(Component::ALL) {
        *word = group.temp(register, *c)[lane / 16].0[lane % 16];
    }
    v
}

/// t0 after `source`, which must be the same in every lane; expects no notes.
pub fn t0(source: &str, inputs: &[[u32; 4]], uniforms: &[[u32; 4]], q: &ShaderQuirks) -> [u32; 4] {
    let p = program(source, q);
    assert_eq!(p.notes(), [], "{source}");
    let mut group = bound(&p, inputs, uniforms);
    let result = run(&p, &mut group, &mut Notebook::default());
    assert_eq!(result, Ok(()), "{source}");
    assert_eq!(group.notes().unimplemented(), [], "{source}");
    assert_eq!(group.notes().problems(), [], "{source}");
    let first = vector(&group, 0, 0);
    for lane in 1..BATCHES * 16 {
        assert_eq!(vector(&group, 0, lane), first, "{source}, lane {lane}");
    }
    first
}
