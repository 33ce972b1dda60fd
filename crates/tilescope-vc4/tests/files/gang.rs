//! Runs of a file as threads of one gang.

use crate::device::Device;
use crate::run::{FUEL, Prepared, Start, companions, verify};
use tilescope_exec::Lanes16;
use tilescope_filetest::Run;
use tilescope_vc4::qpu::gang::{Gang, Streams, THREADS};
use tilescope_vc4::qpu::{ExecMode, ThreadInit};

/// The devices of the threads.
struct Devices(Vec<Device>);

impl Streams for Devices {
    fn uniform(&mut self, n: usize) -> Option<u32> {
        self.0[n].next_uniform()
    }

    fn uniforms_address(&mut self, n: usize, address: u32) -> bool {
        use tilescope_vc4::qpu::QpuIo;
        self.0[n].set_uniforms_address(address);
        true
    }

    fn varying(&mut self, n: usize, out: &mut Lanes16) -> Option<u32> {
        let next = self.0[n].next_varying()?;
        *out = next.value;
        Some(next.c)
    }
}

/// Executes `run` together with other runs of the file, or with itself. Returns the
/// number of instructions that the first thread executed in the gang.
pub fn run(file: &Prepared, run: &Run, start: &Start) -> Result<u64, String> {
    if start.program.reference_only() {
        return Ok(0);
    }
    let mut others = companions(file, run, start)?;
    if others.is_empty() {
        others.push((run.clone(), Start::new(file, run)?));
    }
    others.truncate(THREADS - 1);
    let all: Vec<(&Run, &Start)> = std::iter::once((run, start))
        .chain(others.iter().map(|(run, start)| (run, start)))
        .collect();
    let inits: Vec<ThreadInit> = all.iter().map(|(_, start)| start.init.clone()).collect();
    let devices = all.iter().map(|(_, start)| start.device.clone());
    let mut devices = Devices(devices.collect());
    let mut gang = Gang::default();
    gang.run(&start.program, &inits, &mut devices, FUEL);
    let together = gang.thread(0).executed();
    for (n, (run, start)) in all.iter().enumerate() {
        let device = &mut devices.0[n];
        let thread = gang.thread(n);
        start.finish(thread, device, ExecMode::Normal)?;
        verify(run, thread, device).map_err(|e| format!("thread {n}: {e}"))?;
    }
    Ok(together)
}
