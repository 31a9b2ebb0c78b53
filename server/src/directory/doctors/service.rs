//! The doctor's own profile, and removing unused photos.

use std::collections::HashSet;

use jiff::SignedDuration;

use super::model::Profile;
use super::store;
use crate::app::App;
use crate::directory::profile_changes;
use crate::identity::Email;
use crate::identity::person::Mobile;
use crate::identity::profiles::OwnProfile;
use crate::platform::db::{self, Lock, Tx};
use crate::platform::photos::{PhotoError, PhotoId};

/// Uploads are stored before the row that names them, so recent photos may be in use soon.
const MIN_UNUSED_PHOTO_AGE: SignedDuration = SignedDuration::from_hours(24);

impl OwnProfile for Profile {
    fn lock(id: &str) -> Lock<'_> {
        Lock::Doctor(id)
    }

    fn login(&self) -> (&Email, &Mobile) {
        (&self.email, &self.phone)
    }

    fn set_image(&mut self, image: String) {
        self.doctor.image = Some(image);
    }

    async fn find(tx: &mut Tx<'_>, id: &str) -> db::Result<Option<Self>> {
        store::find_profile(tx, id).await
    }

    async fn update(&self, tx: &mut Tx<'_>) -> db::Result<()> {
        store::update(tx, &self.doctor).await?;
        match &self.waiting {
            Some(waiting) => profile_changes::save(tx, &self.doctor.id, waiting).await,
            None => Ok(()),
        }
    }
}

/// Removes photos that no row names. A replacement does not delete the old photo: two rows may share one.
pub async fn sweep_photos(app: &App) -> Result<usize, PhotoError> {
    let named = app.db.report(async |tx| store::list_images(tx).await).await;
    let named = named.map_err(|error| PhotoError::Storage(error.to_string()))?;
    let named: HashSet<PhotoId> = named.iter().filter_map(|id| PhotoId::parse(id)).collect();
    let now = app.clock.now();
    let removed = app.photos.sweep(&named, now.checked_sub(MIN_UNUSED_PHOTO_AGE).unwrap_or(now)).await?;
    tracing::info!(removed, "photos that nothing names are gone");
    Ok(removed)
}
