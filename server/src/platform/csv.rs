//! CSV for spreadsheets: UTF-8 with a byte order mark for Excel, and protection against formula injection; and reading CSV files.

use axum::body::Body;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures::{StreamExt, TryStreamExt, stream};

/// The byte order mark: without it Excel reads Malayalam as Latin-1.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// A download streamed page by page, with one page in memory. `read_after` reads the page after the row with an id, or the first page; an
/// empty page is the end. A failing page aborts the download, so that a part is not taken for the whole.
pub fn download<T, E, F>(
    file_name: &str,
    header: &[&str],
    read_after: impl Fn(Option<String>) -> F + Send + 'static,
    id_of: fn(&T) -> &str,
    cells: impl Fn(T) -> Vec<String> + Send + 'static,
) -> Response
where
    T: Send + 'static,
    E: std::error::Error + Send + Sync + 'static,
    F: Future<Output = Result<Vec<T>, E>> + Send + 'static,
{
    let first = format!("{BYTE_ORDER_MARK}{}", line(header));
    let pages = stream::try_unfold(Some(None), move |after| {
        let page = after.map(&read_after);
        async move {
            let Some(page) = page else { return Ok(None) };
            let rows = page.await?;
            let next = rows.last().map(|row| Some(id_of(row).to_owned()));
            Ok::<_, E>(Some((rows, next)))
        }
    });
    let rest = pages.map_ok(move |rows| rows.into_iter().map(|row| line(&cells(row))).collect::<String>());
    let body = Body::from_stream(stream::once(async { Ok(first) }).chain(rest));
    let disposition = format!("attachment; filename=\"{file_name}\"");
    let headers =
        [(header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()), (header::CONTENT_DISPOSITION, disposition)];
    (headers, body).into_response()
}

fn line(cells: &[impl AsRef<str>]) -> String {
    cells.iter().map(|text| cell(text.as_ref())).collect::<Vec<_>>().join(",") + "\r\n"
}

fn cell(text: &str) -> String {
    let text = if is_formula(text) { format!("'{text}") } else { text.to_owned() };
    if text.contains(['"', ',', '\n', '\r', '\'']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

/// Whether a spreadsheet would evaluate the text; a leading apostrophe prevents that.
fn is_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'])
}

#[derive(Debug, PartialEq, Eq)]
pub struct Table {
    pub header: Vec<String>,
    pub rows: Vec<TableRow>,
}

/// The line of the file on which a row begins, and its cells.
#[derive(Debug, PartialEq, Eq)]
pub struct TableRow {
    pub line: u64,
    pub cells: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unreadable {
    /// No UTF-8, or with U+0000 in it, which PostgreSQL cannot store.
    NotText,
    /// Nothing, or a header without rows.
    Empty,
    TooManyRows,
}

/// Reads a table separated by `,` or `;`, whichever is more frequent in the first line. Empty rows are skipped: spreadsheets append them.
pub fn read(bytes: &[u8], most_rows: usize) -> Result<Table, Unreadable> {
    let text = str::from_utf8(bytes).ok().filter(|text| !text.contains('\0')).ok_or(Unreadable::NotText)?;
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let first = text.lines().next().unwrap_or_default();
    let delimiter = if first.matches(';').count() > first.matches(',').count() { b';' } else { b',' };
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let (mut rows, mut line, mut counted) = (Vec::new(), 1_u64, 0);
    for record in reader.records() {
        let record = record.map_err(|_| Unreadable::NotText)?;
        // A record begins with the line end of the one before it, and with the empty lines between them.
        let begin = record.position().and_then(|position| usize::try_from(position.byte()).ok()).unwrap_or(counted);
        let empty = text[begin..].len() - text[begin..].trim_start_matches(['\r', '\n']).len();
        line += text[counted..begin + empty].matches('\n').fold(0, |lines, _| lines + 1);
        counted = begin + empty;
        if record.iter().all(str::is_empty) {
            continue;
        }
        if rows.len() > most_rows {
            return Err(Unreadable::TooManyRows);
        }
        rows.push(TableRow { line, cells: record.iter().map(plain).collect() });
    }
    if rows.len() < 2 {
        return Err(Unreadable::Empty);
    }
    Ok(Table { header: rows.remove(0).cells, rows })
}

/// Without the apostrophe before a formula.
fn plain(cell: &str) -> String {
    cell.strip_prefix('\'').filter(|rest| is_formula(rest)).unwrap_or(cell).to_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The cells of one row, as RFC 4180 reads them.
    fn cells_of(row: &str) -> Vec<String> {
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
            let written = cells_of(&line(&cells));
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

    #[test]
    fn tables_are_read_as_spreadsheets_write_them() {
        let row = |line, cells: [&str; 2]| TableRow { line, cells: cells.map(String::from).into() };
        let expected = Table {
            header: vec!["name".into(), "phone".into()],
            rows: vec![row(2, ["Nair, Asha", "+91 98765"]), row(5, ["two\nlines", ""])],
        };
        for text in [
            "name,phone\r\n\"Nair, Asha\",\"'+91 98765\"\r\n,\r\n\r\n\"two\nlines\",\r\n",
            "\u{feff}name;phone\n Nair, Asha ;+91 98765\n;\n\n\"two\nlines\";\n",
        ] {
            assert_eq!(read(text.as_bytes(), 2).as_ref(), Ok(&expected), "{text}");
        }
        for (bytes, wrong) in [
            (&b""[..], Unreadable::Empty),
            (b"name,phone\n,\n", Unreadable::Empty),
            (b"name\n\xff", Unreadable::NotText),
            (b"name\na\0b", Unreadable::NotText),
            (b"name\na\nb\nc", Unreadable::TooManyRows),
        ] {
            assert_eq!(read(bytes, 2), Err(wrong), "{bytes:?}");
        }
    }

    proptest! {
        #[test]
        fn no_bytes_break_the_reader(bytes: Vec<u8>) {
            if let Ok(table) = read(&bytes, 10) {
                prop_assert!(!table.rows.is_empty() && table.rows.len() <= 10);
            }
        }
    }
}
