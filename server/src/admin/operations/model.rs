//! The data map, read from `data-map.json`: for each column its purpose, its retention, and who sees it.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::platform::config::Retention;
use crate::platform::lang::Lang;

static MAP: LazyLock<DataMap> =
    LazyLock::new(|| serde_json::from_str(include_str!("data-map.json")).expect("data-map.json is checked by a test"));

pub fn data_map() -> &'static DataMap {
    &MAP
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DataMap {
    /// How long data is stored.
    pub kept: BTreeMap<String, RetentionRule>,
    /// Who sees data.
    pub seen: BTreeMap<String, String>,
    pub files: BTreeMap<String, MappedFolder>,
    pub tables: BTreeMap<String, MappedTable>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RetentionRule {
    pub en: String,
    pub ml: String,
    /// The background job that deletes the data, if the rule is a period.
    pub job: Option<String>,
}

impl RetentionRule {
    /// The rule in a few words. `{retention}` in the text is replaced by the period in the settings.
    pub fn in_words(&self, lang: Lang, retention: Retention) -> String {
        let text = match lang {
            Lang::En => &self.en,
            Lang::Ml => &self.ml,
        };
        text.replace("{retention}", &retention.in_words(lang))
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MappedFolder {
    pub about: String,
    pub kept: String,
    pub seen: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MappedTable {
    pub about: String,
    pub kept: String,
    pub seen: String,
    /// Why each is there.
    pub columns: BTreeMap<String, String>,
    /// Columns whose retention or visibility differs from the rest of the table.
    #[serde(default)]
    pub but: BTreeMap<String, ColumnOverride>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ColumnOverride {
    kept: Option<String>,
    seen: Option<String>,
}

/// One row of the map.
pub struct ColumnEntry<'a> {
    pub name: &'a str,
    pub why: &'a str,
    pub kept: &'a RetentionRule,
    pub seen: &'a str,
}

impl DataMap {
    pub fn lines<'a>(&'a self, table: &'a MappedTable) -> impl Iterator<Item = ColumnEntry<'a>> {
        table.columns.iter().map(|(name, why)| {
            let but = table.but.get(name);
            let kept = but.and_then(|but| but.kept.as_ref()).unwrap_or(&table.kept);
            let seen = but.and_then(|but| but.seen.as_ref()).unwrap_or(&table.seen);
            ColumnEntry { name, why, kept: &self.kept[kept], seen: &self.seen[seen] }
        })
    }

    /// Every retention period: its name, and the tables and folders that have data with it.
    pub fn periods(&self) -> impl Iterator<Item = (&RetentionRule, &str, Vec<&str>)> {
        self.kept.iter().filter_map(|(word, kept)| {
            let is_kept_so = |table: &MappedTable| {
                table.kept == *word || table.but.values().any(|but| but.kept.as_ref() == Some(word))
            };
            let tables = self.tables.iter().filter(|(_, table)| is_kept_so(table)).map(|(name, _)| name.as_str());
            let folders = self.files.iter().filter(|(_, folder)| folder.kept == *word).map(|(name, _)| name.as_str());
            kept.job.as_deref().map(|job| (kept, job, tables.chain(folders).collect()))
        })
    }

    /// The map as `docs/DATA-MAP.md`.
    pub fn to_markdown(&self) -> String {
        let mut text = String::from(HEAD);
        for (name, MappedFolder { about, kept, seen }) in &self.files {
            add(&mut text, &ColumnEntry { name, why: about, kept: &self.kept[kept], seen: &self.seen[seen] });
        }
        for (name, table) in &self.tables {
            let _ = write!(text, "\n## {name}\n{}\n\n{}", table.about, heading("column"));
            for line in self.lines(table) {
                add(&mut text, &line);
            }
        }
        text
    }
}

const HEAD: &str = "# The data map
Of every column: why it is there, how long, and who sees it. Made by `doccare data-map` (`make generate`) from \
`server/src/admin/operations/data-map.json`; a test fails on a column that is not here. The page Operations of the administrator shows \
the same. Decision 0063.

## Files in the data folder
| folder | why | how long | who sees it |
|---|---|---|---|
";

fn heading(what: &str) -> String {
    format!("| {what} | why | how long | who sees it |\n|---|---|---|---|\n")
}

fn add(text: &mut String, ColumnEntry { name, why, kept, seen }: &ColumnEntry<'_>) {
    let job = kept.job.as_ref().map(|job| format!(" (job `{job}`)")).unwrap_or_default();
    let period = format!("{} (or `DOCCARE_RETENTION`)", Retention::default().in_words(Lang::En));
    let _ = writeln!(text, "| `{name}` | {why} | {}{job} | {seen} |", kept.en.replace("{retention}", &period));
}
