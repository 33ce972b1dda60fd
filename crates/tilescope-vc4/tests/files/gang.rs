//! Runs of a file as threads of one gang.

use crate::device::Device;
use crate::run::{FUEL, Prepared, Start, companions, verify};
use tilescope_exec::Lanes16;
use tilescope_filetest::Run;
use tilescope_vc4::qpu::gang::{Gang, Streams, THREADS};
use tilescope_vc4::qpu::{ExecMode, ThreadInit};

/// The devices of the threads, and one more for the streams that they share.
struct Devices {
    shared: Device,
    own: Vec<Device>,
    /// By thread: whether it has left.
    left: [bool; THREADS],
}

impl Streams for Devices {
    fn uniform(&mut self) -> Option<u32> {
        self.shared.next_uniform()
    }

    fn uniforms_address(&mut self, address: u32) -> bool {
        use tilescope_vc4::qpu::QpuIo;
        self.shared.set_uniforms_address(address);
        true
    }

    fn varying(&mut self, out: &mut [Lanes16; THREADS]) -> Option<u32> {
        let next = self.shared.next_varying()?;
        for ((device, out), left) in self.own.iter_mut().zip(out).zip(self.left) {
            if !left {
                *out = device.next_varying()?.value;
            }
        }
        Some(next.c)
    }

    fn leave(&mut self, n: usize) {
        self.left[n] = true;
        if let Some(device) = self.own.get_mut(n) {
            device.continue_at(&self.shared);
        }
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
    let mut devices = Devices {
        shared: start.device.clone(),
        own: all.iter().map(|(_, start)| start.device.clone()).collect(),
        left: [false; THREADS],
    };
    let mut gang = Gang::new();
    gang.run(&start.program, &inits, &mut devices, FUEL);
    let together = gang.thread(0).executed();
    for (n, (run, start)) in all.iter().enumerate() {
        let device = &mut devices.own[n];
        let thread = gang.thread(n);
        start.finish(thread, device, ExecMode::Normal)?;
        verify(run, thread, device).map_err(|e| format!("thread {n}: {e}"))?;
    }
    Ok(together)
}
