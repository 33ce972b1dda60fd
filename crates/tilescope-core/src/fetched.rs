//! Code that was fetched, to find out whether memory still has it.

use crate::bus::{Bus, Port};
use crate::log::Log;

/// Pieces that are compared at once.
const COMPARED: usize = 64;

/// Reason why a piece of code cannot be fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotCode {
    /// It is not mapped.
    Unreadable,
    /// It must not be executed.
    NotExecutable,
}

/// Pieces of `N` bytes of code, and what became of fetching each.
#[derive(Clone, Debug, Default)]
pub struct Fetched<const N: usize> {
    pieces: Vec<(u64, Result<[u8; N], NotCode>)>,
}

fn fetch<P: Port, const N: usize>(
    address: u64,
    port: P,
    bus: Bus<'_>,
    log: &mut Log<P>,
) -> Result<[u8; N], NotCode> {
    let mut bytes = [0; N];
    let read = bus.read(log, port, address, &mut bytes);
    read.map_err(|_| NotCode::Unreadable)?;
    match bus.executable(address) {
        true => Ok(bytes),
        false => Err(NotCode::NotExecutable),
    }
}

impl<const N: usize> Fetched<N> {
    /// Fetches a piece.
    ///
    /// # Errors
    /// It is no code.
    pub fn fetch<P: Port>(
        &mut self,
        address: u64,
        port: P,
        bus: Bus<'_>,
        log: &mut Log<P>,
    ) -> Result<[u8; N], NotCode> {
        let piece = fetch(address, port, bus, log);
        self.pieces.push((address, piece));
        piece
    }

    /// The number of pieces.
    pub fn len(&self) -> usize {
        self.pieces.len()
    }

    /// Whether nothing was fetched.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// The lowest address of a piece that was never written, if there is one.
    pub fn unwritten(&self, bus: Bus<'_>) -> Option<u64> {
        let read = self.pieces.iter().filter(|(_, piece)| piece.is_ok());
        let addresses = read.map(|(address, _)| *address);
        addresses.filter(|at| !bus.initialised(*at, N as u32)).min()
    }

    /// Whether fetching all pieces again has the same results.
    pub fn is_unchanged<P: Port>(&self, port: P, bus: Bus<'_>, log: &mut Log<P>) -> bool {
        let follows = |a: &(u64, Result<_, _>), b: &(u64, Result<_, _>)| {
            a.1.is_ok() && b.1.is_ok() && a.0.checked_add(N as u64) == Some(b.0)
        };
        let runs = self.pieces.chunk_by(follows);
        let mut bytes = [[0; N]; COMPARED];
        for run in runs.flat_map(|run| run.chunks(COMPARED)) {
            let &[(first, _), ..] = run else { continue };
            let last = first.wrapping_add(N as u64 * (run.len() as u64 - 1));
            let read = &mut bytes[..run.len()];
            // Code is executable by pages.
            let fetched = bus.read(log, port, first, read.as_flattened_mut()).is_ok()
                && bus.executable(first)
                && bus.executable(last);
            let same = match fetched {
                true => read
                    .iter()
                    .zip(run)
                    .all(|(bytes, (_, piece))| *piece == Ok(*bytes)),
                false => run
                    .iter()
                    .all(|(at, piece)| fetch(*at, port, bus, log) == *piece),
            };
            if !same {
                return false;
            }
        }
        true
    }
}
