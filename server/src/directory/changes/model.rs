//! What a doctor, hospital or pharmacy asks to have changed about who and where they are.

use jiff::Timestamp;

use crate::identity::person::PersonName;
use crate::platform::ids::new_id;

/// The fields that count once an administrator has approved them; `None` stays as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChangedFields {
    pub name: Option<PersonName>,
    pub name_ml: Option<String>,
    pub license_number: Option<String>,
    /// State and district. Requests for blood find a hospital by its name and district.
    pub location: Option<(String, String)>,
}

impl ChangedFields {
    /// Without the values that `known` has.
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

    /// With the values of `other` where these have none.
    fn or(self, other: Self) -> Self {
        Self {
            name: self.name.or(other.name),
            name_ml: self.name_ml.or(other.name_ml),
            license_number: self.license_number.or(other.license_number),
            location: self.location.or(other.location),
        }
    }
}

/// What waits for approval. One waits for each doctor, hospital and pharmacy.
#[derive(Debug, Clone)]
pub struct ChangeRequest {
    /// Another one whenever something else is asked for.
    pub id: String,
    pub fields: ChangedFields,
    pub asked_at: i64,
}

impl ChangeRequest {
    /// What waits once `asked` is added to what waits already. Values that count already, or wait already, change
    /// nothing: a form that sends all its fields asks for nothing new.
    pub fn merge(waiting: Option<Self>, current: &ChangedFields, asked: ChangedFields, now: Timestamp) -> Option<Self> {
        let before = waiting.as_ref().map(|waiting| waiting.fields.clone()).unwrap_or_default();
        let new = asked.without(current).without(&before);
        if new == ChangedFields::default() {
            return waiting;
        }
        Some(Self { id: new_id(now), fields: new.or(before), asked_at: now.as_millisecond() })
    }

    /// Whether this was asked for just now, when `before` was what waited.
    pub fn is_new(&self, before: Option<&Self>) -> bool {
        before.is_none_or(|before| before.id != self.id)
    }
}
