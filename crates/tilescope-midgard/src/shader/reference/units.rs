//! Units as single lanes use them, a batch at a time.

use super::{Context, Threads, lanes, read, value};
use crate::isa::Texture;
use crate::isa::{Form, Half, LdstOp, LoadStore, OUTMOD_FLOAT, OutmodFloat, SamplerType, TexOp};
use crate::shader::emit::ldst as ldst_fields;
use crate::shader::emit::texture as texture_fields;
use crate::shader::io::{
    Access, Atomic, AtomicOp, Components, Entry, Lod, Lookup, LookupMode, Refused, ShaderIo, Tile,
    Trap, Why, Write,
};
use crate::shader::op::{Code, Part};
use crate::shader::program::Stage;
use crate::shader::quirks::Derivatives;
use crate::shader::slots::Register;
use crate::shader::units::{address_of, coordinates, extended, reversed, target_of};
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
            match word.op.row() {
                None => c
                    .notes
                    .missing("a load/store operation without a documented meaning", ip),
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
        for (packed, lanes) in grouped(&packed, visible) {
            let write = Write {
                colour: [0, 1, 2, 3].map(|i| own(0, i)),
                second: [0, 1, 2, 3].map(|i| own(2, i)),
                target: target_of(packed),
                sample: packed & 0xff,
                depth: r1(0),
                stencil: r1(1),
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
        let words = match t.op.op() {
            Some(TexOp::Barrier) => {
                for lane in lanes(mask) {
                    self.lanes[lane].waits = true;
                    self.lanes[lane].pc = pc;
                }
                return Ok(());
            }
            Some(TexOp::Mov) => self.sources(c, ip, mask, (t, true)),
            Some(TexOp::Derivative) if t.mode > 1 => {
                c.notes
                    .missing("derivatives without a documented direction", ip);
                return Ok(());
            }
            Some(TexOp::Derivative) => self.derivative(c, ip, mask, t),
            Some(TexOp::Normal | TexOp::Gradient | TexOp::Fetch) => {
                let Some(mode) = texture_fields::lookup_mode(t) else {
                    c.notes
                        .missing("a texture mode without a documented meaning", ip);
                    return Ok(());
                };
                self.lookup(c, ip, mask, (t, mode))?
            }
            Some(TexOp::GradFromDerivative) => {
                c.notes.missing("DER_TO_GRAD", ip);
                return Ok(());
            }
            Some(TexOp::GradFromCoords) => {
                c.notes.missing("COORDS_TO_GRAD", ip);
                return Ok(());
            }
            None => {
                c.notes
                    .missing("a texture operation without a documented meaning", ip);
                return Ok(());
            }
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

/// A load/store instruction of a batch.
struct One<'a> {
    threads: &'a mut Threads,
    ip: u32,
    mask: u16,
    word: &'a LoadStore,
    op: LdstOp,
}

impl One<'_> {
    fn read<I>(&self, c: &mut Context<'_, I>, register: u8, word: u8) -> [u32; 16] {
        let mut out = [0; 16];
        for lane in lanes(self.mask) {
            out[lane] = self.threads.ldst(c, self.ip, lane, (register, word));
        }
        out
    }

    fn index<I>(&self, c: &mut Context<'_, I>, offset: i32) -> [u32; 16] {
        let w = self.word;
        if w.index_reg == ZERO {
            return [offset as u32; 16];
        }
        let index = self.read(c, w.index_reg, w.index_comp);
        index.map(|i| (i << w.index_shift).wrapping_add(offset as u32))
    }

    fn pair<I>(
        &self,
        c: &mut Context<'_, I>,
        register: u8,
        component: u8,
        wide: bool,
    ) -> [u64; 16] {
        let low = self.read(c, register, component);
        let high = match wide {
            true => self.read(c, register, component + 1),
            false => [0; 16],
        };
        std::array::from_fn(|i| u64::from(low[i]) | u64::from(high[i]) << 32)
    }

    fn access<I>(&self, c: &mut Context<'_, I>, indexed: bool, mask: u16) -> Access {
        let w = self.word;
        let split = |x: u64| [x as u32, (x >> 32) as u32];
        let base = self.pair(c, w.arg_reg, w.arg_comp, w.bitsize);
        let mut index = [0; 16];
        if indexed && w.index_reg != ZERO {
            match w.index_format {
                0 => c.notes.missing("the index format 0", self.ip),
                n => index = self.pair(c, w.index_reg, w.index_comp, n == 1),
            }
        }
        let signed = indexed && w.index_reg != ZERO && w.index_format == 3;
        Access {
            addresses: std::array::from_fn(|i| {
                let both = (split(base[i]), split(index[i]));
                address_of(both, signed, w.index_shift, w.offset)
            }),
            lanes: mask,
        }
    }

    /// Results for some lanes; the swizzle chooses from the words.
    fn results(&self, swizzle: u8, mask: u16, values: &Words, out: &mut Vec<Result>) {
        for lane in lanes(mask) {
            for i in (0..4u8).filter(|i| self.word.mask >> i & 1 != 0) {
                let from = swizzle >> (2 * i) & 3;
                out.push(Result {
                    lane,
                    register: self.word.reg,
                    component: i,
                    word: values[lane][usize::from(from)],
                });
            }
        }
    }

    fn swizzled<I>(&self, c: &mut Context<'_, I>, register: u8) -> Words {
        let all = [0u8, 1, 2, 3].map(|i| {
            let from = self.word.swizzle >> (2 * i) & 3;
            self.read(c, register, from)
        });
        std::array::from_fn(|lane| [0, 1, 2, 3].map(|i: usize| all[i][lane]))
    }

    fn arranged(&self, read: &[Lanes16; 4]) -> Words {
        let b = ldst_fields::bytes(self.op);
        words(read).map(|own| {
            let mut own = reversed(own, b.reversed);
            own[0] = extended(own[0], b.count, b.signed);
            own
        })
    }

    fn entries<I>(&self, c: &mut Context<'_, I>, mask: u16) -> Vec<Entry> {
        let index = self.index(c, self.word.offset >> 9);
        let groups = grouped(&index, mask).into_iter();
        let entry = |(index, lanes)| Entry {
            index,
            secondary: self.word.index_format & 2 != 0,
            components: ldst_fields::components(self.op),
            infers: self.word.index_format & 1 != 0,
            lanes,
        };
        groups.map(entry).collect()
    }

    fn run<I: ShaderIo>(
        self,
        c: &mut Context<'_, I>,
        form: Form,
        out: &mut Vec<Result>,
    ) -> std::result::Result<(), Trap> {
        let (w, ip, mask) = (self.word, self.ip, self.mask);
        let visible = self.threads.seen(mask);
        let b = ldst_fields::bytes(self.op);
        match form {
            Form::Nop => {}
            Form::Trap => c.notes.missing("TRAP", ip),
            Form::Colour => c.notes.missing("conversions of colours (PACK, UNPACK)", ip),
            Form::Move => {
                let v = self.swizzled(c, w.arg_reg);
                self.results(0b11_10_01_00, mask, &v, out);
            }
            Form::Project => {
                if !w.bitsize {
                    c.notes.missing("projections of 16-bit components", ip);
                    return Ok(());
                }
                let v = self.swizzled(c, w.arg_reg);
                let by = ldst_fields::divisor(self.op);
                let v = v.map(|v| project(c, v, by.map_or(Projection::Cube, Projection::By)));
                self.results(0b11_10_01_00, mask, &v, out);
            }
            Form::Lea => {
                let access = self.access(c, true, mask);
                let v = access.addresses.map(|a| [a as u32, (a >> 32) as u32, 0, 0]);
                self.results(w.swizzle, mask, &v, out);
            }
            Form::Load => {
                let access = self.access(c, true, mask);
                let read = c.io.load(c.batch, &access, b.count.into());
                let v = self.arranged(&read.map_err(refused(ip))?);
                self.results(w.swizzle, mask, &v, out);
            }
            Form::Store => {
                let access = self.access(c, true, visible);
                let v = self.stored(c).map(|v| reversed(v, b.reversed));
                if visible != 0 {
                    let bytes = ldst_fields::store_mask(w.mask, b.count);
                    let stored = c.io.store(c.batch, &access, &four(&v), bytes);
                    stored.map_err(refused(ip))?;
                }
            }
            Form::Atomic | Form::CompareExchange => self.atomic(c, visible, out)?,
            Form::LoadUniform => {
                let offset = self.index(c, w.offset >> 2);
                // An immediate, whatever bit 0 of the offset is (see `emit`).
                let n = w.arg_comp | w.arg_reg << 2 | u8::from(w.bitsize) << 5;
                let buffer = [u32::from(n | w.index_format << 6); 16];
                for (buffer, lanes) in grouped(&buffer, mask) {
                    let access = Access {
                        addresses: offset.map(u64::from),
                        lanes,
                    };
                    let read = c.io.uniform(c.batch, buffer, &access, b.count.into());
                    let v = self.arranged(&read.map_err(refused(ip))?);
                    self.results(w.swizzle, lanes, &v, out);
                }
            }
            Form::LoadAttribute => {
                let nine = w.offset << 23 >> 23;
                let vertex = w.bitsize.then(|| match w.arg_reg {
                    ZERO => [nine as u32; 16],
                    register => {
                        let index = self.read(c, register, w.arg_comp);
                        index.map(|i| i.wrapping_add(nine as u32))
                    }
                });
                let vertex = vertex.map(|v| Lanes16::from_fn(|i| v[i]));
                for entry in self.entries(c, mask) {
                    let read = c.io.load_attribute(c.batch, &entry, vertex.as_ref());
                    let v = words(&read.map_err(refused(ip))?);
                    self.results(w.swizzle, entry.lanes, &v, out);
                }
            }
            Form::LoadVarying => {
                let how = ldst_fields::interpolation(w);
                let modifier = w.offset & 7;
                let floats = ldst_fields::components(self.op) == Components::F32;
                if modifier > 4 || modifier != 0 && !floats {
                    let what = "modifiers of varyings that are not 32-bit floats";
                    c.notes.missing(what, ip);
                    return Ok(());
                }
                for entry in self.entries(c, mask) {
                    let read = c.io.load_varying(c.batch, &entry, how);
                    let v = words(&read.map_err(refused(ip))?).map(|v| match modifier {
                        0 => v,
                        4 => project(c, v, Projection::Cube),
                        n => project(c, v, Projection::By(n as usize)),
                    });
                    self.results(w.swizzle, entry.lanes, &v, out);
                }
            }
            Form::StoreVarying => {
                let v = four(&self.stored(c));
                for entry in self.entries(c, visible) {
                    let stored = c.io.store_varying(c.batch, &entry, &v);
                    stored.map_err(refused(ip))?;
                }
            }
            Form::LeaImage | Form::LoadImage | Form::StoreImage => {
                self.image(c, form, [mask, visible], out)?;
            }
            Form::Special if self.op as u8 >= LdstOp::StSpecial32f as u8 => {
                c.notes.missing("ST_SPECIAL", ip);
            }
            Form::Special => {
                let offset = w.offset >> 9;
                let components = match (w.index_reg, offset) {
                    (ZERO, 1) => Some(ldst_fields::components(self.op)),
                    (ZERO, 16) => Some(Components::Raw),
                    _ => None,
                };
                if let Some(components) = components {
                    return self.tile(c, w.index_comp, components, out);
                }
                let selectors = self.index(c, offset);
                for (n, lanes) in grouped(&selectors, mask) {
                    let word = c.io.special(c.batch, n, lanes).map_err(refused(ip))?;
                    if word.is_none() {
                        c.notes.missing("LD_SPECIAL with this selector", ip);
                    }
                    let word = word.unwrap_or(Lanes16::ZERO);
                    let v = std::array::from_fn(|lane| [word.0[lane], 0, 0, 0]);
                    self.results(w.swizzle, lanes, &v, out);
                }
            }
            Form::Tilebuffer => {
                let components = match self.op {
                    LdstOp::LdTilebuffer32f => Components::F32,
                    LdstOp::LdTilebuffer16f => Components::F16,
                    LdstOp::LdTilebufferRaw => Components::Raw,
                    _ => {
                        c.notes.missing("ST_TILEBUFFER", ip);
                        return Ok(());
                    }
                };
                self.tile(c, w.index_comp | w.index_reg << 2, components, out)?;
            }
        }
        Ok(())
    }

    fn stored<I>(&self, c: &mut Context<'_, I>) -> Words {
        if self.word.reg >= 8 {
            let what = "stores of registers other than r26 and r27";
            c.notes.missing(what, self.ip);
        }
        // The format or the mask decides what matters: undefined words are those of
        // the dataflow, which knows.
        self.swizzled(c, self.word.reg)
    }

    fn atomic<I: ShaderIo>(
        &self,
        c: &mut Context<'_, I>,
        visible: u16,
        out: &mut Vec<Result>,
    ) -> std::result::Result<(), Trap> {
        let w = self.word;
        let (op, wide, big_endian) = ldst_fields::atomic(self.op);
        let compares = op == AtomicOp::CompareExchange;
        let access = self.access(c, !compares, visible);
        let atomic = Atomic {
            op,
            bits: if wide { 64 } else { 32 },
            big_endian,
            value: self.pair(c, w.swizzle >> 2 & 7, w.swizzle & 3, wide),
            compare: match compares {
                true => self.pair(c, w.index_reg, w.index_comp, wide),
                false => [0; 16],
            },
        };
        if visible == 0 {
            return Ok(());
        }
        let old = c.io.atomic(c.batch, &access, &atomic);
        let v = old
            .map_err(refused(self.ip))?
            .map(|old| [old as u32, (old >> 32) as u32, 0, 0]);
        let swizzle = if wide { 0b0100_0100 } else { 0 };
        self.results(swizzle, visible, &v, out);
        Ok(())
    }

    fn image<I: ShaderIo>(
        &self,
        c: &mut Context<'_, I>,
        form: Form,
        [mask, visible]: [u16; 2],
        out: &mut Vec<Result>,
    ) -> std::result::Result<(), Trap> {
        let w = self.word;
        let first = self.read(c, w.arg_reg, w.arg_comp);
        let second = match w.bitsize {
            true => self.read(c, w.arg_reg, w.arg_comp + 1),
            false => [0; 16],
        };
        let at: Words = std::array::from_fn(|lane| {
            let (a, b) = (first[lane], second[lane]);
            [a & 0xffff, a >> 16, b & 0xffff, b >> 16]
        });
        let at = four(&at);
        if form == Form::StoreImage {
            let v = four(&self.stored(c));
            for entry in self.entries(c, visible) {
                let stored = c.io.store_image(c.batch, &entry, &at, &v);
                stored.map_err(refused(self.ip))?;
            }
            return Ok(());
        }
        for entry in self.entries(c, mask) {
            let read = match form {
                Form::LoadImage => c.io.load_image(c.batch, &entry, &at),
                _ => {
                    let address = c.io.image_address(c.batch, &entry, &at);
                    address.map(|[low, high]| [low, high, Lanes16::ZERO, Lanes16::ZERO])
                }
            };
            let v = words(&read.map_err(refused(self.ip))?);
            self.results(w.swizzle, entry.lanes, &v, out);
        }
        Ok(())
    }

    fn tile<I: ShaderIo>(
        &self,
        c: &mut Context<'_, I>,
        target: u8,
        components: Components,
        out: &mut Vec<Result>,
    ) -> std::result::Result<(), Trap> {
        let w = self.word;
        let sample = match w.offset & 1 {
            1 if w.arg_reg == ZERO => [0; 16],
            1 => self.read(c, w.arg_reg, w.arg_comp),
            _ => [u32::from(w.arg_comp | w.arg_reg << 2); 16],
        };
        let tile = Tile {
            target: target.into(),
            sample: Lanes16::from_fn(|i| sample[i]),
            components,
            lanes: self.mask,
        };
        let read = c.io.load_tile(c.batch, &tile).map_err(refused(self.ip))?;
        self.results(w.swizzle, self.mask, &words(&read), out);
        Ok(())
    }
}

/// A projection of a vector.
#[derive(Clone, Copy)]
enum Projection {
    /// A division by a component.
    By(usize),
    /// To the face of a cube.
    Cube,
}

fn project<I>(c: &Context<'_, I>, v: [u32; 4], how: Projection) -> [u32; 4] {
    match how {
        Projection::By(n) => v.map(|x| value(c.program, Code::Div, [x, v[n & 3], 0, 0])),
        Projection::Cube => {
            let word = |part| value(c.program, Code::Cube(part), v);
            [word(Part::Low), word(Part::High), v[2], v[3]]
        }
    }
}
