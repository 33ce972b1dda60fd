//! Accesses of single lanes to texture units and memory.

use tilescope_exec::{Interp, Lanes16};

use super::super::alu;
use super::super::io::{Access, Lod, Lookup, ShaderIo};
use super::super::meaning::{Arg, Level, Meaning, Number};
use super::{Operand, Reader, Threads};
use crate::isa::{Decoded, Modes, Src};
use tilescope_shader::{Refused, Why};

fn refused(_: Refused) -> Why {
    Why::Refused
}

impl Threads<'_> {
    /// A component of a source in all lanes, including those at other instructions.
    fn sixteen(&mut self, d: &Decoded, ip: u32, n: u8, c: usize, active: &[usize]) -> Lanes16 {
        let operand = Operand {
            arg: Arg::Src(n),
            component: c,
            number: Number::Float,
        };
        let all = Lanes16::from_fn(|lane| {
            let reader = match active.contains(&lane) {
                true => Reader::Itself,
                false => Reader::Neighbour,
            };
            self.source_for(d, ip, lane, operand, reader)
        });
        alu::canonical(&mut Interp::<16>, self.program.quirks(), all)
    }

    /// Reads a texture for the lanes in `active`, one after the other.
    pub(super) fn texture<I: ShaderIo>(
        &mut self,
        d: &Decoded,
        ip: u32,
        level: Level,
        active: &[usize],
        io: &mut I,
    ) -> Result<(), Why> {
        let Modes::Texture(sampler) = d.modes else {
            return Ok(());
        };
        let at = [0, 1, 2, 3].map(|c| self.sixteen(d, ip, 0, c, active));
        let [_, one, two] = d.src.map(|s| s != Src::Void);
        let lod = match level {
            Level::Implicit => Lod::Implicit,
            Level::Gradients => {
                let [x, y] =
                    [1, 2].map(|n| [0, 1, 2, 3].map(|c| self.sixteen(d, ip, n, c, active)));
                Lod::Gradients(x, y)
            }
            Level::Bias | Level::Explicit => {
                let value = if one {
                    self.sixteen(d, ip, 1, 0, active)
                } else {
                    at[3]
                };
                match level {
                    Level::Bias => Lod::Bias(value),
                    _ => Lod::Explicit(value),
                }
            }
        };
        let compares = two && level != Level::Gradients;
        let reference = compares.then(|| self.sixteen(d, ip, 2, 0, active));
        let enabled = self.enabled(d);
        for &lane in active {
            let added = self
                .address(lane, sampler.address, ip, Reader::Itself)
                .unwrap_or(0);
            let lookup = Lookup {
                sampler: u32::from(sampler.id).wrapping_add(added),
                at,
                lod,
                reference,
                lanes: 1 << lane,
            };
            let mut colour = [Lanes16::ZERO; 4];
            io.texture(0, &lookup, &mut colour).map_err(refused)?;
            let results: Vec<u32> = enabled
                .iter()
                .map(|&c| colour[sampler.swizzle.component(c) as usize].0[lane])
                .collect();
            self.write(d, ip, lane, &enabled, &results);
        }
        Ok(())
    }

    /// Loads or stores for the lanes in `active`, one after the other.
    pub(super) fn memory<I: ShaderIo>(
        &mut self,
        d: &Decoded,
        ip: u32,
        what: Meaning,
        active: &[usize],
        io: &mut I,
    ) -> Result<(), Why> {
        let Modes::Memory(modes) = d.modes else {
            return Ok(());
        };
        let enabled = self.enabled(d);
        for &lane in active {
            let base = self.source(d, ip, lane, Arg::Src(0), 0, Number::Integer);
            let offset = self.source(d, ip, lane, Arg::Src(1), 0, Number::Integer);
            let mut access = Access {
                addresses: Lanes16::splat(base.wrapping_add(offset << (modes.shift & 7))),
                lanes: 1 << lane,
            };
            let mut results = Vec::new();
            for &c in &enabled {
                if what == Meaning::Load {
                    results.push(io.load(0, &access).map_err(refused)?.0[lane]);
                } else {
                    let word = self.source(d, ip, lane, Arg::Src(2), c, Number::Integer);
                    if self.plain.visible(1 << lane) != 0 {
                        io.store(0, &access, &Lanes16::splat(word))
                            .map_err(refused)?;
                    }
                }
                let next = access.addresses.0[lane].wrapping_add(4);
                access.addresses = Lanes16::splat(next);
            }
            if what == Meaning::Load {
                self.write(d, ip, lane, &enabled, &results);
            }
        }
        Ok(())
    }
}
