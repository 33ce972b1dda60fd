//! Bytes and bits of relaxed atomic words, at any alignment.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::{load_vectors, store_vectors};

/// Copies out of atomic words, starting `offset` bytes in.
pub(super) fn load(words: &[AtomicU32], offset: usize, out: &mut [u8]) {
    let mut word = offset / 4;
    let skip = offset % 4;
    if skip == 0 && out.len() == 4 {
        out.copy_from_slice(&words[word].load(Relaxed).to_le_bytes());
        return;
    }
    let head = if skip == 0 {
        0
    } else {
        (4 - skip).min(out.len())
    };
    let (first, rest) = out.split_at_mut(head);
    if head > 0 {
        first.copy_from_slice(&words[word].load(Relaxed).to_le_bytes()[skip..skip + head]);
        word += 1;
    }
    // With slices of the same length the compiler removes every check in the loop.
    let (chunks, tail) = rest.as_chunks_mut::<4>();
    let whole = &words[word..word + chunks.len()];
    let done = load_vectors(whole, chunks);
    for (chunk, w) in chunks[done..].iter_mut().zip(&whole[done..]) {
        *chunk = w.load(Relaxed).to_le_bytes();
    }
    word += chunks.len();
    if !tail.is_empty() {
        let n = tail.len();
        tail.copy_from_slice(&words[word].load(Relaxed).to_le_bytes()[..n]);
    }
}

/// Replaces the bits of `mask` in `word`; atomic with respect to other threads.
fn store_masked(word: &AtomicU32, value: u32, mask: u32) {
    let mut old = word.load(Relaxed);
    while let Err(now) =
        word.compare_exchange_weak(old, (old & !mask) | (value & mask), Relaxed, Relaxed)
    {
        old = now;
    }
}

/// Copies into atomic words, starting `offset` bytes in.
pub(super) fn store(words: &[AtomicU32], offset: usize, data: &[u8]) {
    let mut word = offset / 4;
    let skip = offset % 4;
    let head = if skip == 0 {
        0
    } else {
        (4 - skip).min(data.len())
    };
    let (first, rest) = data.split_at(head);
    let partial = |w: &AtomicU32, bytes: &[u8], at: usize| {
        let mut v = [0u8; 4];
        let mut m = [0u8; 4];
        v[at..at + bytes.len()].copy_from_slice(bytes);
        m[at..at + bytes.len()].fill(0xff);
        store_masked(w, u32::from_le_bytes(v), u32::from_le_bytes(m));
    };
    if head > 0 {
        partial(&words[word], first, skip);
        word += 1;
    }
    let (chunks, tail) = rest.as_chunks::<4>();
    let whole = &words[word..word + chunks.len()];
    let done = store_vectors(whole, chunks);
    for (chunk, w) in chunks[done..].iter().zip(&whole[done..]) {
        w.store(u32::from_le_bytes(*chunk), Relaxed);
    }
    word += chunks.len();
    if !tail.is_empty() {
        partial(&words[word], tail, 0);
    }
}

/// Sets bits `offset..offset + len` of a bitmap.
pub(super) fn mark(init: &[AtomicU32], offset: usize, len: usize) {
    let (mut at, end) = (offset, offset + len);
    while at < end {
        let bit = at % 32;
        let n = (32 - bit).min(end - at);
        let mask = if n == 32 {
            u32::MAX
        } else {
            ((1u32 << n) - 1) << bit
        };
        let w = &init[at / 32];
        if w.load(Relaxed) & mask != mask {
            w.fetch_or(mask, Relaxed);
        }
        at += n;
    }
}

/// Whether bits `offset..offset + len` of a bitmap are all set.
pub(super) fn marked(init: &[AtomicU32], offset: usize, len: usize) -> bool {
    let (mut at, end) = (offset, offset + len);
    while at < end {
        let bit = at % 32;
        let n = (32 - bit).min(end - at);
        let mask = if n == 32 {
            u32::MAX
        } else {
            ((1u32 << n) - 1) << bit
        };
        if init[at / 32].load(Relaxed) & mask != mask {
            return false;
        }
        at += n;
    }
    true
}
