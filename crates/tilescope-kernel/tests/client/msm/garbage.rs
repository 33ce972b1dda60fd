//! Garbage input: every call returns a number, and nothing leaks.

use proptest::collection::vec;
use proptest::prelude::*;
use tilescope_core::Fuel;
use tilescope_kernel::msm;

use super::rig::*;

fn requests() -> impl Strategy<Value = u64> {
    let known: Vec<u64> = msm::DRIVER
        .ioctls()
        .iter()
        .map(|r| r.request().into())
        .collect();
    prop_oneof![
        8 => prop::sample::select(known),
        1 => any::<u64>(),
    ]
}

/// Small numbers are handles and flags, large ones invalid pointers.
fn argument() -> impl Strategy<Value = Vec<u8>> {
    let number = prop_oneof![
        4 => 0u32..8,
        2 => prop::sample::select(vec![4096, 8192, u32::MAX, 0x7000_1000, 0x1_0000]),
        1 => any::<u32>(),
    ];
    vec(number, 18).prop_map(|w| w.iter().flat_map(|v| v.to_le_bytes()).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn garbage_returns(calls in vec((requests(), argument()), 1..30)) {
        let (rig, _) = machine("a618", |c| {
            c.memory = 1 << 20;
            c.fuel = Fuel::new(100_000);
        });
        // A wait for a job that is never submitted would not end.
        rig.kernel.fences().interrupt(true);
        let c = rig.open();
        new(c, 4096);
        for (request, arg) in &calls {
            let _ = c.ioctl(*request, arg);
        }
        rig.kernel.close(c.file).unwrap();
        prop_assert_eq!(rig.kernel.usage(), (0, 0));
    }
}
