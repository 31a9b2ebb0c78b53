//! Bounced mails, reported by the provider or read from the mail server's folder. They concern accounts and donors, so this module comes
//! after both in the import order.

pub use service::{forget_old, read_folder};

pub mod http {
    use axum::extract::{FromRequest, Request};
    use serde::Deserialize;
    use utoipa::ToSchema;
    use utoipa::openapi::path::Operation;

    use super::service;
    use crate::admin::texts;
    use crate::app::App;
    use crate::identity::messaging::http::read_signed;
    use crate::platform::bounces::{BounceReport, ReportSource, is_final};
    use crate::platform::http::describe::{SIGNED, Schemas, Takes, needs};
    use crate::platform::http::{Body, Code, Done, Problem, Result};
    use crate::platform::lang::Lang;

    /// Mails that came back, at most 100 at a time.
    #[derive(Deserialize, ToSchema)]
    pub struct BouncesRequest {
        bounces: Vec<MailBounce>,
    }

    #[derive(Deserialize, ToSchema)]
    pub struct MailBounce {
        /// The mail's Message-ID, as it was sent
        id: String,
        /// Whom it was to
        to: String,
        /// Why it came back (RFC 3463), such as `5.1.1`
        status: String,
    }

    const MAX_BOUNCES: usize = 100;

    /// A bounce report, signed by the provider.
    pub struct Bounces(Vec<BounceReport>);

    impl FromRequest<App> for Bounces {
        type Rejection = Problem;

        async fn from_request(request: Request, app: &App) -> Result<Self> {
            let secret = app.config.bounces_secret.clone();
            let secret = secret.ok_or_else(|| Problem::saying(Code::NotFound, texts::NO_REPORTS))?;
            let read: BouncesRequest = read_signed(request, app, &secret).await?;
            if read.bounces.len() > MAX_BOUNCES {
                return Err(Code::InvalidRequest.into());
            }
            let report = |MailBounce { id, to, status }| BounceReport {
                message_id: id,
                recipients: vec![to],
                is_final: is_final(&status),
            };
            Ok(Self(read.bounces.into_iter().map(report).collect()))
        }
    }

    impl Takes for Bounces {
        fn describe(operation: &mut Operation, schemas: &mut Schemas) {
            Body::<BouncesRequest>::describe(operation, schemas);
            needs(operation, SIGNED);
        }
    }

    /// Tell which mails came back, as who sends them. The same may come again; what is no mail of ours changes nothing.
    #[utoipa::path(post, path = "/api/mails/bounces", responses((status = 401), (status = 404)))]
    pub async fn mail_bounces(app: App, lang: Lang, Bounces(reports): Bounces) -> Result<Done> {
        service::take(&app, ReportSource::Provider, &reports).await?;
        Ok(Done::saying(texts::REPORTS_TAKEN, lang))
    }
}

mod service {
    use std::path::Path;

    use super::store;
    use crate::app::App;
    use crate::platform::background::{JobOutcome, NextRun};
    use crate::platform::bounces::{self, Bounce, BounceReport, ReportSource};
    use crate::platform::db::{self, Tx};
    use crate::{blood, identity};

    /// Records the bounces of mails that we sent, and returns which reports are about such mails. Others change nothing.
    pub async fn take(app: &App, source: ReportSource, reports: &[BounceReport]) -> db::Result<Vec<bool>> {
        let now = app.clock.now();
        let proven: Vec<Option<Bounce>> = reports.iter().map(|report| report.prove(&app.keys, now)).collect();
        let ours = proven.iter().map(Option::is_some).collect();
        let mut found: Vec<Bounce> = proven.into_iter().flatten().collect();
        if found.is_empty() {
            return Ok(ours);
        }
        // Sorted, so that two concurrent writes lock rows in the same order.
        found.sort();
        let noted: db::Result<()> = app
            .db
            .write(async move |tx| {
                for bounce in &found {
                    if is_somebodys(tx, &bounce.address).await? {
                        bounces::note(tx, bounce, source, now.as_millisecond()).await?;
                        tracing::info!(mail = bounce.mail_id, is_final = bounce.is_final, "a mail came back");
                    }
                }
                Ok(())
            })
            .await;
        noted.map(|()| ours)
    }

    /// Nothing is stored about an address without an account or donor.
    async fn is_somebodys(tx: &mut Tx<'_>, address: &str) -> db::Result<bool> {
        Ok(identity::has_address(tx, address).await? || blood::has_address(tx, address).await?)
    }

    /// Reads the bounces in the configured folder, if there is one. Mails whose recording fails are put back for the next run.
    pub async fn read_folder(app: App) -> JobOutcome {
        let Some(folder) = app.config.bounces_dir.clone() else { return Ok(NextRun::Scheduled) };
        // If none can be moved away, the next run would read the same files.
        let mut next_run = NextRun::Scheduled;
        for waiting in run_blocking(&folder, bounces::list_new).await? {
            let claimed = run_blocking(&folder, move |folder| Ok(bounces::claim(folder, waiting))).await?;
            let Some(returned) = claimed else { continue };
            next_run = NextRun::Immediately;
            let taken = take(&app, ReportSource::Folder, &returned.told).await;
            let put_away = match &taken {
                Ok(ours) if ours.contains(&true) => run_blocking(&folder, move |_| returned.delete()).await,
                Ok(_) => Ok(()),
                Err(_) => run_blocking(&folder, move |_| returned.put_back()).await,
            };
            if let Err(error) = put_away {
                tracing::warn!(%error, "a mail that came back stays in cur");
            }
            taken?;
        }
        Ok(next_run)
    }

    /// Runs file operations on the blocking thread pool.
    async fn run_blocking<T: Send + 'static>(
        folder: &Path,
        work: impl FnOnce(&Path) -> std::io::Result<T> + Send + 'static,
    ) -> std::io::Result<T> {
        let folder = folder.to_owned();
        let done = tokio::task::spawn_blocking(move || work(&folder)).await;
        done.unwrap_or_else(|panicked| Err(panicked.into()))
    }

    /// Deletes old bounces, and those whose address no longer belongs to anyone: an erasure and a bounce may cross.
    pub async fn forget_old(app: &App) -> db::Result<u64> {
        let now = app.clock.now();
        app.db
            .write(async move |tx| {
                let old = bounces::forget_old(tx, now).await?;
                Ok::<_, db::Error>(old + store::forget_nobodys(tx).await?)
            })
            .await
    }
}

mod store {
    use crate::identity::Role;
    use crate::platform::db::{Result, Tx};

    /// Deletes addresses that neither an account nor a donor has any more. If there are very many, the next run deletes the rest.
    pub async fn forget_nobodys(tx: &mut Tx<'_>) -> Result<u64> {
        let roles = Role::ALL.map(|role| format!("'{}'", role.as_str())).join(", ");
        let sql = format!(
            "DELETE FROM bounced_addresses WHERE address IN (
               SELECT b.address FROM bounced_addresses b
               WHERE NOT EXISTS (SELECT 1 FROM accounts a WHERE a.role IN ({roles}) AND a.email_key = b.address)
                 AND NOT EXISTS (SELECT 1 FROM donors d WHERE d.email_key = b.address)
               ORDER BY b.address LIMIT 10000)"
        );
        tx.execute(&sql, &[]).await
    }
}
