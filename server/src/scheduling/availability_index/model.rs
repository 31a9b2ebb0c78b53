//! The index: every listed doctor with their taken slots, and patients' searches.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use jiff::civil::Date;

use super::search_keys::{KeyFilter, NameKeys, SearchKeys, SlotFilter};
use crate::directory::{DayTime, Doctor, DoctorFilter, Offer, VisitMode};
use crate::platform::list::{Page, Part};
use crate::platform::search;
use crate::scheduling::Slot;
use crate::scheduling::reservations::{Waitlist, reserved_slots};
use crate::scheduling::rules::OpenDay;
use crate::scheduling::slots::{Minutes, Taken, WHOLE_DAY, free_clinic_slots, free_slots};

/// A doctor, with a cache of the JSON that lists show of them.
pub struct ListedDoctor {
    doctor: Doctor,
    written: OnceLock<Box<str>>,
}

impl ListedDoctor {
    /// The cached JSON, which the first call makes by `write`.
    pub fn written(&self, write: impl FnOnce(&Doctor) -> String) -> &str {
        self.written.get_or_init(|| write(&self.doctor).into())
    }
}

impl Deref for ListedDoctor {
    type Target = Doctor;

    fn deref(&self) -> &Doctor {
        &self.doctor
    }
}

/// A listed doctor and the first slots that a patient could have.
pub struct Found {
    pub doctor: Arc<ListedDoctor>,
    pub next_slot: Option<Slot>,
    /// The first free times on the day of that slot and at its place, its own among them.
    pub next_times: Vec<DayTime>,
}

/// The number of times of a day that a card shows.
const MAX_NEXT_TIMES: usize = 3;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Sort {
    #[default]
    Newest,
    /// By the first free slot; doctors without one come last.
    Earliest,
}

/// The wanted day and time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimeWindow {
    /// Any day when there is none.
    pub day: Option<Date>,
    pub minutes: Minutes,
}

/// Which doctors are wanted, and in which order.
#[derive(Debug, Default)]
pub struct DoctorSearch {
    pub filter: DoctorFilter,
    /// Only doctors with a free slot then.
    pub window: Option<TimeWindow>,
    pub sort: Sort,
}

/// A listed doctor with their taken slots.
pub struct DoctorAvailability {
    pub doctor: Arc<ListedDoctor>,
    pub taken: Taken,
    pub waitlist: Waitlist,
    /// The folded words of the name, in both languages.
    words: Vec<String>,
}

impl DoctorAvailability {
    pub fn new(doctor: Doctor, taken: Taken, waitlist: Waitlist) -> Self {
        let mut words = search::words(&doctor.full_name);
        words.extend(doctor.name_ml.as_deref().map(search::words).unwrap_or_default());
        Self { doctor: Arc::new(ListedDoctor { doctor, written: OnceLock::new() }), taken, waitlist, words }
    }

    /// The free slots of a day that are proposed to somebody, or reserved for people on the waitlist.
    pub fn held(&self, open: OpenDay) -> Vec<Slot> {
        if !self.waitlist.has(open.day) && !self.waitlist.has_proposed() {
            return Vec::new();
        }
        let schedule = &self.doctor.schedule;
        let free: Vec<Slot> = free_clinic_slots(schedule, open, &self.taken, WHOLE_DAY).collect();
        let mut held = reserved_slots(&self.waitlist, &free, schedule.notice, open.now);
        // There is no waiting list for slots by phone, but they may be proposed.
        let by_phone = free_slots(schedule, open, &self.taken, WHOLE_DAY, Some(VisitMode::Phone));
        held.extend(by_phone.filter(|slot| self.waitlist.proposed_to(*slot, open.now).is_some()));
        held
    }

    /// The free slots of a day at a place that everyone can book, because they are not reserved.
    pub fn free(&self, open: OpenDay) -> Vec<Slot> {
        let held = self.held(open);
        let free = free_clinic_slots(&self.doctor.schedule, open, &self.taken, WHOLE_DAY);
        free.filter(|slot| !held.contains(slot)).collect()
    }

    /// The first free slot that is wanted, and when it starts.
    fn next_slot(&self, days: &[OpenDay], wanted: &SlotFilter<'_>) -> Option<(Slot, i64)> {
        days.iter().find_map(|open| {
            let slot = self.free_of(*open, wanted).next()?;
            Some((slot, open.starts_at(slot.time)))
        })
    }

    /// The free slots of a day that are wanted.
    fn free_of<'a>(&'a self, open: OpenDay, wanted: &'a SlotFilter<'a>) -> impl Iterator<Item = Slot> + 'a {
        let held = self.held(open);
        let free = free_slots(&self.doctor.schedule, open, &self.taken, wanted.minutes.clone(), wanted.mode);
        free.filter(move |slot| !held.contains(slot) && self.is_in(*slot, wanted.districts))
    }

    /// The first free times of a day, from the slot on and at its place, or by phone as it is.
    fn next_times(&self, first: Slot, open: OpenDay, wanted: &SlotFilter<'_>) -> Vec<DayTime> {
        let place_of = |slot: Slot| {
            let Offer { place, mode, .. } = self.doctor.offer_at(slot.day, slot.time);
            (place.map(|place| &place.id), mode)
        };
        let place = place_of(first);
        let free = self.free_of(open, wanted).filter(|slot| place_of(*slot) == place);
        free.map(|slot| slot.time).take(MAX_NEXT_TIMES).collect()
    }

    /// Whether the place of a slot is in one of these districts.
    fn is_in(&self, slot: Slot, districts: &[&str]) -> bool {
        districts.is_empty() || {
            let place = self.doctor.offer_at(slot.day, slot.time).place;
            districts.contains(&place.map_or(&*self.doctor.district, |place| &place.district))
        }
    }

    /// Whether each prefix matches one of the words of the name.
    fn has_words(&self, beginnings: &[search::Range]) -> bool {
        let has = |range: &search::Range| self.words.iter().any(|word| *word >= range.from && *word < range.to);
        beginnings.iter().all(has)
    }
}

/// All listed doctors.
#[derive(Default)]
pub struct ListedDoctors {
    /// Sorted by id: the newest last.
    all: Vec<DoctorAvailability>,
    /// `keys[n]` belongs to `all[n]`.
    keys: Vec<SearchKeys>,
    districts: NameKeys,
    specialities: NameKeys,
    /// The positions in `all` of each district's doctors, in order. Built when it is needed; dropped when a doctor is added, removed or moves.
    by_district: OnceLock<HashMap<u16, Vec<usize>>>,
}

impl ListedDoctors {
    pub fn find(&self, id: &str) -> Option<&DoctorAvailability> {
        self.place_of(id).ok().map(|place| &self.all[place])
    }

    fn place_of(&self, id: &str) -> Result<usize, usize> {
        self.all.binary_search_by(|found| found.doctor.id.as_str().cmp(id))
    }

    /// Adds or replaces a doctor; `None` removes one who is not listed any more.
    pub fn put(&mut self, id: &str, found: Option<DoctorAvailability>) {
        let (place, found) = match (self.place_of(id), found) {
            (place, Some(found)) => (place, found),
            (Ok(place), None) => {
                self.all.remove(place);
                self.keys.remove(place);
                self.by_district.take();
                return;
            }
            (Err(_), None) => return,
        };
        let keys = self.keys_of(&found.doctor);
        if place.is_err() || place.is_ok_and(|place| self.keys[place].districts() != keys.districts()) {
            self.by_district.take();
        }
        match place {
            Ok(place) => (self.all[place], self.keys[place]) = (found, keys),
            Err(place) => {
                self.all.insert(place, found);
                self.keys.insert(place, keys);
            }
        }
    }

    fn keys_of(&mut self, doctor: &Doctor) -> SearchKeys {
        let offered = doctor.schedule.sessions.iter().filter(|session| session.is_offered);
        // The plain hours of a doctor without weekly sessions are at the clinic.
        let mut weekly = doctor.schedule.sessions.iter().filter(|session| session.is_weekly()).peekable();
        let has_clinic = weekly.peek().is_none() || weekly.any(|session| session.mode == VisitMode::Clinic);
        // The lowest of the week.
        let at_place = offered.filter(|session| session.is_weekly() && session.mode == VisitMode::Clinic);
        let fee = at_place.map(|session| session.fee.unwrap_or(doctor.fee)).min().unwrap_or(doctor.fee);
        let elsewhere = doctor.hospital_of_sessions().filter(|place| place.district != doctor.district);
        SearchKeys {
            district: self.districts.add(&doctor.district),
            other_district: elsewhere.map_or(NameKeys::NO_KEY, |place| self.districts.add(&place.district)),
            speciality: self.specialities.add(&doctor.specialization),
            gender: doctor.gender,
            fee,
            has_clinic,
            phone_fee: doctor.lowest_fee(VisitMode::Phone, Date::MIN),
        }
    }

    /// Doctors with a waitlist, and those who are marked as having one.
    pub fn with_waitlist(&self) -> impl Iterator<Item = &DoctorAvailability> {
        self.all.iter().filter(|found| found.doctor.waited || !found.waitlist.is_empty())
    }

    /// The lowest fee of visits by phone from a day on; `None` if no doctor offers any.
    pub fn lowest_phone_fee(&self, from: Date) -> Option<i64> {
        let offering = self.keys.iter().zip(&self.all).filter(|(keys, _)| keys.phone_fee.is_some());
        offering.filter_map(|(_, found)| found.doctor.lowest_fee(VisitMode::Phone, from)).min()
    }

    /// A doctor with the first free slot of these days, of one mode or of both.
    pub fn with_next_slot(&self, id: &str, days: &[OpenDay], mode: Option<VisitMode>) -> Option<Found> {
        self.place_of(id).ok().map(|place| self.found(place, days, &SlotFilter { mode, ..SlotFilter::ANY }))
    }

    fn found(&self, place: usize, days: &[OpenDay], wanted: &SlotFilter<'_>) -> Found {
        let found = &self.all[place];
        let wanted = self.narrowed(place, wanted);
        let next_slot = found.next_slot(days, &wanted).map(|(slot, _)| slot);
        let open = next_slot.and_then(|slot| days.iter().find(|open| open.day == slot.day));
        let next_times = next_slot.zip(open).map(|(slot, open)| found.next_times(slot, *open, &wanted));
        Found { doctor: found.doctor.clone(), next_slot, next_times: next_times.unwrap_or_default() }
    }

    /// The filter of slots for one doctor: without districts for a doctor who works in a single one.
    fn narrowed<'a>(&self, place: usize, wanted: &SlotFilter<'a>) -> SlotFilter<'a> {
        let is_in_one = self.keys[place].other_district == NameKeys::NO_KEY;
        SlotFilter { districts: if is_in_one { &[] } else { wanted.districts }, ..wanted.clone() }
    }

    /// One page of the matching doctors, each with the first free slot at these times and in these districts.
    pub fn page(&self, wanted: &DoctorSearch, days: &[OpenDay], part: Part<'_>) -> Page<Found> {
        let sought = self.sought(&wanted.filter);
        let limit = usize::try_from(part.limit).unwrap_or(0);
        let minutes = wanted.window.as_ref().map_or(WHOLE_DAY, |window| window.minutes.clone());
        let slots = SlotFilter { minutes, districts: &sought.district_names, mode: sought.mode };
        let day = wanted.window.as_ref().and_then(|window| window.day);
        let days: Vec<OpenDay> = days.iter().filter(|open| day.is_none_or(|day| open.day == day)).copied().collect();
        let (total, mut places) = match (wanted.sort, &wanted.window) {
            (Sort::Newest, None) => self.newest(&sought, part.cursor, limit + 1),
            (sort, window) => self.free_then(&sought, (&days, &slots), sort, window.is_some(), part.cursor, limit + 1),
        };
        let more = places.len() > limit;
        places.truncate(limit);
        let next = places.last().filter(|_| more).map(|at| part.after(&self.cursor_of(*at, wanted.sort)));
        let data = places.into_iter().map(|at| self.found(at.place, &days, &slots)).collect();
        Page { message: String::new(), data, total: i64::try_from(total).unwrap_or(i64::MAX), next, cut: false }
    }

    fn sought<'a>(&self, filter: &'a DoctorFilter) -> KeyFilter<'a> {
        KeyFilter {
            districts: filter.districts.iter().map(|name| self.districts.find(name)).collect(),
            more_districts: filter.more_districts.iter().map(|name| self.districts.find(name)).collect(),
            district_names: filter.districts.iter().chain(&filter.more_districts).map(String::as_str).collect(),
            speciality: filter.specialization.as_deref().map(|name| self.specialities.find(name)),
            gender: filter.gender,
            max_fee: filter.max_fee,
            mode: filter.mode,
            words: &filter.words,
        }
    }

    /// Matching doctors: first those of the districts, then the others, each the newest first.
    fn fitting<'a>(&'a self, sought: &'a KeyFilter<'_>) -> impl Iterator<Item = Position> + 'a {
        let everywhere = if sought.is_everywhere() { 0..self.all.len() } else { 0..0 };
        let (first, mut rest) = (self.places_in(&sought.districts), self.places_in(&sought.more_districts));
        rest.retain(|place| first.binary_search(place).is_err());
        let at = |group| move |place| Position { group, starts: 0, place };
        let first = everywhere.rev().chain(first.into_iter().rev()).map(at(0));
        first.chain(rest.into_iter().rev().map(at(1))).filter(|at| self.fits(at.place, sought))
    }

    /// The places of the doctors of these districts, in order.
    fn places_in(&self, districts: &[u16]) -> Vec<usize> {
        let by_district = self.by_district.get_or_init(|| self.sort_by_district());
        let mut places: Vec<usize> =
            districts.iter().filter_map(|one| by_district.get(one)).flatten().copied().collect();
        if districts.len() > 1 {
            places.sort_unstable();
            places.dedup();
        }
        places
    }

    fn sort_by_district(&self) -> HashMap<u16, Vec<usize>> {
        let mut places: HashMap<u16, Vec<usize>> = HashMap::new();
        for (place, keys) in self.keys.iter().enumerate() {
            for district in keys.districts().into_iter().filter(|district| *district != NameKeys::NO_KEY) {
                places.entry(district).or_default().push(place);
            }
        }
        places
    }

    /// Whether everything fits but the district.
    fn fits(&self, place: usize, sought: &KeyFilter<'_>) -> bool {
        let keys = &self.keys[place];
        let SearchKeys { speciality, gender, .. } = keys;
        sought.speciality.is_none_or(|wanted| wanted == *speciality)
            && sought.gender.is_none_or(|wanted| wanted == *gender)
            && keys.fee_of(sought.mode).is_some_and(|fee| sought.max_fee.is_none_or(|most| fee <= most))
            && (sought.words.is_empty() || self.all[place].has_words(sought.words))
    }

    /// The number of matching doctors, and the newest few of them after the cursor.
    fn newest(&self, sought: &KeyFilter<'_>, cursor: Option<&str>, few: usize) -> (usize, Vec<Position>) {
        let last = cursor.and_then(|cursor| self.read_cursor(cursor));
        if sought.is_everybody() {
            let end = last.map_or(self.all.len(), |last| last.place);
            return (
                self.all.len(),
                (0..end).rev().take(few).map(|place| Position { group: 0, starts: 0, place }).collect(),
            );
        }
        let all: Vec<Position> = self.fitting(sought).collect();
        let is_after = |at: &Position| last.is_none_or(|last| at.key(Sort::Newest) > last.key(Sort::Newest));
        (all.len(), all.into_iter().filter(is_after).take(few).collect())
    }

    /// The same for searches that need each doctor's first free slot. Doctors without one come last, or are left out if `only_free`.
    fn free_then(
        &self,
        sought: &KeyFilter<'_>,
        (days, slots): (&[OpenDay], &SlotFilter<'_>),
        sort: Sort,
        only_free: bool,
        cursor: Option<&str>,
        few: usize,
    ) -> (usize, Vec<Position>) {
        let with_slot = |at: Position| {
            let next = self.all[at.place].next_slot(days, &self.narrowed(at.place, slots));
            Position { starts: next.map_or(NO_SLOT, |(_, starts)| starts), ..at }
        };
        let free = |at: &Position| !only_free || at.starts != NO_SLOT;
        let mut all: Vec<Position> = self.fitting(sought).map(with_slot).filter(free).collect();
        let total = all.len();
        let key = |at: &Position| at.key(sort);
        if let Some(last) = cursor.and_then(|cursor| self.read_cursor(cursor)) {
            all.retain(|at| key(at) > key(&last));
        }
        if all.len() > few {
            all.select_nth_unstable_by_key(few, key);
            all.truncate(few);
        }
        all.sort_unstable_by_key(key);
        (total, all)
    }

    /// `id.group.start`, where the start is 0 unless it sorts.
    fn cursor_of(&self, at: Position, sort: Sort) -> String {
        let (group, starts, _) = at.key(sort);
        format!("{}.{group}.{starts}", self.all[at.place].doctor.id)
    }

    /// `None` if it cannot be read. For a doctor who is gone it is the position where they would be.
    fn read_cursor(&self, cursor: &str) -> Option<Position> {
        let (id, rest) = cursor.split_once('.')?;
        let (group, starts) = rest.split_once('.')?;
        let place = self.place_of(id).unwrap_or_else(|gap| gap);
        Some(Position { group: group.parse().ok()?, starts: starts.parse().ok()?, place })
    }
}

/// Later than every slot.
const NO_SLOT: i64 = i64::MAX;

/// A doctor's position in `all`, and what doctors are sorted by before it.
#[derive(Clone, Copy)]
struct Position {
    /// 0 for doctors of the districts that are sought, 1 for those of the districts that come last.
    group: u8,
    /// When the first free slot starts, as far as it matters.
    starts: i64,
    place: usize,
}

impl Position {
    /// What doctors are sorted by: the newest first where nothing before it decides.
    fn key(&self, sort: Sort) -> (u8, i64, Reverse<usize>) {
        (self.group, if sort == Sort::Earliest { self.starts } else { 0 }, Reverse(self.place))
    }
}
