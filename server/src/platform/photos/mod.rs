//! The photo store: accepts uploads, keeps only their pixels, at the two sizes that pages show.
//!
//! Features store the [`PhotoId`] from [`Photos::accept`] and serve [`Photos::get`]. The files are in a folder of the data dir, or in a bucket
//! shared by several instances.

pub mod http;
mod location;
mod picture;

use std::collections::HashSet;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use futures::TryStreamExt;
use jiff::Timestamp;
use object_store::{ObjectStore, ObjectStoreExt, path};
use sha2::{Digest, Sha256};
use tokio::sync::Semaphore;
use tokio::time::timeout;

pub use self::location::WrongLocation;
use super::http::form::MAX_PHOTO_BYTES;
use super::ids::{hex, random_bytes};
use super::lang::Text;
use super::low_priority::{self, Niceness};

const TOO_LARGE: Text = Text::new("The photo can be at most 5 MB.", "ഫോട്ടോ പരമാവധി 5 MB ആകാം.");
const NOT_AN_IMAGE: Text =
    Text::new("Please choose a photo: JPEG, PNG or WebP.", "JPEG, PNG അല്ലെങ്കിൽ WebP ഫോട്ടോ തിരഞ്ഞെടുക്കുക.");
const TOO_MANY_PIXELS: Text = Text::new("The photo can have at most 24 megapixels.", "ഫോട്ടോ പരമാവധി 24 മെഗാപിക്സൽ ആകാം.");
const STORAGE: Text =
    Text::new("The photo could not be saved. Please try again.", "ഫോട്ടോ സേവ് ചെയ്യാനായില്ല. ദയവായി വീണ്ടും ശ്രമിക്കുക.");

/// How long an upload waits to be decoded; long enough for all uploads before it on an idle machine.
const DECODE_TIMEOUT: Duration = Duration::from_secs(8);

/// The id of a photo: the first 32 hex digits of the SHA-256 of its large file, so that equal photos are stored once.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PhotoId(String);

impl PhotoId {
    pub fn parse(text: &str) -> Option<Self> {
        let digit = |c: u8| c.is_ascii_digit() || (b'a'..=b'f').contains(&c);
        (text.len() == 32 && text.bytes().all(digit)).then(|| Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn of(file: &[u8]) -> Self {
        Self(hex(&Sha256::digest(file)[..16]))
    }
}

impl fmt::Display for PhotoId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The two squares that pages show: in lists, and on cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PhotoSize {
    Small,
    Large,
}

impl PhotoSize {
    pub const ALL: [Self; 2] = [Self::Small, Self::Large];

    pub fn pixels(self) -> u32 {
        match self {
            Self::Small => 96,
            Self::Large => 320,
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum PhotoError {
    #[error("more than 5 MB")]
    TooLarge,
    /// No JPEG, PNG or WebP, or a broken one.
    #[error("not a picture")]
    NotAnImage,
    #[error("more than 24 megapixels")]
    TooManyPixels,
    #[error("no turn in time")]
    Busy,
    /// A restored file exists already with other content.
    #[error("the photo store has another {0} already; move it away and try again. Nothing was restored")]
    InTheWay(String),
    /// The disk or the bucket failed; the text is for the log only.
    #[error("photo store: {0}")]
    Storage(String),
}

impl PhotoError {
    pub fn text(&self) -> Text {
        match self {
            Self::TooLarge => TOO_LARGE,
            Self::NotAnImage => NOT_AN_IMAGE,
            Self::TooManyPixels => TOO_MANY_PIXELS,
            Self::Busy | Self::InTheWay(_) | Self::Storage(_) => STORAGE,
        }
    }
}

impl From<object_store::Error> for PhotoError {
    fn from(error: object_store::Error) -> Self {
        Self::Storage(error.to_string())
    }
}

/// A handle on the store; clones share its decoder.
#[derive(Clone)]
pub struct Photos {
    store: Arc<dyn ObjectStore>,
    /// One at a time: the largest photo takes some 170 MB to decode and crop. A waiting upload holds its permit (`platform::http::form`); at about
    /// 0.3 s for 12 megapixels the last of them waits five seconds.
    decoder: Arc<Semaphore>,
}

impl Photos {
    /// Opens the store at a URL such as `s3://bucket/prefix?endpoint=…&region=…`, by default the folder `photos`
    /// of the data dir.
    pub fn open(url: Option<&str>, data_dir: &Path) -> Result<Self, WrongLocation> {
        let store = match url {
            Some(url) => location::bucket(url)?,
            None => location::folder(&data_dir.join("photos"))?,
        };
        Ok(Self { store, decoder: Arc::new(Semaphore::new(1)) })
    }

    /// Stores a photo: all sizes are on disk after `Ok`, none otherwise.
    pub async fn accept(&self, upload: Bytes) -> Result<PhotoId, PhotoError> {
        if upload.len() > MAX_PHOTO_BYTES {
            return Err(PhotoError::TooLarge);
        }
        let [small, large] = self.rendered(upload).await?;
        let id = PhotoId::of(&large);
        // Written again even if it exists, because a sweep spares fresh files.
        for (size, file) in [(PhotoSize::Small, small), (PhotoSize::Large, large)] {
            self.store.put(&name(&id, size), file.into()).await?;
        }
        Ok(id)
    }

    pub async fn get(&self, id: &PhotoId, size: PhotoSize) -> Result<Option<Bytes>, PhotoError> {
        match self.store.get(&name(id, size)).await {
            Ok(found) => Ok(Some(found.bytes().await?)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Deletes files that no kept id names, and returns how many. Files changed at `older_than` or later stay: their form may still be in
    /// progress.
    pub async fn sweep(&self, kept: &HashSet<PhotoId>, older_than: Timestamp) -> Result<usize, PhotoError> {
        let mut files = self.store.list(None);
        let mut removed = 0;
        while let Some(file) = files.try_next().await? {
            let unnamed = parse_name(file.location.as_ref()).is_some_and(|(id, _)| !kept.contains(&id));
            if unnamed && file.last_modified.timestamp_millis() < older_than.as_millisecond() {
                match self.store.delete(&file.location).await {
                    Ok(()) => removed += 1,
                    Err(error) => tracing::warn!(%error, "a photo that nothing names could not be removed"),
                }
            }
        }
        Ok(removed)
    }

    /// The names of all files, for backups.
    pub async fn list_files(&self) -> Result<Vec<String>, PhotoError> {
        let files: Vec<_> = self.store.list(None).try_collect().await?;
        let names = files.into_iter().map(|file| file.location.to_string());
        Ok(names.filter(|name| parse_name(name).is_some()).collect())
    }

    pub async fn read_file(&self, name: &str) -> Result<Option<Bytes>, PhotoError> {
        match parse_name(name) {
            Some((id, size)) => self.get(&id, size).await,
            None => Ok(None),
        }
    }

    /// Restores a file. An existing one must be equal; nothing is overwritten.
    pub async fn add_file(&self, name: &str, bytes: Vec<u8>) -> Result<(), PhotoError> {
        let (id, size) = parse_name(name).ok_or_else(|| PhotoError::Storage(format!("{name} is no photo of ours")))?;
        match self.get(&id, size).await? {
            None => self.store.put(&self::name(&id, size), bytes.into()).await.map(drop)?,
            Some(there) if there == bytes => {}
            Some(_) => return Err(PhotoError::InTheWay(name.to_owned())),
        }
        Ok(())
    }

    /// Checks the store: writes, reads and deletes a file. No photo has such a name.
    pub async fn try_out(&self) -> Result<(), PhotoError> {
        let (name, sent) =
            (path::Path::from(format!("check-{}", hex(&random_bytes::<8>()))), Bytes::from_static(b"check"));
        self.store.put(&name, sent.clone().into()).await?;
        let read = match self.store.get(&name).await {
            Ok(found) => found.bytes().await,
            Err(error) => Err(error),
        };
        self.store.delete(&name).await?;
        if read? == sent { Ok(()) } else { Err(PhotoError::Storage("what was written is not what is read".into())) }
    }

    /// One at a time, off the async threads. The permit moves with the work, which continues without its caller.
    async fn rendered(&self, upload: Bytes) -> Result<[Vec<u8>; 2], PhotoError> {
        let turn = timeout(DECODE_TIMEOUT, self.decoder.clone().acquire_owned()).await.map_err(|_| PhotoError::Busy)?;
        let permit = turn.expect("it is never closed");
        let work = low_priority::run(Niceness::Lowest, move || {
            let _permit = permit;
            picture::render(&upload, PhotoSize::ALL.map(PhotoSize::pixels))
        });
        // A file that makes the decoder panic is treated as broken.
        work.await.ok_or(PhotoError::NotAnImage)?
    }
}

fn name(id: &PhotoId, size: PhotoSize) -> path::Path {
    path::Path::from(format!("{id}-{}.webp", size.pixels()))
}

fn parse_name(file: &str) -> Option<(PhotoId, PhotoSize)> {
    let (id, pixels) = file.strip_suffix(".webp")?.split_once('-')?;
    let size = PhotoSize::ALL.into_iter().find(|size| size.pixels().to_string() == pixels)?;
    Some((PhotoId::parse(id)?, size))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_files_name_is_read_back_and_no_other_is_one(
            file: Vec<u8>,
            text in prop_oneof![any::<String>(), "[0-9a-fA-F]{30,33}-[0-9]{2,3}.webp"],
        ) {
            for size in PhotoSize::ALL {
                let id = PhotoId::of(&file);
                prop_assert_eq!(parse_name(name(&id, size).as_ref()), Some((id, size)));
            }
            if let Some((id, size)) = parse_name(&text) {
                prop_assert_eq!(name(&id, size).to_string(), text);
            }
        }
    }

    #[test]
    fn an_id_is_32_lowercase_hex_digits_and_nothing_else() {
        let good = "0123456789abcdef0123456789abcdef";
        assert_eq!(PhotoId::parse(good).unwrap().to_string(), good);
        for bad in ["", "0123", &good.to_uppercase(), &format!("{good}0"), "../../../../../../../etc/passwd0"] {
            assert!(PhotoId::parse(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn only_names_of_ours_are_swept() {
        let id = "0123456789abcdef0123456789abcdef";
        assert_eq!(parse_name(&format!("{id}-96.webp")).unwrap().0.as_str(), id);
        for other in ["notes.txt", "a-96.webp", &format!("{id}-97.webp"), &format!("old/{id}-96.webp"), id] {
            assert!(parse_name(other).is_none(), "{other}");
        }
    }

    #[test]
    fn every_refusal_has_a_text_in_both_languages() {
        use PhotoError::{NotAnImage, Storage, TooLarge, TooManyPixels};
        for error in [TooLarge, NotAnImage, TooManyPixels, Storage(String::new())] {
            assert_ne!(error.text().en, error.text().ml, "{error:?}");
        }
    }
}
