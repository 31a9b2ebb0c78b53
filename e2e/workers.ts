/** Doctors, hospitals and pharmacies who register at the installation under test. */
import { randomInt, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { APIRequestContext, Page } from "@playwright/test";
import { adminHeaders } from "./admins";
import { expect } from "./fixtures";

export const password = "a password for tests";

/** A picture that every checkout has. */
export const photo = fileURLToPath(new URL("../web/public/icon-512.png", import.meta.url));

const newPhone = () => `9${String(randomInt(1e9)).padStart(9, "0")}`;
const newNumber = () => randomUUID().slice(0, 13);

export function newFacility() {
  return {
    License_number: newNumber(),
    Hospital_name: `Asha ${newNumber()}`,
    Email: `asha-${randomUUID()}@example.com`,
    Phone_Number: newPhone(),
    Address: "MG Road",
    City: "Kochi",
    Pincode: "682011",
  };
}

export function newDoctor() {
  return {
    doctor_ID: newNumber(),
    full_Name: `Meera ${newNumber()}`,
    email: `meera-${randomUUID()}@example.com`,
    phone_Number: newPhone(),
    experience: "12",
    consultation_Fee: "400",
    consultation_Address: "MG Road, Kochi",
    pincode: "682011",
  };
}

export type Category = "Doctor" | "Hospital" | "Pharmacy";

/** What the administrator does with an application. */
export async function approve(request: APIRequestContext, category: Category, id: string): Promise<void> {
  const answer = await request.patch(`/admin/api/workers/${category}/approved/${id}`, {
    headers: await adminHeaders(request),
  });
  expect(answer.status()).toBe(200);
}

export interface SignedIn {
  id: string;
  email: string;
  token: string;
}

const place = { State: "Kerala", District: "Ernakulam" };
const image = { name: "photo.png", mimeType: "image/png", buffer: readFileSync(photo) };

async function logIn(request: APIRequestContext, category: Category, email: string): Promise<SignedIn> {
  const answer = await request.post(`/user/api/${category.toLowerCase()}/login`, {
    data: { email, password },
  });
  const { token, data } = await answer.json();
  return { id: data._id, email, token };
}

/** An approved hospital or pharmacy, with a token. */
export async function approvedFacility(
  request: APIRequestContext,
  category: "Hospital" | "Pharmacy",
  facility = newFacility(),
): Promise<SignedIn> {
  const answer = await request.post("/user/api/hospital/register", {
    multipart: { ...facility, ...place, Password: password, category, image },
  });
  expect(answer.status()).toBe(201);
  await approve(request, category, (await answer.json()).data._id);
  return logIn(request, category, facility.Email);
}

/** The id of a doctor who waits for approval. */
export async function applyAsDoctor(request: APIRequestContext, doctor = newDoctor()): Promise<string> {
  const answer = await request.post("/user/api/doctor/register", {
    multipart: {
      ...doctor,
      gender: "Female",
      DOB: "1980-03-04",
      specialization: "Cardiology",
      state: place.State,
      district: place.District,
      startTime: "09:00",
      endTime: "17:00",
      password,
      image,
    },
  });
  expect(answer.status()).toBe(201);
  return (await answer.json()).data._id;
}

/** An approved doctor, with a token. */
export async function approvedDoctor(request: APIRequestContext): Promise<SignedIn & { name: string }> {
  const doctor = newDoctor();
  await approve(request, "Doctor", await applyAsDoctor(request, doctor));
  return { ...(await logIn(request, "Doctor", doctor.email)), name: doctor.full_Name };
}

/** A fresh hospital or pharmacy, signed in on this device. */
export async function signInAsFacility(page: Page, category: "Hospital" | "Pharmacy"): Promise<void> {
  const { id, token } = await approvedFacility(page.request, category);
  await page.addInitScript(
    ([workerId, workerToken]) => {
      window.localStorage.setItem("workerId", workerId ?? "");
      window.localStorage.setItem("workerToken", workerToken ?? "");
    },
    [id, token],
  );
}
