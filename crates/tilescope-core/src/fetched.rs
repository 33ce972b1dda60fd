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
    runs: Vec<Run<N>>,
    refused: Vec<(u64, NotCode)>,
}

/// Pieces that follow each other.
#[derive(Clone, Debug)]
struct Run<const N: usize> {
    first: u64,
    pieces: Vec<[u8; N]>,
}

impl<const N: usize> Run<N> {
    /// The address of a piece.
    fn at(&self, n: usize) -> u64 {
        self.first.wrapping_add((N * n) as u64)
    }
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
        match piece {
            Ok(bytes) => self.add(address, bytes),
            Err(reason) => self.refused.push((address, reason)),
        }
        piece
    }

    fn add(&mut self, address: u64, bytes: [u8; N]) {
        if let Some(run) = self.runs.last_mut()
            && address.checked_sub(run.first) == Some((N * run.pieces.len()) as u64)
        {
            return run.pieces.push(bytes);
        }
        self.runs.push(Run {
            first: address,
            pieces: Vec::from([bytes]),
        });
    }

    /// The number of pieces.
    pub fn len(&self) -> usize {
        let fetched = self.runs.iter().map(|run| run.pieces.len());
        fetched.sum::<usize>() + self.refused.len()
    }

    /// Whether nothing was fetched.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The lowest address of a piece that was never written, if there is one.
    pub fn unwritten(&self, bus: Bus<'_>) -> Option<u64> {
        let runs = self.runs.iter();
        let addresses = runs.flat_map(|run| (0..run.pieces.len()).map(|n| run.at(n)));
        addresses.filter(|at| !bus.initialised(*at, N as u32)).min()
    }

    /// Whether fetching all pieces again has the same results.
    pub fn is_unchanged<P: Port>(&self, port: P, bus: Bus<'_>, log: &mut Log<P>) -> bool {
        let mut bytes = [[0; N]; COMPARED];
        for run in &self.runs {
            for (start, pieces) in (0..).step_by(COMPARED).zip(run.pieces.chunks(COMPARED)) {
                let (first, last) = (run.at(start), run.at(start + pieces.len() - 1));
                let read = &mut bytes[..pieces.len()];
                // Code is executable by pages.
                let fetched = bus.read(log, port, first, read.as_flattened_mut()).is_ok()
                    && bus.executable(first)
                    && bus.executable(last);
                let same = match fetched {
                    true => read.as_flattened() == pieces.as_flattened(),
                    false => { (start..).zip(pieces) }
                        .all(|(n, piece)| fetch(run.at(n), port, bus, log) == Ok(*piece)),
                };
                if !same {
                    return false;
                }
            }
        }
        let mut refused = self.refused.iter();
        refused.all(|(at, reason)| fetch::<P, N>(*at, port, bus, log) == Err(*reason))
    }
}
