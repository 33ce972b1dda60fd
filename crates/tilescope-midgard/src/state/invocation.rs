//! The numbers of threads of a job.

use crate::descriptors::job::invocation as fields;

/// Sizes and numbers of workgroups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Invocation {
    /// Threads of a workgroup, x, y and z.
    pub local: [u32; 3],
    /// Workgroups, x, y and z.
    pub groups: [u32; 3],
}

impl Invocation {
    /// The numbers in `bytes`. Each occupies the bits up to the next one; the last one
    /// those up to bit 32. Without bits it is 1. Missing bytes are 0.
    pub fn decode(bytes: &[u8]) -> Invocation {
        let word = fields::INVOCATIONS.get(bytes);
        let shifts = [
            0,
            fields::SIZE_Y_SHIFT.get(bytes),
            fields::SIZE_Z_SHIFT.get(bytes),
            fields::WORKGROUPS_X_SHIFT.get(bytes),
            fields::WORKGROUPS_Y_SHIFT.get(bytes),
            fields::WORKGROUPS_Z_SHIFT.get(bytes),
            32,
        ];
        let size = |n: usize| {
            let (from, to) = (shifts[n].min(32), shifts[n + 1].min(32));
            let bits = to.saturating_sub(from);
            ((word >> from & ((1 << bits) - 1)) + 1).min(u32::MAX.into()) as u32
        };
        Invocation {
            local: [size(0), size(1), size(2)],
            groups: [size(3), size(4), size(5)],
        }
    }

    /// The vertices of a vertex or tiler job, and its instances.
    pub fn vertices(&self) -> (u32, u32) {
        let [_, vertices, instances] = self.groups;
        (vertices, instances)
    }

    /// Threads of a workgroup.
    pub fn threads(&self) -> u64 {
        self.local
            .iter()
            .map(|n| u64::from(*n))
            .fold(1, u64::saturating_mul)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(word: u32, shifts: [u64; 5]) -> Invocation {
        let mut bytes = [0; 8];
        fields::INVOCATIONS.set(&mut bytes, word.into());
        fields::SIZE_Y_SHIFT.set(&mut bytes, shifts[0]);
        fields::SIZE_Z_SHIFT.set(&mut bytes, shifts[1]);
        fields::WORKGROUPS_X_SHIFT.set(&mut bytes, shifts[2]);
        fields::WORKGROUPS_Y_SHIFT.set(&mut bytes, shifts[3]);
        fields::WORKGROUPS_Z_SHIFT.set(&mut bytes, shifts[4]);
        Invocation::decode(&bytes)
    }

    #[test]
    fn sizes_are_in_the_bits_between_shifts() {
        // Mesa, panfrost_pack_work_groups_compute: sizes 8, 4, 1 and 3, 5, 2 groups.
        let word = 7 | 3 << 3 | 2 << 5 | 4 << 7 | 1 << 10;
        let all = packed(word, [3, 5, 5, 7, 10]);
        assert_eq!((all.local, all.groups), ([8, 4, 1], [3, 5, 2]));
        assert_eq!(all.threads(), 32);
    }

    #[test]
    fn vertices_without_instances() {
        let draw = packed(99, [0, 0, 0, 0, 32]);
        assert_eq!(draw.vertices(), (100, 1));
        assert_eq!(packed(u32::MAX, [0, 0, 0, 0, 32]).vertices().0, u32::MAX);
    }

    #[test]
    fn shifts_in_disorder_give_one() {
        let odd = packed(0x1234, [31, 3, 20, 63, 1]);
        assert_eq!((odd.local[1], odd.groups[1]), (1, 1));
    }
}
