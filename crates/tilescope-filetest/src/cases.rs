//! The number of random cases.

/// The number of cases of a test with random programs: `TILESCOPE_CASES`, else `usual`.
pub fn cases(usual: u32) -> u32 {
    let wanted = std::env::var("TILESCOPE_CASES").ok();
    wanted.and_then(|n| n.parse().ok()).unwrap_or(usual)
}
