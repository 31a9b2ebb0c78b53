//! docs/API.md: an example of every operation, made by running it as an allowed caller. `make generate` writes the page; the test fails if
//! it differs from the program's answers, on either engine.

mod made;
mod told;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use doccare::identity::passwords::Cost;
use doccare::platform::clock::Clock;
use doccare::platform::config::Config;
use doccare::platform::db::DatabaseUrl;
use serde_json::{Value, json};

use self::made::Made;
use self::told::{told, told_json};
use super::table::{self, Expected, Row};
use super::things::{self, Sent};
use super::world::World;
use super::{Operation, operations};
use crate::harness::provider::{Receiver, provider};
use crate::harness::{Answer, NOW, TestServer, on_both_engines};

/// Set by `make generate`.
const WRITES: &str = "WRITE_API_PAGE";

#[tokio::test]
async fn the_page_shows_an_example_of_every_operation() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/API.md");
    on_both_engines(async |url| {
        let made = page(url).await;
        if std::env::var_os(WRITES).is_some() {
            fs::write(&file, &made).unwrap();
        }
        let committed = fs::read_to_string(&file).unwrap_or_default();
        let (made, committed): (Vec<&str>, Vec<&str>) = (made.lines().collect(), committed.lines().collect());
        let differs = |(made, committed): &(&&str, &&str)| shape(made) != shape(committed);
        let differing = made.iter().zip(&committed).find(differs);
        assert_eq!(differing, None, "docs/API.md is stale, see `make generate`");
        assert_eq!(made.len(), committed.len(), "docs/API.md is stale, see `make generate`");
    })
    .await;
}

/// For a JSON field only its name, because the order of rows may be random.
fn shape(line: &str) -> &str {
    if line.trim_start().starts_with('"') { line.split("\":").next().unwrap_or(line) } else { line }
}

async fn page(url: DatabaseUrl) -> String {
    let clock = Clock::set_to(NOW.parse().unwrap());
    let receiver = Receiver::start(clock.clone()).await;
    let set = |config: &mut Config| config.messages = Some(provider(&receiver.url));
    let server = TestServer::start_by(clock, Cost::Low, url, set).await;
    let (world, operations) = (World::new(server).await, operations());
    let mut page = include_str!("page.md").replace("{twice}", &Box::pin(twice(&world)).await);
    let mut examples: BTreeMap<(String, String, String), String> = BTreeMap::new();
    for row in table::rows() {
        let operation = &operations[row.operation];
        let example = Box::pin(example(&world, &receiver, &row, operation)).await;
        let heading = operation.described["tags"][0].as_str().unwrap().to_owned();
        examples.insert((heading, operation.path.clone(), operation.method.clone()), example);
    }
    let mut heading = "";
    for ((tag, ..), example) in &examples {
        if tag != heading {
            heading = tag;
            writeln!(page, "\n## {}{}", tag[..1].to_uppercase(), &tag[1..]).unwrap();
        }
        page += example;
    }
    page
}

/// The caller of the example: none, if no login is needed.
fn caller(row: &Row) -> &'static str {
    let is_let_in = |name: &str| {
        table::callers().iter().zip(&row.cells).any(|(caller, cell)| *caller == name && *cell == Expected::LetIn)
    };
    let mut names = ["nobody", row.owner(), "link"].into_iter();
    names.find(|name| is_let_in(name)).expect("somebody is let in")
}

/// One operation: its name, description, request and response.
async fn example(world: &World, receiver: &Receiver, row: &Row, operation: &Operation) -> String {
    let caller = caller(row);
    let thing = things::make(world, row.operation).await;
    let Made { thing, token, user, signature } = made::better(world, receiver, row.operation, thing).await;
    // The newest session, so that lists begin with it.
    world.server.tick();
    let token = match token {
        Some(token) => Some(token),
        None => world.token(operation, row, caller, &thing).await,
    };
    let own = user.map_or_else(|| operation.path.clone(), |user| operation.path.replace("{userId}", &user));
    let path = format!("{}{}", world.path(&own, row, caller, &thing), thing.query);
    let mut request = world.server.request(&operation.method, &path);
    let mut sent = format!("{} {}\n", operation.method, told(&path));
    if let Some(token) = token.filter(|_| !operation.described["security"].is_null()) {
        request = request.bearer_auth(&token);
        sent += "Authorization: Bearer <token>\n";
    }
    if let Some((name, value)) = signature {
        request = request.header(name, value);
        writeln!(sent, "{name}: <signature>").unwrap();
    }
    let request = match &thing.sent {
        Sent::Nothing => request,
        Sent::Json(body) => {
            let text = body.to_string().replace("{email}", world.email(row, caller));
            let text = text.replace("{link}", &world.link(caller, &thing));
            let shown: Value = serde_json::from_str(&text).unwrap();
            writeln!(sent, "Content-Type: application/json\n\n{}", told_json(&shown)).unwrap();
            request.header("content-type", "application/json").body(text)
        }
        Sent::Form(form) => {
            write!(sent, "Content-Type: multipart/form-data\n\n{}", fields(operation)).unwrap();
            request.multipart(form())
        }
        Sent::Csv(table) => {
            write!(sent, "Content-Type: text/csv\n\n{}", told(table)).unwrap();
            request.header("content-type", "text/csv").body(table.clone())
        }
    };
    let answered = if operation.path.contains("/events") {
        let response = request.send().await.unwrap();
        let kind = response.headers()["content-type"].to_str().unwrap().to_owned();
        format!("{}\nContent-Type: {kind}\n", response.status().as_u16())
    } else {
        shown(&Answer::read(request).await)
    };
    let words = operation.described["summary"].as_str().unwrap_or_default().trim();
    let words = if words.is_empty() { String::new() } else { format!("{words}\n\n") };
    let name = row.operation;
    format!(
        "\n### {name}\n{words}`{} {}`\n```http\n{sent}```\n```http\n{answered}```\n",
        operation.method, operation.path
    )
}

/// The fields of a form, as they are described.
fn fields(operation: &Operation) -> String {
    let described = serde_json::to_value(doccare::router::openapi()).unwrap();
    let schema = &operation.described["requestBody"]["content"]["multipart/form-data"]["schema"];
    let schema = match schema["$ref"].as_str() {
        Some(reference) => described.pointer(reference.trim_start_matches('#')).unwrap(),
        None => schema,
    };
    let names = schema["properties"].as_object().into_iter().flatten();
    names.fold(String::new(), |text, (name, _)| text + name + "=…\n")
}

/// A response: status, type and content. Of a text only its first lines.
fn shown(answer: &Answer) -> String {
    let kind = answer.header("content-type");
    let body = if answer.body.is_null() {
        // Of a CSV file only its header, because the order of rows of the same moment is random.
        let lines = if kind.starts_with("text/csv") { 1 } else { 12 };
        answer.text.lines().take(lines).fold(String::new(), |text, line| text + &told(line.trim_end()) + "\n")
    } else {
        told_json(&answer.body) + "\n"
    };
    format!("{}\nContent-Type: {kind}\n\n{body}", answer.status)
}

/// The same write twice with one key, and with another key.
async fn twice(world: &World) -> String {
    let token = world.session_of("patient").await;
    let path = format!("/user/api/user/people/{}", world.id("patient"));
    let mut text = String::new();
    for name in ["Amma", "Amma", "Achan"] {
        let body = json!({"name": name, "phoneNumber": "9876543211"});
        let request = world.server.request("POST", &path).bearer_auth(&token).json(&body);
        let answer = Answer::read(request.header("idempotency-key", "8e03978e-40d5-43dd-bc93-6894a57f9324")).await;
        let replayed =
            if answer.header("idempotency-replayed") == "true" { "Idempotency-Replayed: true\n" } else { "" };
        let answered = shown(&answer).replacen('\n', &format!("\n{replayed}"), 1);
        let sent = format!("POST {}\nAuthorization: Bearer <token>\nIdempotency-Key: 8e03978e-…\n", told(&path));
        writeln!(text, "```http\n{sent}\n{}\n```\n```http\n{answered}```", told_json(&body)).unwrap();
    }
    world.server.execute("DELETE FROM related_persons").await;
    text
}
