//! Destinations of results: registers, flags, and writes that arrive later.

use super::{Code, Cond, Emitter, Number, Pending, Side, slots};
use crate::qpu::decode::{Decoded, Pack, Write};
use crate::qpu::io::QuadAxis;
use crate::qpu::op::PERIPHERALS;
use crate::qpu::step::quad_slot;

impl Emitter<'_> {
    /// Moves a result to its destination.
    pub(super) fn write(&mut self, d: &Decoded, r: Pending) {
        if r.in_place {
            return;
        }
        let mask = self.mask(d, r.side);
        let mode = match (d.file_a_pack(r.to), d.pack, r.side) {
            // Mode 8 was handled with the operands.
            (Some(8), _, _) => None,
            (Some(mode), _, _) if r.is == Number::Float => Some((Code::PackFloat, mode)),
            (Some(mode), _, _) => Some((Code::PackInteger, mode)),
            (None, Pack::Mul(mode @ 3..=7), Side::Mul) => Some((Code::PackMul, mode)),
            _ => None,
        };
        match r.to {
            Write::Nop => {}
            Write::Register(slot) | Write::Accumulator(slot) => match (r.cond, mode) {
                (Cond::Never, _) => {}
                (Cond::Always, None) => self.mov(slot, r.at),
                (Cond::Always, Some((code, mode))) => self.op(code, slot, r.at, 0, mode.into()),
                (_, None) => match self.blend(d, r.side) {
                    Some(code) => self.op(code, slot, r.at, self.zn(), 0),
                    None => self.op(Code::Blend, slot, r.at, mask, 0),
                },
                (_, Some((code, mode))) => {
                    self.mov(slots::PACKED, slot);
                    self.op(code, slots::PACKED, r.at, 0, mode.into());
                    self.op(Code::Blend, slot, slots::PACKED, mask, 0);
                }
            },
            Write::R5Quad | Write::R5All => {
                let code = if r.to == Write::R5All {
                    Code::R5All
                } else {
                    Code::R5Quad
                };
                if r.cond == Cond::Always {
                    self.op(code, slots::R5, r.at, 0, 0);
                } else {
                    self.op(code, slots::PACKED, r.at, 0, 0);
                    self.op(Code::Blend, slots::R5, slots::PACKED, mask, 0);
                }
            }
            Write::Sfu(op) => {
                let from = self.packed(r, mode);
                let looked_at = |n| self.later(n).is_some_and(Decoded::touches_r4);
                // After a pending result, so that they arrive in order.
                let behind = (1..=2).any(|n| self.at >= n && self.is_sfu_pending(self.at - n));
                let to = if looked_at(1) || looked_at(2) || behind {
                    self.sfu_pending[self.at % 3] = Some(self.at);
                    slots::SFU + (self.at % 3) as u8
                } else {
                    slots::R4
                };
                self.op(Code::Sfu, to, from, 0, op as u32);
            }
            Write::UniformsAddress => {
                let from = self.packed(r, mode);
                let n = (self.at % 3) as u8;
                self.mov(slots::UNIFORMS + n, from);
                // Constants do not change.
                let slot = match mask {
                    slots::ONES | slots::IMM => mask,
                    _ => slots::UNIFORMS_MASK + n,
                };
                self.mov(slot, mask);
                self.moves[self.at % 3] = Some((self.at, slot));
            }
            Write::Quad(axis) => {
                let from = self.packed(r, mode);
                let n = u32::from(axis == QuadAxis::Y);
                self.op(Code::Quad, quad_slot(axis), from, mask, n);
            }
            Write::Peripheral(to) => {
                let from = self.packed(r, mode);
                let n = PERIPHERALS.iter().position(|p| *p == to).unwrap_or(0);
                self.op(Code::Write, 0, from, mask, n as u32);
            }
        }
    }

    /// A result packed over zeros, for peripherals.
    fn packed(&mut self, r: Pending, mode: Option<(Code, u8)>) -> u8 {
        match mode {
            None => r.at,
            Some((code, mode)) => {
                self.op(Code::Splat, slots::PACKED, 0, 0, 0);
                self.op(code, slots::PACKED, r.at, 0, mode.into());
                slots::PACKED
            }
        }
    }

    pub(super) fn set_flags(&mut self, r: Pending, new_carry: bool) {
        let carry = if new_carry {
            slots::NEW_CARRY
        } else {
            slots::IMM
        };
        match r.cond {
            Cond::Never => {}
            Cond::Always => {
                self.mov(slots::ZN, r.at);
                if self.carry {
                    self.mov(slots::CARRY, carry);
                }
            }
            cond => {
                let mask = if cond == Cond::Cs {
                    slots::CARRY
                } else if r.side == Side::Add || self.code[self.at].add_cond == cond {
                    slots::MASK_ADD
                } else {
                    slots::MASK_MUL
                };
                self.op(Code::Blend, slots::ZN, r.at, mask, 0);
                if self.carry {
                    self.op(Code::Blend, slots::CARRY, carry, mask, 0);
                }
            }
        }
    }

    fn is_sfu_pending(&self, i: usize) -> bool {
        self.sfu_pending[i % 3] == Some(i)
    }

    /// Writes a pending SFU result to r4, and moves the uniform stream, two
    /// instructions later or at the end of the thread.
    pub(super) fn deliver(&mut self) {
        let last = self.at + 1 == self.end;
        for distance in [2, 1, 0] {
            if distance != 2 && !last {
                continue;
            }
            let Some(i) = self.at.checked_sub(distance).filter(|&i| i >= self.start) else {
                continue;
            };
            let n = (i % 3) as u8;
            if self.is_sfu_pending(i) {
                self.mov(slots::R4, slots::SFU + n);
            }
            if let Some((at, mask)) = self.moves[i % 3]
                && at == i
            {
                self.op(
                    Code::UniformsAddress,
                    0,
                    slots::UNIFORMS + n,
                    mask,
                    i as u32,
                );
            }
        }
    }
}
