//! The mails to those who wait.

use super::model::{Entry, Hold};
use crate::booking::mails::when;
use crate::booking::model::Slot;
use crate::booking::texts;
use crate::directory::{Doctor, Offer};
use crate::identity::Contact;
use crate::platform::format;
use crate::platform::lang::Lang::{En, Ml};
use crate::platform::lang::Text;
use crate::platform::mail::{Letter, Mail};

/// The page of an entry. The token stands behind `#`: no server is told of it.
pub fn page_of(site: &str, token: &str) -> String {
    format!("{site}/waitlist#{token}")
}

const FOOTER: Text = Text::new(
    "You receive this mail because you wait for an appointment on Doc Care.",
    "Doc Care-ൽ ഒരു അപ്പോയിന്റ്മെന്റിനായി കാത്തിരിക്കുന്നതിനാലാണ് ഈ മെയിൽ ലഭിക്കുന്നത്.",
);

/// Opening the page takes nothing and leaves nothing: it has a button for each.
pub fn offer(slot: Slot, hold: &Hold, doctor: &Doctor, to: &Contact, page: String) -> Mail {
    let lang = to.lang;
    let (title, text, ends, take, leave) = match lang {
        En => (
            "A time has become free",
            "It is held for you until the time below. After that it is offered to the next in line, or to everybody.",
            "Held until",
            "Take it",
            "Leave the list",
        ),
        Ml => (
            "ഒരു സമയം ഒഴിവായി",
            "താഴെ പറയുന്ന സമയം വരെ ഇത് നിങ്ങൾക്കായി മാറ്റിവെച്ചിരിക്കുന്നു. അതിനുശേഷം അടുത്തയാൾക്ക്, അല്ലെങ്കിൽ എല്ലാവർക്കും നൽകും.",
            "മാറ്റിവെച്ചിരിക്കുന്നത്",
            "ഈ സമയം എടുക്കുക",
            "പട്ടികയിൽ നിന്ന് മാറുക",
        ),
    };
    let Offer { place, fee } = doctor.offer_at(slot.day, slot.time);
    let until = Slot::from_millis(hold.until).map_or(String::new(), |until| when(until, lang));
    let letter = Letter {
        lang,
        title: title.into(),
        paragraphs: vec![text.into()],
        facts: vec![
            (texts::DOCTOR.in_lang(lang).into(), doctor.title(lang)),
            (texts::TIME.in_lang(lang).into(), when(slot, lang)),
            (ends.into(), until),
            (texts::ADDRESS.in_lang(lang).into(), doctor.address_of(place, lang)),
            (texts::FEE.in_lang(lang).into(), format::rupees(fee)),
        ],
        action: Some((take.into(), page.clone())),
        links: vec![(leave.into(), page)],
        footer: FOOTER.in_lang(lang).into(),
    };
    let mut mail = letter.into_mail(to.email.clone(), format!("{title}: {}", when(slot, lang)));
    mail.about = Some(hold.id.clone());
    mail.content.until = Some(hold.until);
    mail
}

pub fn ended(entry: &Entry, doctor: &Doctor, to: &Contact) -> Mail {
    let lang = to.lang;
    let (title, text, day) = match lang {
        En => (
            "You no longer wait for this day",
            "The doctor will not be there on that day, so nothing can become free. Please choose another day or another doctor.",
            "Day",
        ),
        Ml => (
            "ഈ ദിവസത്തിനായുള്ള കാത്തിരിപ്പ് അവസാനിച്ചു",
            "ആ ദിവസം ഡോക്ടർ ഉണ്ടാകില്ല; അതിനാൽ സമയം ഒഴിവാകില്ല. മറ്റൊരു ദിവസമോ ഡോക്ടറെയോ തിരഞ്ഞെടുക്കുക.",
            "ദിവസം",
        ),
    };
    let on = format::day(entry.day, lang);
    let letter = Letter {
        lang,
        title: title.into(),
        paragraphs: vec![text.into()],
        facts: vec![(texts::DOCTOR.in_lang(lang).into(), doctor.title(lang)), (day.into(), on.clone())],
        action: None,
        links: Vec::new(),
        footer: FOOTER.in_lang(lang).into(),
    };
    letter.into_mail(to.email.clone(), format!("{title}: {on}"))
}
