//! Checks a complete history for linearizability: for each doctor there must be an order of the calls that explains every answer. In it no
//! two active visits overlap at any moment, and every listed time was free at some moment during the list's call.

use std::collections::{BTreeMap, BTreeSet};

use super::history::{Call, DAY, Deed, Id, Outcome, Visit};
use super::model::{CLOSES, OPENS};
use super::search::find_order;

/// Hours and visits begin at multiples of this.
const STEP: i64 = 5;

/// A booking's row at the end.
#[derive(Debug, Clone)]
pub struct Kept {
    pub booking: Id,
    pub doctor: usize,
    pub visit: Visit,
    pub is_active: bool,
}

/// The errors of the history; empty if none. No call ended after `over`.
pub fn violations(calls: &[Call], kept: &[Kept], doctors: usize, over: u64) -> Vec<String> {
    let calls = with_found_bookings(calls, kept);
    let judge = |doctor: usize| {
        let own = calls.iter().filter(|call| call.doctor.is_none_or(|concerned| concerned == doctor));
        let mut part: Vec<Call> = own.flat_map(looked_at_singly).collect();
        let active = kept.iter().filter(|kept| kept.doctor == doctor && kept.is_active);
        let visits = active.map(|kept| (kept.booking.clone(), kept.visit.clone())).collect();
        let (begin, deed) = (over.saturating_add(1), Deed::Find { visits });
        part.push(Call { begin, end: begin, doctor: Some(doctor), deed, outcome: Outcome::Done });
        find_order(part).err().map(|reason| format!("doctor {doctor}: {reason}"))
    };
    std::thread::scope(|scope| {
        let judges: Vec<_> = (0..doctors).map(|doctor| scope.spawn(move || judge(doctor))).collect();
        judges.into_iter().filter_map(|judge| judge.join().expect("a judgement")).collect()
    })
}

/// A list becomes one call for each time that it shows or omits. A list whose answer was lost says nothing.
fn looked_at_singly(call: &Call) -> Vec<Call> {
    match (&call.deed, call.outcome) {
        (Deed::List { .. }, Outcome::Unknown) => Vec::new(),
        (Deed::List { day, free }, Outcome::Done) => {
            let times = (OPENS..CLOSES).filter(|minute| minute % STEP == 0).map(|minute| day * DAY + minute);
            let times: BTreeSet<i64> = times.chain(free.iter().copied()).collect();
            let see = |at| Call { deed: Deed::See { at, free: free.contains(&at) }, ..call.clone() };
            times.into_iter().map(see).collect()
        }
        _ => vec![call.clone()],
    }
}

/// Bookings whose answer was lost, with their ids in the database. One without a row was never made.
fn with_found_bookings(calls: &[Call], kept: &[Kept]) -> Vec<Call> {
    let told: BTreeSet<&Id> = calls.iter().filter_map(|call| told_booking(&call.deed)).collect();
    // By patient, doctor and time, in the order of creation. They cannot have been moved.
    let mut untold = BTreeMap::<_, BTreeSet<&Id>>::new();
    for Kept { booking, doctor, visit, .. } in kept.iter().filter(|kept| !told.contains(&kept.booking)) {
        untold.entry((&visit.user, *doctor, visit.at)).or_default().insert(booking);
    }
    let mut found = Vec::with_capacity(calls.len());
    for (number, call) in calls.iter().enumerate() {
        let Deed::Book { user, at, booking: None } = &call.deed else {
            found.push(call.clone());
            continue;
        };
        if call.outcome != Outcome::Unknown {
            found.push(call.clone());
            continue;
        }
        let lost = untold.get_mut(&(user, call.doctor.unwrap_or_default(), *at)).and_then(BTreeSet::pop_first);
        // Or the same form, sent again, returned the booking of this one.
        let Some(booking) = lost.or_else(|| told_again(call, &calls[number + 1..])).cloned() else { continue };
        let deed = Deed::Book { user: user.clone(), at: *at, booking: Some(booking) };
        found.push(Call { deed, ..call.clone() });
    }
    found
}

fn told_booking(deed: &Deed) -> Option<&Id> {
    if let Deed::Book { booking, .. } = deed { booking.as_ref() } else { None }
}

fn told_again<'a>(lost: &Call, later: &'a [Call]) -> Option<&'a Id> {
    let form = |call: &Call| match &call.deed {
        Deed::Book { user, at, .. } => Some((call.doctor, user.clone(), *at)),
        _ => None,
    };
    let wanted = form(lost);
    later.iter().filter(|call| form(call) == wanted).find_map(|call| told_booking(&call.deed))
}

#[cfg(test)]
mod tests {
    use super::super::history::Refusal::{self, NoDoctor, NotBookable, NotChangeable, Other, Taken};
    use super::*;

    const TEN: i64 = 10 * 60;

    fn id(text: &str) -> Id {
        text.into()
    }

    /// Calls one after the other.
    fn told(deeds: Vec<(Deed, Outcome)>) -> Vec<Call> {
        let call = |(number, (deed, outcome)): (u64, _)| {
            let begin = 10 * number;
            Call { begin, end: begin + 5, doctor: Some(0), deed, outcome }
        };
        (0..).zip(deeds).map(call).collect()
    }

    /// All of them span the whole history.
    fn at_once(mut calls: Vec<Call>) -> Vec<Call> {
        for call in &mut calls {
            (call.begin, call.end) = (0, 1000);
        }
        calls
    }

    fn book(user: &str, at: i64, booking: &str) -> (Deed, Outcome) {
        (Deed::Book { user: id(user), at, booking: Some(id(booking)) }, Outcome::Done)
    }

    fn booked_perhaps(user: &str, at: i64) -> (Deed, Outcome) {
        (Deed::Book { user: id(user), at, booking: None }, Outcome::Unknown)
    }

    fn not_booked(user: &str, at: i64, refusal: Refusal) -> (Deed, Outcome) {
        (Deed::Book { user: id(user), at, booking: None }, Outcome::Refused(refusal))
    }

    fn done(deed: Deed) -> (Deed, Outcome) {
        (deed, Outcome::Done)
    }

    fn refused(deed: Deed, refusal: Refusal) -> (Deed, Outcome) {
        (deed, Outcome::Refused(refusal))
    }

    fn cancel(booking: &str) -> Deed {
        Deed::Cancel { booking: id(booking) }
    }

    fn approve(booking: &str) -> Deed {
        Deed::Approve { booking: id(booking) }
    }

    fn reject(booking: &str) -> Deed {
        Deed::Reject { booking: id(booking) }
    }

    fn cancel_visit(booking: &str) -> Deed {
        Deed::CancelVisit { booking: id(booking) }
    }

    fn move_to(booking: &str, to: i64) -> Deed {
        Deed::Move { booking: id(booking), to }
    }

    fn leave(cancel: bool) -> (Deed, Outcome) {
        done(Deed::AddLeave { leave: id("leave"), day: 0, cancel })
    }

    fn block(cancel: bool) -> (Deed, Outcome) {
        done(Deed::Block { user: id("asha"), cancel })
    }

    fn list(free: Vec<i64>) -> (Deed, Outcome) {
        done(Deed::List { day: 0, free })
    }

    fn row(user: &str, at: i64, booking: &str, is_active: bool) -> Kept {
        Kept { booking: id(booking), doctor: 0, visit: Visit { user: id(user), at, is_approved: false }, is_active }
    }

    /// The times of a day that begins at ten, without the given ones.
    fn day_without(gone: &[i64]) -> Vec<i64> {
        (0..8).map(|quarter| TEN + 15 * quarter).filter(|at| !gone.contains(at)).collect()
    }

    #[track_caller]
    fn assert_good(calls: &[Call], kept: &[Kept]) {
        assert_eq!(violations(calls, kept, 1, 10_000), Vec::<String>::new());
    }

    #[track_caller]
    fn assert_found(what: &str, calls: &[Call], kept: &[Kept]) {
        assert_eq!(violations(calls, kept, 1, 10_000).len(), 1, "not found: {what}");
    }

    #[test]
    fn linearizable_histories_pass() {
        let asha = [row("asha", TEN, "a", true)];
        assert_good(&told(vec![book("asha", TEN, "a")]), &asha);
        assert_good(&told(vec![book("asha", TEN, "a"), book("asha", TEN, "a")]), &asha);
        assert_good(&told(vec![book("asha", TEN, "a"), not_booked("biju", TEN, Taken)]), &asha);
        assert_good(&told(vec![book("asha", TEN, "a"), list(day_without(&[TEN]))]), &asha);
        assert_good(&told(vec![book("asha", TEN, "a"), done(cancel("a")), list(day_without(&[]))]), &[]);
        let moved = vec![book("asha", TEN, "a"), done(move_to("a", TEN + 15)), book("biju", TEN, "b")];
        assert_good(&told(moved), &[row("asha", TEN + 15, "a", true), row("biju", TEN, "b", true)]);
        let away = vec![leave(true), not_booked("asha", TEN, NotBookable), list(vec![])];
        assert_good(&told(away), &[]);
        let suspended = done(Deed::Suspend { cancel: true });
        assert_good(&told(vec![book("asha", TEN, "a"), suspended, not_booked("biju", TEN, NoDoctor)]), &[]);
        assert_good(
            &told(vec![book("asha", TEN, "a"), block(true), book("biju", TEN, "b")]),
            &[row("biju", TEN, "b", true)],
        );
        let decided = vec![book("asha", TEN, "a"), done(approve("a")), refused(reject("a"), NotChangeable)];
        let calls = told([decided, vec![done(cancel_visit("a"))]].concat());
        assert_good(&calls, &[row("asha", TEN, "a", false)]);
        assert_good(&told(vec![not_booked("asha", TEN, Other)]), &[]);
    }

    #[test]
    fn concurrent_calls_may_have_any_order() {
        let both = told(vec![not_booked("biju", TEN, Taken), book("asha", TEN, "a")]);
        assert_found("refused before anybody had booked", &both, &[row("asha", TEN, "a", true)]);
        assert_good(&at_once(both), &[row("asha", TEN, "a", true)]);
        let passed_on = told(vec![book("biju", TEN, "b"), done(cancel("a")), book("asha", TEN, "a")]);
        assert_found("two hold a slot", &passed_on, &[row("biju", TEN, "b", true)]);
        assert_good(&at_once(passed_on), &[row("biju", TEN, "b", true)]);
        // A list may be built while others book: each time in it is checked separately.
        let listed = told(vec![list(day_without(&[TEN])), book("asha", TEN, "a"), book("biju", TEN + 15, "b")]);
        assert_good(&at_once(listed), &[row("asha", TEN, "a", true), row("biju", TEN + 15, "b", true)]);
    }

    #[test]
    fn a_slot_that_two_hold_is_found() {
        let two = told(vec![book("asha", TEN, "a"), book("biju", TEN, "b")]);
        assert_found("twice, told one after the other", &two, &[row("biju", TEN, "b", true)]);
        assert_found("twice, at once", &at_once(two), &[row("asha", TEN, "a", true), row("biju", TEN, "b", true)]);
        let moved_hours = done(Deed::BeginAt { minute: TEN + 5 });
        let overlap = told(vec![book("asha", TEN, "a"), moved_hours, book("biju", TEN + 5, "b")]);
        assert_found("overlap", &overlap, &[row("asha", TEN, "a", true), row("biju", TEN + 5, "b", true)]);
        let onto = told(vec![book("asha", TEN, "a"), book("biju", TEN + 15, "b"), done(move_to("b", TEN))]);
        assert_found("moved onto another", &onto, &[row("asha", TEN, "a", true), row("biju", TEN, "b", true)]);
    }

    #[test]
    fn lost_and_phantom_bookings_are_found() {
        assert_found("lost", &told(vec![book("asha", TEN, "a")]), &[]);
        assert_found("from nowhere", &[], &[row("asha", TEN, "a", true)]);
        let cancelled = told(vec![book("asha", TEN, "a"), done(cancel("a"))]);
        assert_found("a cancellation lost", &cancelled, &[row("asha", TEN, "a", true)]);
        let moved = told(vec![book("asha", TEN, "a"), done(move_to("a", TEN + 15))]);
        assert_found("a move lost", &moved, &[row("asha", TEN, "a", true)]);
        let approved = told(vec![book("asha", TEN, "a"), done(approve("a"))]);
        assert_found("an approval lost", &approved, &[row("asha", TEN, "a", true)]);
    }

    #[test]
    fn decisions_that_cannot_both_have_been_made_are_found() {
        let asha = [row("asha", TEN, "a", true)];
        for (what, second) in [
            ("rejected after it was approved", done(reject("a"))),
            ("approved twice", done(approve("a"))),
            ("refused although it was approved", refused(cancel_visit("a"), NotChangeable)),
            ("refused although it was active", refused(cancel("a"), NotChangeable)),
        ] {
            let calls = told(vec![book("asha", TEN, "a"), done(approve("a")), second]);
            assert_found(what, &calls, &asha);
        }
        let twice = told(vec![book("asha", TEN, "a"), done(cancel("a")), done(cancel("a"))]);
        assert_found("cancelled twice", &at_once(twice), &[]);
    }

    #[test]
    fn impossible_bookings_are_found() {
        let asha = [row("asha", TEN, "a", true)];
        for (what, before) in [
            ("blocked", block(false)),
            ("deleted", done(Deed::DeleteAccount { user: id("asha") })),
            ("suspended", done(Deed::Suspend { cancel: false })),
            ("on leave", leave(false)),
            ("off the grid", done(Deed::BeginAt { minute: TEN - 5 })),
            ("too early", done(Deed::BeginAt { minute: TEN + 15 })),
        ] {
            assert_found(what, &told(vec![before.clone(), book("asha", TEN, "a")]), &asha);
            assert_good(
                &at_once(told(vec![before, book("asha", TEN, "a")])),
                if what == "deleted" { &[] } else { &asha },
            );
        }
        let unblocked = done(Deed::Unblock { user: id("asha") });
        let deleted = done(Deed::DeleteAccount { user: id("asha") });
        assert_good(&told(vec![block(false), unblocked.clone(), book("asha", TEN, "a")]), &asha);
        assert_found("deleted for good", &told(vec![deleted, unblocked, book("asha", TEN, "a")]), &asha);
        let times = [0, 15, 30, 45, 60].map(|minutes| TEN + minutes);
        let five = times.map(|at| book("asha", at, &at.to_string()));
        let rows = times.map(|at| row("asha", at, &at.to_string(), true));
        assert_found("a fifth on one day", &told(five.to_vec()), &rows);
    }

    #[test]
    fn missing_cascaded_cancellations_are_found() {
        let asha = [row("asha", TEN, "a", true)];
        for (what, after) in [
            ("leave", leave(true)),
            ("suspension", done(Deed::Suspend { cancel: true })),
            ("block", block(true)),
            ("deletion", done(Deed::DeleteAccount { user: id("asha") })),
        ] {
            assert_found(what, &told(vec![book("asha", TEN, "a"), after]), &asha);
        }
        assert_found("leave that keeps", &told(vec![book("asha", TEN, "a"), leave(false)]), &[]);
    }

    #[test]
    fn refusals_without_a_reason_are_found() {
        let free_again = told(vec![book("asha", TEN, "a"), done(cancel("a")), not_booked("biju", TEN, Taken)]);
        assert_found("taken by nobody", &free_again, &[]);
        let left = told(vec![book("asha", TEN, "a"), done(move_to("a", TEN + 15)), not_booked("biju", TEN, Taken)]);
        assert_found("taken by one who has moved", &left, &[row("asha", TEN + 15, "a", true)]);
        let own = told(vec![book("asha", TEN, "a"), not_booked("asha", TEN, Taken)]);
        assert_found("taken by the same form", &own, &[row("asha", TEN, "a", true)]);
        assert_found("not bookable, though it is", &told(vec![not_booked("asha", TEN, NotBookable)]), &[]);
        assert_found("no doctor, though there is", &told(vec![not_booked("asha", TEN, NoDoctor)]), &[]);
    }

    /// Asha's approved visit of the first day, for which eleven is proposed.
    fn proposed() -> Vec<(Deed, Outcome)> {
        let visits = vec![(id("a"), TEN, Some(TEN + 60))];
        vec![book("asha", TEN, "a"), done(approve("a")), done(Deed::MoveSession { id: id("m"), day: 0, visits })]
    }

    fn accept(by_doctor: bool) -> Deed {
        Deed::AcceptMove { booking: id("a"), by_doctor }
    }

    #[test]
    fn a_proposed_time_is_the_visits_until_it_is_answered() {
        let approved = |at| Kept {
            visit: Visit { is_approved: true, ..row("asha", at, "a", true).visit },
            ..row("asha", at, "a", true)
        };
        let then = |more: Vec<(Deed, Outcome)>| told([proposed(), more].concat());
        let decline = || done(Deed::DeclineMove { booking: id("a") });
        let withdraw = || done(Deed::WithdrawMove { id: id("m") });
        let list_without = |gone: &[i64]| list(day_without(gone));
        assert_good(&then(vec![list_without(&[TEN, TEN + 60]), done(accept(false))]), &[approved(TEN + 60)]);
        assert_good(&then(vec![done(accept(false)), done(accept(false))]), &[approved(TEN + 60)]);
        assert_good(&then(vec![not_booked("biju", TEN + 60, Taken)]), &[approved(TEN)]);
        for freed in [decline(), withdraw()] {
            let biju = row("biju", TEN + 60, "b", true);
            assert_good(&then(vec![freed.clone(), book("biju", TEN + 60, "b")]), &[approved(TEN), biju]);
            assert_found("accepted after it ended", &then(vec![freed, done(accept(false))]), &[approved(TEN + 60)]);
        }
        assert_good(&then(vec![done(cancel("a")), list_without(&[])]), &[]);
        assert_good(&then(vec![decline(), done(accept(true))]), &[approved(TEN + 60)]);
        for (what, more, kept) in [
            (
                "booked by another",
                vec![book("biju", TEN + 60, "b")],
                vec![approved(TEN), row("biju", TEN + 60, "b", true)],
            ),
            ("shown as free", vec![list_without(&[TEN])], vec![approved(TEN)]),
            ("moved without an answer", vec![], vec![approved(TEN + 60)]),
            ("an answer that was lost", vec![done(accept(false))], vec![approved(TEN)]),
            ("refused while it was open", vec![refused(accept(false), NotChangeable)], vec![approved(TEN)]),
            ("accepted after the visit was cancelled", vec![done(cancel("a")), done(accept(false))], vec![]),
        ] {
            assert_found(what, &then(more), &kept);
        }
        let nobody = Deed::MoveSession { id: id("m"), day: 0, visits: vec![] };
        assert_found(
            "a visit was left out",
            &told([proposed()[..2].to_vec(), vec![done(nobody)]].concat()),
            &[approved(TEN)],
        );
    }

    #[test]
    fn lists_that_were_never_true_are_found() {
        let asha = [row("asha", TEN, "a", true)];
        let listed = |free| told(vec![book("asha", TEN, "a"), list(free)]);
        assert_found("a taken time is listed", &listed(day_without(&[])), &asha);
        assert_found("a free time is not listed", &listed(day_without(&[TEN, TEN + 15])), &asha);
        assert_found("a time off the grid is listed", &listed([day_without(&[TEN]), vec![TEN + 50]].concat()), &asha);
        assert_found("listed while on leave", &told(vec![leave(false), list(day_without(&[]))]), &[]);
        // A reader who asked before the answer came may still get a taken time as free.
        assert_good(&at_once(listed(day_without(&[]))), &asha);
    }

    #[test]
    fn calls_without_an_answer_may_have_happened_or_not() {
        let perhaps = told(vec![booked_perhaps("asha", TEN)]);
        assert_good(&perhaps, &[]);
        assert_good(&perhaps, &[row("asha", TEN, "a", true)]);
        let again = told(vec![booked_perhaps("asha", TEN), book("asha", TEN, "a")]);
        assert_good(&again, &[row("asha", TEN, "a", true)]);
        let seen = told(vec![booked_perhaps("asha", TEN), not_booked("biju", TEN, Taken), book("asha", TEN, "a")]);
        assert_good(&seen, &[row("asha", TEN, "a", true)]);
        let unseen = told(vec![booked_perhaps("asha", TEN), list(day_without(&[])), book("asha", TEN, "a")]);
        assert_good(&unseen, &[row("asha", TEN, "a", true)]);
        let undone = told(vec![booked_perhaps("asha", TEN), list(day_without(&[TEN])), list(day_without(&[]))]);
        assert_found("it was there and then not", &undone, &[row("asha", TEN, "a", false)]);
        let cancelled = told(vec![book("asha", TEN, "a"), (cancel("a"), Outcome::Unknown)]);
        assert_good(&cancelled, &[row("asha", TEN, "a", true)]);
        assert_good(&cancelled, &[row("asha", TEN, "a", false)]);
    }
}
