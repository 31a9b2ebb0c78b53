//! Authorization: every operation of the API as every kind of caller. The expected answers are in `table.txt`; an operation without a row
//! there, or a row without an operation, fails.

mod examples;
mod made;
mod table;
mod things;
mod world;

use std::collections::BTreeMap;

use doccare::router;
use serde_json::Value;

use self::table::{Expected, Row};
use self::things::{Sent, Thing};
use self::world::World;
use crate::harness::{Answer, with_server};

/// An operation as the program describes it.
struct Operation {
    method: String,
    path: String,
    described: Value,
}

fn operations() -> BTreeMap<String, Operation> {
    let described = serde_json::to_value(router::openapi()).unwrap();
    let mut operations = BTreeMap::new();
    for (path, calls) in described["paths"].as_object().unwrap() {
        for (method, described) in calls.as_object().unwrap() {
            let name = described["operationId"].as_str().unwrap().to_owned();
            let operation =
                Operation { method: method.to_uppercase(), path: path.clone(), described: described.clone() };
            operations.insert(name, operation);
        }
    }
    operations
}

#[test]
fn every_operation_has_one_row_and_every_row_an_operation() {
    let mut rows: Vec<&str> = table::rows().iter().map(|row| row.operation).collect();
    rows.sort_unstable();
    assert_eq!(rows, operations().keys().map(String::as_str).collect::<Vec<_>>());
}

#[tokio::test]
async fn every_operation_answers_every_caller_as_the_table_says() {
    with_server(async |server| {
        let (world, operations) = (World::new(server).await, operations());
        let mut wrong = Vec::new();
        for row in table::rows() {
            wrong.extend(try_row(&world, &row, &operations[row.operation]).await);
        }
        assert!(wrong.is_empty(), "{} cells are wrong:\n{}", wrong.len(), wrong.join("\n"));
    })
    .await;
}

#[test]
fn the_page_states_the_number_of_cells() {
    let (rows, callers) = (table::rows().len(), table::callers().len());
    let told = format!("{rows} operations as {callers} callers: {} answers on each engine", rows * callers);
    assert!(include_str!("../../../../docs/RELIABILITY.md").contains(&told), "docs/RELIABILITY.md: {told}");
}

/// Makes the operation's call as every caller, and returns the answers that differ from the table's.
async fn try_row(world: &World, row: &Row, operation: &Operation) -> Vec<String> {
    let (mut wrong, mut unchanged) = (Vec::new(), None);
    for (caller, expected) in table::callers().iter().zip(&row.cells) {
        let thing = match unchanged.take() {
            Some(thing) => thing,
            None => things::make(world, row.operation).await,
        };
        let is_bodiless = matches!(thing.sent, Sent::Nothing);
        assert_eq!(is_bodiless, operation.described["requestBody"].is_null(), "the body of {}", row.operation);
        let (status, text) = send(world, row, operation, caller, &thing).await;
        let status_wanted = match expected {
            Expected::LetIn => row.success,
            Expected::Refused(status) => *status,
        };
        if status != status_wanted {
            wrong.push(format!("{} as {caller}: {status}, not {status_wanted}: {text:.200}", row.operation));
        }
        // An allowed call has changed the object: the next caller gets a new one.
        unchanged = (status >= 300).then_some(thing);
    }
    wrong
}

async fn send(world: &World, row: &Row, operation: &Operation, caller: &str, thing: &Thing) -> (u16, String) {
    let path = world.path(&operation.path, row, caller, thing);
    let server = if caller == "owing" { &world.demanding } else { &world.server };
    let mut request = server.request(&operation.method, &format!("{path}{}", thing.query));
    if let Some(token) = world.token(operation, row, caller, thing).await {
        request = request.bearer_auth(token);
    }
    let request = match &thing.sent {
        Sent::Nothing => request,
        Sent::Json(body) => {
            let text = body.to_string();
            let text = text.replace("{email}", world.email(row, caller)).replace("{link}", &world.link(caller, thing));
            request.header("content-type", "application/json").body(text)
        }
        Sent::Form(form) => request.multipart(form()),
        Sent::Csv(table) => request.header("content-type", "text/csv").body(table.clone()),
    };
    // An event stream that is allowed does not end, so it is not read.
    if operation.path.contains("/events") {
        return (request.send().await.unwrap().status().as_u16(), String::new());
    }
    let answer = Answer::read(request).await;
    (answer.status, answer.text)
}
