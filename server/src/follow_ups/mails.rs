//! The mail and the message that propose slots.

use crate::appointments;
use crate::appointments::mails::when;
use crate::appointments::model::Appointment;
use crate::appointments::phone_notices::PhoneNotice;
use crate::appointments::proposals::{FollowUp, ends_at};
use crate::directory::{Doctor, Offer};
use crate::identity::Contact;
use crate::platform::format;
use crate::platform::lang::Lang::{En, Ml};
use crate::platform::mail::{Letter, Mail};
use crate::platform::phone_messages::{MessageKind, PhoneMessage};
use crate::scheduling::Slot;

/// `slots` are free now, the earliest first. The link opens a page on which a button books one.
pub fn proposal(
    follow_up: &FollowUp,
    visit: &Appointment,
    doctor: &Doctor,
    to: &Contact,
    (slots, site): (&[Slot], &str),
) -> Mail {
    let lang = to.lang;
    let label = |en: &str, ml: &str| match lang {
        En => en.to_owned(),
        Ml => ml.to_owned(),
    };
    let (name, day) = (doctor.name_in(lang), format::day(follow_up.day(), lang));
    let offers: Vec<Offer<'_>> = slots.iter().map(|slot| doctor.offer_at(slot.day, slot.time)).collect();
    let asked = match lang {
        En => format!("Dr. {name} asked you to come again around {day}."),
        Ml => format!("വീണ്ടും വരാൻ ഡോ. {name} ആവശ്യപ്പെട്ടിരുന്നു: {day}, അല്ലെങ്കിൽ അടുത്ത ദിവസങ്ങളിൽ."),
    };
    let mut paragraphs = vec![asked];
    if slots.first().is_some_and(|first| first.day != follow_up.day()) {
        paragraphs.push(label(
            "Nothing is free on that day. These are the nearest times after it:",
            "ആ ദിവസം ഒഴിവില്ല. അതിനുശേഷം ഏറ്റവും അടുത്ത സമയങ്ങൾ ഇവയാണ്:",
        ));
    } else {
        paragraphs.push(label("These times are free now:", "ഇപ്പോൾ ഒഴിവുള്ള സമയങ്ങൾ:"));
    }
    let is_one_place = offers.windows(2).all(|pair| pair[0] == pair[1]);
    let time = |(slot, offer): (&Slot, &Offer<'_>)| {
        let told = when(*slot, lang);
        // If they differ, each slot is shown with its place and, unless the visit is free, its fee.
        let told = match (is_one_place, follow_up.without_fee) {
            (true, _) => told,
            (false, true) => format!("{told}: {}", doctor.address_of(offer.place, lang)),
            (false, false) => {
                format!("{told}: {}, {}", doctor.address_of(offer.place, lang), format::rupees(offer.fee))
            }
        };
        (appointments::texts::TIME.in_lang(lang).to_owned(), told)
    };
    let mut facts: Vec<_> = slots.iter().zip(&offers).map(time).collect();
    facts.extend([
        (appointments::texts::DOCTOR.in_lang(lang).to_owned(), doctor.title(lang)),
        (appointments::texts::PATIENT.in_lang(lang).to_owned(), visit.patient_name.clone()),
    ]);
    let (place, fee) = offers.first().map_or((None, doctor.fee), |offer| (offer.place, offer.fee));
    if is_one_place {
        facts.push((appointments::texts::ADDRESS.in_lang(lang).to_owned(), doctor.address_of(place, lang)));
    }
    if follow_up.without_fee {
        let none = label("No fee for this visit", "ഈ സന്ദർശനത്തിന് ഫീസില്ല");
        facts.push((appointments::texts::FEE.in_lang(lang).to_owned(), none));
    } else if is_one_place {
        facts.push((appointments::texts::FEE.in_lang(lang).to_owned(), format::rupees(fee)));
    }
    let title = label("Time for your next visit", "അടുത്ത സന്ദർശനത്തിന് സമയമായി");
    let letter = Letter {
        lang,
        title: title.clone(),
        paragraphs,
        facts,
        action: Some((label("Choose a time", "സമയം തിരഞ്ഞെടുക്കുക"), format!("{site}/user/bookings"))),
        links: Vec::new(),
        footer: label(
            "You receive this email because your doctor asked you to come again. On that page you can also say \"No, thank you\".",
            "വീണ്ടും വരാൻ നിങ്ങളുടെ ഡോക്ടർ ആവശ്യപ്പെട്ടതിനാലാണ് ഈ ഇമെയിൽ ലഭിക്കുന്നത്. ആ പേജിൽ “വേണ്ട, നന്ദി” എന്നും പറയാം.",
        ),
    };
    let mut mail = letter.into_mail(to.email.clone(), format!("{title}: {}", doctor.title(lang)));
    mail.about = Some(follow_up.visit_id.clone());
    mail.content.until = Some(ends_at(follow_up.day()).as_millisecond());
    mail
}

/// The same to the patient's phone, if they chose messages.
pub fn proposal_to_phone(
    follow_up: &FollowUp,
    visit: &Appointment,
    doctor: &Doctor,
    to: &Contact,
) -> Option<PhoneMessage> {
    let variables = vec![doctor.called(to.lang), format::day(follow_up.day(), to.lang)];
    let (key, until) = (format!("{} proposal", follow_up.visit_id), ends_at(follow_up.day()).as_millisecond());
    let (account_id, about) = (&visit.user_id, &follow_up.visit_id);
    let kind = if to.has_address() { MessageKind::Proposal } else { MessageKind::ProposalLink };
    PhoneNotice { kind, account_id, key, about, variables, until }.to(to)
}
