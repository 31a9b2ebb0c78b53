//! The two languages, English and Malayalam, and texts in both. `http::language` finds the language of a request.

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    #[default]
    En,
    Ml,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Text {
    pub en: &'static str,
    pub ml: &'static str,
}

impl Text {
    pub const fn new(en: &'static str, ml: &'static str) -> Self {
        Self { en, ml }
    }

    pub fn in_lang(self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.en,
            Lang::Ml => self.ml,
        }
    }
}

impl Lang {
    pub const ALL: [Self; 2] = [Self::En, Self::Ml];

    pub fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Ml => "ml",
        }
    }

    /// The language of a tag such as `ml` or `ml-IN`.
    pub fn from_tag(tag: &str) -> Option<Self> {
        let primary = tag.trim().split('-').next()?;
        Self::ALL.into_iter().find(|lang| primary.eq_ignore_ascii_case(lang.code()))
    }
}
