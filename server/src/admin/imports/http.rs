//! The calls about imports.

use std::collections::{HashMap, HashSet};

use axum::extract::Path;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Import;
use super::model::{Candidate, EXAMPLE_NUMBER, Header, ImportKind, RowError, find_duplicates, normalize, read_header};
use super::service::{self, Error, ImportUndone};
use crate::admin::texts;
use crate::app::App;
use crate::directory::applications::http::{DoctorForm, FacilityForm};
use crate::identity::StepUp;
use crate::identity::callers::Admin;
use crate::identity::credentials::http::{PASSWORD_FIELD, StepUpRequest};
use crate::platform::csv::{Table, TableRow};
use crate::platform::fold::fold;
use crate::platform::http::fields::Fields;
use crate::platform::http::{
    Answer, Body, ClientAddress, Code, Created, CsvBody, Field, FieldErrors, LargeBody, Page, Paging, Problem, Result,
    csv_body,
};
use crate::platform::lang::Lang;

const MAX_ERRORS: usize = 200;

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::Taken(wrong) => refusal(vec![*wrong]),
            Error::Unknown => Code::NotFound.into(),
            Error::AlreadyUndone => Self::saying(Code::NotChangeable, texts::IMPORT_UNDONE_ALREADY),
            Error::Identity(error) => error.at(PASSWORD_FIELD),
            Error::SignedOut(ended) => ended.into(),
            Error::Db(error) => error.into(),
        }
    }
}

#[derive(Default)]
struct ParsedTable {
    kind: Option<ImportKind>,
    lines: Vec<ImportLine>,
    candidates: Vec<Candidate>,
    wrong: Vec<RowError>,
}

impl ParsedTable {
    fn into_right(self) -> Vec<Candidate> {
        let wrong = self.wrong_lines();
        self.candidates.into_iter().filter(|candidate| !wrong.contains(&candidate.line)).collect()
    }

    fn wrong_lines(&self) -> HashSet<u64> {
        self.wrong.iter().map(|wrong| wrong.line).collect()
    }
}

/// Parses a table and finds rows that are registered already. Nothing is written.
async fn read(app: &App, table: Table) -> Result<ParsedTable> {
    let header = match read_header(&table.header) {
        Ok(header) => header,
        Err(wrong) => return Ok(ParsedTable { wrong, ..ParsedTable::default() }),
    };
    let (kind, today) = (header.kind, app.clock.india().date());
    let mut reading = ParsedTable { kind: Some(kind), ..ParsedTable::default() };
    for row in table.rows {
        reading.add(&header, row, today)?;
    }
    reading.wrong.extend(find_duplicates(kind, &reading.candidates));
    reading.wrong.extend(service::find_registered(app, kind, &reading.candidates).await?);
    reading.wrong.sort_by_key(|wrong| wrong.line);
    Ok(reading)
}

impl ParsedTable {
    /// A row is a registration without a password and a photo, and is read by the same rules.
    fn add(&mut self, header: &Header, TableRow { line, cells }: TableRow, today: Date) -> Result<()> {
        if cells.len() != header.columns.len() {
            self.wrong.push(RowError::new(line, "", texts::CELLS_WRONG));
            return Ok(());
        }
        let columns = || header.columns.iter().map(|column| (*column).to_owned());
        let cells_by_column: HashMap<String, String> = columns().zip(cells.iter().cloned()).collect();
        let is_example = fold(&cells_by_column[header.kind.number_column()]) == EXAMPLE_NUMBER;
        self.lines.push(ImportLine::new(line, header.kind, cells_by_column));
        if is_example {
            self.wrong.push(RowError::new(line, "", texts::EXAMPLE_ROW));
            return Ok(());
        }
        let read = |(column, text): (String, String)| {
            let text = normalize(&column, text);
            (column, text)
        };
        let (mut errors, fields) = (FieldErrors::default(), Fields::of_texts(columns().zip(cells).map(read).collect()));
        let (told, ..) = match header.kind {
            ImportKind::Doctors => fields.read::<DoctorForm>()?.check(today, &mut errors),
            ImportKind::Facilities => fields.read::<FacilityForm>()?.check(&mut errors),
        };
        let told = told.email.zip(told.phone).zip(told.registrant);
        let candidate = told.map(|((email, phone), registrant)| Candidate { line, email, phone, registrant });
        let wrong = errors.into_list();
        self.candidates.extend(candidate.filter(|_| wrong.is_empty()));
        self.wrong.extend(wrong.into_iter().map(|(column, message)| RowError::new(line, column, message)));
        Ok(())
    }
}

/// A row as it was read.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportLine {
    /// In the file, from 1
    line: u64,
    name: String,
    number: String,
    email: String,
    district: String,
    /// By column, as they were typed.
    #[serde(skip)]
    cells: HashMap<String, String>,
}

impl ImportLine {
    fn new(line: u64, kind: ImportKind, cells: HashMap<String, String>) -> Self {
        let of = |column: &str| cells.get(column).cloned().unwrap_or_default();
        let (name, district) = match kind {
            ImportKind::Doctors => ("full_Name", "district"),
            ImportKind::Facilities => ("Hospital_name", "District"),
        };
        Self {
            line,
            name: of(name),
            number: of(kind.number_column()),
            email: of(kind.email_column()),
            district: of(district),
            cells,
        }
    }
}

/// What is wrong with a cell.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportError {
    line: u64,
    /// As the template names it; empty where it is the whole row
    column: String,
    /// What stands in the cell
    value: String,
    /// Whose row it is
    name: String,
    message: String,
}

/// What an import of a table would do.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportPreview {
    /// doctors or facilities; `null` where the first line tells neither
    kind: Option<&'static str>,
    lines: Vec<ImportLine>,
    /// The first 200
    errors: Vec<ImportError>,
    /// How many errors there are in all
    wrong: usize,
    /// How many rows have none: they can be imported without the others
    right: usize,
}

impl ImportPreview {
    fn new(reading: ParsedTable, lang: Lang) -> Self {
        let wrong_lines = reading.wrong_lines();
        let right = reading.candidates.iter().filter(|candidate| !wrong_lines.contains(&candidate.line)).count();
        let error = |wrong: &RowError| {
            let row = reading.lines.iter().find(|row| row.line == wrong.line);
            ImportError {
                line: wrong.line,
                column: wrong.column.to_string(),
                value: row.and_then(|row| row.cells.get(&*wrong.column)).cloned().unwrap_or_default(),
                name: row.map(|row| row.name.clone()).unwrap_or_default(),
                message: wrong.message.in_lang(lang).to_owned(),
            }
        };
        Self {
            kind: reading.kind.map(ImportKind::as_str),
            errors: reading.wrong.iter().take(MAX_ERRORS).map(error).collect(),
            wrong: reading.wrong.len(),
            right,
            lines: reading.lines,
        }
    }
}

fn refusal(wrong: Vec<RowError>) -> Problem {
    let field = |wrong: RowError| match &*wrong.column {
        "" => (format!("lines[{}]", wrong.line).into(), wrong.message),
        column => (format!("lines[{}].{column}", wrong.line).into(), wrong.message),
    };
    Problem::fields(wrong.into_iter().take(MAX_ERRORS).map(field).collect())
}

/// Look at a table of doctors, or of hospitals and pharmacies, before it is imported. Nothing is written.
#[utoipa::path(post, path = "/admin/api/imports/preview")]
pub async fn preview_import(_: Admin, app: App, lang: Lang, CsvBody(table): CsvBody) -> Result<Answer<ImportPreview>> {
    let reading = read(&app, table).await?;
    Ok(Answer::of(ImportPreview::new(reading, lang)))
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ImportMade {
    _id: String,
    people: usize,
}

#[derive(Deserialize, ToSchema)]
pub struct ImportRequest {
    /// The text of the table, as the preview takes it
    table: Field,
    /// Whether rows without an error are imported although others have some
    #[serde(rename = "rightOnly")]
    #[schema(value_type = Option<bool>)]
    right_only: Option<Field>,
    /// The own one
    current_password: Field,
    /// Of the own second factor, where one is set up
    code: Option<Field>,
}

/// Import a table: everybody in it or, where anything is wrong, nobody; with `rightOnly`, everybody of whose row nothing is wrong. Each
/// gets a mail with a link to choose a password, which works for a week. Asks for the own password and second factor.
#[utoipa::path(post, path = "/admin/api/imports", responses((status = 429)))]
pub async fn import_table(
    caller: Admin,
    app: App,
    address: ClientAddress,
    lang: Lang,
    Body(request): LargeBody<ImportRequest>,
) -> Result<Created<Answer<ImportMade>>> {
    let mut errors = FieldErrors::default();
    let table = errors.text(request.table);
    let right_only = errors.flag(request.right_only).unwrap_or_default();
    let sent = StepUp::read(&mut errors, request.current_password, request.code, address);
    let (table, sent) = errors.all(|| Some((table?, sent?)))?;
    let reading = read(&app, csv_body::read(table.as_bytes(), "table")?).await?;
    let Some(kind) = reading.kind.filter(|_| right_only || reading.wrong.is_empty()) else {
        return Err(refusal(reading.wrong));
    };
    let candidates = reading.into_right();
    let people = candidates.len();
    if people == 0 {
        return Err(Problem::field("table", texts::NOBODY_RIGHT));
    }
    let id = service::add(&app, &caller, sent, kind, candidates, lang).await?;
    Ok(Created(Answer::saying(texts::IMPORTED, lang, ImportMade { _id: id, people })))
}

/// The tables that were imported, the newest first.
#[utoipa::path(get, path = "/admin/api/imports")]
pub async fn all_imports(_: Admin, app: App, paging: Paging) -> Result<Page<Import>> {
    Ok(service::list(&app, paging).await?)
}

#[derive(Debug, Serialize, ToSchema)]
pub struct InvitationsSent {
    /// How many mails go out
    sent: usize,
}

/// Send everybody of an import who has not chosen a password yet another mail with a link to choose one. Earlier links of theirs end.
#[utoipa::path(post, path = "/admin/api/imports/{id}/invitations", responses((status = 409)))]
pub async fn invite_again(
    caller: Admin,
    app: App,
    lang: Lang,
    Path(id): Path<String>,
) -> Result<Answer<InvitationsSent>> {
    let sent = service::invite_again(&app, &caller, id).await?;
    Ok(Answer::saying(texts::INVITED, lang, InvitationsSent { sent }))
}

/// Undo an import: everybody of it who was not used yet is taken away. Whoever was stays, and the answer says why. Asks for the own
/// password and second factor.
#[utoipa::path(delete, path = "/admin/api/imports/{id}", responses((status = 409), (status = 429)))]
pub async fn undo_import(
    caller: Admin,
    app: App,
    address: ClientAddress,
    lang: Lang,
    Path(id): Path<String>,
    Body(request): Body<StepUpRequest>,
) -> Result<Answer<ImportUndone>> {
    let proof = request.prove(&app, &caller, address).await?;
    let undone = service::undo(&app, &caller, proof, id).await?;
    Ok(Answer::saying(texts::IMPORT_UNDONE, lang, undone))
}
