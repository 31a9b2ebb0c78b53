import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { forget, signIn, tokenOf } from "../../lib/session";
import { takeToasts } from "../../lib/toasts";
import { ownBooking } from "../../testing/bookings";
import { answer, listed, refused, renderPage, server } from "../../testing/page";
import { hospital } from "../../testing/places";
import { Page } from "./confirm-booking";

const choice = {
  doctor: {
    _id: "d1",
    full_Name: "Anjali Nair",
    specialization: "ENT",
    consultation_Address: "Lotus Clinic",
    consultation_Fee: 450,
    district: "Kozhikode",
    Image: null,
  },
  date: "2024-02-06",
  time: "09:15",
  back: "/viewdoctors",
};

const leela = { _id: "p1", name: "Leela Nair", phoneNumber: "9846000001", guardian: false };

/** The server's answer to each press, and the requests that were sent. */
let answers: Response[];
let sent: object[];
/** What the response says of the day besides its free slots. */
let ofDay: object;
/** The patient's existing bookings. */
let ahead: ReturnType<typeof ownBooking>[];

beforeEach(() => {
  signIn("user", "token", "u1");
  sent = [];
  ofDay = {};
  ahead = [];
  server.mockImplementation(async (request) => {
    if (request.method === "POST") {
      sent.push({ path: new URL(request.url).pathname, ...(await request.json()) });
      return answers.shift() ?? Response.error();
    }
    const user = { _id: "u1", username: "Asha Nair", phone_number: "9846012345" };
    if (request.url.includes("/slots")) return Response.json({ message: "", data: [], ...ofDay });
    if (request.url.includes("/people/")) return answer([leela]);
    if (request.url.includes("/previous/")) return listed(ahead);
    return answer(request.url.includes("/profile/") ? user : { states: [] });
  });
});

const show = () => renderPage(<Page title="Confirm" />, { at: "/doctor/appointment", state: choice });

const press = async () => userEvent.click(await screen.findByRole("button", { name: "Submit" }));

test("an unknown outcome is reported as such, and the same form again gets the booking", async () => {
  show();
  const unknown = "The connection broke. Look at your bookings, or send the same again.";
  answers = [refused(500, "outcome_unknown", unknown), answer({ _id: "b1" }, "Your appointment is booked.")];
  await press();
  await waitFor(() => expect(takeToasts()).toEqual([{ tone: "bad", text: unknown }]));
  await press();
  expect(await screen.findByText("/category?booked=b1 null")).toBeDefined();
  expect(takeToasts()).toEqual([{ tone: "good", text: "Your appointment is booked." }]);
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
});

test("a time that was just taken leads back to the choice, with the reason", async () => {
  show();
  answers = [refused(409, "slot_taken", "This time has just been taken.")];
  await press();
  expect(await screen.findByText(/^\/viewdoctors /)).toBeDefined();
  const failed = "Failed to book the appointment. Please try again. This time has just been taken.";
  expect(takeToasts()).toEqual([{ tone: "bad", text: failed }]);
});

test("why the patient comes, and whether for the first time, goes with the booking where it was said", async () => {
  show();
  answers = [answer({ _id: "b1" }, "Requested.")];
  await userEvent.click(await screen.findByRole("radio", { name: "First visit" }));
  await userEvent.type(screen.getByRole("textbox", { name: /^Reason for the visit/ }), "Cough");
  await press();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ name: "Asha Nair", visitType: "first", visitReason: "Cough" });
});

const failed = "Failed to book the appointment. Please try again.";

test("a wrong field is explained at the field, and not in the toast again", async () => {
  show();
  const message = "Please enter an Indian mobile number of ten digits.";
  answers = [refused(422, "invalid_fields", message, [{ field: "phoneNumber", message }])];
  await press();
  await waitFor(() => expect(takeToasts()).toEqual([{ tone: "bad", text: failed }]));
  expect(screen.getByRole("link", { name: message })).toBeDefined();
  expect(screen.getByRole("textbox", { name: "Phone Number" }).getAttribute("aria-invalid")).toBe("true");
});

test("an error of the chosen time is shown in one toast, because it has no field", async () => {
  show();
  const message = "This time has passed.";
  answers = [refused(422, "invalid_fields", message, [{ field: "time", message }])];
  await press();
  await waitFor(() => expect(takeToasts()).toEqual([{ tone: "bad", text: `${failed} ${message}` }]));
  expect(screen.queryByText(message)).toBeNull();
});

test("an expired session leads to the login and keeps the input", async () => {
  show();
  answers = [refused(401, "unauthenticated", "Please sign in again.")];
  const name = await screen.findByRole("textbox", { name: "Patient Name" });
  await userEvent.clear(name);
  await userEvent.type(name, "Ammini");
  await press();
  const login = await screen.findByText(/^\/login /);
  expect(login.textContent).toContain('"patient":{"name":"Ammini","phoneNumber":"9846012345"}');
});

const type = async (label: string, text: string) => {
  const field = await screen.findByRole("textbox", { name: label });
  await userEvent.clear(field);
  await userEvent.type(field, text);
};
const textIn = (label: string) => screen.getByRole<HTMLInputElement>("textbox", { name: label }).value;

test("choosing a person fills the form in, and the booking refers to them", async () => {
  show();
  answers = [answer({ _id: "b1" }, "Your appointment is booked.")];
  await userEvent.click(await screen.findByRole("radio", { name: "Leela Nair" }));
  expect([textIn("Patient Name"), textIn("Phone Number")]).toEqual(["Leela Nair", "9846000001"]);
  expect(screen.queryByRole("checkbox")).toBeNull();
  await userEvent.click(screen.getByRole("radio", { name: "Me" }));
  expect(textIn("Patient Name")).toBe("Asha Nair");
  await userEvent.click(screen.getByRole("radio", { name: "Leela Nair" }));
  await type("Phone Number", "9846000002");
  await press();
  expect(await screen.findByText("/category?booked=b1 null")).toBeDefined();
  expect(sent).toEqual([
    expect.objectContaining({ name: "Leela Nair", phoneNumber: "9846000002", person: "p1" }),
  ]);
});

test("a new person is saved before the booking", async () => {
  show();
  answers = [answer({ _id: "p2" }), answer({ _id: "b1" }, "Your appointment is booked.")];
  await userEvent.click(await screen.findByRole("radio", { name: "Somebody else" }));
  expect(textIn("Patient Name")).toBe("");
  await type("Patient Name", "Appu");
  await userEvent.click(screen.getByRole("checkbox", { name: /Save this person/ }));
  await press();
  expect(await screen.findByText("/category?booked=b1 null")).toBeDefined();
  expect(sent).toEqual([
    { path: "/user/api/user/people/u1", name: "Appu", phoneNumber: "9846012345" },
    expect.objectContaining({ name: "Appu", person: "p2" }),
  ]);
  expect(takeToasts()).toEqual([{ tone: "good", text: "Your appointment is booked." }]);
});

test("a full list of people is reported, and nothing is booked for a person who could not be saved", async () => {
  show();
  const full = "You have saved 20 people, and no more can be saved.";
  answers = [refused(409, "limit_reached", full), answer({ _id: "b1" }, "Your appointment is booked.")];
  await type("Patient Name", "Appu");
  await userEvent.click(screen.getByRole("checkbox", { name: /Save this person/ }));
  await press();
  await waitFor(() => expect(takeToasts()).toEqual([{ tone: "bad", text: full }]));
  expect(sent).toHaveLength(1);
  await userEvent.click(screen.getByRole("checkbox", { name: /Save this person/ }));
  await press();
  expect(await screen.findByText("/category?booked=b1 null")).toBeDefined();
});

test("a visit at the doctor's own clinic shows its address and fee", async () => {
  show();
  expect(await screen.findByText("Lotus Clinic, Kozhikode")).toBeDefined();
  expect(screen.getByText("₹450")).toBeDefined();
});

test("the session of the time says where, and for how much", async () => {
  const sessions = [
    { from: "09:00", to: "12:00", place: hospital, fee: 600, free: 3 },
    { from: "17:00", to: "19:00", place: null, fee: 450, free: 0 },
  ];
  ofDay = { sessions };
  show();
  expect(await screen.findByText("Malabar Hospital")).toBeDefined();
  expect(screen.getByText("Beach Road, Kozhikode")).toBeDefined();
  expect(screen.getByText("₹600")).toBeDefined();
  expect(screen.queryByText("₹450")).toBeNull();
});

test("input for another person survives a reload and a change of the time", async () => {
  const first = show();
  await userEvent.click(await screen.findByRole("radio", { name: "Somebody else" }));
  await type("Patient Name", "Appu");
  const kept = () => window.history.state?.usr?.patient;
  await waitFor(() => expect(kept()?.name).toBe("Appu"));
  first.unmount();
  renderPage(<Page title="Confirm" />, { at: "/doctor/appointment", state: window.history.state.usr });
  const chosen = await screen.findByRole<HTMLInputElement>("radio", { name: "Somebody else" });
  expect(chosen.checked).toBe(true);
  expect(textIn("Patient Name")).toBe("Appu");
  await userEvent.click(screen.getByRole("link", { name: "Change the time" }));
  expect((await screen.findByText(/^\/viewdoctors /)).textContent).toContain('"patient":{"name":"Appu"');
});

test("a second visit of the same person at the same time is asked about", async () => {
  const doctorId = { ...ownBooking().doctorId, _id: "d9" };
  ahead = [ownBooking({ startsAt: "2024-02-06T09:15:00+05:30", time: "09:15", doctorId })];
  show();
  answers = [answer({ _id: "b2" }, "Your appointment is requested.")];
  await press();
  const question = await screen.findByText("You already have 9:15 am in Kollam");
  expect(question.parentElement?.textContent).toContain("Dr. Anil Kumar");
  expect(sent).toEqual([]);
  await userEvent.click(await screen.findByRole("button", { name: "Book both" }));
  expect(await screen.findByText("/category?booked=b2 null")).toBeDefined();
  expect(sent).toHaveLength(1);
});

/** What the server says to somebody who is not logged in: of the codes, and of the way that they come. */
function asGuest(channels: string[] = ["sms"]): void {
  forget("user");
  const signedIn = server.getMockImplementation();
  server.mockImplementation(async (request) => {
    if (request.url.endsWith("/login/ways")) return answer({ channels });
    return signedIn?.(request) ?? Response.error();
  });
}

const typeGuest = async () => {
  await type("Patient Name", "Devi Nair");
  await type("Phone Number", "9847012345");
  await userEvent.click(screen.getByRole("button", { name: "Send me a code" }));
};

const confirm = async () => {
  await type("Code", "123456");
  await userEvent.click(screen.getByRole("button", { name: "Confirm and book" }));
};

const codeSent = () => answer({ challenge: "c1" }, "We sent a code");
const welcome = () => Response.json({ message: "Welcome", token: "secret", data: { _id: "u2" } });

test("somebody who is not logged in books by name, number and one code", async () => {
  asGuest();
  show();
  answers = [codeSent(), welcome(), answer({ _id: "b1" }, "Your appointment is booked.")];
  await typeGuest();
  await confirm();
  expect(await screen.findByText("/category?booked=b1 null")).toBeDefined();
  expect(sent).toEqual([
    { path: "/user/api/register/phone", phone_number: "9847012345" },
    { path: "/user/api/register/phone/code", challenge: "c1", code: "123456", username: "Devi Nair" },
    {
      path: "/user/api/doctor/d1/appointment/booking/u2",
      name: "Devi Nair",
      phoneNumber: "9847012345",
      date: "2024-02-06",
      time: "09:15",
    },
  ]);
  expect(tokenOf("user")).toBe("secret");
});

test("whose time went meanwhile is logged in, and chooses another with what was typed", async () => {
  asGuest();
  show();
  answers = [codeSent(), welcome(), refused(409, "slot_taken", "This time has just been taken.")];
  await typeGuest();
  await confirm();
  const panel = await screen.findByText(/^\/viewdoctors /);
  expect(panel.textContent).toContain('"patient":{"name":"Devi Nair","phoneNumber":"9847012345"}');
  expect(tokenOf("user")).toBe("secret");
});

test("a wrong code books nothing, and can be mended", async () => {
  asGuest();
  show();
  answers = [codeSent(), refused(401, "wrong_code", "The code is not correct")];
  await typeGuest();
  await confirm();
  expect((await screen.findAllByText("The code is not correct")).length).toBeGreaterThan(0);
  expect([sent.length, tokenOf("user")]).toEqual([2, null]);
  answers = [welcome(), answer({ _id: "b1" }, "Your appointment is booked.")];
  await confirm();
  expect(await screen.findByText("/category?booked=b1 null")).toBeDefined();
});

test("what fails after the login leaves the form of somebody who is logged in, with what was typed", async () => {
  asGuest();
  show();
  answers = [codeSent(), welcome(), refused(503, "busy", "Please try again.")];
  await typeGuest();
  await confirm();
  await screen.findByRole("button", { name: "Submit" });
  expect([textIn("Patient Name"), textIn("Phone Number")]).toEqual(["Devi Nair", "9847012345"]);
  expect(tokenOf("user")).toBe("secret");
});

test("a wrong number is explained at the field", async () => {
  asGuest();
  show();
  const message = "Please enter an Indian mobile number of ten digits.";
  answers = [refused(422, "invalid_fields", message, [{ field: "phone_number", message }])];
  await typeGuest();
  expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
  expect(screen.getByRole("textbox", { name: "Phone Number" }).getAttribute("aria-invalid")).toBe("true");
});

test("where no codes come, the login is first, and leads back", async () => {
  asGuest([]);
  show();
  const login = await screen.findByText(/^\/login /);
  expect(login.textContent).toContain('"from":"/doctor/appointment"');
});

const byPhone = {
  sessions: [{ from: "09:00", to: "10:00", mode: "phone", place: null, fee: 199, free: 2 }],
};

const agree = () =>
  userEvent.click(screen.getByRole("checkbox", { name: /^I agree to a consultation by phone/ }));

test("a time by phone says who calls and asks who is called, and nothing is sent without consent", async () => {
  ofDay = byPhone;
  show();
  await type("Patient's age", "9");
  expect(screen.getByText("Dr. Anjali Nair calls you")).toBeDefined();
  expect(screen.queryByText("Lotus Clinic, Kozhikode")).toBeNull();
  await type("Where the patient will be", "Aluva, Ernakulam");
  await type("Adult who will be with the child", "Rajan Nair");
  await press();
  const message = "Please agree to the consultation by phone, or choose a visit at the clinic.";
  expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
  expect(sent).toEqual([]);
  await agree();
  answers = [answer({ _id: "b1" }, "Requested.")];
  await press();
  expect(await screen.findByText("/category?booked=b1 null")).toBeDefined();
  expect(sent).toEqual([
    {
      path: "/user/api/doctor/d1/appointment/booking/u1",
      name: "Asha Nair",
      phoneNumber: "9846012345",
      date: "2024-02-06",
      time: "09:15",
      patientAge: "9",
      patientLocation: "Aluva, Ernakulam",
      adultName: "Rajan Nair",
      phoneConsent: true,
    },
  ]);
});

test("another person has another age and agrees anew", async () => {
  ofDay = byPhone;
  show();
  await type("Patient's age", "40");
  await type("Where the patient will be", "Aluva");
  await agree();
  await userEvent.click(screen.getByRole("radio", { name: "Leela Nair" }));
  expect([textIn("Patient's age"), textIn("Where the patient will be")]).toEqual(["", "Aluva"]);
  expect(screen.queryByRole("textbox", { name: "Adult who will be with the child" })).toBeNull();
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: /^I agree/ }).checked).toBe(false);
});

test("somebody who is not logged in sends the same with the code at the end", async () => {
  asGuest();
  ofDay = byPhone;
  show();
  answers = [codeSent(), welcome(), answer({ _id: "b1" }, "Your appointment is booked.")];
  await type("Patient's age", "40");
  await type("Where the patient will be", "Aluva");
  await agree();
  await typeGuest();
  await confirm();
  expect(await screen.findByText("/category?booked=b1 null")).toBeDefined();
  expect(sent[2]).toEqual({
    path: "/user/api/doctor/d1/appointment/booking/u2",
    name: "Devi Nair",
    phoneNumber: "9847012345",
    date: "2024-02-06",
    time: "09:15",
    patientAge: "40",
    patientLocation: "Aluva",
    phoneConsent: true,
  });
});

test("the login takes away what was loaded, and neither the booking nor its details", async () => {
  asGuest();
  ofDay = byPhone;
  const { queries } = show();
  answers = [codeSent(), welcome(), answer({ _id: "b1" }, "Your appointment is booked.")];
  await type("Patient's age", "40");
  await type("Where the patient will be", "Aluva");
  await agree();
  await typeGuest();
  await type("Code", "123456");
  const answering = server.getMockImplementation();
  server.mockImplementation(async (request) => {
    // The day is not loaded again while the booking is on its way.
    if (request.url.includes("/slots")) return new Promise<Response>(() => undefined);
    if (request.url.endsWith("/register/phone/code")) void queries.resetQueries();
    return answering?.(request) ?? Response.error();
  });
  await userEvent.click(screen.getByRole("button", { name: "Confirm and book" }));
  expect(await screen.findByText("/category?booked=b1 null")).toBeDefined();
  expect(sent[2]).toMatchObject({ patientAge: "40", patientLocation: "Aluva", phoneConsent: true });
});
