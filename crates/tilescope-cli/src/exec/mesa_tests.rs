//! Installations and build trees of both kinds, as empty files.

use super::*;
use tilescope_families::ALL;

/// The driver of a family.
fn driver(family: &str) -> MesaDriver {
    let found = ALL.families().find(|f| f.name() == family).unwrap();
    found.mesa().unwrap()
}

/// A folder with these files; one that ends in `=TEXT` has that text.
fn tree(files: &[&str]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    for file in files {
        let (name, text) = file.split_once('=').unwrap_or((file, ""));
        let path = dir.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    dir
}

const EGL: &str = "lib/libEGL_mesa.so.0";
const VENDOR: &str = "share/glvnd/egl_vendor.d/50_mesa.json";

#[test]
fn installed_with_a_file_per_driver() {
    let dir = tree(&["lib/dri/vc4_dri.so", "lib/gbm/dri_gbm.so", EGL, VENDOR]);
    let at = |p: &str| dir.path().join(p);
    let found = layout(dir.path(), driver("vc4")).unwrap();
    assert_eq!(
        found,
        Layout {
            libraries: vec![at("lib")],
            drivers: Some(at("lib/dri")),
            backends: Some(at("lib/gbm")),
            vendor: Some(at(VENDOR)),
            vulkan: None,
        }
    );
    assert_eq!(
        layout(dir.path(), driver("vivante")),
        Err(Wrong::NoDriver(at("lib/dri")))
    );
}

#[test]
fn installed_with_one_library_for_all_drivers() {
    for lib in ["lib", "lib64", "lib/x86_64-linux-gnu"] {
        let gallium = format!("{lib}/libgallium-25.0.7.so=...VC4_DEBUG...");
        let egl = format!("{lib}/libEGL_mesa.so.0");
        let gbm = format!("{lib}/gbm/dri_gbm.so");
        // Libraries that X servers load are not drivers.
        let entry = format!("{lib}/dri/etnaviv_dri.so");
        let dir = tree(&[&gallium, &egl, &gbm, &entry, VENDOR]);
        let found = layout(dir.path(), driver("vc4")).unwrap();
        assert_eq!(found.libraries, [dir.path().join(lib)]);
        assert_eq!(found.drivers, None);
        assert_eq!(found.backends, Some(dir.path().join(lib).join("gbm")));
        assert_eq!(
            layout(dir.path(), driver("vivante")),
            Err(Wrong::NoDriver(
                dir.path().join(lib).join("libgallium-25.0.7.so")
            ))
        );
    }
}

#[test]
fn build_trees_of_both_kinds() {
    let old = tree(&[
        "src/gallium/targets/dri/libgallium_dri.so",
        "src/gallium/targets/dri/vc4_dri.so",
        "src/egl/libEGL_mesa.so.0",
        "src/egl/50_mesa.json",
        "src/mapi/shared-glapi/libglapi.so.0",
    ]);
    let found = layout(old.path(), driver("vc4")).unwrap();
    let at = |p: &str| old.path().join(p);
    assert_eq!(found.drivers, Some(at("src/gallium/targets/dri")));
    assert_eq!(found.vendor, Some(at("src/egl/50_mesa.json")));
    assert!(found.libraries.contains(&at("src/mapi/shared-glapi")));

    let new = tree(&[
        "src/gallium/targets/dri/libgallium-25.0.7.so=ETNA_MESA_DEBUG",
        "src/egl/libEGL_mesa.so.0",
        "src/egl/50_mesa.json",
        "src/gbm/backends/dri/dri_gbm.so",
        "src/gbm/libgbm.so.1",
    ]);
    let found = layout(new.path(), driver("vivante")).unwrap();
    let at = |p: &str| new.path().join(p);
    assert_eq!(found.drivers, None);
    assert_eq!(found.backends, Some(at("src/gbm/backends/dri")));
    assert_eq!(
        found.libraries,
        [at("src/gallium/targets/dri"), at("src/egl"), at("src/gbm")]
    );
}

#[test]
fn a_libgallium_without_a_version_is_one() {
    let dir = tree(&["lib/libgallium_dri.so=VC4_DEBUG", EGL, VENDOR]);
    assert_eq!(layout(dir.path(), driver("vc4")).unwrap().drivers, None);
}

#[test]
fn without_glvnd_there_is_no_vendor_file() {
    let dir = tree(&["lib/libgallium-25.0.7.so=VC4_DEBUG", "lib/libEGL.so.1"]);
    assert_eq!(layout(dir.path(), driver("vc4")).unwrap().vendor, None);
}

#[test]
fn what_is_missing_is_told_apart() {
    let empty = tree(&[]);
    assert_eq!(layout(empty.path(), driver("vc4")), Err(Wrong::NotMesa));
    let unbuilt = tree(&["src/gallium/targets/dri/dri.sym"]);
    assert_eq!(layout(unbuilt.path(), driver("vc4")), Err(Wrong::NotBuilt));
    let no_egl = tree(&["lib/libgallium-25.0.7.so=VC4_DEBUG"]);
    assert_eq!(
        layout(no_egl.path(), driver("vc4")),
        Err(Wrong::NoEgl(no_egl.path().join("lib")))
    );
}

#[test]
fn strings_across_two_pieces_are_found() {
    let mut bytes = vec![b'V'; (1 << 20) - 4];
    bytes.extend(b"VC4_DEBUG");
    let dir = tree(&[]);
    let path = dir.path().join("x");
    std::fs::write(&path, &bytes).unwrap();
    assert!(contains(&path, b"VC4_DEBUG").unwrap());
    assert!(!contains(&path, b"VC4_DEBUX").unwrap());
}
