//! Checks `docs/SECURITY.md`: all lines of the standard are there, the totals are right, and the named tests and files exist.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::harness::sources::source_files;

/// Lines of ASVS 5.0.0 of levels 1 and 2.
const LINES: usize = 253;
const VERDICTS: [&str; 4] = ["met", "met, untested", "not met", "not applicable"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn page() -> String {
    fs::read_to_string(root().join("docs/SECURITY.md")).unwrap()
}

/// A row of a table that compares a standard with the product.
struct Row<'a> {
    line: &'a str,
    verdict: &'a str,
    how: &'a str,
}

impl<'a> Row<'a> {
    fn parse(text: &'a str) -> Option<Self> {
        let cells: Vec<&str> = text.strip_prefix("| ")?.strip_suffix(" |")?.split(" | ").collect();
        let [line, _, verdict, how] = cells[..] else { return None };
        (is_line_of_asvs(line) || line.starts_with("API")).then_some(Self { line, verdict, how })
    }

    /// The texts between backticks.
    fn quoted(&self) -> impl Iterator<Item = &'a str> {
        self.how.split('`').skip(1).step_by(2)
    }

    fn rust_tests(&self) -> impl Iterator<Item = &'a str> {
        self.quoted().filter(|name| is_name_of_a_test(name))
    }

    /// Tests of pages: each a title in double quotes, ` in `, and its file in backticks.
    fn page_tests(&self) -> Vec<(&'a str, &'a str)> {
        let parts: Vec<&str> = self.how.split('`').collect();
        let before_and_file = parts.chunks_exact(2).map(|pair| (pair[0], pair[1]));
        let files = before_and_file.filter(|(_, file)| file.starts_with("e2e/") || file.starts_with("web/src/"));
        let titled = files.map(|(before, file)| {
            let title = before.strip_suffix("\" in ").and_then(|before| before.rsplit_once('"'));
            (title.unwrap_or_else(|| panic!("{}: no title before {file}", self.line)).1, file)
        });
        titled.collect()
    }
}

fn is_line_of_asvs(text: &str) -> bool {
    let parts: Vec<&str> = text.split('.').collect();
    parts.len() == 3 && parts.iter().all(|part| part.parse::<u8>().is_ok())
}

/// Names of three or more words, which only tests have.
fn is_name_of_a_test(text: &str) -> bool {
    let is_word = |word: &str| !word.is_empty() && word.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    text.split('_').count() >= 3 && text.split('_').all(is_word)
}

/// The functions of the server's sources that are marked as tests.
fn tests_of_the_server() -> BTreeSet<String> {
    let mut files = Vec::new();
    source_files(&root().join("server"), &mut files);
    let mut tests = BTreeSet::new();
    for file in files {
        let mut is_marked = false;
        for text in fs::read_to_string(file).unwrap().lines().map(str::trim_start) {
            if text.starts_with("#[test]") || text.starts_with("#[tokio::test") {
                is_marked = true;
            } else if let Some((before, rest)) = text.split_once("fn ")
                && ["", "async "].contains(&before)
            {
                if let (true, Some((name, _))) = (is_marked, rest.split_once('(')) {
                    tests.insert(name.to_owned());
                }
                is_marked = false;
            }
        }
    }
    tests
}

#[test]
fn every_test_that_the_security_page_names_exists() {
    let (page, known) = (page(), tests_of_the_server());
    let mut wrong = Vec::new();
    let mut named = 0;
    for row in page.lines().filter_map(Row::parse) {
        let (rust, pages) = (row.rust_tests().collect::<Vec<_>>(), row.page_tests());
        named += rust.len() + pages.len();
        if row.verdict == "met" && rust.is_empty() && pages.is_empty() {
            wrong.push(format!("{}: met by no test", row.line));
        }
        let missing = rust.into_iter().filter(|name| !known.contains(*name));
        wrong.extend(missing.map(|name| format!("{}: there is no test {name}", row.line)));
        for (title, file) in pages {
            let tests = fs::read_to_string(root().join(file)).unwrap_or_default();
            if !tests.contains(title) {
                wrong.push(format!("{}: there is no test {title:?} in {file}", row.line));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(named > 200, "only {named} tests are named");
}

#[test]
fn every_requirement_of_the_standard_has_a_verdict_and_the_totals_are_right() {
    let page = page();
    let mut verdicts = BTreeMap::new();
    for row in page.lines().filter_map(Row::parse) {
        assert!(VERDICTS.contains(&row.verdict), "{}: {:?}", row.line, row.verdict);
        assert!(verdicts.insert(row.line, row.verdict).is_none(), "{} is here twice", row.line);
    }
    verdicts.retain(|line, _| is_line_of_asvs(line));
    assert_eq!(verdicts.len(), LINES);
    let missing = page.split_once("\n## What is missing").unwrap().1;
    let words: BTreeSet<&str> = missing.split(|c: char| !c.is_ascii_digit() && c != '.').collect();
    for verdict in VERDICTS {
        let lines: Vec<&str> = verdicts.iter().filter(|(_, found)| **found == verdict).map(|(line, _)| *line).collect();
        assert!(page.contains(&format!("\n| {verdict} | {} |\n", lines.len())), "{verdict}: {}", lines.len());
        if ["met, untested", "not met"].contains(&verdict) {
            let unlisted: Vec<&&str> = lines.iter().filter(|line| !words.contains(**line)).collect();
            assert!(unlisted.is_empty(), "{verdict}, and not in the list at the end: {unlisted:?}");
        }
    }
}

#[test]
fn every_document_that_the_security_page_points_to_exists() {
    let page = page();
    let sections: BTreeSet<String> = page.lines().filter_map(anchor).collect();
    let mut wrong = Vec::new();
    for (target, _) in page.split("](").skip(1).filter_map(|rest| rest.split_once(')')) {
        let exists = match target.strip_prefix('#') {
            Some(section) => sections.contains(section),
            None => root().join("docs").join(target).is_file(),
        };
        if !exists {
            wrong.push(target);
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The anchor of a heading.
fn anchor(text: &str) -> Option<String> {
    let title = text.strip_prefix('#')?.trim_start_matches('#').strip_prefix(' ')?;
    let kept = title.to_lowercase().replace(|c: char| !c.is_alphanumeric() && c != ' ' && c != '-', "");
    Some(kept.replace(' ', "-"))
}
