//! Mails to donors and requesters. None to a requester contains a donor's name or number, because a mail cannot be taken back; the
//! mail to a donor who accepted contains the requester's. The templates are in `mails.json`.

use std::sync::LazyLock;

use jiff::Timestamp;
use serde::Deserialize;

use super::donor_records::{Donor, FieldName};
use super::request_records::{DonorInvitation, Request, RequestStatus};
use crate::identity::Contact;
use crate::platform::clock::india;
use crate::platform::format;
use crate::platform::lang::Lang::{self, En, Ml};
use crate::platform::mail::{Letter, Mail};

static TEMPLATES: LazyLock<MailTemplates> =
    LazyLock::new(|| serde_json::from_str(include_str!("mails.json")).expect("mails.json is checked by a test"));

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MailTemplates {
    /// Footer and default button.
    donor_footer: BilingualText,
    donor_page: BilingualText,
    requester_footer: BilingualText,
    request_page: BilingualText,
    hospital_footer: BilingualText,
    confirm_donor: MailTemplate,
    confirm_known: MailTemplate,
    confirm_address: MailTemplate,
    own_link: MailTemplate,
    own_links: MailTemplate,
    confirm_change: MailTemplate,
    address_changed: MailTemplate,
    question: MailTemplate,
    accepted_to_donor: MailTemplate,
    fulfilled: MailTemplate,
    not_needed: MailTemplate,
    goes_on: MailTemplate,
    confirm_request: MailTemplate,
    already_open: MailTemplate,
    held: MailTemplate,
    released: MailTemplate,
    accepted_to_requester: MailTemplate,
    withdrawn: MailTemplate,
    look_please: MailTemplate,
    expired: MailTemplate,
    closed_by_admin: MailTemplate,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MailTemplate {
    title: BilingualText,
    paragraphs: Vec<BilingualText>,
    /// If it differs from the default.
    button: Option<BilingualText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BilingualText {
    en: String,
    ml: String,
}

impl BilingualText {
    fn in_lang(&self, lang: Lang) -> &str {
        match lang {
            En => &self.en,
            Ml => &self.ml,
        }
    }
}

impl MailTemplate {
    fn filled(&self, values: &[(&str, &str)]) -> Self {
        let fill = |text: &String| values.iter().fold(text.clone(), |text, (name, value)| text.replace(name, value));
        let line = |line: &BilingualText| BilingualText { en: fill(&line.en), ml: fill(&line.ml) };
        Self {
            title: line(&self.title),
            paragraphs: self.paragraphs.iter().map(line).collect(),
            button: self.button.as_ref().map(line),
        }
    }
}

/// Asks a new donor to confirm the address.
pub fn confirm_donor(donor: &Donor, link: String) -> Mail {
    to_donor(donor, &TEMPLATES.confirm_donor, Vec::new(), Some(link)).sent_anyway()
}

/// The same to a donor of before this was asked.
pub fn confirm_known(donor: &Donor, link: String) -> Mail {
    to_donor(donor, &TEMPLATES.confirm_known, Vec::new(), Some(link))
}

/// To the new address of a donor, which counts once its link was used.
pub fn confirm_address(donor: &Donor, link: String) -> Mail {
    let mail = to_donor(donor, &TEMPLATES.confirm_address, Vec::new(), Some(link)).sent_anyway();
    let to = donor.new_email.as_ref().unwrap_or(&donor.details.email);
    Mail { to: to.as_str().into(), ..mail }
}

/// A new link to a donor's page, where a second registration may wait.
pub fn own_link(donor: &Donor, differs: &[FieldName], link: String) -> Mail {
    if differs.is_empty() {
        return to_donor(donor, &TEMPLATES.own_link, Vec::new(), Some(link)).sent_anyway();
    }
    let names: Vec<String> = differs.iter().map(|field| field_label(field, donor.lang)).collect();
    let facts = vec![(label(donor.lang, "What would change", "മാറുന്നത്"), names.join(", "))];
    to_donor(donor, &TEMPLATES.confirm_change, facts, Some(link)).sent_anyway()
}

/// New links to the pages of all donors of one address. Group and district identify each one; names may be made up by a stranger.
pub fn own_links(to: &Donor, pages: &[(&Donor, String)]) -> Mail {
    let told = |donor: &Donor| format!("{}, {}", donor.details.group, donor.details.district);
    let facts = pages.iter().map(|(donor, link)| (told(donor), link.clone())).collect();
    to_donor(to, &TEMPLATES.own_links, facts, None).sent_anyway()
}

fn field_label(field: FieldName, lang: Lang) -> String {
    let (en, ml) = match field {
        "Name" => ("Name", "പേര്"),
        "Blood_group" => ("Blood group", "രക്തഗ്രൂപ്പ്"),
        "Gender" => ("Gender", "ലിംഗം"),
        "Age" => ("Age", "വയസ്സ്"),
        "Email" => ("Email address", "ഇമെയിൽ വിലാസം"),
        "District" => ("District", "ജില്ല"),
        _ => ("Whether we may ask you", "നിങ്ങളോട് ചോദിക്കാമോ എന്നത്"),
    };
    label(lang, en, ml)
}

/// Notifies the old address of a donor that it was replaced.
pub fn address_changed(donor: &Donor) -> Mail {
    to_donor(donor, &TEMPLATES.address_changed, Vec::new(), None)
}

/// Asks a donor, without the requester's name or number.
pub fn question(donor: &Donor, request: &Request, link: String) -> Mail {
    let words = TEMPLATES
        .question
        .filled(&[("{group}", request.details.group.as_str()), ("{district}", request.details.district)]);
    to_donor(donor, &words, need(request, donor.lang), Some(link))
}

/// To a donor who accepted: the contact of the requester.
pub fn accepted_to_donor(donor: &Donor, request: &Request, link: String) -> Mail {
    let (details, lang) = (&request.details, donor.lang);
    let mut facts = vec![
        (label(lang, "Contact", "ബന്ധപ്പെടേണ്ടയാൾ"), details.contact_name.as_str().to_owned()),
        (label(lang, "Phone", "ഫോൺ"), details.phone.as_str().to_owned()),
        (label(lang, "Patient", "രോഗി"), details.patient_name.as_str().to_owned()),
    ];
    facts.extend(need(request, lang));
    to_donor(donor, &TEMPLATES.accepted_to_donor, facts, Some(link))
}

/// To a donor who accepted: the request has ended.
pub fn ended(donor: &Donor, request: &Request, link: String) -> Mail {
    let is_fulfilled = request.status == RequestStatus::Fulfilled;
    let words = if is_fulfilled { &TEMPLATES.fulfilled } else { &TEMPLATES.not_needed };
    to_donor(donor, words, need(request, donor.lang), Some(link))
}

/// To a donor who accepted: an ended request is open again.
pub fn goes_on(donor: &Donor, request: &Request, link: String) -> Mail {
    to_donor(donor, &TEMPLATES.goes_on, need(request, donor.lang), Some(link))
}

/// Asks the requester to confirm.
pub fn confirm_request(request: &Request, link: String) -> Mail {
    to_requester(request, &TEMPLATES.confirm_request, None, Some(link)).sent_anyway()
}

/// Sent instead of a confirmation when the same request is open already.
pub fn already_open(request: &Request, link: String) -> Mail {
    to_requester(request, &TEMPLATES.already_open, None, Some(link)).sent_anyway()
}

/// Notifies the requester that the request is reviewed before donors are asked.
pub fn held(request: &Request, link: String) -> Mail {
    to_requester(request, &TEMPLATES.held, None, Some(link))
}

/// Notifies the requester that donors are asked now.
pub fn released(request: &Request, link: String) -> Mail {
    to_requester(request, &TEMPLATES.released, None, Some(link))
}

/// Notifies the requester that a donor accepted. The donor's data is on the page only.
pub fn accepted_to_requester(request: &Request, link: String) -> Mail {
    to_requester(request, &TEMPLATES.accepted_to_requester, None, Some(link))
}

/// Notifies the requester that a donor withdrew, without naming the donor.
pub fn withdrawn(invitation: &DonorInvitation, request: &Request, link: String) -> Mail {
    let when = date_time(invitation.accepted_at.unwrap_or(invitation.asked_at), request.lang);
    let words = TEMPLATES.withdrawn.filled(&[("{group}", invitation.group.as_str()), ("{when}", &when)]);
    to_requester(request, &words, None, Some(link))
}

fn date_time(millis: i64, lang: Lang) -> String {
    let at = Timestamp::from_millisecond(millis).unwrap_or_default().to_zoned(india());
    format!("{}, {}", format::day(at.date(), lang), format::time(at.time(), lang))
}

/// Asks the hospital that a request names to review it. The patient's name is on its page only.
pub fn look_please(request: &Request, hospital: &Contact, page: String) -> Mail {
    let (lang, words) = (hospital.lang, &TEMPLATES.look_please);
    let button = words.button.as_ref().unwrap_or(&TEMPLATES.request_page);
    let action = Some((button.in_lang(lang).to_owned(), page));
    letter(lang, words, need(request, lang), action, &TEMPLATES.hospital_footer, &hospital.email)
}

pub fn expired(request: &Request, link: String) -> Mail {
    to_requester(request, &TEMPLATES.expired, None, Some(link))
}

pub fn closed_by_admin(request: &Request, reason: Option<&str>) -> Mail {
    to_requester(request, &TEMPLATES.closed_by_admin, reason, None)
}

fn label(lang: Lang, en: &str, ml: &str) -> String {
    match lang {
        En => en.into(),
        Ml => ml.into(),
    }
}

type Facts = Vec<(String, String)>;

/// What is needed, where and until when, without the requester's identity.
fn need(request: &Request, lang: Lang) -> Facts {
    let details = &request.details;
    let mut hospital = format!("{}, {}", details.hospital, details.district);
    if !request.in_directory {
        hospital = format!("{hospital} ({})", label(lang, "not on our list", "ഞങ്ങളുടെ പട്ടികയിലില്ല"));
    }
    let mut facts = vec![
        (label(lang, "Blood group", "രക്തഗ്രൂപ്പ്"), details.group.to_string()),
        (label(lang, "Units", "യൂണിറ്റ്"), details.units.to_string()),
        (label(lang, "Hospital", "ആശുപത്രി"), hospital),
        (label(lang, "Needed by", "ആവശ്യമുള്ള തീയതി"), format::day(details.needed_by, lang)),
    ];
    facts.extend(details.reason.as_ref().map(|reason| (label(lang, "Reason", "കാരണം"), reason.clone())));
    facts
}

fn to_donor(donor: &Donor, words: &MailTemplate, facts: Facts, link: Option<String>) -> Mail {
    let button = words.button.as_ref().unwrap_or(&TEMPLATES.donor_page);
    let action = link.map(|link| (button.in_lang(donor.lang).to_owned(), link));
    letter(donor.lang, words, facts, action, &TEMPLATES.donor_footer, donor.details.email.as_str())
}

/// A mail to the requester with the request, and a reason.
fn to_requester(request: &Request, words: &MailTemplate, why: Option<&str>, link: Option<String>) -> Mail {
    let lang = request.lang;
    let mut facts = need(request, lang);
    facts.extend(why.map(|why| (label(lang, "Why", "കാരണം"), why.to_owned())));
    let button = words.button.as_ref().unwrap_or(&TEMPLATES.request_page);
    let action = link.map(|link| (button.in_lang(lang).to_owned(), link));
    letter(lang, words, facts, action, &TEMPLATES.requester_footer, request.details.email.as_str())
}

fn letter(
    lang: Lang,
    words: &MailTemplate,
    facts: Facts,
    action: Option<(String, String)>,
    footer: &BilingualText,
    to: &str,
) -> Mail {
    let title = words.title.in_lang(lang);
    let paragraphs = words.paragraphs.iter().map(|line| line.in_lang(lang).to_owned()).collect();
    let letter = Letter {
        lang,
        title: title.into(),
        paragraphs,
        facts,
        action,
        links: Vec::new(),
        footer: footer.in_lang(lang).to_owned(),
    };
    letter.into_mail(to, title)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mail_has_its_words_and_every_name_in_them_is_filled() {
        let question = TEMPLATES.question.filled(&[("{group}", "O+"), ("{district}", "Kollam")]);
        assert_eq!(question.title.in_lang(En), "O+ blood is needed in Kollam");
        let withdrawn = TEMPLATES.withdrawn.filled(&[("{group}", "O+"), ("{when}", "now")]);
        let lines = question.paragraphs.iter().chain(&withdrawn.paragraphs).chain([&question.title, &withdrawn.title]);
        for line in lines {
            assert!(!line.en.contains('{') && !line.ml.contains('{') && line.en != line.ml, "{}", line.en);
        }
    }
}
