//! Garbage input to every driver: every call returns a number, and nothing leaks.

use proptest::collection::vec;
use proptest::prelude::*;
use tilescope_core::Fuel;
use tilescope_kernel::{Config, DriverType, Privilege};
use tilescope_vivante::chips::{GC2000, GC3000};

use super::rig::{Client, Rig, Submit};
use super::{etnaviv, msm, panfrost};

/// The least of a driver that garbage needs.
#[derive(Debug)]
struct Driver {
    kind: &'static DriverType,
    /// A kernel for it.
    rig: fn() -> Rig,
    /// Creates a buffer of a page.
    create: fn(Client<'_>),
    /// Numbers of its own that are nearly right.
    numbers: &'static [u32],
    /// The words of the longest argument.
    words: usize,
    /// Whether a hang state may hold on to the buffers of its job.
    keeps_hang_states: bool,
}

/// Little memory and fuel.
fn poor(config: &mut Config) {
    config.memory = 1 << 20;
    config.fuel = Fuel::new(100_000);
}

const ETNAVIV: Driver = Driver {
    kind: &tilescope_kernel::etnaviv::DRIVER,
    rig: || etnaviv::rig::machine(&GC2000, poor).0,
    create: |c| {
        etnaviv::rig::new(c, 4096);
    },
    numbers: &[64, 0x2_0000, 0x40_0000],
    words: 24,
    keeps_hang_states: false,
};

static DRIVERS: [Driver; 5] = [
    Driver {
        kind: &tilescope_kernel::vc4::DRIVER,
        rig: || Rig::with(poor),
        create: |c| {
            c.create(4096);
        },
        numbers: &[64, 0x1000_0000],
        words: 44,
        keeps_hang_states: true,
    },
    ETNAVIV,
    Driver {
        rig: || etnaviv::rig::machine(&GC3000, poor).0,
        ..ETNAVIV
    },
    Driver {
        kind: &tilescope_kernel::panfrost::DRIVER,
        rig: || panfrost::rig::machine("t860", poor).0,
        create: |c| {
            panfrost::rig::new(c, 4096);
        },
        numbers: &[0x200_0000],
        words: 16,
        keeps_hang_states: false,
    },
    Driver {
        kind: &tilescope_kernel::msm::DRIVER,
        rig: || msm::rig::machine("a618", poor).0,
        create: |c| {
            msm::rig::new(c, 4096);
        },
        numbers: &[0x1_0000],
        words: 18,
        keeps_hang_states: false,
    },
];

/// Requests of all drivers, of one, and of none.
fn requests(kind: &'static DriverType) -> impl Strategy<Value = u64> {
    let rows = kind.ioctls();
    let known: Vec<u64> = rows.iter().map(|r| r.request().into()).collect();
    let own: Vec<u64> = known
        .iter()
        .copied()
        .filter(|r| *r as u8 & 0xf0 == 0x40)
        .collect();
    prop_oneof![
        4 => prop::sample::select(known),
        4 => prop::sample::select(own),
        1 => any::<u64>(),
        1 => (0u64..0x100).prop_map(|nr| 0xc010_6400 | nr),
    ]
}

/// Small numbers are handles, flags and sizes, large ones invalid pointers.
fn argument(driver: &'static Driver) -> impl Strategy<Value = Vec<u8>> {
    let shared = [4096, 8192, u32::MAX, 0x7000_1000];
    let special = [&shared, driver.numbers].concat();
    let number = prop_oneof![
        4 => 0u32..8,
        2 => prop::sample::select(special),
        1 => any::<u32>(),
    ];
    vec(number, driver.words).prop_map(|w| w.iter().flat_map(|v| v.to_le_bytes()).collect())
}

/// A driver, and calls of it.
type Calls = (&'static Driver, Vec<(u64, Vec<u8>)>);

fn calls() -> impl Strategy<Value = Calls> {
    (0..DRIVERS.len()).prop_flat_map(|n| {
        let driver = &DRIVERS[n];
        let calls = vec((requests(driver.kind), argument(driver)), 1..30);
        (Just(driver), calls)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(800))]

    #[test]
    fn garbage_returns((driver, calls) in calls()) {
        let rig = (driver.rig)();
        // A wait for a job that is never submitted would not end.
        rig.kernel.fences().interrupt(true);
        let c = rig.open_primary(Privilege::Root);
        (driver.create)(c);
        for (request, arg) in &calls {
            let _ = c.ioctl(*request, arg);
        }
        rig.kernel.close(c.file).unwrap();
        let (open, bytes) = rig.kernel.usage();
        prop_assert_eq!(open, 0);
        prop_assert!(bytes == 0 || driver.keeps_hang_states);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

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
