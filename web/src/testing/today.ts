/** A doctor's day as the server sends it, for tests. */
import type { components } from "../api/schema";

type QueueEntry = components["schemas"]["ComerView"];
type Today = components["schemas"]["TodayView"];

export function exampleEntry(changed: Partial<QueueEntry> = {}): QueueEntry {
  return {
    _id: "b1",
    token: "3",
    patient_name: "Asha Nair",
    contact_number: "9846012345",
    walkIn: false,
    atDoor: false,
    time: "10:30",
    startsAt: "2024-01-05T10:30:00+05:30",
    attendance: null,
    place: null,
    mode: "clinic",
    call: null,
    session: 0,
    ...changed,
  };
}

/** With one session and one patient. */
export function exampleDay(changed: Partial<Today> = {}): Today {
  return {
    date: "Jan 5, 2024",
    now: "2024-01-05T10:00:00+05:30",
    sessions: [{ from: "09:00", to: "17:00", place: null, mode: "clinic", open: true }],
    current: 0,
    late: 0,
    screens: [],
    comers: [exampleEntry()],
    free: ["11:00"],
    door: { place: "d1", code: "0482", next: "9310", seconds: 20 },
    ...changed,
  };
}
