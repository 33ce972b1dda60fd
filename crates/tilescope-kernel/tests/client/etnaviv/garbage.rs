//! Garbage in submissions: every one returns, and nothing leaks.

use proptest::collection::vec;
use proptest::prelude::*;
use tilescope_vivante::chips::{GC2000, GC3000};

use super::rig::*;

/// Words that are often commands.
fn word() -> impl Strategy<Value = u32> {
    prop_oneof![
        4 => (prop::sample::select(vec![1u32, 3, 4, 5, 6, 9, 12]), 0u32..4, prop::sample::select(vec![0x1430u32, 0x1400, 0x2400, 0x3_fffc]))
            .prop_map(|(op, n, state)| op << 27 | n << 16 | (state / 4)),
        2 => 0u32..4,
        1 => any::<u32>(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn broken_submissions_return(
        stream in vec(word(), 0..40),
        relocs in vec((0u32..160, 0u32..3, prop_oneof![0u64..5000, any::<u64>()], 0u32..2), 0..6),
        requests in vec((0u32..5, 0u8..10, 0u16..10, any::<u32>(), 0u32..5000, 0u32..3), 0..3),
        bos in vec((0u32..5, 1u32..4, prop_oneof![Just(0), Just(4u64 << 20), Just(5 << 20), any::<u64>()]), 0..4),
        flags in 0u32..17,
        at in 0usize..72,
        byte in any::<u8>(),
        newer in any::<bool>(),
    ) {
        let chip = if newer { &GC3000 } else { &GC2000 };
        let (rig, given) = machine(chip, |c| c.memory = 1 << 20);
        let c = rig.open();
        let handle = new(c, 4096);
        new(c, 8192);
        let job = Submit { stream, relocs, requests, bos, flags, ..Submit::one(handle) };
        let mut bytes = job.bytes(&rig.memory);
        bytes[at] ^= byte;
        let ran = c.ioctl(SUBMIT, &bytes).0.is_ok();
        prop_assert_eq!(given.lock().unwrap().runs.len(), usize::from(ran));
        prop_assert_eq!(prep(c, handle, 2, LATER), Ok(0));
        rig.kernel.close(c.file).unwrap();
        prop_assert_eq!(rig.kernel.usage(), (0, 0));
    }
}
