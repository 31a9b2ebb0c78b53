//! Profile changes that need approval.

use jiff::Timestamp;

use crate::identity::person::PersonName;
use crate::platform::ids::new_id;

/// New values that need approval; `None` stays as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChangedFields {
    pub name: Option<PersonName>,
    pub name_ml: Option<String>,
    pub license_number: Option<String>,
    /// State and district. Requests for blood find a hospital by its name and district.
    pub location: Option<(String, String)>,
}

impl ChangedFields {
    fn without(self, known: &Self) -> Self {
        fn other<T: PartialEq>(asked: Option<T>, known: Option<&T>) -> Option<T> {
            asked.filter(|value| Some(value) != known)
        }
        Self {
            name: other(self.name, known.name.as_ref()),
            name_ml: other(self.name_ml, known.name_ml.as_ref()),
            license_number: other(self.license_number, known.license_number.as_ref()),
            location: other(self.location, known.location.as_ref()),
        }
    }

    fn or(self, other: Self) -> Self {
        Self {
            name: self.name.or(other.name),
            name_ml: self.name_ml.or(other.name_ml),
            license_number: self.license_number.or(other.license_number),
            location: self.location.or(other.location),
        }
    }
}

/// A request that waits for approval, at most one for each doctor, hospital and pharmacy.
#[derive(Debug, Clone)]
pub struct ProfileChangeRequest {
    /// Changes with each new value.
    pub id: String,
    pub fields: ChangedFields,
    pub asked_at: i64,
}

impl ProfileChangeRequest {
    /// Adds `asked` to a waiting request. Values that are current or waiting already change nothing: forms send all their fields.
    pub fn merge(waiting: Option<Self>, current: &ChangedFields, asked: ChangedFields, now: Timestamp) -> Option<Self> {
        let before = waiting.as_ref().map(|waiting| waiting.fields.clone()).unwrap_or_default();
        let new = asked.without(current).without(&before);
        if new == ChangedFields::default() {
            return waiting;
        }
        Some(Self { id: new_id(now), fields: new.or(before), asked_at: now.as_millisecond() })
    }

    /// Whether it differs from the request that waited before.
    pub fn is_new(&self, before: Option<&Self>) -> bool {
        before.is_none_or(|before| before.id != self.id)
    }
}
