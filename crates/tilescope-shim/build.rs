//! Link options.

fn main() {
    // A program that opens the library by hand may close it again; the pointers
    // to it in fork handlers and exit handlers remain.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-z,nodelete");
}
