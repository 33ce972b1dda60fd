//! Memory that several threads and mappings use at the same time. `.ci/nightly` runs
//! this program under valgrind.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tilescope_core::{AddressSpace, GpuMemory, Mapping, Region, Unit};

const UNIT: Unit = Unit("test");
const LEN: usize = 1 << 16;
const THREADS: usize = 4;
const ROUNDS: usize = 2_000;

/// The same pages as the GPU and as a client see them.
fn shared() -> (AddressSpace, Mapping) {
    let file = tempfile::tempfile().unwrap();
    file.set_len(2 * LEN as u64).unwrap();
    let pages = Arc::new(Mapping::new(&file, 0, 2 * LEN).unwrap());
    let mut memory = AddressSpace::new();
    let first = Region::shared("first", 0x1_0000, pages.clone(), 0, LEN).unwrap();
    let second = Region::shared("second", 0x8_0000, pages, LEN, LEN).unwrap();
    memory.map(first).unwrap();
    memory.map(second).unwrap();
    memory
        .map(Region::uninitialised("own", 0x10_0000, LEN as u64))
        .unwrap();
    (memory, Mapping::new(&file, 0, 2 * LEN).unwrap())
}

#[test]
fn threads_that_write_beside_each_other_keep_their_bytes() {
    /// An odd length: most words have bytes of two threads.
    const PIECE: usize = 7;
    let (memory, _client) = shared();
    let pieces = LEN / PIECE;
    for base in [0x1_0000, 0x10_0000] {
        std::thread::scope(|scope| {
            for thread in 0..THREADS {
                let memory = &memory;
                scope.spawn(move || {
                    for piece in (thread..pieces).step_by(THREADS) {
                        let bytes = [thread as u8 + 1; PIECE];
                        let at = base + (piece * PIECE) as u64;
                        memory.write(at, &bytes, UNIT).unwrap();
                    }
                });
            }
        });
        for piece in 0..pieces {
            let mut bytes = [0; PIECE];
            let at = base + (piece * PIECE) as u64;
            assert!(memory.initialised(at, PIECE as u64));
            memory.read(at, &mut bytes, UNIT).unwrap();
            assert_eq!(bytes, [(piece % THREADS) as u8 + 1; PIECE], "piece {piece}");
        }
    }
}

#[test]
fn words_are_never_torn() {
    let (memory, client) = shared();
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            for round in 0..ROUNDS {
                let byte = round as u8;
                client.write(LEN + 64, &[byte; 4]).unwrap();
            }
            stop.store(true, Ordering::Relaxed);
        });
        while !stop.load(Ordering::Relaxed) {
            let mut word = [0; 4];
            memory.read(0x8_0040, &mut word, UNIT).unwrap();
            assert!(word.iter().all(|b| *b == word[0]), "{word:?}");
        }
        writer.join().unwrap();
    });
    let mut last = [0; 4];
    memory.read(0x8_0040, &mut last, UNIT).unwrap();
    assert_eq!(last, [(ROUNDS - 1) as u8; 4]);
}

#[test]
fn accesses_that_reach_outside_touch_nothing() {
    let (memory, client) = shared();
    let end = 0x1_0000 + LEN as u64;
    assert!(memory.write(end - 2, &[9; 4], UNIT).is_err());
    assert!(memory.write(u64::MAX - 1, &[9; 4], UNIT).is_err());
    assert!(memory.read(end - 2, &mut [0; 4], UNIT).is_err());
    assert!(client.write(2 * LEN - 2, &[9; 4]).is_none());
    assert!(client.read(usize::MAX, &mut [0; 4]).is_none());
    let mut bytes = [1; 2];
    memory.read(end - 2, &mut bytes, UNIT).unwrap();
    assert_eq!(bytes, [0; 2]);
}
