//! Accesses to slots whose number depends on the lane.

use crate::group::Group;
use crate::isa::Isa;
use crate::op::Slot;
use crate::program::Program;
use crate::unit::Units;
use tilescope_exec::Lanes16;

impl<I: Isa, const B: usize> Group<I, B> {
    pub(crate) fn relative_read<U: Units<I, B>>(
        &mut self,
        p: &Program<I>,
        (d, n): (Slot, u32),
        ip: u32,
        u: &mut U,
    ) {
        let Some(relative) = p.tables.relative(n) else {
            return;
        };
        for batch in 0..B {
            if self.running.0[batch] == 0 {
                continue;
            }
            let addresses = self.at(relative.address, batch);
            let mut read = Lanes16::splat(p.undefined);
            for lane in 0..16 {
                let number = relative.number(addresses.0[lane]);
                let runs = self.running.0[batch] >> lane & 1 != 0;
                if runs && !relative.allows(number) {
                    u.outside(relative, ip, number);
                }
                // Also for lanes that do not run: neighbours may see them.
                if let Some(slot) = relative.slot(number) {
                    read.0[lane] = self.at(slot, batch).0[lane];
                }
            }
            *self.at_mut(d, batch) = read;
        }
    }

    pub(crate) fn relative_write<U: Units<I, B>>(
        &mut self,
        p: &Program<I>,
        (s, n): (Slot, u32),
        ip: u32,
        u: &mut U,
    ) {
        let Some(relative) = p.tables.relative(n) else {
            return;
        };
        let running = self.running;
        for lane in running.lanes() {
            let (batch, lane) = (lane / 16, lane % 16);
            let number = relative.number(self.at(relative.address, batch).0[lane]);
            if !relative.allows(number) {
                u.outside(relative, ip, number);
            }
            let Some(slot) = relative.slot(number) else {
                continue;
            };
            self.at_mut(slot, batch).0[lane] = self.at(s, batch).0[lane];
            let tracked = p.definitions.tracked.binary_search(&slot).ok();
            if let Some(defined) = tracked.and_then(|k| self.defined.get_mut(k)) {
                defined.0[batch] |= 1 << lane;
            }
        }
    }
}
