//! Worst-case time per unit of fuel: inputs that request excessive work, with a
//! tenth of the usual fuel.
//!
//! `cargo bench -p tilescope-vc4 --bench fuel`

#[path = "../tests/properties/hostile.rs"]
#[expect(dead_code, reason = "shared with the tests")]
mod hostile;
#[path = "../tests/properties/limits.rs"]
mod limits;
#[path = "../tests/properties/scene.rs"]
#[expect(dead_code, reason = "shared with the tests")]
mod scene;
#[path = "../tests/properties/source.rs"]
#[expect(dead_code, reason = "shared with the tests")]
mod source;

use std::time::Instant;

use tilescope_core::{Fuel, Status};

#[expect(clippy::print_stdout, reason = "it is there to be read")]
fn main() {
    for case in limits::cases() {
        let before = Instant::now();
        let (status, used) = limits::run(&case, Fuel::DEFAULT.left() / 10);
        let time = before.elapsed();
        let how = match status {
            Status::Done => "done",
            Status::Fault(_) => "fault",
            Status::OutOfFuel(_) => "out of fuel",
        };
        let each = time.as_nanos() as f64 / used.max(1) as f64;
        println!(
            "{:28} {each:7.2} ns a unit, {:6.2} s, {how}",
            case.name,
            time.as_secs_f64()
        );
    }
}
