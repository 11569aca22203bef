//! Checks the requirements of `deny.toml` on Alula's dependencies, as far as possible without `cargo deny`: licences,
//! and only one version of each crate.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// All crates compiled on this system, according to cargo.
fn packages() -> Vec<Value> {
    let mut host = Command::new("rustc");
    let host = host.arg("-vV").output().expect("rustc starts").stdout;
    let host = String::from_utf8(host).expect("text");
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--format-version=1", "--locked", "--offline", "--filter-platform", host]);
    let output = cargo.current_dir(ROOT).output().expect("cargo starts");
    let told: Value = serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    told["packages"].as_array().expect("a list").clone()
}

/// The quoted words of a list in `deny.toml` after this key, or at the start of its lines.
fn words_of(list: &str, key: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(Path::new(ROOT).join("deny.toml")).expect("it is there");
    let (_, rest) = text.split_once(&format!("\n{list} = [\n")).expect("the list");
    let (lines, _) = rest.split_once("\n]").expect("its end");
    let parts = lines.lines().filter_map(|line| line.split_once(key)?.1.split('"').next());
    parts.map(String::from).collect()
}

#[test]
fn every_licence_is_allowed() {
    let allowed = words_of("allow", "    \"");
    assert!(allowed.contains("MIT") && allowed.len() > 5, "{allowed:?}");
    let packages = packages();
    assert!(packages.len() > 50, "only {} crates", packages.len());
    for package in &packages {
        let licence = package["license"].as_str().unwrap_or("none").replace('/', " OR ");
        let is_one = |part: &str| part.split(" OR ").any(|name| allowed.contains(name.trim_matches(['(', ')', ' '])));
        assert!(licence.split(" AND ").all(is_one), "{}: {licence}", package["name"]);
    }
}

#[test]
fn no_crate_comes_in_two_versions() {
    let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in &packages() {
        let text = |key: &str| package[key].as_str().expect("text").to_string();
        versions.entry(text("name")).or_default().insert(text("version"));
    }
    let twice: BTreeSet<String> =
        versions.into_iter().filter(|(_, versions)| versions.len() > 1).map(|(name, _)| name).collect();
    let known = words_of("skip", "name = \"");
    assert!(twice.is_subset(&known), "deny.toml does not list these duplicates: {twice:?}");
    assert!(!cfg!(target_os = "linux") || twice == known, "deny.toml lists duplicates that no longer exist: {known:?}");
}
