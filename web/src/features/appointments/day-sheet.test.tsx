import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { setLocale } from "../../messages/locale";
import { deskDoctor } from "../../testing/doctor";
import { renderPage } from "../../testing/page";
import { hospital } from "../../testing/places";
import { exampleDay, exampleEntry } from "../../testing/today";
import { DaySheet, queueRows } from "./day-sheet";

afterEach(() => setLocale("en"));

const day = exampleDay({
  sessions: [
    { from: "09:00", to: "12:00", place: null, mode: "clinic", open: true },
    { from: "17:00", to: "18:00", place: hospital, mode: "clinic", open: true },
  ],
  comers: [
    exampleEntry({ _id: "w10", token: "W10", patient_name: "Tenth", walkIn: true, time: null }),
    exampleEntry({ _id: "w2", token: "W2", patient_name: "Second", walkIn: true, time: null }),
    exampleEntry({ _id: "b2", token: "1", patient_name: "Evening", time: "17:00", session: 1 }),
    exampleEntry({
      _id: "b1",
      token: "3",
      patient_name: "Morning",
      time: "10:30",
      attendance: "done",
      visitType: "review",
      visitReason: "Cough for two weeks",
    }),
  ],
});

test.each(["en", "ml"] as const)(
  "the day is printed by time with token, number, place, the reason of the visit and room for notes in %s",
  (language) => {
    setLocale(language);
    const print = vi.fn();
    vi.stubGlobal("print", print);
    const at = { docId: "d1", role: "desk", doctor: deskDoctor({}) } as const;
    renderPage(<DaySheet at={at} day="2024-01-05" rows={queueRows(day)} onDone={() => undefined} />);
    expect(print).toHaveBeenCalledOnce();
    const [head, ...rows] = screen.getAllByRole("row", { hidden: true });
    expect(head?.children).toHaveLength(7);
    expect(rows.map((row) => row.children[2]?.textContent)).toEqual([
      "Morning",
      "Evening",
      "Second",
      "Tenth",
    ]);
    const cells = [...(rows[0]?.children ?? [])].map(({ textContent }) => textContent);
    expect(cells).toEqual(
      language === "en"
        ? ["10:30 am", "3", "Morning", "9846012345", "Own clinic", "Review · Cough for two weeks", "Seen"]
        : [
            "രാവിലെ 10:30",
            "3",
            "Morning",
            "9846012345",
            "സ്വന്തം ക്ലിനിക്ക്",
            "റിവ്യൂ · Cough for two weeks",
            "പരിശോധിച്ചു",
          ],
    );
    // Of somebody who is expected nothing is said yet: the notes are empty.
    expect(rows[1]?.lastElementChild?.textContent).toBe("");
  },
);

test("a visit by phone is printed as one without its number, though its session is at the clinic by now", () => {
  vi.stubGlobal("print", vi.fn());
  const at = { docId: "d1", role: "desk", doctor: deskDoctor({}) } as const;
  const comers = [exampleEntry({ mode: "phone", token: "", contact_number: "", time: "10:00" })];
  const rows = queueRows({ ...day, sessions: day.sessions.slice(0, 1), comers });
  renderPage(<DaySheet at={at} day="2024-01-05" rows={rows} onDone={() => undefined} />);
  const [, row] = screen.getAllByRole("row", { hidden: true });
  const cells = [...(row?.children ?? [])].map(({ textContent }) => textContent);
  expect([cells[1], cells[3], cells[4]]).toEqual(["", "", "By phone"]);
});
