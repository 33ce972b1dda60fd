//! Any job.toml and any texts load or are refused.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    tilescope_fuzz::loader::job_loader_never_panics(data);
});
