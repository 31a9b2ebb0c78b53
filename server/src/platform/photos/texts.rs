//! Why a photo was not taken.

use crate::platform::lang::Lang::{self, En, Ml};

pub fn too_large(lang: Lang) -> &'static str {
    match lang {
        En => "The photo may have at most 5 MB.",
        Ml => "ഫോട്ടോ പരമാവധി 5 MB ആകാം.",
    }
}

pub fn not_an_image(lang: Lang) -> &'static str {
    match lang {
        En => "Please choose a photo: JPEG, PNG or WebP.",
        Ml => "JPEG, PNG അല്ലെങ്കിൽ WebP ഫോട്ടോ തിരഞ്ഞെടുക്കുക.",
    }
}

pub fn too_many_pixels(lang: Lang) -> &'static str {
    match lang {
        En => "The photo may have at most 24 megapixels.",
        Ml => "ഫോട്ടോ പരമാവധി 24 മെഗാപിക്സൽ ആകാം.",
    }
}

pub fn storage(lang: Lang) -> &'static str {
    match lang {
        En => "The photo could not be kept. Please try again.",
        Ml => "ഫോട്ടോ സൂക്ഷിക്കാനായില്ല. ദയവായി വീണ്ടും ശ്രമിക്കുക.",
    }
}
