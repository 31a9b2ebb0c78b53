//! The last result of each background job, for the operator's page and for Prometheus.

use super::db::{Db, Result, Tx, columns};

pub const BACKUPS: &str = "backups";
pub const AUDIT_CHECK: &str = "audit check";

/// Runs within this time (in milliseconds) count as one.
const SAME_RUN_WINDOW: i64 = 3_600_000;

columns! {
    pub struct JobResult as JOB_RESULT in "job_runs r" {
        job: String = "r.job",
        /// When it last completed.
        ran_at: i64 = "r.ran_at",
        /// When it last processed something, and how much.
        acted_at: Option<i64> = "r.acted_at",
        amount: i64 = "r.amount",
        /// The problem of the last run; `None` if it had none.
        problem: Option<String> = "r.problem",
    }
}

/// Stores that a job ran and how much it did; a run without effect keeps the amount of the last one.
pub async fn note(db: &Db, job: &'static str, now: i64, amount: u64, problem: Option<String>) -> Result<()> {
    let amount = i64::try_from(amount).unwrap_or(i64::MAX);
    let acted_at = (amount > 0).then_some(now);
    let sql = "INSERT INTO job_runs (job, ran_at, acted_at, amount, problem) VALUES ($1, $2, $3, $4, $5)
               ON CONFLICT (job) DO UPDATE SET ran_at = excluded.ran_at, problem = excluded.problem,
                 acted_at = COALESCE(excluded.acted_at, job_runs.acted_at),
                 amount = CASE WHEN excluded.acted_at IS NULL THEN job_runs.amount
                               WHEN excluded.acted_at - job_runs.acted_at < $6 THEN job_runs.amount + excluded.amount
                               ELSE excluded.amount END";
    db.write_one(async move |tx| {
        tx.execute(sql, &[&job, &now, &acted_at, &amount, &problem, &SAME_RUN_WINDOW]).await.map(drop)
    })
    .await
}

pub async fn find(tx: &mut Tx<'_>, job: &str) -> Result<Option<JobResult>> {
    JOB_RESULT.find(tx, "WHERE r.job = $1", &[&job]).await
}

pub async fn list(tx: &mut Tx<'_>) -> Result<Vec<JobResult>> {
    JOB_RESULT.list_all(tx, "ORDER BY r.job", &[]).await
}
