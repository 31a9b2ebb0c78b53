//! The administrator: access, lists, decisions, and their audit log.

mod access;
pub mod administrators;
mod audit;
mod corrections;
mod dashboard;
mod facilities;
pub mod imports;
mod lists;
mod operations;
mod people;
mod requests;
mod scale;
mod search;

use serde_json::Value;

use crate::harness::{Answer, TestServer};

/// A page of the administrator's area.
async fn get(server: &TestServer, admin: &str, path: &str) -> Answer {
    server.ask("GET", &format!("/admin/api/{path}"), admin, None).await
}

/// One field of every row of a list.
fn column<'a>(answer: &'a Answer, field: &str) -> Vec<&'a str> {
    let rows = answer.body["data"].as_array().unwrap_or_else(|| panic!("{}", answer.text));
    rows.iter().map(|row| row[field].as_str().unwrap_or_default()).collect()
}

/// Every page of a list, by its cursor; the total is the same on each.
async fn walk(server: &TestServer, admin: &str, path: &str, limit: usize) -> (Vec<Value>, i64) {
    let (mut rows, mut cursor, mut total) = (Vec::new(), String::new(), None);
    loop {
        let sign = if path.contains('?') { '&' } else { '?' };
        let answer = get(server, admin, &format!("{path}{sign}limit={limit}{cursor}")).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        let page = answer.body["data"].as_array().unwrap().clone();
        assert!(page.len() <= limit);
        rows.extend(page);
        assert_eq!(*total.get_or_insert(answer.body["total"].as_i64().unwrap()), answer.body["total"]);
        match answer.body["next"].as_str() {
            Some(next) => cursor = format!("&cursor={}", next.replace('@', "%40")),
            None => return (rows, total.unwrap()),
        }
    }
}
