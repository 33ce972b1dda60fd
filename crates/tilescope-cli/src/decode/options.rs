//! Options of `decode` that apply to single files only.

use tilescope_core::ChipInfo;

use crate::args::DecodeArgs;
use crate::exit::Failure;

/// Refuses options that would be ignored: `what` is a job or a capture, and `chip` its chip.
pub fn check(args: &DecodeArgs, what: &str, chip: &ChipInfo) -> Result<(), Failure> {
    let path = args.path.display();
    let message = match &args.gpu {
        Some(gpu) if gpu != chip.name => {
            format!("{path} {what} {}, so --gpu {gpu} does not apply", chip.name)
        }
        _ if args.kind.is_some() => format!("{path} {what} {}, so --as does not apply", chip.name),
        _ if args.base.is_some() => {
            format!("{path} {what} {}, so --base does not apply", chip.name)
        }
        _ => return Ok(()),
    };
    Err(Failure::new(
        message,
        Some("this option is for single files"),
    ))
}
