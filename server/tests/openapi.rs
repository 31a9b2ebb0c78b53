//! The API's description is committed, because the web app's types are made from it.

use doccare::router;

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
