//! Packets. Sources: the packet database of Mesa 22.3.6 and 25.0.7, `adreno_pm4.xml`, and what
//! turnip and freedreno expect of each.

use super::{Run, Stop};
use crate::pm4::{self, Header};
use crate::rules::cp as rules;
use crate::stream::{Entry, Mode};

/// An address of two words.
fn address(low: u32, high: u32) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

/// A comparison of `CP_COND_WRITE5` and `CP_WAIT_REG_MEM`: `cp_cond_function`.
fn compare(function: u32, value: u32, reference: u32) -> bool {
    // Bit 3: signed.
    let order = match function & 8 {
        0 => value.cmp(&reference),
        _ => (value as i32).cmp(&(reference as i32)),
    };
    match function & 7 {
        1 => order.is_lt(),
        2 => order.is_le(),
        3 => order.is_eq(),
        4 => order.is_ne(),
        5 => order.is_ge(),
        6 => order.is_gt(),
        _ => true,
    }
}

impl Run<'_, '_> {
    /// Executes a packet. The result is the number of words after it that are skipped.
    pub(super) fn packet(&mut self, at: u64, header: Header, payload: &[u32]) -> Result<u64, Stop> {
        match header {
            Header::Filler => Ok(0),
            Header::Registers { register, .. } => {
                for (i, &value) in (0u32..).zip(payload) {
                    self.state.write(register + i, value);
                }
                Ok(0)
            }
            Header::Packet { opcode, .. } if pm4::named(opcode).is_none() => {
                let message = format!("opcode {opcode:#04x}");
                self.stop(&rules::OPCODES_EXIST, at, message)
            }
            Header::Packet { opcode, .. } => match self.opcode(at, opcode, payload)? {
                Some(skip) => Ok(u64::from(skip)),
                None => {
                    self.transfer(at, opcode, payload)?;
                    Ok(0)
                }
            },
        }
    }

    /// Packets that decide what is executed; `None` for all others.
    fn opcode(&mut self, at: u64, opcode: u8, payload: &[u32]) -> Result<Option<u32>, Stop> {
        let mut skip = 0;
        match (opcode, payload) {
            // CP_INDIRECT_BUFFER, _PFD and _CHAIN.
            (0x3f | 0x37 | 0x57, &[low, high, size, ..]) => {
                self.buffer(address(low, high), u64::from(size & 0xf_ffff), at)?;
            }
            // CP_SET_DRAW_STATE
            (0x43, entries) => {
                for entry in entries.chunks_exact(3) {
                    let entry = Entry::decode([entry[0], entry[1], entry[2]]);
                    if let Some(group) = self.state.groups.set(entry) {
                        self.buffer(group.address, group.words.into(), at)?;
                    }
                }
            }
            // CP_SET_MARKER
            (0x65, &[word, ..]) => {
                self.state.groups.marker(word);
                if let Some(mode) = Mode::of_marker(word) {
                    self.state.mode = mode.bits();
                }
            }
            // CP_COND_EXEC
            (0x44, &[low0, high0, low1, high1, reference, words]) => {
                let first = self.load(address(low0, high0), at)?;
                let second = self.load(address(low1, high1), at)?;
                if first == 0 || second as i32 >= reference as i32 {
                    skip = words;
                }
            }
            // CP_COND_REG_EXEC: PRED_TEST, REG_COMPARE, RENDER_MODE.
            (0x47, &[first, second, ref rest @ ..]) => {
                let (is_met, words) = match (first >> 28, rest) {
                    (1, _) => (self.state.predicates >> (first >> 18 & 31) & 1 != 0, second),
                    (2, &[words, ..]) => {
                        let read = |number: u32| self.state.read(number & 0x3_ffff);
                        (read(first) == read(second), words)
                    }
                    (3, _) => (first & self.state.mode != 0 || self.state.mode == 0, second),
                    _ => {
                        self.missing("a condition on registers of an unknown kind");
                        (true, 0)
                    }
                };
                if !is_met {
                    skip = words & 0xff_ffff;
                }
            }
            // CP_REG_TEST
            (0x39, &[word, ref rest @ ..]) => {
                if let (1, &[mask, value, ..]) = (word >> 31, rest) {
                    let others = self.state.predicates & !mask;
                    self.state.predicates = others | value & mask;
                } else {
                    let is_set = self.state.read(word & 0x3_ffff) >> (word >> 20 & 31) & 1;
                    let bit = word >> 26 & 31;
                    self.state.predicates = self.state.predicates & !(1 << bit) | is_set << bit;
                }
            }
            // CP_DRAW_PRED_ENABLE_GLOBAL and _LOCAL.
            (0x19 | 0x1a, &[word, ..]) => {
                if word & 1 == 0 {
                    self.state.draws = true;
                }
            }
            // CP_DRAW_PRED_SET: PRED_SRC_MEM.
            (0x4e, &[word, low, high, ..]) => {
                let from = address(low, high);
                let is_zero = self.load(from, at)? | self.load(from.wrapping_add(4), at)? == 0;
                self.state.draws = is_zero == (word >> 8 & 1 != 0);
            }
            // Draws and dispatches.
            (0x38 | 0x28 | 0x29 | 0x2a | 0x24 | 0x33 | 0x41, _) => self.draw(at, opcode)?,
            _ => return Ok(None),
        }
        Ok(Some(skip))
    }

    /// Packets that move values, and those without an effect here.
    fn transfer(&mut self, at: u64, opcode: u8, payload: &[u32]) -> Result<(), Stop> {
        match (opcode, payload) {
            // CP_MEM_WRITE
            (0x3d, &[low, high, ref values @ ..]) => {
                let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
                self.store(address(low, high), &bytes, at)
            }
            // CP_MEM_TO_MEM
            (0x73, &[flags, low, high, ref sources @ ..]) => {
                let (sources, _) = sources.as_chunks();
                self.add(at, flags, address(low, high), sources)
            }
            // CP_MEMCPY
            (0x75, &[words, low, high, to_low, to_high]) => {
                self.burn(words.into(), at)?;
                for i in 0..u64::from(words) {
                    let word = self.load(address(low, high).wrapping_add(i * 4), at)?;
                    let to = address(to_low, to_high).wrapping_add(i * 4);
                    self.store(to, &word.to_le_bytes(), at)?;
                }
                Ok(())
            }
            // CP_REG_TO_MEM
            (0x3e, &[word, low, high, ..]) => self.register_to_memory(at, word, address(low, high)),
            // CP_MEM_TO_REG
            (0x42, &[word, low, high, ..]) => {
                let count = (word >> 19 & 0x7ff).max(1);
                let shift = word >> 29 & 2;
                for i in 0..count {
                    let from = address(low, high).wrapping_add(u64::from(i) * 4);
                    let value = self.load(from, at)? << shift;
                    self.state.write((word & 0x3_ffff) + i, value);
                }
                Ok(())
            }
            // CP_REG_RMW
            (0x21, &[word, first, second, ..]) => {
                let number = word & 0x3_ffff;
                let operand = |bit: u32, value: u32| match word >> bit & 1 {
                    0 => value,
                    _ => self.state.read(value & 0x3_ffff),
                };
                let masked = self.state.read(number) & operand(31, first);
                let rotated = masked.rotate_left(word >> 24 & 31);
                let other = operand(30, second);
                let value = match word >> 29 & 1 {
                    0 => rotated | other,
                    _ => rotated.wrapping_add(other),
                };
                self.state.write(number, value);
                Ok(())
            }
            // CP_REG_WRITE
            (0x6d, &[_, number, value, ..]) => {
                self.state.write(number & 0x3_ffff, value);
                Ok(())
            }
            // CP_CONTEXT_REG_BUNCH
            (0x5c, pairs) => {
                for pair in pairs.chunks_exact(2) {
                    self.state.write(pair[0] & 0x3_ffff, pair[1]);
                }
                Ok(())
            }
            // CP_REG_TO_SCRATCH and CP_SCRATCH_TO_REG.
            (0x4a | 0x4d, &[word, ..]) => {
                for i in 0..=word >> 24 & 7 {
                    let number = (word & 0x3_ffff) + i;
                    let place = ((word >> 20 & 7) + i) & 7;
                    match opcode {
                        0x4a => self.state.scratch[place as usize] = self.state.read(number),
                        _ => self.state.write(number, self.state.scratch[place as usize]),
                    }
                }
                Ok(())
            }
            // CP_COND_WRITE5
            (0x45, &[word, low, high, reference, mask, to_low, to_high, data]) => {
                let value = self.poll(at, word, address(low, high))? & mask;
                if !compare(word, value, reference) {
                    return Ok(());
                }
                match word >> 8 & 1 {
                    0 => self.state.write(to_low & 0x3_ffff, data),
                    _ => self.store(address(to_low, to_high), &data.to_le_bytes(), at)?,
                }
                Ok(())
            }
            // CP_WAIT_REG_MEM, and CP_WAIT_MEM_GTE. What it waits for may be the work of units that
            // do not exist here.
            (0x3c, &[word, low, high, reference, mask, ..]) => {
                let value = self.poll(at, word, address(low, high))? & mask;
                if !compare(word, value, reference) {
                    self.missing("values that the command processor waits for");
                }
                Ok(())
            }
            (0x14, &[_, low, high, reference, ..]) => {
                let value = self.load(address(low, high), at)?;
                if (value.wrapping_sub(reference) as i32) < 0 {
                    self.missing("values that the command processor waits for");
                }
                Ok(())
            }
            // CP_EVENT_WRITE
            (0x46, &[word, ref rest @ ..]) => self.event(at, word, rest),
            // CP_BLIT
            (0x2c, _) => {
                self.missing("copies of the 2D engine");
                self.counters.add("cp.blits", 1);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The value that a comparison polls: a register, memory, or a scratch register.
    fn poll(&mut self, at: u64, word: u32, from: u64) -> Result<u32, Stop> {
        match word >> 4 & 3 {
            0 => Ok(self.state.read(from as u32 & 0x3_ffff)),
            1 => self.load(from, at),
            2 => Ok(self.state.scratch[from as usize & 7]),
            _ => {
                self.missing("comparisons with on-chip memory");
                Ok(0)
            }
        }
    }

    /// A sum of words or pairs of them; bits 0 to 2 negate the first three.
    fn add(&mut self, at: u64, flags: u32, to: u64, sources: &[[u32; 2]]) -> Result<(), Stop> {
        let is_double = flags >> 29 & 1 != 0;
        let mut sum = 0u64;
        for (i, [low, high]) in sources.iter().enumerate() {
            let from = address(*low, *high);
            let mut value = u64::from(self.load(from, at)?);
            if is_double {
                value |= u64::from(self.load(from.wrapping_add(4), at)?) << 32;
            }
            let is_negative = i < 3 && flags >> i & 1 != 0;
            sum = match is_negative {
                true => sum.wrapping_sub(value),
                false => sum.wrapping_add(value),
            };
        }
        match is_double {
            true => self.store(to, &sum.to_le_bytes(), at),
            false => self.store(to, &(sum as u32).to_le_bytes(), at),
        }
    }

    /// `CP_REG_TO_MEM`: bit 30 copies pairs of registers as numbers of 64 bits, and bit 31 adds to
    /// what is there.
    fn register_to_memory(&mut self, at: u64, word: u32, to: u64) -> Result<(), Stop> {
        let (first, count) = (word & 0x3_ffff, (word >> 18 & 0xfff).max(1));
        if counts_work(first) {
            self.missing("counters of primitives, invocations and cycles");
        }
        let values: Vec<u32> = (0..count).map(|i| self.state.read(first + i)).collect();
        if word >> 31 == 0 {
            let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
            return self.store(to, &bytes, at);
        }
        let step = 1 + (word >> 30 & 1) as usize;
        for (i, pair) in (0u64..).zip(values.chunks(step)) {
            let to = to.wrapping_add(i * 4 * step as u64);
            let (low, high) = (pair[0], pair.get(1).copied().unwrap_or(0));
            let mut sum = u64::from(self.load(to, at)?);
            if step == 2 {
                sum |= u64::from(self.load(to.wrapping_add(4), at)?) << 32;
            }
            sum = sum.wrapping_add(address(low, high));
            self.store(to, &sum.to_le_bytes()[..4 * step], at)?;
        }
        Ok(())
    }
}

/// Whether a register counts work of other units: `RBBM_PERFCTR_*` and `RBBM_PRIMCTR_*`.
fn counts_work(number: u32) -> bool {
    (0x400..0x4ff).contains(&number) || (0x540..0x560).contains(&number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparisons() {
        let all = |value, reference| (0..7).map(move |f| compare(f, value, reference));
        assert!(all(1, 2).eq([true, true, true, false, true, false, false]));
        assert!(all(2, 2).eq([true, false, true, true, false, true, false]));
        assert!(all(3, 2).eq([true, false, false, false, true, true, true]));
        assert!(compare(1 | 8, u32::MAX, 0), "-1 is less than 0");
        assert!(!compare(1, u32::MAX, 0));
    }
}
