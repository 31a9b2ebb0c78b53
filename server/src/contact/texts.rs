//! What the contact form says to people.

use crate::platform::lang::Lang::{self, En, Ml};

pub fn sent(lang: Lang) -> &'static str {
    match lang {
        En => "Thank you for your message. We will answer by mail.",
        Ml => "നിങ്ങളുടെ സന്ദേശത്തിന് നന്ദി. മെയിൽ വഴി മറുപടി നൽകാം.",
    }
}

pub fn answered(lang: Lang) -> &'static str {
    match lang {
        En => "Your answer is on its way.",
        Ml => "മറുപടി അയച്ചു.",
    }
}

pub fn closed(lang: Lang) -> &'static str {
    match lang {
        En => "The message is closed.",
        Ml => "സന്ദേശം അവസാനിപ്പിച്ചു.",
    }
}

pub fn text_missing(lang: Lang) -> &'static str {
    match lang {
        En => "Please write a message.",
        Ml => "സന്ദേശം എഴുതുക.",
    }
}

pub fn text_long(lang: Lang) -> &'static str {
    match lang {
        En => "The message may have at most 4000 characters.",
        Ml => "സന്ദേശത്തിന് പരമാവധി 4000 അക്ഷരങ്ങളാകാം.",
    }
}

pub fn status_wrong(lang: Lang) -> &'static str {
    match lang {
        En => "Please choose open, answered or closed.",
        Ml => "തുറന്നത്, മറുപടി നൽകിയത്, അവസാനിപ്പിച്ചത് എന്നിവയിലൊന്ന് തിരഞ്ഞെടുക്കുക.",
    }
}
