//! Tables in: a look at one, its import, and the way back.

use std::collections::HashMap;

use axum::extract::Path;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::model::{Candidate, ImportKind, Wrong};
use super::rules::{Header, find_twice, read_header};
use super::service::{self, Error, Undone};
use super::{Import, texts};
use crate::app::App;
use crate::directory::joining::http::{DoctorForm, FacilityForm};
use crate::identity::callers::Admin;
use crate::identity::step_up::http::{PASSWORD_FIELD, StepUpRequest};
use crate::identity::{self, StepUp};
use crate::platform::csv::{Table, TableRow};
use crate::platform::http::fields::Fields;
use crate::platform::http::{
    Answer, Body, ClientAddress, Code, Created, Field, FieldErrors, LargeBody, Page, Paging, Problem, Result, Sheet,
    sheet,
};
use crate::platform::lang::Lang;

/// More nobody reads at once.
const MOST_ERRORS: usize = 200;

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::Taken(wrong) => refusal(vec![*wrong]),
            Error::Unknown => Code::NotFound.into(),
            Error::Undone => Self::saying(Code::NotChangeable, texts::UNDONE_ALREADY),
            Error::Identity(error) => error.at(PASSWORD_FIELD),
            Error::SignedOut(ended) => ended.into(),
            Error::Db(error) => error.into(),
        }
    }
}

/// A table, read.
#[derive(Default)]
struct Reading {
    kind: Option<ImportKind>,
    lines: Vec<ImportLine>,
    candidates: Vec<Candidate>,
    wrong: Vec<Wrong>,
}

/// Reads a table, and asks who of it is registered already. Nothing is written.
async fn read(app: &App, table: Table) -> Result<Reading> {
    let header = match read_header(&table.header) {
        Ok(header) => header,
        Err(wrong) => return Ok(Reading { wrong, ..Reading::default() }),
    };
    let (kind, today) = (header.kind, app.clock.india().date());
    let mut reading = Reading { kind: Some(kind), ..Reading::default() };
    for row in table.rows {
        reading.add(&header, row, today)?;
    }
    reading.wrong.extend(find_twice(kind, &reading.candidates));
    reading.wrong.extend(service::find_known(app, kind, &reading.candidates).await?);
    reading.wrong.sort_by_key(|wrong| wrong.line);
    Ok(reading)
}

impl Reading {
    /// A row is a registration without a password and a photo, and is read by the same rules.
    fn add(&mut self, header: &Header, TableRow { line, cells }: TableRow, today: Date) -> Result<()> {
        if cells.len() != header.columns.len() {
            self.wrong.push(Wrong::new(line, "", texts::CELLS_WRONG));
            return Ok(());
        }
        let texts: HashMap<String, String> =
            header.columns.iter().map(|column| (*column).to_owned()).zip(cells).collect();
        self.lines.push(ImportLine::new(line, header.kind, &texts));
        let (mut errors, fields) = (FieldErrors::default(), Fields::of_texts(texts));
        let (told, ..) = match header.kind {
            ImportKind::Doctors => fields.read::<DoctorForm>()?.check(today, &mut errors),
            ImportKind::Facilities => fields.read::<FacilityForm>()?.check(&mut errors),
        };
        let told = told.email.zip(told.phone).zip(told.newcomer);
        let candidate = told.map(|((email, phone), newcomer)| Candidate { line, email, phone, newcomer });
        let wrong = errors.into_list();
        self.candidates.extend(candidate.filter(|_| wrong.is_empty()));
        self.wrong.extend(wrong.into_iter().map(|(column, message)| Wrong::new(line, column, message)));
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
}

impl ImportLine {
    fn new(line: u64, kind: ImportKind, texts: &HashMap<String, String>) -> Self {
        let of = |column: &str| texts.get(column).cloned().unwrap_or_default();
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
        }
    }
}

/// What is wrong with a cell.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportError {
    line: u64,
    /// As the template names it; empty where it is the whole row
    column: String,
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
}

impl ImportPreview {
    fn new(reading: Reading, lang: Lang) -> Self {
        let error = |wrong: &Wrong| ImportError {
            line: wrong.line,
            column: wrong.column.to_string(),
            message: wrong.message.in_lang(lang).to_owned(),
        };
        Self {
            kind: reading.kind.map(ImportKind::as_str),
            errors: reading.wrong.iter().take(MOST_ERRORS).map(error).collect(),
            wrong: reading.wrong.len(),
            lines: reading.lines,
        }
    }
}

fn refusal(wrong: Vec<Wrong>) -> Problem {
    let field = |wrong: Wrong| match &*wrong.column {
        "" => (format!("lines[{}]", wrong.line).into(), wrong.message),
        column => (format!("lines[{}].{column}", wrong.line).into(), wrong.message),
    };
    Problem::fields(wrong.into_iter().take(MOST_ERRORS).map(field).collect())
}

/// Look at a table of doctors, or of hospitals and pharmacies, before it is imported. Nothing is written.
#[utoipa::path(post, path = "/admin/api/imports/preview")]
pub async fn preview_import(_: Admin, app: App, lang: Lang, Sheet(table): Sheet) -> Result<Answer<ImportPreview>> {
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
    /// The own one
    current_password: Field,
    /// Of the own second factor, where one is set up
    code: Option<Field>,
}

/// Import a table: everybody in it or, where anything is wrong, nobody. Each gets a mail with a link to choose a password. Asks for
/// the own password and second factor.
#[utoipa::path(post, path = "/admin/api/imports", responses((status = 429)))]
pub async fn import_table(
    caller: Admin,
    app: App,
    address: ClientAddress,
    lang: Lang,
    LargeBody(request): LargeBody<ImportRequest>,
) -> Result<Created<Answer<ImportMade>>> {
    let mut errors = FieldErrors::default();
    let table = errors.text(request.table);
    let sent = StepUp::read(&mut errors, request.current_password, request.code, address);
    let (table, sent) = errors.all(|| Some((table?, sent?)))?;
    let Reading { kind, candidates, wrong, .. } = read(&app, sheet::read(table.as_bytes(), "table")?).await?;
    let Some(kind) = kind.filter(|_| wrong.is_empty()) else { return Err(refusal(wrong)) };
    let people = candidates.len();
    let proof = identity::step_up(&app, &caller, sent).await.map_err(Error::Identity)?;
    let id = service::add(&app, &caller, proof, kind, candidates, lang).await?;
    Ok(Created(Answer::saying(texts::IMPORTED, lang, ImportMade { _id: id, people })))
}

/// The tables that were imported, the newest first.
#[utoipa::path(get, path = "/admin/api/imports")]
pub async fn all_imports(_: Admin, app: App, paging: Paging) -> Result<Page<Import>> {
    Ok(service::list(&app, paging).await?)
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ImportUndone {
    removed: usize,
    kept: Vec<KeptPerson>,
}

/// Somebody of an import who stays.
#[derive(Debug, Serialize, ToSchema)]
pub struct KeptPerson {
    _id: String,
    name: String,
    /// login (they have chosen a password), visits (patients booked or wait), named (doctors or requests name the hospital) or
    /// erased (nothing is left of them but the id)
    why: &'static str,
}

impl From<Undone> for ImportUndone {
    fn from(Undone { removed, kept }: Undone) -> Self {
        let kept =
            kept.into_iter().map(|(person, why)| KeptPerson { _id: person.id, name: person.name, why: why.as_str() });
        Self { removed, kept: kept.collect() }
    }
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
    Ok(Answer::saying(texts::UNDONE, lang, undone))
}
