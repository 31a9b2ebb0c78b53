//! Argon2id, off the async threads and few at a time: a flood of logins can neither exhaust the memory nor
//! starve those who book.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::{OnceCell, Semaphore};

use crate::platform::db;

/// Callers that may wait for their turn; at about 30 ms a hash the last of them waits two seconds.
const WAITING: usize = 64;

/// How much work a hash is. `Low` is for tests, which hash hundreds.
#[derive(Debug, Clone, Copy)]
pub enum Cost {
    Proper,
    Low,
}

#[derive(Clone)]
pub struct Passwords(Arc<Inner>);

struct Inner {
    argon2: Argon2<'static>,
    permits: Arc<Semaphore>,
    waiting: AtomicUsize,
    /// Compared with when there is no such account, so that it takes as long as a wrong password.
    decoy: OnceCell<String>,
}

impl Passwords {
    pub fn new(cost: Cost) -> Self {
        let params = match cost {
            // 19 MiB and two passes: the OWASP recommendation for Argon2id.
            Cost::Proper => Params::new(19 * 1024, 2, 1, None),
            Cost::Low => Params::new(8, 1, 1, None),
        };
        let params = params.expect("constants within Argon2's bounds");
        // One of two cores may hash; the other answers everybody else.
        let permits = std::thread::available_parallelism().map_or(1, |cores| (cores.get() / 2).max(1));
        Self(Arc::new(Inner {
            argon2: Argon2::new(Algorithm::Argon2id, Version::V0x13, params),
            permits: Arc::new(Semaphore::new(permits)),
            waiting: AtomicUsize::new(0),
            decoy: OnceCell::new(),
        }))
    }

    pub async fn hash(&self, password: String) -> db::Result<String> {
        self.in_turn(move |argon2| {
            argon2.hash_password(password.as_bytes()).map(|hash| hash.to_string()).map_err(|error| error.to_string())
        })
        .await?
        .map_err(db::Error::Other)
    }

    /// Whether the password is the one of `hash`; without a hash, no, after the same work.
    pub async fn verify(&self, password: String, hash: Option<String>) -> db::Result<bool> {
        let known = hash.is_some();
        let hash = match hash {
            Some(hash) => hash,
            None => self.0.decoy.get_or_try_init(|| self.hash("nobody".into())).await?.clone(),
        };
        let matches = self.in_turn(move |argon2| {
            PasswordHash::new(&hash).is_ok_and(|hash| argon2.verify_password(password.as_bytes(), &hash).is_ok())
        });
        Ok(matches.await? && known)
    }

    async fn in_turn<T: Send + 'static>(&self, work: impl FnOnce(&Argon2<'_>) -> T + Send + 'static) -> db::Result<T> {
        let _place = Place::take(&self.0.waiting)?;
        let permit = self.0.permits.clone().acquire_owned().await.map_err(|_| db::Error::Busy)?;
        let argon2 = self.0.argon2.clone();
        let work = tokio::task::spawn_blocking(move || {
            // Held by the work itself: a caller who goes away does not make room for another hash.
            let _permit = permit;
            work(&argon2)
        });
        work.await.map_err(|_| db::Error::Other("hashing panicked".into()))
    }
}

/// A place in the queue, given back when dropped, however the caller goes.
struct Place<'a>(&'a AtomicUsize);

impl<'a> Place<'a> {
    fn take(waiting: &'a AtomicUsize) -> db::Result<Self> {
        let place = Self(waiting);
        if waiting.fetch_add(1, Ordering::Relaxed) >= WAITING { Err(db::Error::Busy) } else { Ok(place) }
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    #[tokio::test]
    async fn only_the_right_password_is_accepted() {
        let passwords = Passwords::new(Cost::Low);
        let hash = passwords.hash("രഹസ്യം123".into()).await.unwrap();
        assert!(hash.starts_with("$argon2id$"));
        assert!(passwords.verify("രഹസ്യം123".into(), Some(hash.clone())).await.unwrap());
        assert!(!passwords.verify("other".into(), Some(hash)).await.unwrap());
        assert!(!passwords.verify("nobody".into(), None).await.unwrap());
    }

    #[tokio::test]
    async fn an_unknown_name_takes_as_long_as_a_wrong_password() {
        let passwords = Passwords::new(Cost::Proper);
        let hash = passwords.hash("right".into()).await.unwrap();
        passwords.verify("warm up".into(), None).await.unwrap();
        let time = async |hash: Option<String>| {
            let mut best = u128::MAX;
            for _ in 0..5 {
                let start = Instant::now();
                passwords.verify("wrong".into(), hash.clone()).await.unwrap();
                best = best.min(start.elapsed().as_micros());
            }
            best
        };
        let (wrong, unknown) = (time(Some(hash)).await, time(None).await);
        assert!(unknown * 2 > wrong && wrong * 2 > unknown, "wrong {wrong} µs, unknown {unknown} µs");
    }

    #[tokio::test]
    async fn a_flood_is_refused_rather_than_queued_without_end() {
        let passwords = Passwords::new(Cost::Low);
        let all = futures::future::join_all((0..3 * WAITING).map(|_| passwords.hash("flood".into()))).await;
        let refused = all.iter().filter(|result| matches!(result, Err(db::Error::Busy))).count();
        assert_eq!(refused, 2 * WAITING);
        assert!(passwords.hash("afterwards".into()).await.is_ok());
    }
}
