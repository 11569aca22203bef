//! Gives the executable its icon and version on Windows. On other systems there is nothing to do.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=assets/alula.ico");
    let is_windows = std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "windows");
    if !is_windows {
        return;
    }
    let mut resource = winresource::WindowsResource::new();
    resource.set_icon("assets/alula.ico");
    resource.set("ProductName", "Alula").set("FileDescription", "Alula, a chess engine for WinBoard");
    // The program works without: whoever has no compiler for resources shall still be able to build it.
    if let Err(error) = resource.compile() {
        println!("cargo:warning=the executable has no icon: {error}");
    }
}
