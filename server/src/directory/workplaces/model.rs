//! Workplaces and their addresses. Pure.

use crate::platform::lang::Lang;

/// A hospital where a doctor sees patients.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Workplace {
    pub id: String,
    /// Empty once the hospital was erased, and so are the following fields.
    pub name: String,
    pub name_ml: Option<String>,
    pub address: String,
    pub address_ml: Option<String>,
    pub city: String,
    pub district: String,
    pub state: String,
    pub pincode: String,
    /// The hospital's number, which its page shows to everybody.
    pub phone: Option<String>,
}

impl Workplace {
    /// `City Hospital, Beach Road, Kollam, Kollam, Kerala 691001`
    pub fn full_address(&self, lang: Lang) -> String {
        let state = format!("{} {}", self.state, self.pincode);
        joined([&self.street_address(lang), &self.district, state.trim()])
    }

    /// `City Hospital, Beach Road, Kollam`, without the district. Empty once the hospital was erased.
    pub fn street_address(&self, lang: Lang) -> String {
        joined([self.name_in(lang), in_language(lang, &self.address, self.address_ml.as_deref()), &self.city])
    }

    pub fn name_in(&self, lang: Lang) -> &str {
        in_language(lang, &self.name, self.name_ml.as_deref())
    }
}

fn joined(parts: [&str; 3]) -> String {
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

/// A name or an address in the reader's language, as far as it is known.
pub fn in_language<'a>(lang: Lang, text: &'a str, ml: Option<&'a str>) -> &'a str {
    match lang {
        Lang::En => text,
        Lang::Ml => ml.unwrap_or(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_in_the_readers_language_as_far_as_known() {
        let mut place = Workplace {
            id: "h".into(),
            name: "City Hospital".into(),
            name_ml: Some("സിറ്റി ആശുപത്രി".into()),
            address: "Beach Road".into(),
            address_ml: None,
            city: "Chavara".into(),
            district: "Kollam".into(),
            state: "Kerala".into(),
            pincode: "691001".into(),
            phone: None,
        };
        assert_eq!(place.full_address(Lang::En), "City Hospital, Beach Road, Chavara, Kollam, Kerala 691001");
        assert_eq!(place.full_address(Lang::Ml), "സിറ്റി ആശുപത്രി, Beach Road, Chavara, Kollam, Kerala 691001");
        // It has left.
        (place.name, place.address, place.city, place.pincode) = Default::default();
        assert_eq!(place.full_address(Lang::En), "Kollam, Kerala");
    }
}
