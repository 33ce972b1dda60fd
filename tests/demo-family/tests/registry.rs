//! The family beside the others: one more item of a list.

use std::path::Path;

use tilescope_capture::Job;
use tilescope_demo_family::family::DemoFamily;
use tilescope_families::adreno::AdrenoFamily;
use tilescope_families::midgard::MidgardFamily;
use tilescope_families::vc4::Vc4Family;
use tilescope_families::vivante::VivanteFamily;
use tilescope_families::{ALL, Registry};

const MORE: Registry = Registry::new(&[
    &Vc4Family,
    &VivanteFamily,
    &MidgardFamily,
    &AdrenoFamily,
    &DemoFamily,
]);

fn job() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("job")
}

#[test]
fn a_list_with_one_more_item_has_all_of_them() {
    assert_eq!(MORE.families().count(), ALL.families().count() + 1);
    assert_eq!(MORE.chip("bcm2837").unwrap().family.name(), "vc4");
    let (family, _) = MORE.text("dasm").unwrap();
    assert_eq!(family.name(), "demo");
    let job = Job::load(&job(), MORE).unwrap();
    assert_eq!(job.family.name(), "demo");
}

#[test]
fn without_it_its_jobs_are_refused() {
    let errors = Job::load(&job(), ALL).unwrap_err();
    assert_eq!(errors[0].error.message, "no chip is called `demo1`");
}

#[test]
fn its_queues_are_its_own() {
    let folder = tempfile::tempdir().unwrap();
    for entry in std::fs::read_dir(job()).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let text = text.replace("draws = \"draw\"", "bin = \"draw\"");
        std::fs::write(folder.path().join(path.file_name().unwrap()), text).unwrap();
    }
    let errors = Job::load(folder.path(), MORE).unwrap_err();
    let message = "chips of the family demo have no queue `bin`";
    assert!(
        errors.iter().any(|e| e.error.message == message),
        "{errors:?}"
    );
}
