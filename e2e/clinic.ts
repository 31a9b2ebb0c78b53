/** A doctor's desk, and patients who book with the doctor through the API. */
import type { APIRequestContext, Page } from "@playwright/test";
import { daysAhead, freeTimes } from "./doctors";
import { expect } from "./fixtures";
import { registered } from "./people";
import { approvedDoctor } from "./workers";

/** A doctor who joined a minute ago, and whom nobody has booked yet. */
export async function signInAsNewDoctor(page: Page): Promise<void> {
  const { token, id } = await approvedDoctor(page.request);
  await page.addInitScript(
    ([docToken, docId]) => {
      window.localStorage.setItem("docToken", docToken);
      window.localStorage.setItem("docId", docId);
    },
    [token, id] as const,
  );
}

export interface Patient {
  id: string;
  token: string;
  phone: string;
}

export async function newPatient(request: APIRequestContext): Promise<Patient> {
  const { email, password, phone_number: phone } = await registered(request);
  const login = await request.post("/user/api/login", { data: { email, password } });
  const { token, data } = await login.json();
  return { id: data._id, token, phone };
}

/** Books the last free time of the week, for which nobody else looks. */
export async function bookVisit(
  request: APIRequestContext,
  doctorId: string,
  patient: Patient,
  name: string,
): Promise<void> {
  const date = (await daysAhead(request, doctorId)).findLast(({ free }) => free > 0)?.day ?? "";
  const time = (await freeTimes(request, doctorId, date)).at(-1);
  const booked = await request.post(`/user/api/doctor/${doctorId}/appointment/booking/${patient.id}`, {
    headers: { Authorization: `Bearer ${patient.token}` },
    data: { name, phoneNumber: patient.phone, date, time },
  });
  expect(booked.ok(), await booked.text()).toBe(true);
}
