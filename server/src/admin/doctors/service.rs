//! A doctor as the administrator sees them.

use super::store::{self, AdminDoctor, AdminDoctorFilter};
use crate::admin::audit::{self, AuditRow};
use crate::app::App;
use crate::booking::oversight;
use crate::booking::{Appointment, Status, figures};
use crate::directory::desk::{self, Invitation, StaffMember};
use crate::directory::listing::{self, Approval, Listing};
use crate::directory::{self, Profile};
use crate::platform::db;
use crate::platform::list::{Page, Paging};

/// How much of a doctor's past a page shows.
const LATEST: i64 = 20;

pub struct DoctorDetails {
    pub profile: Profile,
    pub approval: Approval,
    pub counts: Vec<(Status, i64)>,
    pub unanswered: i64,
    pub coming: Vec<Appointment>,
    pub history: Vec<Appointment>,
    pub desk: Vec<StaffMember>,
    pub invitations: Vec<Invitation>,
    pub audit: Vec<AuditRow>,
}

/// Approved doctors, suspended ones included.
pub async fn list(app: &App, filter: AdminDoctorFilter, paging: Paging) -> db::Result<Page<AdminDoctor>> {
    app.db.report(async move |tx| store::list(tx, &filter, paging.part()).await).await
}

pub async fn find(app: &App, id: &str) -> db::Result<Option<DoctorDetails>> {
    let now = app.clock.now();
    app.db
        .read(async |tx| {
            let Some(profile) = directory::find_profile(tx, id).await? else { return Ok(None) };
            let Some(approval) = listing::find_approval(tx, Listing::Doctors, id).await? else { return Ok(None) };
            Ok(Some(DoctorDetails {
                profile,
                approval,
                counts: figures::count_of_doctor(tx, id).await?,
                unanswered: store::count_unanswered(tx, id).await?,
                coming: oversight::list_coming_of_doctor(tx, id, now).await?,
                history: oversight::list_latest_of_doctor(tx, id, now, LATEST).await?,
                desk: desk::list_of(tx, id).await?,
                invitations: desk::invitations::list_of(tx, id, now.as_millisecond()).await?,
                audit: audit::list_of(tx, id).await?,
            }))
        })
        .await
}
