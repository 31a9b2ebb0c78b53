//! Why a photo was not taken.

use crate::platform::lang::Text;

pub const TOO_LARGE: Text =
    Text { en: "The photo may have at most 5 MB.", ml: "ഫോട്ടോ പരമാവധി 5 MB ആകാം." };
pub const NOT_AN_IMAGE: Text = Text {
    en: "Please choose a photo: JPEG, PNG or WebP.",
    ml: "JPEG, PNG അല്ലെങ്കിൽ WebP ഫോട്ടോ തിരഞ്ഞെടുക്കുക.",
};
pub const TOO_MANY_PIXELS: Text = Text {
    en: "The photo may have at most 24 megapixels.",
    ml: "ഫോട്ടോ പരമാവധി 24 മെഗാപിക്സൽ ആകാം.",
};
pub const BUSY: Text = Text {
    en: "Many photos are coming in at this moment. Please try again.",
    ml: "ഇപ്പോൾ ധാരാളം ഫോട്ടോകൾ വരുന്നുണ്ട്. ദയവായി വീണ്ടും ശ്രമിക്കുക.",
};
pub const STORAGE: Text = Text {
    en: "The photo could not be kept. Please try again.",
    ml: "ഫോട്ടോ സൂക്ഷിക്കാനായില്ല. ദയവായി വീണ്ടും ശ്രമിക്കുക.",
};
