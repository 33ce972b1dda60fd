//! The supported releases of Mesa: those of Debian 12 and 13.

/// A release of Debian, and the build options of its Mesa.
#[derive(Debug, PartialEq, Eq)]
pub struct Release {
    /// The codename of the suite.
    pub name: &'static str,
    /// The prefix of its Mesa's version.
    pub mesa: &'static str,
    /// The oldest meson that configures it.
    pub meson: (u32, u32),
    /// Python modules that its generators import.
    pub modules: &'static [&'static str],
    /// Debian packages that it needs, beyond those of all releases.
    pub packages: &'static [&'static str],
    /// The name of the software renderer without LLVM.
    software: &'static str,
    /// Options that only this release has, or that have another name in others.
    options: &'static [&'static str],
}

/// The releases, the default first.
pub static RELEASES: &[Release] = &[
    Release {
        name: "bookworm",
        mesa: "22.3",
        meson: (0, 53),
        modules: &["mako"],
        packages: &[],
        software: "swrast",
        options: &["-Dglvnd=true", "-Ddri3=disabled", "-Dgallium-omx=disabled"],
    },
    Release {
        name: "trixie",
        mesa: "25.0",
        meson: (1, 1),
        modules: &["mako", "yaml", "pycparser"],
        packages: &["python3-pycparser", "python3-venv", "python3-yaml"],
        software: "softpipe",
        options: &["-Dglvnd=enabled", "-Dvideo-codecs="],
    },
];

/// The drivers that are built by default: those of all families. Each further one makes the build
/// longer; none needs LLVM, libclc or Rust.
pub fn default_drivers() -> Vec<&'static str> {
    let families = tilescope_families::ALL.families();
    let drivers: Vec<&str> = families
        .filter_map(|f| f.mesa())
        .map(|d| d.option)
        .collect();
    // In the order of the list, so that naming all of them finds the same build.
    let known = KNOWN.iter().copied();
    known.filter(|name| drivers.contains(name)).collect()
}

/// The drivers for Tilescope's families.
pub const KNOWN: &[&str] = &["vc4", "etnaviv", "freedreno", "panfrost"];

/// Options of all releases: no windowing system, and no dependency on other installed software.
/// With glvnd, the dispatcher of distributions, programs linked to libGL, libEGL or libGLESv2 use
/// this build without being relinked.
const OPTIONS: &[&str] = &[
    "-Dbuildtype=release",
    "-Db_ndebug=true",
    "-Dlibdir=lib",
    "-Dvulkan-layers=",
    "-Dplatforms=",
    "-Dglx=disabled",
    "-Degl=enabled",
    "-Dgbm=enabled",
    "-Dgles1=disabled",
    "-Dgles2=enabled",
    "-Dopengl=true",
    "-Dshared-glapi=enabled",
    "-Dllvm=disabled",
    "-Dgallium-va=disabled",
    "-Dgallium-vdpau=disabled",
    "-Dgallium-xa=disabled",
    "-Dmicrosoft-clc=disabled",
    "-Dvalgrind=disabled",
    "-Dlibunwind=disabled",
    "-Dlmsensors=disabled",
    "-Dzstd=disabled",
];

impl Release {
    /// The release with this codename.
    ///
    /// # Errors
    /// One line with the known ones.
    pub fn find(name: &str) -> Result<&'static Release, String> {
        let known = || RELEASES.iter().map(|r| r.name).collect::<Vec<_>>();
        let found = RELEASES.iter().find(|r| r.name == name);
        found.ok_or_else(|| format!("no release {name}; there are {}, all", known().join(", ")))
    }

    /// The options for meson, with these hardware drivers and the software renderer.
    pub fn options(&self, drivers: &[&str]) -> Vec<String> {
        let vulkan = match drivers.contains(&"freedreno") {
            true => "freedreno",
            false => "",
        };
        let mut gallium = drivers.to_vec();
        gallium.push(self.software);
        let chosen = [
            format!("-Dgallium-drivers={}", gallium.join(",")),
            format!("-Dvulkan-drivers={vulkan}"),
        ];
        let fixed = OPTIONS.iter().chain(self.options).map(|o| (*o).to_owned());
        chosen.into_iter().chain(fixed).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drivers_decide_the_options() {
        let trixie = Release::find("trixie").unwrap();
        let options = trixie.options(&default_drivers());
        assert_eq!(
            options[0],
            "-Dgallium-drivers=vc4,etnaviv,freedreno,panfrost,softpipe"
        );
        assert_eq!(options[1], "-Dvulkan-drivers=freedreno");
        let options = trixie.options(&["vc4"]);
        assert_eq!(options[0], "-Dgallium-drivers=vc4,softpipe");
        assert_eq!(options[1], "-Dvulkan-drivers=");
    }

    #[test]
    fn unknown_releases_are_named() {
        assert_eq!(
            Release::find("sid").unwrap_err(),
            "no release sid; there are bookworm, trixie, all"
        );
    }
}
