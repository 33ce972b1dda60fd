//! The order of the crates: each uses only crates below it.

use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// The crates from the top down, as in ARCHITECTURE.md. Crates in one row do
/// not use each other.
const ORDER: &[&[&str]] = &[
    &["tilescope-cli", "xtask"],
    &["tilescope-shim"],
    &["tilescope-session"],
    &["tilescope-inspector"],
    &["tilescope-capture"],
    &["tilescope-families"],
    &["tilescope-kernel"],
    FAMILIES,
    &["tilescope-draw"],
    &["tilescope-output"],
    &["tilescope-jit"],
    &["tilescope-shader"],
    &["tilescope-raster"],
    &["tilescope-texture"],
    &["tilescope-pixel"],
    &["tilescope-exec"],
    &["tilescope-tables"],
    &["tilescope-core", "tilescope-filetest"],
];

/// The families.
const FAMILIES: &[&str] = &[
    "tilescope-vc4",
    "tilescope-vivante",
    "tilescope-midgard",
    "tilescope-adreno",
];

/// The crates that may use a family other than through the registry: the registry itself, drivers,
/// and the generator of the pages of its tables.
const USES_FAMILIES: &[&str] = &["tilescope-families", "tilescope-kernel", "xtask"];

fn rank(name: &str) -> Option<usize> {
    ORDER.iter().position(|row| row.contains(&name))
}

/// Violations of the order of the crates.
pub fn check(root: &Path) -> Vec<String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args([
            "metadata",
            "--no-deps",
            "--offline",
            "--format-version",
            "1",
        ])
        .current_dir(root)
        .output();
    match output {
        Ok(o) if o.status.success() => match serde_json::from_slice(&o.stdout) {
            Ok(metadata) => problems(&metadata),
            Err(e) => vec![format!("cargo metadata: {e}")],
        },
        Ok(o) => vec![format!(
            "cargo metadata: {}",
            String::from_utf8_lossy(&o.stderr)
        )],
        Err(e) => vec![format!("cannot run cargo metadata: {e}")],
    }
}

fn problems(metadata: &Value) -> Vec<String> {
    let mut problems = Vec::new();
    let packages = metadata["packages"].as_array();
    for package in packages.into_iter().flatten() {
        let name = package["name"].as_str().unwrap_or("");
        // Two use no other crate of the workspace, and one is a test of the command.
        if [
            "tilescope-gles",
            "tilescope-vulkan",
            "tilescope-demo-family",
        ]
        .contains(&name)
        {
            continue;
        }
        let Some(here) = rank(name) else {
            problems.push(format!(
                "{name} has no place in the order of xtask/src/order.rs"
            ));
            continue;
        };
        let path = package["manifest_path"].as_str().unwrap_or("");
        if name != "xtask"
            && !path
                .replace('\\', "/")
                .ends_with(&format!("crates/{name}/Cargo.toml"))
        {
            problems.push(format!("{name} is not in crates/{name}"));
        }
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            let used = dependency["name"].as_str().unwrap_or("");
            // Tests may depend on any crate.
            let ours = dependency["path"].is_string() && dependency["kind"] != "dev";
            if ours && rank(used).is_none_or(|there| there <= here) {
                problems.push(format!("{name} uses {used}, which is not below it"));
            } else if ours && FAMILIES.contains(&used) && !USES_FAMILIES.contains(&name) {
                problems.push(format!(
                    "{name} uses {used}; tools take families from tilescope-families"
                ));
            }
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn package(name: &str, uses: &str, kind: Option<&str>) -> Value {
        json!({
            "name": name,
            "manifest_path": format!("/x/crates/{name}/Cargo.toml"),
            "dependencies": [{ "name": uses, "path": "/x", "kind": kind }],
        })
    }

    #[test]
    fn upward_and_sideward_uses_are_problems() {
        let found = |p: Value| problems(&json!({ "packages": [p] }));
        assert!(found(package("tilescope-vc4", "tilescope-core", None)).is_empty());
        assert!(found(package("tilescope-core", "tilescope-vc4", Some("dev"))).is_empty());
        for (name, uses) in [
            ("tilescope-core", "tilescope-tables"),
            ("tilescope-vc4", "tilescope-adreno"),
            ("tilescope-raster", "tilescope-jit"),
            ("tilescope-vc4", "tilescope-utils"),
        ] {
            let want = format!("{name} uses {uses}, which is not below it");
            assert_eq!(found(package(name, uses, None)), [want]);
        }
        let tool = found(package("tilescope-cli", "tilescope-vc4", None));
        assert!(tool[0].contains("from tilescope-families"), "{tool:?}");
        assert!(found(package("tilescope-kernel", "tilescope-vc4", None)).is_empty());
        let stranger = found(package("tilescope-utils", "tilescope-core", None));
        assert!(stranger[0].contains("has no place"));
    }
}
