//! Sources of test cases: the bytes of a fuzzer, or a generator with a fixed
//! seed.

/// Reads choices from bytes; after the last byte everything is zero.
pub struct Bytes<'a> {
    data: &'a [u8],
}

impl<'a> Bytes<'a> {
    pub fn new(data: &'a [u8]) -> Self {
        Bytes { data }
    }

    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    pub fn take(&mut self, n: usize) -> &'a [u8] {
        let (head, tail) = self.data.split_at(n.min(self.data.len()));
        self.data = tail;
        head
    }

    pub fn rest(&mut self) -> &'a [u8] {
        std::mem::take(&mut self.data)
    }

    pub fn u8(&mut self) -> u8 {
        self.take(1).first().copied().unwrap_or(0)
    }

    pub fn u16(&mut self) -> u16 {
        u16::from_le_bytes([self.u8(), self.u8()])
    }

    pub fn u32(&mut self) -> u32 {
        u32::from(self.u16()) | u32::from(self.u16()) << 16
    }

    pub fn u64(&mut self) -> u64 {
        u64::from(self.u32()) | u64::from(self.u32()) << 32
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        if n <= 1 {
            return 0;
        }
        self.u16() as usize % n
    }

    /// True once in `n` times.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == n - 1
    }

    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// A number from `low` to `high`, in steps of 1/16.
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        let t = f32::from(self.u16()) / 65535.0;
        ((low + t * (high - low)) * 16.0).round() / 16.0
    }

    /// A word that is likely to cause errors.
    pub fn nasty(&mut self) -> u32 {
        const LIST: [u32; 28] = [
            0,
            1,
            2,
            31,
            32,
            0xff,
            0x100,
            0x7fff,
            0x8000,
            0xffff,
            0x1_0000,
            0x7fff_ffff,
            0x8000_0000,
            0xffff_fff0,
            0xffff_ffff,
            0x3f80_0000,
            0xbf80_0000,
            0x7f80_0000,
            0xff80_0000,
            0x7fc0_0000,
            0x0000_0001,
            0x8000_0001,
            0x7f7f_ffff,
            0x4f00_0000,
            0x4b80_0000,
            0x7149_f2ca,
            0x0080_0000,
            0xffff_ffe0,
        ];
        match self.below(3) {
            0 => self.u32(),
            _ => self.pick(&LIST),
        }
    }
}

/// xorshift64*: the same bytes for a seed on every host.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// `n` bytes.
    pub fn bytes(&mut self, n: usize) -> Vec<u8> {
        let words = std::iter::repeat_with(|| self.next().to_be_bytes());
        words.flatten().take(n).collect()
    }
}

/// The cases of a property, and those of them in which it returned true: the input was
/// valid.
#[derive(Clone, Copy, Debug)]
pub struct Tally {
    valid: u64,
    tried: u64,
}

impl Tally {
    /// Asserts that the valid cases are a share between two percentages of all, so that
    /// a property does not hold because no input gets far. A single seed has no share.
    #[track_caller]
    pub fn assert_percent(self, range: std::ops::RangeInclusive<u64>) {
        let Tally { valid, tried } = self;
        let (low, high) = (range.start() * tried, range.end() * tried);
        assert!(
            tried <= 1 || (low..=high).contains(&(valid * 100)),
            "{valid} of {tried} inputs were valid, {range:?} % are usual"
        );
    }
}

/// Calls `property` with the bytes of `cases` seeds, or of `TILESCOPE_CASES`.
pub fn repeat(cases: u64, bytes: usize, mut property: impl FnMut(&[u8]) -> bool) -> Tally {
    let only = std::env::var("TILESCOPE_SEED")
        .ok()
        .and_then(|s| s.parse().ok());
    let more = std::env::var("TILESCOPE_CASES")
        .ok()
        .and_then(|s| s.parse().ok());
    let mut tally = Tally { valid: 0, tried: 0 };
    for seed in 0..more.unwrap_or(cases) {
        if only.is_some_and(|o: u64| o != seed) {
            continue;
        }
        let noisy = Noisy(seed);
        tally.tried += 1;
        tally.valid += u64::from(property(&Random::new(seed).bytes(bytes)));
        std::mem::forget(noisy);
    }
    tally
}

/// Prints the seed if the property panics.
struct Noisy(u64);

impl Drop for Noisy {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let seed = self.0;
            // A test that fails must be repeatable.
            #[expect(clippy::print_stderr, reason = "part of a failing test's output")]
            {
                eprintln!("failed with TILESCOPE_SEED={seed}");
            }
        }
    }
}
