/**
 * The pages that the server fills in (`platform/static_site/template.rs`): their addresses, and the views with placeholders. Only the
 * prerender step uses this.
 */
import { setEmbeddedResponses } from "../api/preloaded-responses";
import { nextPage } from "../components/next-page-link";
import { doctorCard } from "../features/directory/components/doctor-card";
import { doctorFacts, doctorHeader } from "../features/directory/components/doctor-facts";
import { doctorsAvailable, noDoctor } from "../features/directory/components/doctor-list";
import { noPharmacy, pharmaciesFound, pharmacyCard } from "../features/directory/pages/medicines";
import { bookLabel, feeText, phoneFee } from "../features/directory/places";
import { whyNotReasons, whyNotShort } from "../features/slots/day-strip";
import { chosenDay } from "../features/slots/slots-without-scripts";
import { weekTexts } from "../features/slots/week-ahead";
import { rupees } from "../lib/money";
import { paths } from "../lib/paths";
import { oneOf, part, repeated, word } from "../lib/template";
import { weekdayName, weekdays } from "../lib/visit-time";
import { doctorTitle, experienceText } from "../lib/words";
import { m } from "../messages";

export interface Template {
  /** The file's name. */
  name: string;
  /** The route. */
  path: string;
  /** With placeholders for the filters. */
  address: string;
  answers: Record<string, unknown>;
  /** Whether something can be booked from the page, for which scripts are needed. */
  booking?: boolean;
  /** The server writes the title and what search engines read. */
  hasServersHead?: boolean;
}

const doctorsAt = `${paths.viewDoctors}?district=${word("district")}&q=${word("q")}`;
const medicinesAt = `${paths.medicines}?district=${word("district")}&q=${word("q")}`;
const listOf = (data: readonly unknown[]) => ({
  message: "",
  data,
  total: data.length,
  next: null,
  cut: false,
});
const listed = repeated("doctors", { _id: word("id"), district: "" });
const listedPharmacies = repeated("pharmacies", { _id: word("id"), District: "" });

export const templates: readonly Template[] = [
  {
    name: "_viewdoctors",
    path: paths.viewDoctors,
    address: doctorsAt,
    answers: { [doctorsAt]: listOf(listed) },
    booking: true,
  },
  {
    name: "_viewdoctors-none",
    path: paths.viewDoctors,
    address: doctorsAt,
    answers: { [doctorsAt]: listOf([]) },
    booking: true,
  },
  {
    name: "_medicines",
    path: paths.medicines,
    address: medicinesAt,
    answers: { [medicinesAt]: listOf(listedPharmacies) },
  },
  {
    name: "_medicines-none",
    path: paths.medicines,
    address: medicinesAt,
    answers: { [medicinesAt]: listOf([]) },
  },
  {
    name: "_doctor",
    path: paths.doctorPage,
    address: paths.doctorPage,
    answers: {
      "/user/api/doctor/:id": {
        data: {
          _id: word("id"),
          full_Name: "",
          specialization: "",
          district: "",
          consultation_Address: "",
        },
      },
      [`/user/api/doctor/${word("id")}/availability?days=7`]: { data: [] },
    },
    booking: true,
    hasServersHead: true,
  },
];

const range = (from: string, to: string) => m.value_range({ from, to });

const times = (from: string, to: string) => range(word(from), word(to));

/** A weekday by its name in the answers. */
const weekdayOf = (name: string) =>
  oneOf(name, Object.fromEntries(weekdays.map((weekday) => [weekday, weekdayName(weekday)])));

/** Items that are separated by commas: the server marks all but the first. */
const separated = (name: string, text: string) => part(name, part("more", ", ") + text);

const weekdaysOf = (name: string) => separated(name, weekdayOf("weekday"));

const onMap = `https://www.google.com/maps/search/?api=1&query=${word("map")}`;

const amount = (name: string) => rupees(0).replace("0", word(name));

/** A count in a text that differs for some numbers: those are named, the others are `n`. */
function counted(name: string, counts: readonly number[], text: (count: number) => string): string {
  const many = 7;
  return oneOf(name, {
    ...Object.fromEntries(counts.map((count) => [count, text(count)])),
    n: text(many).replace(String(many), word(name)),
  });
}

/** Called before each page is rendered, because the placeholders contain texts in its language. */
export function fillTemplate({ answers }: Template): void {
  setEmbeddedResponses(answers);
  nextPage.fill(repeated("next", word("next")));
  doctorsAvailable.fill(
    oneOf("shown", { "25": doctorsAvailable(25), less: counted("total", [1], doctorsAvailable) }),
  );
  noDoctor.fill({
    title: oneOf("search", { time: noDoctor(true).title, any: noDoctor(false).title }),
    text: oneOf("search", { time: noDoctor(true).text, any: noDoctor(false).text }),
  });
  const portrait = {
    photo: repeated("photo", `/photos/${word("photo")}-320.webp`),
    initials: repeated("initials", word("initials")),
  };
  const header = {
    ...portrait,
    name: doctorTitle({ full_Name: word("name") }),
    speciality: word("speciality"),
    experience: counted("years", [0, 1], experienceText),
    registration: m.doctor_registration({ number: word("number") }),
  };
  const place = oneOf("at", {
    hospital: word("hospital"),
    clinic: m.doctor_clinic(),
    phone: m.phone_visit(),
  });
  const fee = oneOf("fees", { one: amount("fee"), range: `${amount("fee")} – ${amount("highestFee")}` });
  const byPhone = repeated("phoneFee", m.doctor_phone_fee({ fee: amount("fee") }));
  const book = oneOf("book", { visit: m.doctor_book_visit(), call: m.doctor_book_call() });
  doctorCard.fill({
    ...header,
    clinic: repeated("clinic", `${word("address")}, ${word("districtName")}`),
    places: repeated("places", { id: word("id"), name: word("name") }),
    phoneFee: byPhone,
    slotLabel: oneOf("search", { time: m.doctor_slot_at_time(), any: m.doctor_next_slot() }),
    slotDay: oneOf("slot", { day: word("slotDay"), none: m.doctor_no_slot() }),
    slotPlace: repeated("slotPlace", place),
    times: repeated("times", { time: word("time"), label: word("label") }),
    fee,
    book,
  });
  pharmaciesFound.fill(counted("total", [1], pharmaciesFound));
  noPharmacy.fill({
    title: oneOf("none", {
      match: m.medicines_no_match(),
      district: m.medicines_empty(),
      any: m.medicines_empty_all(),
    }),
    text: oneOf("noneText", { match: m.medicines_no_match_text(), other: m.medicines_empty_text() }),
  });
  pharmacyCard.fill({
    ...portrait,
    name: word("name"),
    address: word("address"),
    hours: oneOf("open", {
      day: m.business_open_24_hours(),
      hours: times("from", "to"),
      unknown: m.pharmacy_no_hours(),
    }),
    closed: repeated("closed", m.pharmacy_closed_on({ days: weekdaysOf("daysOff") })),
    phone: word("phone"),
    map: onMap,
  });
  doctorHeader.fill(header);
  feeText.fill(fee);
  phoneFee.fill(byPhone);
  bookLabel.fill(book);
  fillWeek();
  const address = {
    text: word("address"),
    map: onMap,
  };
  doctorFacts.fill({
    usual: repeated("usual", {
      address,
      hours: times("from", "to"),
      daysOff: oneOf("off", { none: m.doctor_every_day(), some: weekdaysOf("daysOff") }),
      rest: repeated("rest", times("from", "to")),
      hospital: repeated("hospital", word("hospital")),
    }),
    places: repeated("places", {
      id: word("id"),
      name: place,
      calls: repeated("calls", m.phone_doctor_calls({ doctor: header.name })),
      address: repeated("addresses", address),
      hours: repeated("hours", {
        days: oneOf("days", {
          range: range(weekdayOf("first"), weekdayOf("last")),
          list: weekdaysOf("list"),
        }),
        times: separated("times", times("from", "to")),
      }),
      fee,
    }),
    notice: repeated(
      "notice",
      m.doctor_notice({
        time: oneOf("unit", {
          hours: counted("hours", [1], (hours) => m.booking_notice_hours({ hours })),
          minutes: m.value_minutes({ minutes: word("minutes") }),
        }),
      }),
    ),
    others: {
      path: `${paths.viewDoctors}?value=${word("specialityParameter")}`,
      label: m.doctor_more({ speciality: word("speciality") }),
    },
  });
}

function fillWeek(): void {
  const free = (count: number) => ({
    name: m.slot_day_name({ day: word("date"), count }),
    free: m.slot_free({ count }),
  });
  const whyNot = oneOf("why", {
    ...Object.fromEntries(whyNotReasons.map((reason) => [reason, whyNotShort({ reason })])),
    other: whyNotShort(undefined),
  });
  const day = { weekday: word("weekday"), date: word("dayNumber") };
  weekTexts.fill({
    days: repeated("days", {
      day: word("day"),
      free: repeated("free", {
        ...day,
        name: counted("count", [1], (count) => free(count).name),
        free: counted("count", [1], (count) => free(count).free),
      }),
      full: repeated("full", {
        ...day,
        name: `${m.slot_day_full({ day: word("date") })}: ${whyNot}`,
        free: whyNot,
      }),
    }),
    none: repeated("noDay", m.slot_none_week()),
  });
  chosenDay.fill(
    repeated("chosenDay", {
      title: word("date"),
      times: repeated("times", { time: word("time"), label: word("label") }),
      none: repeated("none", m.slot_none_day()),
    }),
  );
}

const views = [
  nextPage,
  doctorsAvailable,
  noDoctor,
  doctorCard,
  doctorHeader,
  feeText,
  phoneFee,
  bookLabel,
  weekTexts,
  chosenDay,
  doctorFacts,
  pharmaciesFound,
  noPharmacy,
  pharmacyCard,
];

/** Views are computed from data again. */
export function emptyTemplate(): void {
  setEmbeddedResponses({});
  for (const texts of views) texts.fill(undefined);
}
