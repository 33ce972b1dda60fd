//! Writes of results: packed, in the lanes that pass, to registers, to the pipeline, and
//! out of the QPU.

use super::{Computed, quad_slot, write_peripheral};
use crate::isa::alu::{self, Number};
use crate::qpu::decode::{Decoded, Kind, Pack, Write};
use crate::qpu::io::{QpuIo, Stop};
use crate::qpu::quirks::QpuQuirks;
use crate::qpu::sfu::sfu;
use crate::qpu::slots;
use crate::qpu::thread::{Delayed, Thread, UniformsMove};
use tilescope_exec::{Interp, Lanes16};
use tilescope_shader::set_lanes;

/// Effects of an instruction on later ones.
#[derive(Default)]
pub(super) struct New {
    pub files: [Option<Delayed>; 2],
    pub sfu: Option<Delayed>,
    pub uniforms: Option<UniformsMove>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Add,
    Mul,
}

impl Thread {
    pub(in crate::qpu) fn apply(&mut self, w: &Delayed) {
        merge(self.slot_mut(w.slot), &w.value, &w.bits);
    }

    pub(super) fn write(
        &mut self,
        d: &Decoded,
        to: Write,
        which: Side,
        x: &Computed,
        q: &QpuQuirks,
        new: &mut New,
    ) {
        // Packing over zeros and over ones shows which bits a pack writes.
        let value = pack(q, d, which, &x.value, &Lanes16::ZERO);
        let ones = pack(q, d, which, &x.value, &Lanes16::splat(u32::MAX));
        let bits = Lanes16::from_fn(|i| !(value[i] ^ ones[i]) & x.lanes[i]);
        let file = |slot| Delayed { slot, value, bits };
        match to {
            Write::Register(slot) => {
                let free = usize::from(new.files[0].is_some());
                new.files[free] = Some(file(slot));
            }
            Write::Accumulator(slot) => {
                self.apply(&file(slot));
                self.pipeline.written |= 1 << (slot - slots::R0);
            }
            Write::R5Quad => self.write_r5(&x.lanes, &value, &ones, |i| i & !3),
            Write::R5All => self.write_r5(&x.lanes, &value, &ones, |_| 0),
            Write::Sfu(op) => {
                let w = new.sfu.get_or_insert(Delayed {
                    slot: slots::R4,
                    value: Lanes16::ZERO,
                    bits: Lanes16::ZERO,
                });
                merge(&mut w.value, &sfu(op, &value, q), &x.lanes);
                merge(&mut w.bits, &x.lanes, &x.lanes);
            }
            Write::UniformsAddress => {
                if x.lanes[0] != 0 {
                    new.uniforms = Some(UniformsMove {
                        address: value[0],
                        written_by: self.ip,
                    });
                }
            }
            Write::Quad(axis) => {
                let slot = quad_slot(axis);
                merge(self.slot_mut(slot), &value, &x.lanes);
            }
            // Handled in `access`.
            Write::Peripheral(_) | Write::Nop => {}
        }
    }

    fn write_r5(
        &mut self,
        lanes: &Lanes16,
        v: &Lanes16,
        ones: &Lanes16,
        from: impl Fn(usize) -> usize,
    ) {
        let bits = Lanes16::from_fn(|i| !(v[from(i)] ^ ones[from(i)]) & lanes[i]);
        let value = Lanes16::from_fn(|i| v[from(i)]);
        merge(self.slot_mut(slots::R5), &value, &bits);
        self.pipeline.written |= 1 << 5;
    }
}

fn pack(q: &QpuQuirks, d: &Decoded, which: Side, v: &Lanes16, old: &Lanes16) -> Lanes16 {
    let e = &mut Interp;
    let (to, is) = match (which, &d.kind) {
        (Side::Add, Kind::Alu(a)) => (d.add_to, a.add.result()),
        (Side::Mul, Kind::Alu(a)) => (d.mul_to, a.mul.number()),
        (Side::Add, _) => (d.add_to, Number::Integer),
        (Side::Mul, _) => (d.mul_to, Number::Integer),
    };
    if let Some(mode) = d.file_a_pack(to) {
        return alu::pack_a(e, q, mode, is, *v, *old);
    }
    match (d.pack, which) {
        (Pack::Mul(mode), Side::Mul) => alu::pack_mul(e, q, mode, *v, *old),
        _ => *v,
    }
}

/// The part of a write with effects outside the thread.
pub(super) fn write_out<I: QpuIo>(
    io: &mut I,
    q: &QpuQuirks,
    d: &Decoded,
    to: Write,
    side: Side,
    r: &Computed,
) -> Result<(), Stop> {
    let value = || pack(q, d, side, &r.value, &Lanes16::ZERO);
    match to {
        Write::Peripheral(to) => write_peripheral(io, to, &value(), set_lanes(&r.lanes)),
        Write::Quad(axis) => {
            io.set_quad(axis, &value(), set_lanes(&r.lanes));
            Ok(())
        }
        Write::Register(_)
        | Write::Accumulator(_)
        | Write::R5Quad
        | Write::R5All
        | Write::Nop
        | Write::Sfu(_)
        | Write::UniformsAddress => Ok(()),
    }
}

pub(super) fn merge(into: &mut Lanes16, value: &Lanes16, bits: &Lanes16) {
    for i in 0..16 {
        into[i] = (into[i] & !bits[i]) | (value[i] & bits[i]);
    }
}
