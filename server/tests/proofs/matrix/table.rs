//! Parses `table.txt`.

/// The expected answer to a caller.
#[derive(Debug, PartialEq, Eq)]
pub enum Expected {
    LetIn,
    Refused(u16),
}

pub struct Row {
    pub operation: &'static str,
    /// The response to a caller who is allowed.
    pub success: u16,
    /// In the order of [`callers`].
    pub cells: Vec<Expected>,
}

impl Row {
    /// The owner of a call: the first caller in the table who is allowed and whose session can end. Public calls belong to a patient.
    pub fn owner(&self) -> &'static str {
        let let_in = callers().into_iter().zip(&self.cells).filter(|(_, cell)| **cell == Expected::LetIn);
        let mut names = let_in.map(|(caller, _)| caller);
        names
            .find(|caller| ["patient", "doctor", "hospital", "pharmacy", "assistant", "admin"].contains(caller))
            .unwrap_or("patient")
    }
}

/// The table's lines without its introduction.
fn lines() -> impl Iterator<Item = &'static str> {
    include_str!("table.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The columns after a line's name.
fn cells(line: &'static str) -> Vec<&'static str> {
    line.split('|').skip(1).flat_map(str::split_whitespace).collect()
}

/// The columns, from left to right.
pub fn callers() -> Vec<&'static str> {
    lines().next().map(cells).expect("a heading")
}

pub fn rows() -> Vec<Row> {
    let (mut rows, mut rule) = (Vec::new(), Vec::new());
    for line in lines().skip(1) {
        if line.starts_with(' ') {
            rows.extend(line.split_whitespace().map(|word| row(word, &rule)));
        } else {
            rule = cells(line);
            assert_eq!(rule.len(), callers().len(), "{line}");
        }
    }
    rows
}

/// A row of `operation` or `operation=status`.
fn row(word: &'static str, rule: &[&str]) -> Row {
    let (operation, success) = word.split_once('=').unwrap_or((word, "200"));
    let expected = |cell: &&str| match *cell {
        "yes" => Expected::LetIn,
        status => Expected::Refused(status.parse().expect("a status")),
    };
    Row { operation, success: success.parse().expect("a status"), cells: rule.iter().map(expected).collect() }
}
