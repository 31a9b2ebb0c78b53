//! Argon2id hashing on low-priority threads with limited concurrency, so that a flood of passwords neither exhausts the memory nor starves
//! bookings. Registrations and logins have separate bounded queues that alternate: a flood of registrations delays a login only by the
//! login queue.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::password_hash::{self, try_generate_salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use tokio::sync::{OnceCell, Semaphore};

use crate::platform::db;
use crate::platform::low_priority::{self, Niceness};
use crate::platform::metrics::{Histogram, duration_histogram};

/// Callers that may wait in a queue; more get 503. At 30 ms a hash the last one waits two seconds, and four while the other queue
/// is full too.
const QUEUE_CAPACITY: usize = 64;
/// Each hash needs 19 MiB, which are reused by the next one.
const MAX_HASHING_CONCURRENCY: usize = 3;

/// Work of a hash. `Low` is for tests, which hash hundreds.
#[derive(Debug, Clone, Copy)]
pub enum Cost {
    Proper,
    Low,
}

#[derive(Debug)]
pub struct HashingLoad {
    pub running: usize,
    pub waiting: usize,
    pub took: Histogram,
}

#[derive(Clone)]
pub struct PasswordHasher(Arc<Inner>);

struct Inner {
    argon2: Argon2<'static>,
    /// Permits for hashing.
    permits: Arc<Semaphore>,
    concurrency: usize,
    took: Histogram,
    memory: Memory,
    members: Queue,
    newcomers: Queue,
    /// Verified if there is no account, so that it takes as long as a wrong password.
    decoy: OnceCell<String>,
}

impl PasswordHasher {
    pub fn new(cost: Cost) -> Self {
        // Half of the cores may hash; the others serve requests.
        let concurrency = std::thread::available_parallelism().map_or(1, |cores| cores.get() / 2);
        Self::hashing(cost, concurrency.clamp(1, MAX_HASHING_CONCURRENCY))
    }

    fn hashing(cost: Cost, concurrency: usize) -> Self {
        let params = match cost {
            // 19 MiB and two passes: the OWASP recommendation for Argon2id.
            Cost::Proper => Params::new(19 * 1024, 2, 1, None),
            Cost::Low => Params::new(8, 1, 1, None),
        };
        let params = params.expect("constants within Argon2's bounds");
        Self(Arc::new(Inner {
            memory: Memory::new(params.block_count()),
            argon2: Argon2::new(Algorithm::Argon2id, Version::V0x13, params),
            permits: Arc::new(Semaphore::new(concurrency)),
            concurrency,
            took: duration_histogram(),
            members: Queue::new(),
            newcomers: Queue::new(),
            decoy: OnceCell::new(),
        }))
    }

    pub fn load(&self) -> HashingLoad {
        let Inner { permits, concurrency, took, members, newcomers, .. } = &*self.0;
        let running = concurrency.saturating_sub(permits.available_permits());
        let asked =
            [members, newcomers].map(|queue| QUEUE_CAPACITY - queue.places.available_permits()).iter().sum::<usize>();
        HashingLoad { running, waiting: asked.saturating_sub(running), took: took.clone() }
    }

    /// Hashes a new password of an existing account.
    pub async fn hash(&self, password: String) -> db::Result<String> {
        self.hash_in(&self.0.members, password).await
    }

    pub async fn hash_for_registration(&self, password: String) -> db::Result<String> {
        self.hash_in(&self.0.newcomers, password).await
    }

    async fn hash_in(&self, queue: &Queue, password: String) -> db::Result<String> {
        let hash = self.in_turn(queue, move |argon2, memory| hash(argon2, &password, memory));
        hash.await?.map_err(|error| db::Error::Other(error.to_string()))
    }

    /// Whether the password matches `hash`; without a hash it does not, after the same work.
    pub async fn verify(&self, password: String, hash: Option<String>) -> db::Result<bool> {
        let known = hash.is_some();
        let hash = match hash {
            Some(hash) => hash,
            None => self.0.decoy.get_or_try_init(|| self.hash("nobody".into())).await?.clone(),
        };
        // An unreadable hash matches nothing.
        let matches =
            self.in_turn(&self.0.members, move |_, memory| matches(&password, &hash, memory).unwrap_or(false));
        Ok(matches.await? && known)
    }

    /// A new hash of a right password, if the stored one was made with other parameters.
    pub async fn renew(&self, password: String, hash: &str) -> db::Result<Option<String>> {
        if has_current_parameters(&self.0.argon2, hash) { Ok(None) } else { self.hash(password).await.map(Some) }
    }

    /// The first of each queue waits for a permit, and permits are granted in order: so the queues alternate.
    async fn in_turn<T: Send + 'static>(
        &self,
        queue: &Queue,
        work: impl FnOnce(&Argon2<'_>, &mut [Block]) -> T + Send + 'static,
    ) -> db::Result<T> {
        let _place = queue.places.try_acquire().map_err(|_| db::Error::Busy)?;
        let first = queue.first.acquire().await.map_err(|_| db::Error::Busy)?;
        let turn = self.0.permits.clone().acquire_owned().await.map_err(|_| db::Error::Busy)?;
        drop(first);
        let inner = self.0.clone();
        let work = low_priority::run(Niceness::Low, move || {
            // Owned by the work: a caller that disconnects does not make room for another hash.
            let _turn = turn;
            let begun = Instant::now();
            let done = inner.memory.lend(|memory| work(&inner.argon2, memory));
            inner.took.observe(begun.elapsed().as_secs_f64());
            done
        });
        work.await.ok_or_else(|| db::Error::Other("hashing panicked".into()))
    }
}

/// The PHC string of a password with a fresh salt.
fn hash(argon2: &Argon2<'_>, password: &str, memory: &mut [Block]) -> password_hash::Result<String> {
    let salt = Salt::new(&try_generate_salt()?)?;
    let hash = PasswordHash {
        algorithm: Algorithm::Argon2id.ident(),
        version: Some(Version::V0x13.into()),
        params: ParamsString::try_from(argon2.params())?,
        salt: Some(salt),
        hash: Some(digest(argon2, password, &salt, memory)?),
    };
    Ok(hash.to_string())
}

fn has_current_parameters(argon2: &Argon2<'_>, hash: &str) -> bool {
    let (Ok(hash), Ok(params)) = (PasswordHash::new(hash), ParamsString::try_from(argon2.params())) else {
        return false;
    };
    hash.algorithm == Algorithm::Argon2id.ident()
        && hash.version == Some(Version::V0x13.into())
        && hash.params == params
}

/// Whether the password matches a PHC string, which may have other parameters.
fn matches(password: &str, hash: &str, memory: &mut [Block]) -> password_hash::Result<bool> {
    let hash = PasswordHash::new(hash)?;
    let (Some(salt), Some(expected)) = (&hash.salt, &hash.hash) else { return Ok(false) };
    let algorithm = Algorithm::try_from(hash.algorithm.as_str())?;
    let version = hash.version.map(Version::try_from).transpose()?.unwrap_or_default();
    let argon2 = Argon2::new(algorithm, version, Params::try_from(&hash)?);
    // `Output` compares in constant time.
    Ok(digest(&argon2, password, salt, memory)? == *expected)
}

fn digest(argon2: &Argon2<'_>, password: &str, salt: &[u8], memory: &mut [Block]) -> password_hash::Result<Output> {
    let params = argon2.params();
    let mut bytes = [0; Output::MAX_LENGTH];
    let length = params.output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN);
    let bytes = bytes.get_mut(..length).ok_or(password_hash::Error::OutputSize)?;
    if params.block_count() <= memory.len() {
        argon2.hash_password_into_with_memory(password.as_bytes(), salt, bytes, memory)?;
    } else {
        argon2.hash_password_into(password.as_bytes(), salt, bytes)?;
    }
    Ok(Output::new(bytes)?)
}

/// Working memory of hashes, kept for reuse. Freed memory would stay with the thread that hashed, and there are hundreds (decision
/// 0020).
struct Memory {
    blocks: usize,
    /// Buffers: at most as many as hashes ever ran concurrently.
    free: Mutex<Vec<Vec<Block>>>,
}

impl Memory {
    fn new(blocks: usize) -> Self {
        Self { blocks, free: Mutex::default() }
    }

    fn lend<T>(&self, work: impl FnOnce(&mut [Block]) -> T) -> T {
        let free = || self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = free().pop();
        let mut memory = kept.unwrap_or_else(|| vec![Block::new(); self.blocks]);
        let done = work(&mut memory);
        free().push(memory);
        done
    }
}

struct Queue {
    places: Semaphore,
    /// The head of the queue.
    first: Semaphore,
}

impl Queue {
    fn new() -> Self {
        Self { places: Semaphore::new(QUEUE_CAPACITY), first: Semaphore::new(1) }
    }
}

#[cfg(test)]
mod tests {
    use argon2::{PasswordHasher as _, PasswordVerifier as _};
    use futures::future::join_all;

    use super::*;

    #[tokio::test]
    async fn only_the_right_password_is_accepted() {
        let passwords = PasswordHasher::new(Cost::Low);
        let hash = passwords.hash("രഹസ്യം123".into()).await.unwrap();
        assert!(hash.starts_with("$argon2id$"));
        assert!(passwords.verify("രഹസ്യം123".into(), Some(hash.clone())).await.unwrap());
        assert!(!passwords.verify("other".into(), Some(hash)).await.unwrap());
        assert!(!passwords.verify("nobody".into(), None).await.unwrap());
        assert!(!passwords.verify("any".into(), Some("$argon2id$unreadable".into())).await.unwrap());
    }

    #[tokio::test]
    async fn hashes_use_the_parameters_that_owasp_recommends() {
        let hash = PasswordHasher::new(Cost::Proper).hash("any".into()).await.unwrap();
        let hash = PasswordHash::new(&hash).unwrap();
        let params = Params::try_from(&hash).unwrap();
        assert_eq!(hash.algorithm.as_str(), "argon2id");
        assert!(params.m_cost() >= 19 * 1024 && params.t_cost() >= 2, "{params:?}");
        assert!(hash.salt.is_some_and(|salt| salt.len() >= 16));
    }

    #[tokio::test]
    async fn hashes_are_standard_argon2_and_older_parameters_still_verify() {
        let passwords = PasswordHasher::hashing(Cost::Low, 1);
        // Twice, so that the second works in the memory of the first.
        for password in ["first", "second"] {
            let hash = passwords.hash(password.into()).await.unwrap();
            assert!(Argon2::default().verify_password(password.as_bytes(), hash.as_str()).is_ok(), "{hash}");
        }
        for (algorithm, version, params) in [
            (Algorithm::Argon2id, Version::V0x13, Params::new(64, 3, 2, None)),
            (Algorithm::Argon2id, Version::V0x13, Params::new(8, 1, 1, Some(16))),
            (Algorithm::Argon2i, Version::V0x10, Params::new(32, 3, 1, None)),
        ] {
            let old = Argon2::new(algorithm, version, params.unwrap());
            let hash: PasswordHash = old.hash_password(b"kept for years").unwrap();
            for (password, right) in [("kept for years", true), ("another", false)] {
                assert_eq!(passwords.verify(password.into(), Some(hash.to_string())).await.unwrap(), right, "{hash}");
            }
        }
    }

    #[tokio::test]
    async fn an_unknown_name_takes_as_long_as_a_wrong_password() {
        let passwords = PasswordHasher::new(Cost::Proper);
        let hash = passwords.hash("right".into()).await.unwrap();
        passwords.verify("warm up".into(), None).await.unwrap();
        let time = async |hash: Option<String>| {
            let start = Instant::now();
            passwords.verify("wrong".into(), hash).await.unwrap();
            start.elapsed().as_micros()
        };
        // The quickest run of each, alternating: on a busy machine some take longer, and more runs are needed.
        let (mut wrong, mut unknown) = (u128::MAX, u128::MAX);
        for turn in 1..=200 {
            wrong = wrong.min(time(Some(hash.clone())).await);
            unknown = unknown.min(time(None).await);
            if turn >= 5 && unknown * 2 > wrong && wrong * 2 > unknown {
                return;
            }
        }
        panic!("wrong {wrong} µs, unknown {unknown} µs");
    }

    #[tokio::test]
    async fn hashing_beyond_the_queue_capacity_is_refused() {
        let passwords = PasswordHasher::new(Cost::Low);
        let all = join_all((0..3 * QUEUE_CAPACITY).map(|_| passwords.hash("flood".into()))).await;
        let refused = all.iter().filter(|result| matches!(result, Err(db::Error::Busy))).count();
        assert_eq!(refused, 2 * QUEUE_CAPACITY);
        assert!(passwords.hash("afterwards".into()).await.is_ok());
    }

    #[tokio::test]
    async fn a_flood_of_registrations_does_not_starve_logins() {
        let passwords = PasswordHasher::hashing(Cost::Low, 1);
        let hash = passwords.hash("right".into()).await.unwrap();
        let done = Arc::new(Mutex::new(Vec::new()));
        // The permit is held until all have queued, so that none is served early.
        let held = passwords.0.permits.clone().acquire_owned().await.unwrap();
        // Each in a separate task, as requests are: futures in one task share its cooperative budget.
        let come = |who: &'static str| {
            let (passwords, hash, done) = (passwords.clone(), hash.clone(), done.clone());
            tokio::spawn(async move {
                let is_done = match who {
                    "newcomer" => passwords.hash_for_registration("flood".into()).await.is_ok(),
                    _ => passwords.verify("right".into(), Some(hash)).await.is_ok_and(|right| right),
                };
                done.lock().unwrap().extend(is_done.then_some(who));
                is_done
            })
        };
        let flood: Vec<_> = (0..3 * QUEUE_CAPACITY).map(|_| come("newcomer")).collect();
        let logins: Vec<_> = (0..12).map(|_| come("member")).collect();
        // One turn of the scheduler does not reach everybody.
        for _ in 0..flood.len() + logins.len() {
            tokio::task::yield_now().await;
        }
        drop(held);
        let flood: Vec<bool> = join_all(flood).await.into_iter().map(Result::unwrap).collect();
        let logins: Vec<bool> = join_all(logins).await.into_iter().map(Result::unwrap).collect();
        assert_eq!(flood.iter().filter(|hashed| **hashed).count(), QUEUE_CAPACITY);
        assert!(logins.into_iter().all(|right| right), "every login found its place");
        let done = done.lock().unwrap();
        let last = done.iter().rposition(|who| *who == "member").unwrap();
        let newcomers = done[..last].iter().filter(|who| **who == "newcomer").count();
        assert!(newcomers <= 3 * 12, "{newcomers} newcomers came before the twelfth login");
    }

    #[tokio::test]
    async fn hashes_share_the_memory_of_those_before_them() {
        let passwords = PasswordHasher::hashing(Cost::Low, 2);
        join_all((0..QUEUE_CAPACITY).map(|_| passwords.hash("again".into()))).await;
        let kept = passwords.0.memory.free.lock().unwrap().len();
        assert!((1..=2).contains(&kept), "{kept}");
    }
}
