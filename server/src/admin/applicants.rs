//! Pending applications, with possible duplicates: the same number, phone or e-mail address, or a similar name.

use store::PossibleDuplicate;

pub mod http {
    use axum::extract::Path;
    use serde::Serialize;
    use utoipa::ToSchema;

    use super::rules::DuplicateReason;
    use super::{PossibleDuplicate, service};
    use crate::app::App;
    use crate::directory::WorkerKind;
    use crate::directory::applications::http::{ApplicantView, kind_of};
    use crate::identity::callers::Admin;
    use crate::platform::http::{Answer, Code, Result};

    /// An application with everything that decides about it.
    #[derive(Serialize, ToSchema)]
    pub struct PendingRequest {
        applicant: ApplicantView,
        duplicates: Vec<Duplicate>,
    }

    /// Somebody who the applicant may be already.
    #[derive(Debug, Serialize, ToSchema)]
    pub struct Duplicate {
        _id: String,
        /// Doctor, Hospital or Pharmacy
        category: &'static str,
        name: String,
        /// What is the same: number, phone, email or name
        #[schema(value_type = String)]
        why: DuplicateReason,
        /// pending, active or blocked
        state: String,
    }

    impl From<(PossibleDuplicate, DuplicateReason)> for Duplicate {
        fn from((known, why): (PossibleDuplicate, DuplicateReason)) -> Self {
            let category = match WorkerKind::parse(&known.role) {
                Some(WorkerKind::Facility(category)) => category.as_str(),
                Some(WorkerKind::Doctor) | None => "Doctor",
            };
            Self { _id: known.id, category, name: known.name, why, state: known.state }
        }
    }

    /// One application, with everybody who the applicant may be already.
    #[utoipa::path(get, path = "/admin/api/workers/{category}/pendingrequest/{id}")]
    pub async fn pending_request(
        _: Admin,
        app: App,
        Path((category, id)): Path<(String, String)>,
    ) -> Result<Answer<PendingRequest>> {
        let found = service::find_applicant(&app, kind_of(&category)?, id).await?;
        let (applicant, known) = found.ok_or(Code::NotFound)?;
        let duplicates = known.into_iter().map(Duplicate::from).collect();
        Ok(Answer::of(PendingRequest { applicant: applicant.into(), duplicates }))
    }
}

mod service {
    use super::rules::{DuplicateReason, are_similar, beginnings};
    use super::store::{self, PossibleDuplicate};
    use crate::app::App;
    use crate::directory::{self, Applicant, WorkerKind};
    use crate::platform::db;
    use crate::platform::fold::bare_number;

    /// A pending applicant with possible duplicates; `None` if no application with that id is pending.
    pub async fn find_applicant(
        app: &App,
        kind: WorkerKind,
        id: String,
    ) -> db::Result<Option<(Applicant, Vec<(PossibleDuplicate, DuplicateReason)>)>> {
        app.db
            .report(async move |tx| {
                let Some(applicant) = directory::find_pending(tx, kind, &id).await? else { return Ok(None) };
                let (number, phone, email, name) = match &applicant {
                    Applicant::Doctor(profile) => {
                        let doctor = &profile.doctor;
                        (&doctor.doctor_id, &profile.phone, &profile.email, doctor.full_name.as_str())
                    }
                    Applicant::Facility(facility) => {
                        (&facility.license_number, &facility.phone, &facility.email, facility.name.as_str())
                    }
                };
                let mut found = Vec::new();
                let mut add = |known: Vec<PossibleDuplicate>, why| {
                    for one in known {
                        if one.id != id
                            && found.iter().all(|(other, _): &(PossibleDuplicate, DuplicateReason)| other.id != one.id)
                        {
                            found.push((one, why));
                        }
                    }
                };
                add(store::with_number(tx, &bare_number(number)).await?, DuplicateReason::Number);
                add(store::with_phone(tx, phone.as_str()).await?, DuplicateReason::Phone);
                add(store::with_email(tx, &email.key()).await?, DuplicateReason::Email);
                for beginning in beginnings(name) {
                    let mut known = store::namesakes(tx, kind, &beginning).await?;
                    known.retain(|one| are_similar(&one.name, name));
                    add(known, DuplicateReason::Name);
                }
                Ok(Some((applicant, found)))
            })
            .await
    }
}

mod store {
    use crate::directory::WorkerKind;
    use crate::platform::db::{Result, Tx, columns};
    use crate::platform::search::Range;

    columns! {
        /// A doctor, hospital or pharmacy that may be the applicant.
        pub struct PossibleDuplicate as DUPLICATE in "accounts a LEFT JOIN doctors d ON d.id = a.id LEFT JOIN facilities f ON f.id = a.id" {
            id: String = "a.id",
            /// doctor, hospital or pharmacy
            role: String = "a.role",
            name: String = "COALESCE(d.full_name, f.name, '')",
            /// pending, active or blocked
            state: String = "a.state",
        }
    }

    /// Most questions match at most one.
    const MAX_MATCHES: i64 = 20;
    /// Bounds how many names are compared; common names are shared by hundreds.
    const MAX_NAMESAKES: i64 = 500;

    /// Workers with the same registration or licence number, ignoring punctuation.
    pub async fn with_number(tx: &mut Tx<'_>, number: &str) -> Result<Vec<PossibleDuplicate>> {
        let rest = "WHERE a.id IN (SELECT id FROM doctors WHERE number_stripped = $1
                                   UNION SELECT id FROM facilities WHERE number_stripped = $1) ORDER BY a.id LIMIT $2";
        DUPLICATE.list_all(tx, rest, &[&number, &MAX_MATCHES]).await
    }

    pub async fn with_phone(tx: &mut Tx<'_>, phone: &str) -> Result<Vec<PossibleDuplicate>> {
        with(tx, "a.phone", phone).await
    }

    pub async fn with_email(tx: &mut Tx<'_>, email_key: &str) -> Result<Vec<PossibleDuplicate>> {
        with(tx, "a.email_key", email_key).await
    }

    async fn with(tx: &mut Tx<'_>, column: &str, value: &str) -> Result<Vec<PossibleDuplicate>> {
        let rest = format!(
            "WHERE a.role IN ('doctor', 'hospital', 'pharmacy') AND {column} = $1 AND a.state <> 'deleted'
             ORDER BY a.id LIMIT $2"
        );
        DUPLICATE.list_all(tx, &rest, &[&value, &MAX_MATCHES]).await
    }

    /// Workers of the same kind with a word in their name that has this prefix.
    pub async fn namesakes(tx: &mut Tx<'_>, kind: WorkerKind, beginning: &str) -> Result<Vec<PossibleDuplicate>> {
        let words = match kind {
            WorkerKind::Doctor => "doctor",
            WorkerKind::Facility(_) => "facility",
        };
        let rest = format!(
            "WHERE a.id IN (SELECT subject FROM search_words WHERE kind = '{words}' AND word >= $1 AND word < $2
                            LIMIT $3) AND a.state <> 'deleted'"
        );
        let range = Range::of(beginning.into());
        DUPLICATE.list_all(tx, &rest, &[&range.from, &range.to, &MAX_NAMESAKES]).await
    }
}

mod rules {
    use serde::Serialize;

    use crate::platform::fold::fold;
    use crate::platform::search;

    /// The reasons for a suspected duplicate, the strongest first.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "lowercase")]
    pub enum DuplicateReason {
        Number,
        Phone,
        Email,
        Name,
    }

    /// The first letters of each word. They find misspelled names, because a typing error rarely affects all words.
    pub fn beginnings(name: &str) -> Vec<String> {
        const LETTERS: usize = 3;
        let mut beginnings: Vec<String> =
            search::words(name).iter().map(|word| word.chars().take(LETTERS).collect()).collect();
        beginnings.sort();
        beginnings.dedup();
        beginnings
    }

    /// The same words in any order, or an edit distance of at most two.
    pub fn are_similar(one: &str, other: &str) -> bool {
        const MAX_DISTANCE: usize = 2;
        search::words(one) == search::words(other) || is_within_distance(&fold(one), &fold(other), MAX_DISTANCE)
    }

    /// Whether the Levenshtein distance of two texts is within a limit.
    fn is_within_distance(one: &str, other: &str, distance: usize) -> bool {
        let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
        if one.len().abs_diff(other.len()) > distance {
            return false;
        }
        let mut before: Vec<usize> = (0..=other.len()).collect();
        for (row, letter) in one.iter().enumerate() {
            let mut line = vec![row + 1];
            for (column, known) in other.iter().enumerate() {
                let changed = before[column] + usize::from(letter != known);
                line.push(changed.min(before[column + 1] + 1).min(line[column] + 1));
            }
            before = line;
        }
        before[other.len()] <= distance
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn names_are_similar_in_any_order_of_words_and_up_to_two_letters_apart() {
            for (one, other, similar) in [
                ("Meera Nair", "Dr. Nair Meera", true),
                ("Meera Nair", "Mera Nair", true),
                ("Meera Nair", "Meera Nayar", true),
                ("Meera Nair", "Meera Menon", false),
                ("Mohammed Koya", "Muhammed Koya", true),
                ("മീര നായർ", "മീര നായര്\u{200d}", true),
                ("Jeevan Medicals", "Jeevan Medical", true),
                ("Jeevan Medicals", "Neethi Medicals", false),
            ] {
                assert_eq!(are_similar(one, other), similar, "{one} {other}");
            }
        }

        #[test]
        fn distances_are_counted_in_letters() {
            for (one, other, distance, within) in
                [("", "", 0, true), ("", "ab", 2, true), ("abc", "abd", 1, true), ("abc", "cba", 1, false)]
            {
                assert_eq!(is_within_distance(one, other, distance), within, "{one} {other}");
            }
        }
    }
}
