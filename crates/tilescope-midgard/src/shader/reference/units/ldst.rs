//! Load/store instructions of a batch.

use super::*;
use crate::shader::colour;

/// A load/store instruction of a batch.
pub(super) struct One<'a> {
    pub threads: &'a mut Threads,
    pub ip: u32,
    pub mask: u16,
    pub word: &'a LoadStore,
    pub op: LdstOp,
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

    pub fn run<I: ShaderIo>(
        self,
        c: &mut Context<'_, I>,
        form: Form,
        out: &mut Vec<Result>,
    ) -> std::result::Result<(), Trap> {
        let (w, ip, mask) = (self.word, self.ip, self.mask);
        let visible = self.threads.seen(mask);
        let b = ldst_fields::bytes(self.op);
        match form {
            Form::Nop | Form::Trap => {}
            Form::Colour => {
                let Some(format) = colour::format(w) else {
                    return Ok(());
                };
                let q = c.program.quirks();
                let v = self.swizzled(c, w.arg_reg);
                let v = v.map(|v| colour::convert(q, self.op, &format, v));
                self.results(0b11_10_01_00, mask, &v, out);
            }
            Form::Move => {
                let v = self.swizzled(c, w.arg_reg);
                self.results(0b11_10_01_00, mask, &v, out);
            }
            Form::Project => {
                let v = self.swizzled(c, w.arg_reg);
                let by = ldst_fields::divisor(self.op);
                let how = by.map_or(Projection::Cube, Projection::By);
                let q = c.program.quirks();
                let v = v.map(|v| match w.bitsize {
                    true => project(c, v, how),
                    false => narrow(c, project(c, colour::widened(q, v), how), how),
                });
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
            Form::Atomic | Form::CompareExchange => self.atomic(c, [mask, visible], out)?,
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
                    let bytes = ldst_fields::needed(w, &b);
                    let read = c.io.uniform(c.batch, buffer, &access, bytes.into());
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
                let components = ldst_fields::components(self.op);
                let halves = components == Components::F16;
                if modifier > 4 || modifier != 0 && !halves && components != Components::F32 {
                    c.notes
                        .missing("modifiers of varyings that are not floats", ip);
                    return Ok(());
                }
                let how_divided = match modifier {
                    0 => None,
                    4 => Some(Projection::Cube),
                    n => Some(Projection::By(n as usize)),
                };
                for mut entry in self.entries(c, mask) {
                    if how_divided.is_some() {
                        entry.components = Components::F32;
                    }
                    let read = c.io.load_varying(c.batch, &entry, how);
                    let v = words(&read.map_err(refused(ip))?).map(|v| match how_divided {
                        None => v,
                        Some(how) if halves => narrow(c, project(c, v, how), how),
                        Some(how) => project(c, v, how),
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
                    _ => Components::Raw,
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
        [mask, visible]: [u16; 2],
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
        // Helper lanes access nothing and get 0.
        let mut v = [[0; 4]; 16];
        if visible != 0 {
            let old = c.io.atomic(c.batch, &access, &atomic);
            let old = old.map_err(refused(self.ip))?;
            for lane in lanes(visible) {
                v[lane] = [old[lane] as u32, (old[lane] >> 32) as u32, 0, 0];
            }
        }
        let swizzle = if wide { 0b0100_0100 } else { 0 };
        self.results(swizzle, mask, &v, out);
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

/// A projection of halves in registers: cube coordinates have 32 bits anyway.
fn narrow<I>(c: &Context<'_, I>, v: [u32; 4], how: Projection) -> [u32; 4] {
    match how {
        Projection::By(_) => colour::narrowed(c.program.quirks(), v),
        Projection::Cube => [v[0], v[1], 0, 0],
    }
}
