//! Every column of every list of columns exists, on both engines.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use doccare::platform::db;

use crate::harness::sources::source_files;
use crate::harness::with_server;

/// `NAME: Type in "tables" { … }` or `struct Type as NAME in "tables" { … }`, as the macro is called in the code.
struct Listed {
    tables: Option<String>,
    body: String,
}

/// The column lists of a file by name.
fn lists(code: &str) -> BTreeMap<String, Listed> {
    let mut lists = BTreeMap::new();
    for part in code.split("columns! {").skip(1) {
        let is_code = |line: &&str| !["//", "#["].iter().any(|about| line.trim().starts_with(about));
        let part: String = part.lines().filter(is_code).collect::<Vec<_>>().join("\n");
        let (head, rest) = part.split_once('{').unwrap();
        let named = head.split_once(" as ").map_or(head, |(_, name)| name);
        let is_end = |c: char| !(c.is_ascii_uppercase() || c == '_');
        let name = named.split([' ', '\n', ':']).find(|word| !word.is_empty() && !word.contains(is_end));
        let name = name.unwrap_or_else(|| panic!("a list without a name: {head}"));
        let tables = head.split('"').nth(1).map(|tables| tables.replace("\\\n", ""));
        let body = rest.split('}').next().unwrap().to_owned();
        lists.insert(name.to_owned(), Listed { tables, body });
    }
    lists
}

/// The columns of a list, including those of nested lists.
fn columns(lists: &BTreeMap<String, Listed>, body: &str) -> Vec<String> {
    let (mut found, mut rest) = (Vec::new(), body);
    while let Some(at) = rest.find(['"', ':']) {
        if rest[at..].starts_with('"') {
            let (text, after) = rest[at + 1..].split_once('"').unwrap();
            found.push(text.to_owned());
            rest = after;
        } else {
            rest = rest[at + 1..].trim_start();
            let name = rest.trim_start_matches('[').split(|c: char| !(c.is_ascii_uppercase() || c == '_')).next();
            if let Some(other) = name.and_then(|name| lists.get(name)) {
                found.extend(columns(lists, &other.body));
            }
        }
    }
    found
}

#[tokio::test]
async fn every_column_that_is_read_exists() {
    let mut files = Vec::new();
    source_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("server/src"), &mut files);
    // The macro itself.
    files.retain(|file| !file.ends_with("platform/db/rows.rs"));
    let mut statements = Vec::new();
    // A list may contain one of another feature.
    let mut all = lists("");
    for file in &files {
        all.extend(lists(&fs::read_to_string(file).unwrap()));
    }
    for file in &files {
        let lists = lists(&fs::read_to_string(file).unwrap());
        for (name, list) in &lists {
            if let Some(tables) = &list.tables {
                let own = columns(&lists, &list.body);
                let columns = if own.is_empty() { columns(&all, &list.body) } else { own };
                assert!(!columns.is_empty(), "{name}");
                statements.push(format!("SELECT {} FROM {tables} WHERE 1 = 0", columns.join(", ")));
            }
        }
    }
    assert!(statements.len() > 20, "{statements:#?}");
    with_server(async |server| {
        for sql in &statements {
            let read = server.app.db.read(async |tx| tx.query(sql, &[], |_| Ok(())).await).await;
            let none: Vec<()> = read.unwrap_or_else(|error: db::Error| panic!("{error}: {sql}"));
            assert!(none.is_empty());
        }
    })
    .await;
}
