//! Who may import whom: the rules of `docs/ARCHITECTURE.md`, read from the `use` lines.

use std::fs;
use std::path::{Path, PathBuf};

/// From left to right: a feature may use those to its left.
const FEATURES: [&str; 8] = ["reference", "identity", "directory", "booking", "blood", "contact", "admin", "demo"];

fn source_files(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            source_files(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            into.push(path);
        }
    }
}

/// Every `crate::a::b` that a file names, as `a::b…`, and every outside crate that it uses.
fn names(code: &str, prefix: &str) -> Vec<String> {
    let production = code.split("#[cfg(test)]").next().unwrap_or_default();
    let ends = |c: char| !(c.is_alphanumeric() || c == '_' || c == ':');
    production.split(prefix).skip(1).map(|rest| rest.split(ends).next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn nothing_imports_what_is_on_its_left() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("server/src");
    let mut files = Vec::new();
    source_files(&root, &mut files);
    assert!(files.len() > 20);
    let mut forbidden = Vec::new();
    for file in files {
        let path = file.strip_prefix(&root).unwrap();
        let code = fs::read_to_string(&file).unwrap();
        let area = path.iter().next().unwrap().to_string_lossy().into_owned();
        let layer = path.file_stem().unwrap().to_string_lossy().into_owned();
        let own = FEATURES.iter().position(|feature| *feature == area);
        for name in names(&code, "crate::").into_iter().chain(names(&code, "super::")) {
            let target = name.split("::").next().unwrap_or_default();
            let target_place = FEATURES.iter().position(|feature| *feature == target);
            let wrong = match (area.as_str(), own) {
                ("platform", _) => target_place.is_some() || ["app", "router", "server"].contains(&target),
                (_, Some(own)) => target_place.is_some_and(|place| place > own) || target == "router",
                _ => false,
            };
            let layer_wrong = own.is_some()
                && match layer.as_str() {
                    "model" | "rules" => name.contains("db::") || name.starts_with("app") || target == "store",
                    "store" => target == "rules" || name.contains("http"),
                    "http" => target == "store",
                    _ => false,
                };
            if wrong || layer_wrong {
                forbidden.push(format!("{} uses {name}", path.display()));
            }
        }
        let pure = own.is_some() && ["model", "rules"].contains(&layer.as_str());
        if pure && ["use axum", "use tokio", "use rusqlite"].iter().any(|outside| code.contains(outside)) {
            forbidden.push(format!("{} is not pure", path.display()));
        }
        if !path.starts_with("platform/db") && ["rusqlite", "tokio_postgres"].iter().any(|engine| code.contains(engine))
        {
            forbidden.push(format!("{} knows an engine", path.display()));
        }
    }
    assert!(forbidden.is_empty(), "{forbidden:#?}");
}

/// What is written without anybody who is signed in: by a visitor, by the holder of a mailed link, or by the program
/// itself. Everything else goes through `Caller::write`, which asks again whether its caller may act.
const WITHOUT_A_CALLER: [&str; 30] = [
    "app.rs: fold_old_names",
    "blood/donors/service.rs: alter",
    "blood/donors/service.rs: erase",
    "blood/donors/service.rs: register",
    "blood/donors/service.rs: send_links",
    "blood/requests/answers.rs: accept",
    "blood/requests/answers.rs: decline",
    "blood/requests/answers.rs: find",
    "blood/requests/answers.rs: report",
    "blood/requests/matching.rs: advance",
    "blood/requests/matching.rs: expire",
    "blood/requests/matching.rs: forget_old",
    "blood/requests/service.rs: ask",
    "blood/requests/service.rs: close",
    "blood/requests/service.rs: confirm",
    "blood/requests/service.rs: find",
    "blood/requests/service.rs: report",
    "contact/service.rs: send",
    "directory/joining.rs: apply_as_doctor",
    "directory/joining.rs: apply_as_facility",
    "identity/actor.rs: of_token",
    "identity/actor.rs: write",
    "identity/login_change/service.rs: confirm",
    "identity/login_change/service.rs: forget_old",
    "identity/reset.rs: ask",
    "identity/reset.rs: redeem",
    "identity/service.rs: create_admin",
    "identity/service.rs: enter",
    "identity/service.rs: log_out",
    "identity/users/service.rs: register",
];

#[test]
fn whoever_is_signed_in_writes_through_their_caller() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("server/src");
    let mut files = Vec::new();
    source_files(&root, &mut files);
    let mut unknown = Vec::new();
    for file in files {
        let path = file.strip_prefix(&root).unwrap();
        if path.starts_with("platform") || path.starts_with("demo") {
            continue;
        }
        let code = fs::read_to_string(&file).unwrap();
        let production = code.split("#[cfg(test)]").next().unwrap_or_default();
        for function in production.split("fn ").skip(1) {
            let name = function.split(['(', '<']).next().unwrap_or_default();
            let code: String = function.split_whitespace().collect();
            let place = format!("{}: {name}", path.display());
            if ["db.write(", "db.write_one("].iter().any(|write| code.contains(write))
                && !WITHOUT_A_CALLER.contains(&place.as_str())
            {
                unknown.push(place);
            }
        }
    }
    assert!(unknown.is_empty(), "write as a caller, or say here why there is none: {unknown:#?}");
}
