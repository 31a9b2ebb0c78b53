//! Tables for spreadsheets: UTF-8 with the mark that Excel looks for, and no cell that a spreadsheet would run.

use axum::body::Body;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures::{Stream, StreamExt, stream};

/// Without it Excel takes Malayalam for Latin-1.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// A download that is written as its pages are read: however long the table, one page stands in memory. A page that
/// fails breaks the download off, so that nobody takes a part for the whole.
pub fn download<E>(
    file_name: &str,
    header: &[&str],
    pages: impl Stream<Item = Result<Vec<Vec<String>>, E>> + Send + 'static,
) -> Response
where
    E: std::error::Error + Send + Sync + 'static,
{
    let first = format!("{BYTE_ORDER_MARK}{}", line(header));
    let rest = pages.map(|page| page.map(|rows| rows.iter().map(|row| line(row)).collect::<String>()));
    let body = Body::from_stream(stream::once(async { Ok(first) }).chain(rest));
    let disposition = format!("attachment; filename=\"{file_name}\"");
    let headers =
        [(header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()), (header::CONTENT_DISPOSITION, disposition)];
    (headers, body).into_response()
}

/// One row, ended as RFC 4180 says.
fn line(cells: &[impl AsRef<str>]) -> String {
    cells.iter().map(|text| cell(text.as_ref())).collect::<Vec<_>>().join(",") + "\r\n"
}

fn cell(text: &str) -> String {
    let text = if is_formula(text) { format!("'{text}") } else { text.to_owned() };
    if text.contains(['"', ',', '\n', '\r', '\'']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

/// What makes a spreadsheet take a text for a formula; an apostrophe before it makes it a text again.
fn is_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The cells of one row, as RFC 4180 reads them.
    fn read(row: &str) -> Vec<String> {
        let (mut cells, mut is_quoted) = (vec![String::new()], false);
        let mut characters = row.strip_suffix("\r\n").unwrap().chars().peekable();
        while let Some(character) = characters.next() {
            let cell = cells.last_mut().unwrap();
            match character {
                '"' if is_quoted && characters.peek() == Some(&'"') => cell.extend(characters.next()),
                '"' => is_quoted = !is_quoted,
                ',' if !is_quoted => cells.push(String::new()),
                _ => cell.push(character),
            }
        }
        assert!(!is_quoted, "{row:?}");
        cells
    }

    proptest! {
        #[test]
        fn cells_are_read_back_and_none_is_a_formula(
            cells in proptest::collection::vec(prop_oneof![any::<String>(), "[=+@\t\r\n\",'a-]{0,6}"], 1..6),
        ) {
            let written = read(&line(&cells));
            prop_assert!(written.iter().all(|cell| !is_formula(cell)));
            let plain = |(written, cell): (&String, &String)| written == cell || *written == format!("'{cell}");
            prop_assert!(written.len() == cells.len() && written.iter().zip(&cells).all(plain), "{written:?}");
        }
    }

    #[test]
    fn cells_are_quoted_where_they_must_be_and_formulas_are_defused() {
        for (text, expected) in [
            ("Asha", "Asha"),
            ("ആശ നായർ", "ആശ നായർ"),
            ("", ""),
            ("Nair, Asha", "\"Nair, Asha\""),
            ("the \"best\"", "\"the \"\"best\"\"\""),
            ("two\nlines", "\"two\nlines\""),
            ("=1+1", "\"'=1+1\""),
            ("+91 98765", "\"'+91 98765\""),
            ("-2", "\"'-2\""),
            ("@SUM(A1)", "\"'@SUM(A1)\""),
            ("\tx", "\"'\tx\""),
            ("\r=x", "\"'\r=x\""),
            ("=HYPERLINK(\"x\")", "\"'=HYPERLINK(\"\"x\"\")\""),
            ("a=b", "a=b"),
        ] {
            assert_eq!(cell(text), expected, "{text:?}");
        }
        assert_eq!(line(&["a", "b"]), "a,b\r\n");
    }
}
