//! The API's description is committed, because the web app's types are made from it.

use std::collections::HashMap;
use std::path::Path;

use doccare::router;

use crate::harness::sources::source_files;

#[test]
fn the_committed_description_is_what_the_code_says() {
    let committed = include_str!("../../web/src/api/openapi.json");
    let current = router::openapi().to_pretty_json().unwrap() + "\n";
    assert!(committed == current, "stale: run `make generate` and commit web/src/api");
}

#[test]
fn every_operation_has_a_name_of_its_own() {
    let description = serde_json::to_value(router::openapi()).unwrap();
    let paths = description["paths"].as_object().unwrap().values();
    let operations = paths.flat_map(|path| path.as_object().unwrap().values());
    let mut names: Vec<&str> = operations.filter_map(|operation| operation["operationId"].as_str()).collect();
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert!(all > 40 && names.len() == all, "types generated from equal names would be mixed up: {names:?}");
}

/// Of two types with one name the description would contain the second one for both.
#[test]
fn types_of_the_api_have_names_of_their_own() {
    let mut files = Vec::new();
    source_files(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/server/src")), &mut files);
    let mut seen = HashMap::new();
    for file in files {
        let source = std::fs::read_to_string(&file).unwrap();
        let derived = source.split("derive(").skip(1).filter(|rest| {
            rest.split_once(')').is_some_and(|(derived, _)| derived.split(", ").any(|name| name == "ToSchema"))
        });
        for rest in derived {
            let mut words = rest.split_whitespace().skip_while(|word| !["struct", "enum"].contains(word)).skip(1);
            let name: String = words.next().unwrap().chars().take_while(|c| c.is_alphanumeric()).collect();
            if let Some(other) = seen.insert(name.clone(), file.clone()) {
                panic!("{name} in {} and {}", other.display(), file.display());
            }
        }
    }
    assert!(seen.len() > 50, "{}", seen.len());
}
