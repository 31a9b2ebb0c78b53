//! The reference call, as forms use it.

use crate::harness::with_server;

#[tokio::test]
async fn the_reference_data_is_one_public_call_with_kerala_first() {
    with_server(async |server| {
        let answer = server.get("/user/api/reference").await;
        assert_eq!(answer.status, 200);
        let data = &answer.body["data"];
        assert_eq!(data["states"].as_array().map(Vec::len), Some(36));
        assert_eq!(data["states"][0]["name"], "Kerala");
        assert_eq!(data["states"][0]["districts"][10]["ml"], "കോഴിക്കോട്");
        assert_eq!(data["specialities"].as_array().map(Vec::len), Some(16));
        assert_eq!(data["bloodGroups"][0], "A+");
        assert!(answer.header("cache-control").contains("max-age"));
    })
    .await;
}
