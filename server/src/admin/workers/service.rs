//! The lists of approved hospitals and pharmacies, a page at a time, and each of them.

use super::store::{self, AdminFacility};
use crate::admin::audit::{self, AuditRow};
use crate::admin::people::Typed;
use crate::app::App;
use crate::directory::desk::{self, Invitation, StaffMember};
use crate::directory::facilities::{self, Category, OwnFacility};
use crate::directory::listing::{self, Approval, Listing};
use crate::directory::{self, Doctor};
use crate::platform::db;
use crate::platform::list::{Page, Paging};

pub async fn list(
    app: &App,
    category: Category,
    typed: Option<Typed>,
    paging: Paging,
) -> db::Result<Page<AdminFacility>> {
    app.db.report(async move |tx| store::list(tx, category, typed.as_ref(), paging.part()).await).await
}

pub struct FacilityDetails {
    pub facility: OwnFacility,
    pub approval: Approval,
    pub doctors: Vec<Doctor>,
    pub desk: Vec<StaffMember>,
    pub invitations: Vec<Invitation>,
    pub audit: Vec<AuditRow>,
}

pub async fn find(app: &App, id: &str) -> db::Result<Option<FacilityDetails>> {
    let now = app.clock.now_millis();
    app.db
        .read(async |tx| {
            let Some(facility) = facilities::find_own(tx, id).await? else { return Ok(None) };
            let Some(approval) = listing::find_approval(tx, Listing::Facilities, id).await? else { return Ok(None) };
            let doctors = directory::list_of_hospital(tx, id).await?;
            let desk = desk::list_of(tx, id).await?;
            let invitations = desk::invitations::list_of(tx, id, now).await?;
            let audit = audit::list_of(tx, id).await?;
            Ok(Some(FacilityDetails { facility, approval, doctors, desk, invitations, audit }))
        })
        .await
}
