/** Doctors, hospitals and pharmacies who register at the installation under test. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { APIRequestContext, Page } from "@playwright/test";
import { adminHeaders } from "./admins";
import { expect } from "./fixtures";
import { mailedLink, newEmail, newName, newPhone } from "./people";
import { remember } from "./site";

export const password = "a password for tests";

/** A picture that is in every checkout. */
export const photo = fileURLToPath(new URL("../web/public/icon-192.png", import.meta.url));

const newNumber = () => randomUUID().slice(0, 13);

export function newFacility(district = "Ernakulam") {
  return {
    License_number: newNumber(),
    Hospital_name: newName("Asha"),
    Email: newEmail("asha"),
    Phone_Number: newPhone(),
    Address: "MG Road",
    City: "Kochi",
    Pincode: "682011",
    State: "Kerala",
    District: district,
  };
}

export function newDoctor() {
  return {
    doctor_ID: newNumber(),
    full_Name: newName("Meera"),
    email: newEmail("meera"),
    phone_Number: newPhone(),
    experience: "12",
    consultation_Fee: "400",
    consultation_Address: "MG Road, Kochi",
    pincode: "682011",
    gender: "Female",
    startTime: "09:00",
    endTime: "17:00",
  };
}

export type Category = "Doctor" | "Hospital" | "Pharmacy";

/** An administrator's decision about an application. */
export async function approve(request: APIRequestContext, category: Category, id: string): Promise<void> {
  const answer = await request.patch(`/admin/api/workers/${category}/approved/${id}`, {
    headers: await adminHeaders(request),
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** An account with a valid token. */
export interface SignedIn {
  id: string;
  name: string;
  email: string;
  token: string;
  /** Headers for calls as that account. */
  headers: { Authorization: string };
}

const image = { name: "photo.png", mimeType: "image/png", buffer: readFileSync(photo) };

async function logIn(request: APIRequestContext, category: Category | "Desk", email: string) {
  const answer = await request.post(`/user/api/${category.toLowerCase()}/login`, {
    data: { email, password },
  });
  const { token, data } = await answer.json();
  return { id: data._id, email, token, headers: { Authorization: `Bearer ${token}` } };
}

/** A hospital or pharmacy that is listed. */
export async function listedFacility(
  request: APIRequestContext,
  category: "Hospital" | "Pharmacy",
  facility = newFacility(),
): Promise<void> {
  const answer = await request.post("/user/api/hospital/register", {
    multipart: { ...facility, Password: password, category, image },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  await approve(request, category, (await answer.json()).data._id);
}

/** The same, with a token. */
export async function approvedFacility(
  request: APIRequestContext,
  category: "Hospital" | "Pharmacy",
): Promise<SignedIn> {
  const facility = newFacility();
  await listedFacility(request, category, facility);
  return { ...(await logIn(request, category, facility.Email)), name: facility.Hospital_name };
}

/** The id of a doctor whose application is pending. */
export async function applyAsDoctor(request: APIRequestContext, doctor = newDoctor()): Promise<string> {
  const answer = await request.post("/user/api/doctor/register", {
    multipart: {
      ...doctor,
      DOB: "1980-03-04",
      specialization: "Cardiology",
      state: "Kerala",
      district: "Ernakulam",
      password,
      image,
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()).data._id;
}

export interface Doctor {
  id: string;
  name: string;
  email: string;
}

/** A listed doctor without bookings: every day, from nine to five unless other hours are given. */
export async function listedDoctor(request: APIRequestContext, doctor = newDoctor()): Promise<Doctor> {
  const id = await applyAsDoctor(request, doctor);
  await approve(request, "Doctor", id);
  return { id, name: doctor.full_Name, email: doctor.email };
}

/** The same, with a token. */
export async function approvedDoctor(request: APIRequestContext, doctor = newDoctor()): Promise<SignedIn> {
  const { name, email } = await listedDoctor(request, doctor);
  return { ...(await logIn(request, "Doctor", email)), name };
}

/** Desk staff of a doctor or hospital, with the token of their own login. */
export async function staffOf(request: APIRequestContext, employer: SignedIn): Promise<SignedIn> {
  const [name, email] = [newName("Anu"), newEmail("anu")];
  const { headers } = employer;
  const data = { name, email, current_password: password };
  const invited = await request.post("/user/api/desk/staff", { headers, data });
  expect(invited.status(), await invited.text()).toBe(201);
  const token = (await mailedLink(email, "/desk/invitation")).split("#")[1];
  const link = { Authorization: `Bearer ${token}` };
  const chosen = await request.post("/user/api/desk/invitation", { headers: link, data: { password } });
  expect(chosen.ok(), await chosen.text()).toBe(true);
  return { ...(await logIn(request, "Desk", email)), name };
}

/** Desk staff, by default of a new doctor, logged in on this device. */
export async function signInAtDesk(page: Page, known?: SignedIn): Promise<SignedIn> {
  const staff = known ?? (await staffOf(page.request, await approvedDoctor(page.request)));
  await remember(page, { deskToken: staff.token, deskId: staff.id });
  return staff;
}

/** A hospital, by default a new one, that confirmed the doctor, whose profile names it. */
export async function hospitalOf(
  request: APIRequestContext,
  doctor: SignedIn,
  known?: SignedIn,
): Promise<SignedIn> {
  const hospital = known ?? (await approvedFacility(request, "Hospital"));
  const named = await request.put(`/user/api/doctor/profile/${doctor.id}`, {
    headers: doctor.headers,
    multipart: { hospital: hospital.id },
  });
  expect(named.ok(), await named.text()).toBe(true);
  const confirmed = await request.patch(`/user/api/worker/doctors/${hospital.id}/confirm/${doctor.id}`, {
    headers: hospital.headers,
  });
  expect(confirmed.ok(), await confirmed.text()).toBe(true);
  return hospital;
}

/** A hospital enters its Malayalam name and address; the administrator approves the name. */
export async function tellInMalayalam(
  request: APIRequestContext,
  { id, headers }: SignedIn,
  nameMl: string,
  addressMl = "",
): Promise<void> {
  const told = await request.put(`/user/api/worker/profile/${id}`, {
    headers,
    multipart: { nameMl, addressMl },
  });
  expect(told.ok(), await told.text()).toBe(true);
  await approveChange(request, id);
}

/** The administrator approves a requested change of a doctor, hospital or pharmacy. */
export async function approveChange(request: APIRequestContext, id: string): Promise<void> {
  const admin = await adminHeaders(request);
  const list = await request.get("/admin/api/workers/changes?limit=1000", { headers: admin });
  const changes: { _id: string; workerId: string }[] = (await list.json()).data;
  const change = changes.find(({ workerId }) => workerId === id);
  const approved = await request.patch(`/admin/api/workers/changes/approved/${change?._id}`, {
    headers: admin,
  });
  expect(approved.ok(), await approved.text()).toBe(true);
}

/** A doctor, by default a new one, logged in on this device. */
export async function signInAsDoctor(page: Page, known?: SignedIn): Promise<SignedIn> {
  const doctor = known ?? (await approvedDoctor(page.request));
  await remember(page, { docToken: doctor.token, docId: doctor.id });
  return doctor;
}

/** A new hospital or pharmacy, logged in on this device. */
export async function signInAsFacility(page: Page, category: "Hospital" | "Pharmacy"): Promise<SignedIn> {
  const facility = await approvedFacility(page.request, category);
  await remember(page, { workerToken: facility.token, workerId: facility.id });
  return facility;
}
