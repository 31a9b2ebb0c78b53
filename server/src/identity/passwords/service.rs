//! Argon2id, off the async threads and few at a time: a flood of passwords can neither exhaust the memory nor starve
//! those who book. Newcomers and members stand in queues of their own, which take turns: however many register, a login
//! waits for its own kind only.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::password_hash::{self, try_generate_salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use tokio::sync::{OnceCell, Semaphore};

use crate::platform::aside::{self, StandsBack};
use crate::platform::db;
use crate::platform::metrics::{Counted, Histogram};
use crate::platform::places::QueuePlace;

/// Callers of a queue who may wait for their turn; at about 30 ms a hash the last of them waits two seconds, and four
/// while the other queue is full too.
const WAITING: usize = 64;
/// Hashes at the same time. Each needs 19 MiB, which stay for the next one: the memory of a machine with many cores is no
/// reason to hold more.
const MOST_AT_ONCE: usize = 3;

/// How much work a hash is. `Low` is for tests, which hash hundreds.
#[derive(Debug, Clone, Copy)]
pub enum Cost {
    Proper,
    Low,
}

/// How much there is to hash at this moment, and how long it took so far.
#[derive(Debug)]
pub struct Standing {
    pub running: usize,
    pub waiting: usize,
    pub took: Counted,
}

#[derive(Clone)]
pub struct Passwords(Arc<Inner>);

struct Inner {
    argon2: Argon2<'static>,
    /// Whoever holds one may hash.
    turns: Arc<Semaphore>,
    at_once: usize,
    /// How long hashes took.
    took: Histogram,
    memory: Memory,
    members: Queue,
    newcomers: Queue,
    /// Compared with when there is no such account, so that it takes as long as a wrong password.
    decoy: OnceCell<String>,
}

impl Passwords {
    pub fn new(cost: Cost) -> Self {
        // One of two cores may hash; the other answers everybody else.
        let at_once = std::thread::available_parallelism().map_or(1, |cores| cores.get() / 2);
        Self::hashing(cost, at_once.clamp(1, MOST_AT_ONCE))
    }

    fn hashing(cost: Cost, at_once: usize) -> Self {
        let params = match cost {
            // 19 MiB and two passes: the OWASP recommendation for Argon2id.
            Cost::Proper => Params::new(19 * 1024, 2, 1, None),
            Cost::Low => Params::new(8, 1, 1, None),
        };
        let params = params.expect("constants within Argon2's bounds");
        Self(Arc::new(Inner {
            memory: Memory::new(params.block_count()),
            argon2: Argon2::new(Algorithm::Argon2id, Version::V0x13, params),
            turns: Arc::new(Semaphore::new(at_once)),
            at_once,
            took: Histogram::of_times(),
            members: Queue::new(),
            newcomers: Queue::new(),
            decoy: OnceCell::new(),
        }))
    }

    pub fn standing(&self) -> Standing {
        let Inner { turns, at_once, took, members, newcomers, .. } = &*self.0;
        let running = at_once.saturating_sub(turns.available_permits());
        let asked = [members, newcomers].map(|queue| queue.waiting.load(Ordering::Relaxed)).iter().sum::<usize>();
        Standing { running, waiting: asked.saturating_sub(running), took: took.read() }
    }

    /// The hash of a new password of an account that exists.
    pub async fn hash(&self, password: String) -> db::Result<String> {
        self.hash_in(&self.0.members, password).await
    }

    /// The hash of the password of somebody who registers.
    pub async fn hash_of_newcomer(&self, password: String) -> db::Result<String> {
        self.hash_in(&self.0.newcomers, password).await
    }

    async fn hash_in(&self, queue: &Queue, password: String) -> db::Result<String> {
        let hash = self.in_turn(queue, move |argon2, memory| hash(argon2, &password, memory));
        hash.await?.map_err(|error| db::Error::Other(error.to_string()))
    }

    /// Whether the password is the one of `hash`; without a hash, no, after the same work.
    pub async fn verify(&self, password: String, hash: Option<String>) -> db::Result<bool> {
        let known = hash.is_some();
        let hash = match hash {
            Some(hash) => hash,
            None => self.0.decoy.get_or_try_init(|| self.hash("nobody".into())).await?.clone(),
        };
        // A hash that cannot be read is nobody's.
        let matches =
            self.in_turn(&self.0.members, move |_, memory| matches(&password, &hash, memory).unwrap_or(false));
        Ok(matches.await? && known)
    }

    /// A new hash of a password that is right, where the one that it was compared with was not made as ours are today.
    pub async fn renew(&self, password: String, hash: &str) -> db::Result<Option<String>> {
        if is_of_today(&self.0.argon2, hash) { Ok(None) } else { self.hash(password).await.map(Some) }
    }

    /// The first of each queue waits for a turn, and turns come in the order of asking: so the queues alternate.
    async fn in_turn<T: Send + 'static>(
        &self,
        queue: &Queue,
        work: impl FnOnce(&Argon2<'_>, &mut [Block]) -> T + Send + 'static,
    ) -> db::Result<T> {
        let _place = QueuePlace::take(&queue.waiting, WAITING).ok_or(db::Error::Busy)?;
        let first = queue.first.acquire().await.map_err(|_| db::Error::Busy)?;
        let turn = self.0.turns.clone().acquire_owned().await.map_err(|_| db::Error::Busy)?;
        drop(first);
        let inner = self.0.clone();
        let work = aside::run(StandsBack::ALittle, move || {
            // Held by the work itself: a caller who goes away does not make room for another hash.
            let _turn = turn;
            let begun = Instant::now();
            let done = inner.memory.lend(|memory| work(&inner.argon2, memory));
            inner.took.note_time(begun.elapsed());
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

/// Whether a PHC string was made as `argon2` makes them.
fn is_of_today(argon2: &Argon2<'_>, hash: &str) -> bool {
    let (Ok(hash), Ok(params)) = (PasswordHash::new(hash), ParamsString::try_from(argon2.params())) else {
        return false;
    };
    hash.algorithm == Algorithm::Argon2id.ident()
        && hash.version == Some(Version::V0x13.into())
        && hash.params == params
}

/// Whether the password is the one of a PHC string, whose parameters may be those of another day.
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

/// What hashes work in, kept for the next one. Freed, it would stay with the thread that hashed, and there are hundreds
/// of those (decision 0020).
struct Memory {
    blocks: usize,
    /// As many as ever hashed at the same time.
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
    waiting: AtomicUsize,
    /// Who is at its head.
    first: Semaphore,
}

impl Queue {
    fn new() -> Self {
        Self { waiting: AtomicUsize::new(0), first: Semaphore::new(1) }
    }
}

#[cfg(test)]
mod tests {
    use argon2::{PasswordHasher, PasswordVerifier};
    use futures::future::join_all;

    use super::*;

    #[tokio::test]
    async fn only_the_right_password_is_accepted() {
        let passwords = Passwords::new(Cost::Low);
        let hash = passwords.hash("രഹസ്യം123".into()).await.unwrap();
        assert!(hash.starts_with("$argon2id$"));
        assert!(passwords.verify("രഹസ്യം123".into(), Some(hash.clone())).await.unwrap());
        assert!(!passwords.verify("other".into(), Some(hash)).await.unwrap());
        assert!(!passwords.verify("nobody".into(), None).await.unwrap());
        assert!(!passwords.verify("any".into(), Some("$argon2id$unreadable".into())).await.unwrap());
    }

    #[tokio::test]
    async fn a_hash_of_the_product_costs_what_owasp_advises() {
        let hash = Passwords::new(Cost::Proper).hash("any".into()).await.unwrap();
        let hash = PasswordHash::new(&hash).unwrap();
        let params = Params::try_from(&hash).unwrap();
        assert_eq!(hash.algorithm.as_str(), "argon2id");
        assert!(params.m_cost() >= 19 * 1024 && params.t_cost() >= 2, "{params:?}");
        assert!(hash.salt.is_some_and(|salt| salt.len() >= 16));
    }

    #[tokio::test]
    async fn our_hashes_are_argon2s_own_and_those_of_other_days_still_count() {
        let passwords = Passwords::hashing(Cost::Low, 1);
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
        let passwords = Passwords::new(Cost::Proper);
        let hash = passwords.hash("right".into()).await.unwrap();
        passwords.verify("warm up".into(), None).await.unwrap();
        let time = async |hash: Option<String>| {
            let start = Instant::now();
            passwords.verify("wrong".into(), hash).await.unwrap();
            start.elapsed().as_micros()
        };
        // The quickest of each, in turns: on a busy machine some take longer, and more turns are needed.
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
    async fn a_flood_is_refused_rather_than_queued_without_end() {
        let passwords = Passwords::new(Cost::Low);
        let all = join_all((0..3 * WAITING).map(|_| passwords.hash("flood".into()))).await;
        let refused = all.iter().filter(|result| matches!(result, Err(db::Error::Busy))).count();
        assert_eq!(refused, 2 * WAITING);
        assert!(passwords.hash("afterwards".into()).await.is_ok());
    }

    #[tokio::test]
    async fn a_flood_of_newcomers_takes_neither_a_place_nor_more_than_every_other_turn_from_logins() {
        let passwords = Passwords::hashing(Cost::Low, 1);
        let hash = passwords.hash("right".into()).await.unwrap();
        let done = Arc::new(Mutex::new(Vec::new()));
        // Nobody's turn comes before everybody has asked.
        let held = passwords.0.turns.clone().acquire_owned().await.unwrap();
        // Each on a task of their own, as requests are: what shares a task shares how much it may do at a time.
        let come = |who: &'static str| {
            let (passwords, hash, done) = (passwords.clone(), hash.clone(), done.clone());
            tokio::spawn(async move {
                let is_done = match who {
                    "newcomer" => passwords.hash_of_newcomer("flood".into()).await.is_ok(),
                    _ => passwords.verify("right".into(), Some(hash)).await.is_ok_and(|right| right),
                };
                done.lock().unwrap().extend(is_done.then_some(who));
                is_done
            })
        };
        let flood: Vec<_> = (0..3 * WAITING).map(|_| come("newcomer")).collect();
        let logins: Vec<_> = (0..12).map(|_| come("member")).collect();
        // One turn of the scheduler does not reach everybody.
        for _ in 0..flood.len() + logins.len() {
            tokio::task::yield_now().await;
        }
        drop(held);
        let flood: Vec<bool> = join_all(flood).await.into_iter().map(Result::unwrap).collect();
        let logins: Vec<bool> = join_all(logins).await.into_iter().map(Result::unwrap).collect();
        assert_eq!(flood.iter().filter(|hashed| **hashed).count(), WAITING);
        assert!(logins.into_iter().all(|right| right), "every login found its place");
        let done = done.lock().unwrap();
        let last = done.iter().rposition(|who| *who == "member").unwrap();
        let newcomers = done[..last].iter().filter(|who| **who == "newcomer").count();
        assert!(newcomers <= 3 * 12, "{newcomers} newcomers came before the twelfth login");
    }

    #[tokio::test]
    async fn hashes_share_the_memory_of_those_before_them() {
        let passwords = Passwords::hashing(Cost::Low, 2);
        join_all((0..WAITING).map(|_| passwords.hash("again".into()))).await;
        let kept = passwords.0.memory.free.lock().unwrap().len();
        assert!((1..=2).contains(&kept), "{kept}");
    }
}
