//! The host's clock and threads.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use rustix::thread::gettid;
use rustix::time::{ClockId, clock_gettime};
use tilescope_core::Clock;

/// Names of threads, by their number.
static NAMES: Mutex<BTreeMap<u32, String>> = Mutex::new(BTreeMap::new());

thread_local! {
    /// The number under which this thread's name is known: another one in a forked child.
    static NAMED: Cell<u32> = const { Cell::new(0) };
}

/// The clock of the host since it was started, which Perfetto's own traces have too, and the
/// kernel's numbers of threads.
#[derive(Clone, Copy, Debug, Default)]
pub struct HostClock;

impl HostClock {
    /// The name of a thread that the clock was asked on.
    pub(super) fn name(thread: u32) -> Option<String> {
        let names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
        names.get(&thread).cloned()
    }
}

impl Clock for HostClock {
    fn now(&self) -> u64 {
        let now = clock_gettime(ClockId::Boottime);
        now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64
    }

    fn thread(&self) -> u32 {
        let number = gettid().as_raw_nonzero().get() as u32;
        if NAMED.get() != number {
            NAMED.set(number);
            if let Some(name) = std::thread::current().name() {
                let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
                names.insert(number, name.to_owned());
            }
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_have_numbers_and_names() {
        let clock = HostClock;
        let before = clock.now();
        let named = std::thread::Builder::new().name("named".into());
        let other = named.spawn(move || clock.thread()).unwrap();
        let other = other.join().unwrap();
        assert_ne!(clock.thread(), other);
        assert_eq!(HostClock::name(other).as_deref(), Some("named"));
        assert!(clock.now() >= before);
    }
}
