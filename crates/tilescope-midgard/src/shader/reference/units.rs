//! Units as single lanes use them, a batch at a time.

mod ldst;

use ldst::One;

use super::{Context, Threads, lanes, read, value};
use crate::isa::Texture;
use crate::isa::{Form, Half, LdstOp, LoadStore, OUTMOD_FLOAT, OutmodFloat, SamplerType, TexOp};
use crate::shader::arrange::{extended, reversed};
use crate::shader::emit::ldst as ldst_fields;
use crate::shader::emit::texture as texture_fields;
use crate::shader::io::{
    Access, Atomic, AtomicOp, Components, Entry, Lod, Lookup, LookupMode, Refused, ShaderIo, Tile,
    Trap, Why, Write,
};
use crate::shader::missing;
use crate::shader::op::{Code, Part};
use crate::shader::program::Stage;
use crate::shader::quirks::Derivatives;
use crate::shader::slots::Register;
use crate::shader::units::{address_of, coordinates, target_of};
use tilescope_exec::Lanes16;
use tilescope_exec::half::Rounding;

/// Four words of each lane.
type Words = [[u32; 4]; 16];

const ZERO: u8 = 7;

/// Words that a lane writes when both instructions of a bundle have read theirs.
#[derive(Clone, Copy)]
struct Result {
    lane: usize,
    register: u8,
    component: u8,
    word: u32,
}

fn four(words: &Words) -> [Lanes16; 4] {
    [0, 1, 2, 3].map(|c| Lanes16::from_fn(|lane| words[lane][c]))
}

fn words(four: &[Lanes16; 4]) -> Words {
    std::array::from_fn(|lane| [0, 1, 2, 3].map(|c: usize| four[c].0[lane]))
}

fn refused(ip: u32) -> impl Fn(Refused) -> Trap {
    move |_| Trap {
        ip,
        why: Why::Device,
    }
}

/// The lanes with each value.
fn grouped(numbers: &[u32; 16], mask: u16) -> Vec<(u32, u16)> {
    let mut groups: Vec<(u32, u16)> = Vec::new();
    for lane in lanes(mask) {
        match groups.iter_mut().find(|(n, _)| *n == numbers[lane]) {
            Some((_, mask)) => *mask |= 1 << lane,
            None => groups.push((numbers[lane], 1 << lane)),
        }
    }
    groups
}

impl Threads {
    fn seen(&self, mask: u16) -> u16 {
        mask & self.visible & !self.killed
    }

    /// A word of a register by its number in the load/store unit.
    fn ldst<I>(
        &self,
        c: &mut Context<'_, I>,
        ip: u32,
        lane: usize,
        (register, word): (u8, u8),
    ) -> u32 {
        let word = word & 3;
        let from = match register & 7 {
            n @ (0 | 1) => Register::LoadStore(n),
            2 if word < 2 => {
                let after = c.program.places[ip as usize].after();
                return (after >> (32 * word)) as u32;
            }
            2 => Register::Stack,
            3 => Register::LocalStorage,
            4 => Register::LocalId,
            5 => Register::GroupId,
            6 => Register::GlobalId,
            _ => return 0,
        };
        read(c, &self.lanes[lane], ip, from.slot(word))
    }

    pub(super) fn load_store<I: ShaderIo>(
        &mut self,
        c: &mut Context<'_, I>,
        ip: u32,
        mask: u16,
        both: &[LoadStore; 2],
    ) -> std::result::Result<(), Trap> {
        let mut results = Vec::new();
        for word in both {
            if let Some(what) = missing::load_store(word) {
                c.notes.missing(what, ip);
                continue;
            }
            match word.op.row() {
                None => {}
                Some(row) => {
                    let one = One {
                        threads: self,
                        ip,
                        mask,
                        word,
                        op: row.op.op,
                    };
                    one.run(c, row.op.form, &mut results)?;
                }
            }
        }
        for r in results {
            self.set_loaded(c, ip, r);
        }
        Ok(())
    }

    fn set_loaded<I>(&mut self, c: &mut Context<'_, I>, ip: u32, r: Result) {
        let file = c.program.file;
        let texture = c.program.quirks().texture_registers;
        let to = match r.register {
            n @ 0..24 if n >= 16.min(24 - file.uniforms) => return,
            n @ 0..24 => Register::Work(n),
            n @ (26 | 27) => Register::LoadStore(n - 26),
            n @ (28 | 29) => Register::Coordinate(n - 28).on(texture),
            _ => return c.notes.missing("loads into r24, r25, r30 and r31", ip),
        };
        self.lanes[r.lane].set(to.slot(r.component), r.word);
    }

    pub(super) fn write<I: ShaderIo>(
        &mut self,
        c: &mut Context<'_, I>,
        ip: u32,
        mask: u16,
        wrote: u8,
    ) -> std::result::Result<(), Trap> {
        if !matches!(c.program.stage, Stage::Fragment | Stage::Blend) {
            let what = "a write to the tile buffer outside fragment programs";
            c.notes.missing(what, ip);
            return Ok(());
        }
        let visible = self.seen(mask);
        let own = |r: u8, i: u8| {
            let slot = Register::Work(r).slot(i);
            Lanes16::from_fn(|lane| self.lanes[lane].word(slot))
        };
        let r1 = |i: u8| (wrote >> i & 1 != 0).then(|| own(1, i));
        let packed = r1(2).map_or([0; 16], |lanes| lanes.0);
        let [colour, second] = [0, 2].map(|r| [0, 1, 2, 3].map(|i| own(r, i)));
        let (depth, stencil) = (r1(0), r1(1));
        for (packed, lanes) in grouped(&packed, visible) {
            let write = Write {
                colour: colour.each_ref(),
                second: second.each_ref(),
                target: target_of(packed),
                sample: packed & 0xff,
                depth: depth.as_ref(),
                stencil: stencil.as_ref(),
                lanes,
            };
            c.io.write(c.batch, &write).map_err(refused(ip))?;
        }
        Ok(())
    }

    /// A component of a texture coordinate register.
    fn coordinate<I>(
        &self,
        c: &mut Context<'_, I>,
        ip: u32,
        (lane, own): (usize, bool),
        (half, component, float): (Half, u8, bool),
    ) -> u32 {
        let texture = c.program.quirks().texture_registers;
        let register = Register::Coordinate(half.select).on(texture);
        let number = component + if half.upper { 4 } else { 0 };
        let slot = register.slot(if half.full { component } else { number / 2 });
        let word = match own {
            true => read(c, &self.lanes[lane], ip, slot),
            false => self.lanes[lane].word(slot),
        };
        match (half.full, float) {
            (true, _) => word,
            (false, true) => {
                let half = word >> (16 * (number % 2)) & 0xffff;
                value(c.program, Code::Half(Part::Low), [half; 4])
            }
            (false, false) => ((word >> (16 * (number % 2))) as u16 as i16 as i32) as u32,
        }
    }

    /// Four components of the coordinates, of every lane: neighbours see them.
    fn sources<I>(
        &self,
        c: &mut Context<'_, I>,
        ip: u32,
        mask: u16,
        (t, float): (&Texture, bool),
    ) -> Words {
        std::array::from_fn(|lane| {
            let own = mask >> lane & 1 != 0;
            [0u8, 1, 2, 3].map(|i| {
                let component = t.coordinate_swizzle >> (2 * i) & 3;
                self.coordinate(c, ip, (lane, own), (t.coordinates, component, float))
            })
        })
    }

    pub(super) fn texture<I: ShaderIo>(
        &mut self,
        c: &mut Context<'_, I>,
        pc: usize,
        mask: u16,
        t: &Texture,
    ) -> std::result::Result<(), Trap> {
        let ip = pc as u32;
        if let Some(what) = missing::texture(t) {
            c.notes.missing(what, ip);
            return Ok(());
        }
        let words = match (t.op.op(), texture_fields::lookup_mode(t)) {
            (Some(TexOp::Barrier), _) => {
                for lane in lanes(mask) {
                    self.lanes[lane].waits = true;
                    self.lanes[lane].pc = pc;
                }
                return Ok(());
            }
            (Some(TexOp::Mov), _) => self.sources(c, ip, mask, (t, true)),
            (Some(TexOp::Derivative), _) => self.derivative(c, ip, mask, t),
            (_, Some(mode)) => self.lookup(c, ip, mask, (t, mode))?,
            (_, None) => return Ok(()),
        };
        for lane in lanes(mask) {
            self.set_texels(c, lane, t, words[lane]);
        }
        Ok(())
    }

    fn derivative<I>(&self, c: &mut Context<'_, I>, ip: u32, mask: u16, t: &Texture) -> Words {
        let sources = self.sources(c, ip, mask, (t, true));
        let step = 1 << t.mode;
        let rest = match c.program.quirks().derivatives {
            Derivatives::Fine => !step,
            Derivatives::Coarse => !3,
        };
        std::array::from_fn(|lane| {
            let (low, high) = (lane & rest, lane & rest | step);
            [0, 1, 2, 3].map(|i: usize| {
                let minus = sources[low][i] ^ 0x8000_0000;
                value(c.program, Code::Add, [sources[high][i], minus, 0, 0])
            })
        })
    }

    fn lookup<I: ShaderIo>(
        &mut self,
        c: &mut Context<'_, I>,
        ip: u32,
        mask: u16,
        (t, mode): (&Texture, LookupMode),
    ) -> std::result::Result<Words, Trap> {
        let fetch = mode == LookupMode::Fetch || t.op.op() == Some(TexOp::Fetch);
        let at = four(&self.sources(c, ip, mask, (t, !fetch)));
        let mut one = |bits: u8, component: Option<u8>, float: bool| {
            let (half, own) = texture_fields::selected(bits);
            let component = component.unwrap_or(own);
            std::array::from_fn(|lane| {
                let reads = mask >> lane & 1 != 0;
                self.coordinate(c, ip, (lane, reads), (half, component, float))
            })
        };
        let lod = match (t.lod_register, fetch) {
            (true, fetch) => one(t.bias, None, !fetch),
            (false, true) => [u32::from(t.bias); 16],
            (false, false) => [texture_fields::immediate_level(t).to_bits(); 16],
        };
        let offset = [0u8, 1, 2].map(|i| match t.offset_register {
            true => {
                let component = (t.offset >> (3 + 2 * i) & 3) as u8;
                one(t.offset as u8, Some(component), false)
            }
            false => [texture_fields::immediate_offset(t, i.into()) as u32; 16],
        });
        let mut handle = |in_register: bool, bits: u16| match in_register {
            true => one(bits as u8, None, false),
            false => [u32::from(bits); 16],
        };
        let textures = handle(t.texture_register, t.texture);
        let samplers = handle(t.sampler_register, t.sampler);
        let fragment = matches!(c.program.stage, Stage::Fragment | Stage::Blend);
        let implicit = t.op.op() == Some(TexOp::Normal) && fragment;
        let lod = Lanes16::from_fn(|i| lod[i]);
        let [x, y, z, w] = at;
        let mut lookup = Lookup {
            texture: 0,
            sampler: 0,
            mode,
            dimension: t.dimension,
            texels: t.sampler_type,
            at: coordinates(t.dimension, [x, y, z]),
            extra: z,
            layer: w,
            lod: match (mode == LookupMode::Fetch, implicit) {
                (true, _) => Lod::Level(lod),
                (_, true) => Lod::Implicit(lod),
                (_, false) => Lod::Explicit(lod),
            },
            offset: offset.map(|o| Lanes16::from_fn(|i| o[i])),
            lanes: 0,
        };
        let mut out: Words = [[0; 4]; 16];
        for (texture, lanes_of) in grouped(&textures, mask) {
            for (sampler, group) in grouped(&samplers, lanes_of) {
                (lookup.texture, lookup.sampler, lookup.lanes) = (texture, sampler, group);
                let texels = c.io.texture(c.batch, &lookup).map_err(refused(ip))?;
                for lane in lanes(group) {
                    out[lane] = words(&texels)[lane];
                }
            }
        }
        Ok(out)
    }

    fn set_texels<I>(&mut self, c: &mut Context<'_, I>, lane: usize, t: &Texture, v: [u32; 4]) {
        let lookup = matches!(
            t.op.op(),
            Some(TexOp::Normal | TexOp::Gradient | TexOp::Fetch)
        );
        let float = !lookup || t.sampler_type == SamplerType::Float;
        let texture = c.program.quirks().texture_registers;
        let register = Register::Texel(t.out.select).on(texture);
        for i in (0..4u8).filter(|i| t.mask >> i & 1 != 0) {
            let mut word = v[usize::from(t.swizzle >> (2 * i) & 3)];
            let clamp = match OUTMOD_FLOAT.rows[usize::from(t.outmod & 3)].op {
                OutmodFloat::None => None,
                OutmodFloat::Clamp0Inf => Some(Code::Positive),
                OutmodFloat::ClampM11 => Some(Code::Signed),
                OutmodFloat::Clamp01 => Some(Code::Unit),
            };
            if let Some(clamp) = clamp.filter(|_| float) {
                word = value(c.program, clamp, [word; 4]);
            }
            if t.out.full {
                self.lanes[lane].set(register.slot(i), word);
                continue;
            }
            let number = i + if t.out.upper { 4 } else { 0 };
            let half = match float {
                true => {
                    let code = Code::PutHalf(Part::Low, Rounding::NearestEven);
                    value(c.program, code, [word, 0, 0, 0])
                }
                false => word & 0xffff,
            };
            let slot = register.slot(number / 2);
            let old = self.lanes[lane].word(slot);
            let new = match number % 2 {
                0 => old & 0xffff_0000 | half,
                _ => old & 0xffff | half << 16,
            };
            self.lanes[lane].set(slot, new);
        }
    }
}
