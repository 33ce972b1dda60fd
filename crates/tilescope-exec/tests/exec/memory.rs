//! Words of memory in registers.

use tilescope_exec::Lanes16;
use tilescope_exec::atomic::{Atomic, AtomicOp};
use tilescope_exec::bytes::{Bytes, of_lane};

#[test]
fn bytes_are_reversed_and_extended() {
    let words = [0x0403_0281, 0x0807_0605, 0x0c0b_0a09, 0x100f_0e0d];
    let cases = [
        ((1, true, 1), [0xffff_ff81, words[1], words[2], words[3]]),
        (
            (2, false, 2),
            [0x8102, 0x0605_0807u32.rotate_left(16).swap_bytes(), 0, 0],
        ),
        ((4, false, 4), words.map(u32::swap_bytes)),
        (
            (8, false, 8),
            [0x0506_0708, 0x8102_0304, 0x0d0e_0f10, 0x090a_0b0c],
        ),
        ((16, false, 1), words),
    ];
    for ((count, signed, reversed), expected) in cases {
        let bytes = Bytes {
            count,
            signed,
            reversed,
        };
        let arranged = bytes.arranged(&words.map(Lanes16::splat));
        let used = usize::from(count).div_ceil(4);
        for (n, words) in arranged.iter().enumerate().take(used) {
            assert_eq!(words[9], expected[n], "{count} bytes, {reversed}: {n}");
        }
    }
    assert_eq!(
        of_lane(&words.map(Lanes16::splat), 3)[..5],
        [0x81, 2, 3, 4, 5]
    );
}

#[test]
fn atomic_operations_replace_memory() {
    let atomic = |op, bits, big_endian| Atomic {
        op,
        bits,
        big_endian,
        value: [5; 16],
        compare: [0x0100; 16],
    };
    let mut memory = [0, 1, 0, 0];
    assert_eq!(
        atomic(AtomicOp::Add, 32, false).replace(2, &mut memory),
        0x100
    );
    assert_eq!(memory, [5, 1, 0, 0]);
    let mut memory = [0, 0, 0, 0, 0, 0, 1, 0];
    let exchange = atomic(AtomicOp::CompareExchange, 64, true);
    assert_eq!(exchange.bytes(), 8);
    assert_eq!(exchange.replace(0, &mut memory), 0x100);
    assert_eq!(memory, [0, 0, 0, 0, 0, 0, 0, 5]);
    let mut memory = u32::MAX.to_le_bytes();
    atomic(AtomicOp::MaxSigned, 32, false).replace(0, &mut memory);
    assert_eq!(memory, 5u32.to_le_bytes());
    atomic(AtomicOp::MinUnsigned, 32, false).replace(0, &mut memory);
    assert_eq!(memory, 5u32.to_le_bytes());
}
