//! Searches for words in every table and column, every file, every mail, and the log.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use doccare::platform::db::{self, DatabaseUrl};
use doccare::platform::ids::first_id;
use jiff::Timestamp;

use crate::eml::Eml;
use crate::harness::TestServer;

/// Every column of every table, from the schema.
async fn columns(server: &TestServer) -> Vec<(String, String)> {
    let sql = if server.app.db.is_multi_instance() {
        "SELECT c.table_name::text, c.column_name::text FROM information_schema.columns c
         WHERE c.table_schema = current_schema()"
    } else {
        "SELECT t.name, c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE t.type = 'table'"
    };
    let found: db::Result<Vec<(String, String)>> = server.app.db.read(async |tx| tx.all(sql, &[]).await).await;
    let found = found.unwrap();
    assert!(found.len() > 150, "{found:?}");
    found
}

/// The tables that contain a word, case-insensitive.
pub async fn tables_with(server: &TestServer, word: &str) -> BTreeSet<String> {
    let pattern = format!("%{}%", word.to_lowercase());
    let mut found = BTreeSet::new();
    for (table, column) in columns(server).await {
        let sql = format!("SELECT count(*) FROM {table} WHERE lower(CAST(\"{column}\" AS TEXT)) LIKE $1");
        let count = server.app.db.read(async |tx| tx.count(&sql, &[&pattern]).await).await;
        if count.unwrap_or_else(|error| panic!("{error}: {sql}")) > 0 {
            found.insert(table);
        }
    }
    found
}

fn files_under(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files_under(&path, found) } else { found.push(path) }
    }
}

fn holds(path: &Path, word: &str) -> bool {
    let bytes = std::fs::read(path).unwrap().to_ascii_lowercase();
    bytes.windows(word.len()).any(|part| part == word.to_lowercase().as_bytes())
}

/// The files that contain a word: of the data dir all but mails, and of SQLite its database and its log, byte by byte.
pub fn files_with(server: &TestServer, word: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    files_under(&server.app.config.data_dir, &mut files);
    files.retain(|path| path.extension().is_none_or(|kind| kind != "eml"));
    if let DatabaseUrl::Sqlite(path) = &server.app.config.database {
        let log = PathBuf::from(format!("{}-wal", path.display()));
        assert!(path.exists() && log.exists());
        files.extend([path.clone(), log]);
    }
    files.retain(|path| holds(path, word));
    files
}

/// The mail files that contain a word, by recipient. Mails to the erased person that were written afterwards are skipped: they confirm the
/// erasure.
pub fn mails_with(server: &TestServer, word: &str, own: &str, erased_at: Timestamp) -> BTreeSet<String> {
    let folder = server.app.config.data_dir.join("mails");
    let mut files = Vec::new();
    files_under(&folder, &mut files);
    let mut found = BTreeSet::new();
    for path in files {
        let mail = Eml::parse(&std::fs::read_to_string(&path).unwrap());
        let to = mail.header("to").to_owned();
        let is_later = *path.file_name().unwrap().to_string_lossy() >= *first_id(erased_at);
        let texts = ["text/plain", "text/html", "text/calendar"].map(|kind| mail.text(kind).unwrap_or_default());
        let whole = format!("{to} {} {}", mail.header("subject"), texts.join(" ")).to_lowercase();
        if whole.contains(&word.to_lowercase()) && !(to == own && is_later) {
            found.insert(to);
        }
    }
    found
}
