//! The API's description is committed, because the web app's types are made from it.

use doccare::router;

#[test]
fn the_committed_description_is_what_the_code_says() {
    let committed = include_str!("../../web/src/api/openapi.json");
    let current = router::openapi().to_pretty_json().unwrap() + "\n";
    assert!(committed == current, "stale: run `make generate` and commit web/src/api");
}
