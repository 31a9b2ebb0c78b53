//! The mails, phone messages and notifications to patients on a waiting list.

use jiff::Timestamp;

use super::rules::EndReason;
use crate::appointments;
use crate::appointments::mails::when;
use crate::appointments::phone_notices::PhoneNotice;
use crate::appointments::pushes::PushNotice;
use crate::directory::{Doctor, Offer};
use crate::identity::Contact;
use crate::platform::format;
use crate::platform::lang::Lang::{En, Ml};
use crate::platform::lang::Text;
use crate::platform::mail::{Letter, Mail};
use crate::platform::phone_messages::{MessageKind, PhoneMessage};
use crate::scheduling::Slot;
use crate::scheduling::reservations::{SlotHold, WaitlistEntry};

/// The page of an entry. The token is placed after `#`, so that no server log contains it.
pub fn page_of(site: &str, token: &str) -> String {
    format!("{site}/waitlist#{token}")
}

const FOOTER: Text = Text::new(
    "You receive this email because you are on a waiting list on Doc Care.",
    "Doc Care-ൽ കാത്തിരിപ്പുപട്ടികയിൽ ഉള്ളതിനാലാണ് ഈ ഇമെയിൽ ലഭിക്കുന്നത്.",
);

const DAY: Text = Text::new("Day", "ദിവസം");

/// The first page accepts or declines the offer, the second leaves the list. Opening one changes nothing: it has buttons.
pub fn offer(slot: Slot, hold: &SlotHold, doctor: &Doctor, to: &Contact, (page, list): (String, String)) -> Mail {
    let lang = to.lang;
    let (title, text, ends, take, leave) = match lang {
        En => (
            "A time has become free",
            "It is held for you until the time below. After that we offer it to the next person, or to everyone.",
            "Held until",
            "Take this time",
            "Leave the list",
        ),
        Ml => (
            "ഒരു സമയം ഒഴിവായി",
            "താഴെ പറയുന്ന സമയം വരെ ഇത് നിങ്ങൾക്കായി കരുതിവെച്ചിരിക്കുന്നു. അതിനുശേഷം അടുത്തയാൾക്ക്, അല്ലെങ്കിൽ എല്ലാവർക്കും നൽകും.",
            "കരുതിവെച്ചിരിക്കുന്നത് എപ്പോൾ വരെ",
            "ഈ സമയം എടുക്കുക",
            "പട്ടികയിൽ നിന്ന് മാറുക",
        ),
    };
    let Offer { place, fee, .. } = doctor.offer_at(slot.day, slot.time);
    let until = Slot::from_millis(hold.until).map_or(String::new(), |until| when(until, lang));
    let letter = Letter {
        lang,
        title: title.into(),
        paragraphs: vec![text.into()],
        facts: vec![
            (appointments::texts::DOCTOR.in_lang(lang).into(), doctor.title(lang)),
            (appointments::texts::TIME.in_lang(lang).into(), when(slot, lang)),
            (ends.into(), until),
            (appointments::texts::ADDRESS.in_lang(lang).into(), doctor.address_of(place, lang)),
            (appointments::texts::FEE.in_lang(lang).into(), format::rupees(fee)),
        ],
        action: Some((take.into(), page)),
        links: vec![(leave.into(), list)],
        footer: FOOTER.in_lang(lang).into(),
    };
    let mut mail = letter.into_mail(to.email.clone(), format!("{title}: {}", when(slot, lang)));
    mail.about = Some(hold.id.clone());
    mail.content.until = Some(hold.until);
    mail
}

/// The same to the browsers of a patient who gets notifications there; `page` is a path of the site.
pub fn offer_to_browser<'a>(
    slot: Slot,
    hold: &'a SlotHold,
    user_id: &'a str,
    to: &Contact,
    page: String,
) -> Option<PushNotice<'a>> {
    let held_until = Slot::from_millis(hold.until).map_or(String::new(), |until| when(until, to.lang));
    let (title, body) = match to.lang {
        En => ("A time has become free", format!("{}. It is held for you until {held_until}.", when(slot, to.lang))),
        Ml => ("ഒരു സമയം ഒഴിവായി", format!("{}. {held_until} വരെ നിങ്ങൾക്കായി കരുതിവെച്ചിരിക്കുന്നു.", when(slot, to.lang))),
    };
    let until = Timestamp::from_millisecond(hold.until).unwrap_or_default();
    to.has_push.then(|| PushNotice {
        account_id: user_id,
        about: &hold.id,
        title: title.into(),
        body,
        page,
        until,
        needed_by: until,
    })
}

/// The same to the phone, if the patient chose messages.
pub fn offer_to_phone(
    slot: Slot,
    hold: &SlotHold,
    user_id: &str,
    doctor: &Doctor,
    to: &Contact,
) -> Option<PhoneMessage> {
    let time = |slot: Slot| format::time(slot.time.time(), to.lang);
    let until = Slot::from_millis(hold.until).map_or(String::new(), time);
    let variables = vec![doctor.called(to.lang), format::day(slot.day, to.lang), time(slot), until];
    let (key, until) = (format!("{} offer", hold.id), hold.until);
    let kind = if to.has_address() { MessageKind::Offer } else { MessageKind::OfferLink };
    PhoneNotice { kind, account_id: user_id, key, about: &hold.id, variables, until }.to(to)
}

/// The doctor is on leave at the hours that they wait for, and they keep their place.
pub fn on_leave(entry: &WaitlistEntry, doctor: &Doctor, to: &Contact, page: String) -> Mail {
    let lang = to.lang;
    let (title, text, other, leave) = match lang {
        En => (
            "The doctor is away",
            "The doctor is on leave at the time you are waiting for, so no time can become free. You keep your place: if the doctor works \
             after all and a time becomes free, we will tell you.",
            "You do not need to do anything. You can also book another day or another doctor.",
            "Leave the list",
        ),
        Ml => (
            "ഡോക്ടർ അവധിയിലാണ്",
            "നിങ്ങൾ കാത്തിരിക്കുന്ന സമയത്ത് ഡോക്ടർ അവധിയിലാണ്; അതിനാൽ സമയം ഒഴിവാകില്ല. പട്ടികയിലെ നിങ്ങളുടെ സ്ഥാനം നിലനിൽക്കും: അവധി പിൻവലിച്ച് ഒരു സമയം ഒഴിവായാൽ \
             ഞങ്ങൾ അറിയിക്കും.",
            "നിങ്ങൾ ഒന്നും ചെയ്യേണ്ടതില്ല. മറ്റൊരു ദിവസമോ മറ്റൊരു ഡോക്ടറെയോ ബുക്ക് ചെയ്യാം.",
            "പട്ടികയിൽ നിന്ന് മാറുക",
        ),
    };
    let on = format::day(entry.day, lang);
    let letter = Letter {
        lang,
        title: title.into(),
        paragraphs: vec![text.into(), other.into()],
        facts: vec![
            (appointments::texts::DOCTOR.in_lang(lang).into(), doctor.title(lang)),
            (DAY.in_lang(lang).into(), on.clone()),
        ],
        action: None,
        links: vec![(leave.into(), page)],
        footer: FOOTER.in_lang(lang).into(),
    };
    letter.into_mail(to.email.clone(), format!("{title}: {on}"))
}

/// Their waiting has ended, and why.
pub fn ended(entry: &WaitlistEntry, why: EndReason, doctor: &Doctor, to: &Contact) -> Mail {
    let lang = to.lang;
    let title = match lang {
        En => "You are no longer on the waiting list for this day",
        Ml => "ഈ ദിവസത്തിനായുള്ള കാത്തിരിപ്പ് അവസാനിച്ചു",
    };
    let text = match (why, lang) {
        (EndReason::Passed, En) => {
            "We held three times for you, and you did not take them. You are no longer on the list, so that others get a chance. \
             You can join the list again whenever the day is full."
        }
        (EndReason::Passed, Ml) => {
            "മൂന്ന് സമയങ്ങൾ നിങ്ങൾക്കായി കരുതിവെച്ചു; നിങ്ങൾ ഒന്നും എടുത്തില്ല. മറ്റുള്ളവർക്ക് അവസരം നൽകാൻ നിങ്ങളെ പട്ടികയിൽ നിന്ന് ഒഴിവാക്കി. \
             ഒഴിവില്ലാത്തപ്പോൾ വീണ്ടും പട്ടികയിൽ ചേരാം."
        }
        (EndReason::NoHours, En) => {
            "The doctor will not be there during the hours you were waiting for, so no time can become free. Please choose other hours, another \
             day or another doctor."
        }
        (EndReason::NoHours, Ml) => {
            "നിങ്ങൾ കാത്തിരുന്ന സമയത്ത് ഡോക്ടർ ഉണ്ടാകില്ല; അതിനാൽ സമയം ഒഴിവാകില്ല. മറ്റൊരു സമയമോ ദിവസമോ ഡോക്ടറെയോ തിരഞ്ഞെടുക്കുക."
        }
        (EndReason::Away | EndReason::Over, En) => {
            "The doctor will not be there on that day, so no time can become free. Please choose another day or another doctor."
        }
        (EndReason::Away | EndReason::Over, Ml) => {
            "ആ ദിവസം ഡോക്ടർ ഉണ്ടാകില്ല; അതിനാൽ സമയം ഒഴിവാകില്ല. മറ്റൊരു ദിവസമോ ഡോക്ടറെയോ തിരഞ്ഞെടുക്കുക."
        }
    };
    let on = format::day(entry.day, lang);
    let letter = Letter {
        lang,
        title: title.into(),
        paragraphs: vec![text.into()],
        facts: vec![
            (appointments::texts::DOCTOR.in_lang(lang).into(), doctor.title(lang)),
            (DAY.in_lang(lang).into(), on.clone()),
        ],
        action: None,
        links: Vec::new(),
        footer: FOOTER.in_lang(lang).into(),
    };
    letter.into_mail(to.email.clone(), format!("{title}: {on}"))
}
