/**
 * The pages that the server fills in (`platform/static_site/template.rs`): their addresses, and the views with placeholders. Only the
 * prerender step uses this.
 */
import { setEmbeddedResponses } from "../api/preloaded-responses";
import { nextPage } from "../components/next-page-link";
import { doctorCard } from "../features/directory/components/doctor-card";
import { doctorsAvailable, nobodyTexts } from "../features/directory/components/doctor-list";
import { rupees } from "../lib/money";
import { paths } from "../lib/paths";
import { oneOf, repeated, word } from "../lib/template";
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
  booking: boolean;
  /** The server writes the title and what search engines read. */
  hasServersHead?: boolean;
}

const doctorsAt = `${paths.viewDoctors}?district=${word("district")}&q=${word("q")}`;
const listOf = (data: readonly unknown[]) => ({ message: "", data, total: 0, next: null, cut: false });
const listed = repeated("doctors", { _id: word("id"), district: "" });

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
    name: "_doctor",
    path: paths.doctorPage,
    address: paths.doctorPage,
    answers: {
      "/user/api/doctor/:id": {
        data: {
          _id: ":id",
          Image: `/photos/${word("photo")}-320.webp`,
          full_Name: word("name"),
          specialization: word("speciality"),
          doctor_ID: word("number"),
          consultation_Fee: word("fee"),
          district: "",
        },
      },
    },
    booking: true,
    hasServersHead: true,
  },
];

const amount = (name: string) => rupees(0).replace("0", word(name));

/** A count in a text that differs for some numbers: those are named, the others are `n`. */
function counted(name: string, counts: readonly number[], text: (count: number) => string): string {
  const many = 7;
  return oneOf(name, {
    ...Object.fromEntries(counts.map((count) => [count, text(count)])),
    n: text(many).replace(String(many), word(name)),
  });
}

/** In the language of the page, so before each page. */
export function fillTemplate({ answers }: Template): void {
  setEmbeddedResponses(answers);
  nextPage.fill(repeated("next", word("href")));
  doctorsAvailable.fill(
    oneOf("shown", { "25": doctorsAvailable(25), less: counted("total", [1], doctorsAvailable) }),
  );
  nobodyTexts.fill({
    title: oneOf("search", { time: nobodyTexts(true).title, any: nobodyTexts(false).title }),
    text: oneOf("search", { time: nobodyTexts(true).text, any: nobodyTexts(false).text }),
  });
  doctorCard.fill({
    photo: repeated("photo", `/photos/${word("photo")}-320.webp`),
    initials: repeated("initials", word("initials")),
    name: doctorTitle({ full_Name: word("name") }),
    speciality: word("speciality"),
    experience: counted("years", [0, 1], experienceText),
    registration: m.doctor_registration({ number: word("number") }),
    clinic: repeated("clinic", `${word("address")}, ${word("districtName")}`),
    places: repeated("places", { id: word("id"), name: word("name") }),
    phoneFee: repeated("phoneFee", m.doctor_phone_fee({ fee: amount("fee") })),
    slotLabel: oneOf("search", { time: m.doctor_slot_at_time(), any: m.doctor_next_slot() }),
    slotDay: oneOf("slot", { day: word("slotDay"), none: m.doctor_no_slot() }),
    slotPlace: repeated(
      "slotPlace",
      oneOf("at", { hospital: word("hospital"), clinic: m.doctor_clinic(), phone: m.phone_visit() }),
    ),
    times: repeated("times", { time: word("time"), label: word("label") }),
    fee: oneOf("fees", { one: amount("fee"), range: `${amount("fee")} – ${amount("highestFee")}` }),
    book: oneOf("book", { visit: m.doctor_book_visit(), call: m.doctor_book_call() }),
  });
}

/** Views are computed from data again. */
export function emptyTemplate(): void {
  for (const texts of [nextPage, doctorsAvailable, nobodyTexts, doctorCard]) texts.fill(undefined);
}
