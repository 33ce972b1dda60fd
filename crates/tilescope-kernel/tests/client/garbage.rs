//! Garbage input: every call returns a number, and nothing leaks.

use proptest::collection::vec;
use proptest::prelude::*;

use super::rig::{Rig, Submit};
use tilescope_core::Fuel;
use tilescope_kernel::vc4;

fn requests() -> impl Strategy<Value = u64> {
    let known: Vec<u64> = vc4::DRIVER
        .ioctls()
        .iter()
        .map(|r| r.request().into())
        .collect();
    prop_oneof![
        8 => prop::sample::select(known),
        1 => any::<u64>(),
        1 => (0u64..0x100).prop_map(|nr| 0xc010_6400 | nr),
    ]
}

/// Small numbers are handles and sizes, large ones invalid pointers.
fn argument() -> impl Strategy<Value = Vec<u8>> {
    let number = prop_oneof![
        4 => 0u32..8,
        2 => prop::sample::select(vec![4096, 8192, 0xffff_ffff, 0x7000_1000, 64, 0x1000_0000]),
        1 => any::<u32>(),
    ];
    vec(number, 44).prop_map(|w| w.iter().flat_map(|v| v.to_le_bytes()).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn garbage_returns(calls in vec((requests(), argument()), 1..30)) {
        let rig = Rig::with(|c| {
            c.memory = 1 << 20;
            c.fuel = Fuel::new(100_000);
        });
        // A wait for a job that is never submitted would not end.
        rig.kernel.fences().interrupt(true);
        let c = rig.open_primary(tilescope_kernel::Privilege::Root);
        c.create(4096);
        for (request, arg) in &calls {
            let _ = c.ioctl(*request, arg);
        }
        rig.kernel.close(c.file).unwrap();
        // A hang state holds on to the buffers of its job.
        let (open, _) = rig.kernel.usage();
        prop_assert_eq!(open, 0);
    }

    #[test]
    fn broken_submissions_return(
        bin in vec(prop_oneof![prop::sample::select(vec![112u8, 6, 7, 4, 254, 64, 33, 32, 0, 1]), any::<u8>()], 0..120),
        records in vec(any::<u8>(), 0..200),
        uniforms in vec(any::<u8>(), 0..64),
        at in 0usize..176,
        byte in any::<u8>(),
    ) {
        let rig = Rig::with(|c| {
            c.memory = 8 << 20;
            c.fuel = Fuel::new(1_000_000);
        });
        let c = rig.open();
        let bo = c.create(65536);
        let job = Submit { bin, records, uniforms, record_count: 2, ..Submit::clear(bo, (64, 64), 0) };
        let mut bytes = job.bytes(&rig.memory);
        bytes[at] ^= byte;
        let _ = c.ioctl(0xc0b0_6440, &bytes);
        prop_assert_eq!(c.wait_bo(bo, u64::MAX), Ok(0));
    }
}
