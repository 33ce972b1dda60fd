//! Link options.

fn main() {
    // Somebody who opens the library by hand may close it again; the pointers to
    // it in fork handlers and exit handlers stay.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-z,nodelete");
}
