//! The operator's page, over HTTP.

use axum::extract::Path;
use serde::Serialize;
use utoipa::ToSchema;

use super::model::{ColumnEntry, data_map};
use super::service::{self, MESSAGE_DAYS, MessageTotals, RetryOutcome};
use crate::admin::texts;
use crate::app::App;
use crate::identity::callers::Admin;
use crate::identity::phone::limits::CodeCounts;
use crate::platform::config;
use crate::platform::format::Instant;
use crate::platform::http::problem::LocalizedMessage;
use crate::platform::http::{Answer, Code, Done, Page, Paging, Problem, Result, Rows};
use crate::platform::job_results::{AUDIT_CHECK, BACKUPS, JobResult};
use crate::platform::lang::Lang;
use crate::platform::outbox::{Backlog, FailedItem};
use crate::platform::phone_messages::{Channel, ChannelFigures, CodeSettings};

/// How the installation is doing.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Operations {
    /// Of the program
    version: &'static str,
    /// Such as `SQLite 3.50.4`
    engine: String,
    /// The last step of the schema
    schema: String,
    /// Since when the instance runs that answers
    #[schema(value_type = String)]
    started_at: Instant,
    mails: WaitingQueue,
    /// server, or files where no mail server is set: then nobody gets any
    mails_go_to: &'static str,
    /// Errors that browsers reported to the instance that answers, in the last 24 hours or since it started
    client_errors: u64,
    /// `null` where no provider is set
    phone_messages: Option<WaitingQueue>,
    /// Codes to phones, and what they cost; `null` where no provider is set
    codes: Option<CodeState>,
    /// `null` where no backups are set
    backups: Option<BackupState>,
    /// Of the disk that holds the data folder; `null` where the system does not say
    disk: Option<DiskState>,
    seals: SealState,
    /// What is kept for a period, and when that was last seen to
    retention: Vec<Retention>,
}

#[derive(Serialize, ToSchema)]
pub struct WaitingQueue {
    waiting: i64,
    /// Since when the oldest waits
    #[schema(value_type = Option<String>)]
    since: Option<Instant>,
}

impl From<Backlog> for WaitingQueue {
    fn from(Backlog { count, since }: Backlog) -> Self {
        Self { waiting: count, since: since.map(Instant::of) }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CodeState {
    /// Whether they are sent (`DOCCARE_MESSAGES_CODES`)
    enabled: bool,
    /// How many may be sent in a day
    per_day: i64,
    today: i64,
    /// With today
    last30_days: i64,
    /// What those of today and of the last 30 days cost, in paise; `null` where no price is set
    today_paise: Option<i64>,
    last30_days_paise: Option<i64>,
    /// The first digits of the numbers to which most codes went today, and how many; `null` where none went
    top_prefix: Option<String>,
    top_prefix_codes: i64,
}

impl CodeState {
    fn of(settings: &CodeSettings, counts: CodeCounts) -> Self {
        let (top_prefix, top_prefix_codes) = counts.top_prefix.unzip();
        Self {
            enabled: settings.enabled,
            per_day: settings.per_day,
            today: counts.today,
            last30_days: counts.since,
            today_paise: settings.price.map(|price| price.paise_of(counts.today)),
            last30_days_paise: settings.price.map(|price| price.paise_of(counts.since)),
            top_prefix,
            top_prefix_codes: top_prefix_codes.unwrap_or_default(),
        }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BackupState {
    /// How often one is made
    every_minutes: i64,
    /// How many are kept
    keep: usize,
    /// `null` before the first one
    #[schema(value_type = Option<String>)]
    last_at: Option<Instant>,
    /// Why the last try failed
    problem: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DiskState {
    free_bytes: u64,
    total_bytes: u64,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SealState {
    /// What was done up to here cannot be changed unseen; `null` before the first seal
    #[schema(value_type = Option<String>)]
    sealed_until: Option<Instant>,
    number: Option<i64>,
    /// When it was last looked whether the log is as it was sealed; `null` before the first time
    #[schema(value_type = Option<String>)]
    checked_at: Option<Instant>,
    /// What was wrong then
    problem: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Retention {
    /// The job that deletes it
    job: &'static str,
    /// How long it is kept, in a few words
    kept: String,
    /// The tables, and the folders of the data folder
    tables: Vec<&'static str>,
    #[schema(value_type = Option<String>)]
    ran_at: Option<Instant>,
    /// When it last deleted something, and how much
    #[schema(value_type = Option<String>)]
    deleted_at: Option<Instant>,
    deleted: i64,
}

/// How the installation is doing: what waits, backups, room on the disk, seals, and what was deleted for its age.
#[utoipa::path(get, path = "/admin/api/operations")]
pub async fn operations(_: Admin, app: App, lang: Lang) -> Result<Answer<Operations>> {
    let (state, disk) = (service::state(&app).await?, service::disk(&app).await);
    let engine = if app.db.is_multi_instance() { "PostgreSQL" } else { "SQLite" };
    let of = |job: &str| state.results.iter().find(|result| result.job == job);
    Ok(Answer::of(Operations {
        version: env!("CARGO_PKG_VERSION"),
        engine: format!("{engine} {}", state.engine_version),
        started_at: Instant::of(app.metrics.started().as_millisecond()),
        mails: state.mails.into(),
        client_errors: app.metrics.client_errors_of_day(app.clock.now_millis()),
        mails_go_to: if app.mailer.writes_files() { "files" } else { "server" },
        phone_messages: app.messenger.as_ref().map(|_| state.phone_messages.into()),
        codes: app.messenger.as_ref().map(|messenger| CodeState::of(&messenger.provider().codes, state.codes)),
        backups: app.config.backups.as_ref().map(|plan| BackupState {
            every_minutes: plan.every.as_mins(),
            keep: plan.keep,
            last_at: of(BACKUPS).and_then(|result| result.acted_at).map(Instant::of),
            problem: of(BACKUPS).and_then(|result| result.problem.clone()),
        }),
        disk: disk.map(|space| DiskState { free_bytes: space.free, total_bytes: space.total }),
        seals: SealState {
            sealed_until: state.last_seal.as_ref().map(|seal| Instant::of(seal.until)),
            number: state.last_seal.as_ref().map(|seal| seal.number),
            checked_at: of(AUDIT_CHECK).map(|result| Instant::of(result.ran_at)),
            problem: of(AUDIT_CHECK).and_then(|result| result.problem.clone()),
        },
        retention: retention(lang, app.config.notices.retention, of),
        schema: state.schema,
    }))
}

fn retention<'a>(lang: Lang, period: config::Retention, of: impl Fn(&str) -> Option<&'a JobResult>) -> Vec<Retention> {
    let periods = data_map().periods();
    periods
        .map(|(kept, job, tables)| {
            let result = of(job);
            Retention {
                job,
                kept: kept.in_words(lang, period),
                tables,
                ran_at: result.map(|result| Instant::of(result.ran_at)),
                deleted_at: result.and_then(|result| result.acted_at).map(Instant::of),
                deleted: result.map_or(0, |result| result.amount),
            }
        })
        .collect()
}

/// Mails and messages to phones that were given up, the newest first.
#[utoipa::path(get, path = "/admin/api/operations/failed")]
pub async fn all_failed(_: Admin, app: App, paging: Paging) -> Result<Page<FailedItem>> {
    Ok(service::list_failed(&app, paging).await?)
}

/// Try a mail or a message to a phone again that was given up. A message goes only where its owner still wants it.
#[utoipa::path(post, path = "/admin/api/operations/failed/{id}/retry", responses((status = 409)))]
pub async fn retry_failed(caller: Admin, app: App, lang: Lang, Path(id): Path<String>) -> Result<Done> {
    match service::retry(&app, &caller, id).await? {
        RetryOutcome::Queued => Ok(Done::saying(texts::RETRIED, lang)),
        RetryOutcome::TooLate => Err(Problem::saying(Code::NotChangeable, texts::RETRY_TOO_LATE)),
        RetryOutcome::NotFailed => Err(Code::NotFound.into()),
    }
}

/// Drop a mail or a message to a phone that was given up.
#[utoipa::path(delete, path = "/admin/api/operations/failed/{id}")]
pub async fn drop_failed(caller: Admin, app: App, lang: Lang, Path(id): Path<String>) -> Result<Done> {
    if !service::drop_failed(&app, &caller, id).await? {
        return Err(Code::NotFound.into());
    }
    Ok(Done::saying(texts::DROPPED, lang))
}

/// Send a test mail to the own address.
#[utoipa::path(post, path = "/admin/api/operations/testmail", responses((status = 429)))]
pub async fn send_test_mail(caller: Admin, app: App, lang: Lang) -> Result<Done> {
    let address = service::send_test_mail(&app, &caller).await?;
    Ok(Done { message: LocalizedMessage::from(texts::test_mail_sent(&address)).in_lang(lang).to_owned() })
}

/// Make a backup now, as the settings say where and how many are kept.
#[utoipa::path(post, path = "/admin/api/operations/backup", responses((status = 409)))]
pub async fn back_up_now(caller: Admin, app: App, lang: Lang) -> Result<Done> {
    if !service::back_up(&app, &caller).await? {
        return Err(Problem::saying(Code::NotChangeable, texts::NO_BACKUPS));
    }
    Ok(Done::saying(texts::BACKUP_BEGUN, lang))
}

#[derive(Serialize, ToSchema)]
pub struct DataTable {
    name: &'static str,
    about: &'static str,
    columns: Vec<DataColumn>,
}

#[derive(Serialize, ToSchema)]
pub struct DataColumn {
    name: &'static str,
    why: &'static str,
    /// How long, in a few words
    kept: String,
    /// Who sees it
    seen: &'static str,
}

/// The data map: of every column why it is there, how long, and who sees it. In English, but for how long.
#[utoipa::path(get, path = "/admin/api/operations/datamap")]
pub async fn data_map_tables(_: Admin, app: App, lang: Lang) -> Rows<DataTable> {
    let (map, period) = (data_map(), app.config.notices.retention);
    let column =
        |ColumnEntry { name, why, kept, seen }| DataColumn { name, why, kept: kept.in_words(lang, period), seen };
    Rows::of(map.tables.iter().map(|(name, table)| DataTable {
        name,
        about: &table.about,
        columns: map.lines(table).map(column).collect(),
    }))
}

/// What became of messages to phones of late, as the provider reported.
#[derive(Serialize, ToSchema)]
pub struct MessageFigures {
    /// Whether a provider is set
    set: bool,
    /// Of how many days
    days: i64,
    channels: Vec<OfChannel>,
    /// Why messages failed, the most frequent first
    reasons: Vec<FailureReason>,
}

#[derive(Serialize, ToSchema)]
pub struct OfChannel {
    channel: Channel,
    #[serde(flatten)]
    figures: ChannelFigures,
}

#[derive(Serialize, ToSchema)]
pub struct FailureReason {
    reason: String,
    count: i64,
}

/// How many messages to phones arrived, and how many failed, in the last 30 days.
#[utoipa::path(get, path = "/admin/api/phonemessages")]
pub async fn message_figures(_: Admin, app: App) -> Result<Answer<MessageFigures>> {
    let MessageTotals { of_channels, reasons } = service::message_totals(&app).await?;
    let channels = of_channels.into_iter().map(|(channel, figures)| OfChannel { channel, figures }).collect();
    let reasons = reasons.into_iter().map(|(reason, count)| FailureReason { reason, count }).collect();
    Ok(Answer::of(MessageFigures { set: app.messenger.is_some(), days: MESSAGE_DAYS, channels, reasons }))
}
