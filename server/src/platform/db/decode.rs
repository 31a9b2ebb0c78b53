//! Decoding of columns into types of the program.
//!
//! Stored values are trusted: rules for input are not applied, so that a stricter rule does not make existing rows unreadable.

use std::collections::HashSet;
use std::sync::LazyLock;

use jiff::civil::Date;
use parking_lot::RwLock;

use crate::platform::lang::Lang;

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
        static NAMES: LazyLock<RwLock<HashSet<&'static str>>> = LazyLock::new(RwLock::default);
        if let Some(known) = NAMES.read().get(raw.as_str()) {
            return Some(known);
        }
        let mut names = NAMES.write();
        // Another thread may have been faster.
        let known = names.get(raw.as_str()).copied();
        Some(known.unwrap_or_else(|| {
            let name = raw.leak();
            names.insert(name);
            name
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_interned_once_across_threads() {
        let meet = || <&'static str>::from_column("Kasaragod".to_owned()).unwrap();
        let here = meet();
        let there = std::thread::spawn(meet).join().unwrap();
        assert_eq!(here, "Kasaragod");
        assert!(std::ptr::eq(here, meet()) && std::ptr::eq(here, there));
    }
}
