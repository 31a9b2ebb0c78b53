//! What the database holds, as the types of the program.
//!
//! It is trusted: a rule for what people may type is no rule for what is there, so that a rule that becomes stricter turns no
//! list into a refusal.

use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::{LazyLock, Mutex, PoisonError};

use jiff::civil::Date;

use super::lang::Lang;

/// A type of which a column holds a value.
pub trait FromStored: Sized {
    /// As the column has it: `String`, `i64` or `bool`, or an `Option` of one.
    type Raw;

    /// `None` when the program has no such value, which is a mistake of ours.
    fn from_stored(raw: Self::Raw) -> Option<Self>;
}

impl FromStored for String {
    type Raw = Self;

    fn from_stored(raw: Self) -> Option<Self> {
        Some(raw)
    }
}

impl FromStored for i64 {
    type Raw = Self;

    fn from_stored(raw: Self) -> Option<Self> {
        Some(raw)
    }
}

impl FromStored for bool {
    type Raw = Self;

    fn from_stored(raw: Self) -> Option<Self> {
        Some(raw)
    }
}

impl<T: FromStored> FromStored for Option<T> {
    type Raw = Option<T::Raw>;

    fn from_stored(raw: Self::Raw) -> Option<Self> {
        raw.map_or(Some(None), |raw| T::from_stored(raw).map(Some))
    }
}

impl FromStored for Date {
    type Raw = String;

    fn from_stored(raw: String) -> Option<Self> {
        raw.parse().ok()
    }
}

impl FromStored for Lang {
    type Raw = String;

    fn from_stored(raw: String) -> Option<Self> {
        Self::from_tag(&raw)
    }
}

/// Names from our own lists, of places above all. One that a list had once and lacks today is kept as long as the program
/// runs; there are few.
impl FromStored for &'static str {
    type Raw = String;

    fn from_stored(raw: String) -> Option<Self> {
        thread_local! {
            /// Those that this thread has met: it asks the others once for each.
            static MET: RefCell<HashSet<&'static str>> = RefCell::default();
        }
        MET.with_borrow_mut(|met| {
            let known = met.get(raw.as_str()).copied();
            known.or_else(|| {
                let name = keep(raw);
                met.insert(name);
                Some(name)
            })
        })
    }
}

/// The one copy of a name, of all threads.
fn keep(name: String) -> &'static str {
    static NAMES: LazyLock<Mutex<HashSet<&'static str>>> = LazyLock::new(Mutex::default);
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = names.get(name.as_str()) {
        return known;
    }
    let name: &'static str = name.leak();
    names.insert(name);
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_kept_once_whichever_threads_meet_it() {
        let meet = || <&'static str>::from_stored("Kasaragod".to_owned()).unwrap();
        let here = meet();
        let there = std::thread::spawn(meet).join().unwrap();
        assert_eq!(here, "Kasaragod");
        assert!(std::ptr::eq(here, meet()) && std::ptr::eq(here, there));
    }
}
