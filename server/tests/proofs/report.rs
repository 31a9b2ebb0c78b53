//! The sections of `docs/RELIABILITY.md` that the runs write.

use std::fs;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/RELIABILITY.md");

/// Each section is between two markers on the page.
const PARTS: [&str; 18] = [
    "fuzz-sqlite",
    "fuzz-postgres",
    "histories-sqlite",
    "histories-postgres",
    "waitlist-sqlite",
    "waitlist-postgres",
    "crash",
    "failover",
    "scale-restart",
    "scale-upgrade",
    "faults",
    "overload",
    "backup",
    "upgrade",
    "load-sqlite",
    "load-postgres",
    "month-sqlite",
    "month-postgres",
];

/// Replaces the figures of the last run, as Markdown.
pub fn write(part: &str, figures: &str) {
    assert!(PARTS.contains(&part), "{part}");
    let page = fs::read_to_string(PAGE).expect("the page");
    fs::write(PAGE, replaced(&page, part, figures)).expect("a page that can be written");
}

fn replaced(page: &str, part: &str, figures: &str) -> String {
    let (begin, end) = (format!("<!-- {part} -->\n"), format!("<!-- /{part} -->"));
    let (before, rest) = page.split_once(&begin).expect("the part's first mark");
    let (_, after) = rest.split_once(&end).expect("the part's second mark");
    format!("{before}{begin}{}\n{end}{after}", figures.trim_end())
}

#[test]
fn only_the_named_section_is_rewritten() {
    let page = "# A\n<!-- one -->\nold\n<!-- /one -->\n<!-- two -->\nkept\n<!-- /two -->\n";
    let now = "# A\n<!-- one -->\nnew\n<!-- /one -->\n<!-- two -->\nkept\n<!-- /two -->\n";
    assert_eq!(replaced(page, "one", "new\n"), now);
}

/// Otherwise a run of an hour would end without a section for its figures.
#[test]
fn every_section_is_on_the_page_and_not_empty() {
    let page = fs::read_to_string(PAGE).unwrap();
    for part in PARTS {
        let without = replaced(&page, part, "");
        assert!(without.len() + 5 < page.len(), "nothing is said of {part}");
    }
}
