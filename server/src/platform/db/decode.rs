//! Decoding of columns into types of the program.
//!
//! Stored values are trusted: rules for input are not applied, so that a stricter rule does not make existing rows unreadable.

use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::{LazyLock, Mutex, PoisonError};

use jiff::civil::Date;

use crate::platform::lang::Lang;

/// A type that can be read from a column.
pub trait FromColumn: Sized {
    /// The column's type: `String`, `i64` or `bool`, or an `Option` of one.
    type Raw;

    /// `None` if the program has no such value, which is a bug.
    fn from_column(raw: Self::Raw) -> Option<Self>;
}

impl FromColumn for String {
    type Raw = Self;

    fn from_column(raw: Self) -> Option<Self> {
        Some(raw)
    }
}

impl FromColumn for i64 {
    type Raw = Self;

    fn from_column(raw: Self) -> Option<Self> {
        Some(raw)
    }
}

impl FromColumn for bool {
    type Raw = Self;

    fn from_column(raw: Self) -> Option<Self> {
        Some(raw)
    }
}

impl<T: FromColumn> FromColumn for Option<T> {
    type Raw = Option<T::Raw>;

    fn from_column(raw: Self::Raw) -> Option<Self> {
        raw.map_or(Some(None), |raw| T::from_column(raw).map(Some))
    }
}

impl FromColumn for Date {
    type Raw = String;

    fn from_column(raw: String) -> Option<Self> {
        raw.parse().ok()
    }
}

impl FromColumn for Lang {
    type Raw = String;

    fn from_column(raw: String) -> Option<Self> {
        Self::from_tag(&raw)
    }
}

/// Names from our own lists, such as places, interned for the life of the program; there are few.
impl FromColumn for &'static str {
    type Raw = String;

    fn from_column(raw: String) -> Option<Self> {
        thread_local! {
            /// Names that this thread has seen; avoids the lock.
            static SEEN: RefCell<HashSet<&'static str>> = RefCell::default();
        }
        SEEN.with_borrow_mut(|seen| {
            let known = seen.get(raw.as_str()).copied();
            known.or_else(|| {
                let name = intern(raw);
                seen.insert(name);
                Some(name)
            })
        })
    }
}

/// The one copy of a name.
fn intern(name: String) -> &'static str {
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
        let meet = || <&'static str>::from_column("Kasaragod".to_owned()).unwrap();
        let here = meet();
        let there = std::thread::spawn(meet).join().unwrap();
        assert_eq!(here, "Kasaragod");
        assert!(std::ptr::eq(here, meet()) && std::ptr::eq(here, there));
    }
}
