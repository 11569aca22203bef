//! Sets the icon and the version of the executable on Windows. Does nothing on other systems.

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
    // The program works without an icon, so it must build without a resource compiler, too.
    if let Err(error) = resource.compile() {
        println!("cargo:warning=the executable has no icon: {error}");
    }
}
