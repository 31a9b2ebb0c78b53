//! A hospital looks at the requests that name it.

use crate::app::App;
use crate::blood::requests::model::Request;
use crate::blood::requests::service::{Error, note_look, publish_changed};
use crate::blood::requests::store;
use crate::blood::service::Moment;
use crate::identity::callers::{FacilityStaff, Hold};
use crate::platform::audit::Subject;
use crate::platform::db::{self, Lock};

/// More than any hospital has at once.
const MOST: i64 = 100;

/// The requests that run and name a hospital, the most urgent first.
pub async fn list(app: &App, hospital_id: &str) -> db::Result<Vec<Request>> {
    let today = app.clock.india().date();
    let requests = app.db.read(async |tx| store::list_of_hospital(tx, hospital_id, MOST).await).await?;
    Ok(requests.into_iter().map(|request| request.on(today)).filter(|request| request.status.is_running()).collect())
}

/// The hospital says that it knows of a request: it goes on at once. Whether the request names the hospital.
pub async fn confirm(app: &App, caller: &FacilityStaff, request_id: String) -> Result<bool, Error> {
    let moment = Moment::of(app);
    let is_own = caller
        .write(app, Hold::Shared, async move |tx, hospital| {
            tx.lock(Lock::BloodRequest(&request_id)).await?;
            let request = store::find(tx, &request_id).await?;
            let is_own = |request: &Request| request.hospital_id.as_deref() == Some(&hospital.id);
            let Some(request) = request.filter(|request| is_own(request) && !request.waits_for_unblocking()) else {
                return Ok(false);
            };
            if request.is_looked_at() {
                return Ok(true);
            }
            let subject = Subject { kind: "bloodrequest", id: &request_id, name: request.wish.patient_name.as_str() };
            hospital.record(tx, "look", subject, None, moment.now).await?;
            note_look(tx, request, &moment).await?;
            Ok::<_, Error>(true)
        })
        .await?;
    app.wave_waits();
    publish_changed(app, Some(&caller.id));
    Ok(is_own)
}
