/** The demo doctors of the installation under test. */
import type { APIRequestContext, Page } from "@playwright/test";

export interface Doctor {
  _id: string;
  full_Name: string;
  doctor_ID: string;
  specialization: string;
  district: string;
  nextSlot: { time: string } | null;
}

interface Doctors {
  data: Doctor[];
  total: number;
}

export async function findDoctors(
  request: APIRequestContext,
  filters: Record<string, string>,
): Promise<Doctors> {
  const answer = await request.get("/user/api/finddoctors", { params: { limit: 100, ...filters } });
  return answer.json();
}

/** Every journey takes a doctor of its own, so that tests beside each other never want the same slot. */
export async function demoDoctor(request: APIRequestContext, number: number): Promise<Doctor> {
  const { data } = await findDoctors(request, {});
  // Those who register while the tests run have other numbers; counted too, they would shift the places.
  const demo = data.filter(({ doctor_ID }) => /^[A-Z]+ \d+$/.test(doctor_ID));
  const doctor = demo.filter(({ nextSlot }) => nextSlot !== null)[number];
  if (!doctor) throw new Error(`the demo has no doctor ${number}`);
  return doctor;
}

export interface SignedInDoctor {
  id: string;
  name: string;
  /** For calls in the doctor's name. */
  headers: { Authorization: string };
}

/** The demo doctor of that number, signed in on this device, who works every day from nine to five. */
export async function signInAsDoctor(page: Page, number: number): Promise<SignedInDoctor> {
  const login = await page.request.post("/user/api/doctor/login", {
    data: { email: `doctor${number}@demo.example`, password: "demo-doctor-1" },
  });
  const { token, data } = await login.json();
  const headers = { Authorization: `Bearer ${token}` };
  const id: string = data._id;
  await page.request.put(`/user/api/doctor/profile/${id}`, {
    headers,
    multipart: { startTime: "09:00", endTime: "17:00" },
  });
  const week = await page.request.put(`/user/api/doctor/schedule/${id}`, {
    headers,
    data: { daysOff: [], breakStart: "", breakEnd: "" },
  });
  for (const { _id } of (await week.json()).data.schedule.leave) {
    await page.request.delete(`/user/api/doctor/leave/${id}/${_id}`, { headers });
  }
  await page.addInitScript(
    ([docToken, docId]) => {
      window.localStorage.setItem("docToken", docToken);
      window.localStorage.setItem("docId", docId);
    },
    [token, id] as const,
  );
  const profile = await page.request.get(`/user/api/doctor/profile/${id}`, { headers });
  return { id, name: (await profile.json()).data.full_Name, headers };
}

/** Today and the six days after, as the server counts them. */
export async function daysAhead(
  request: APIRequestContext,
  id: string,
): Promise<{ day: string; free: number }[]> {
  const answer = await request.get(`/user/api/doctor/${id}/availability`, { params: { days: 7 } });
  return (await answer.json()).data;
}

export async function freeTimes(request: APIRequestContext, id: string, day: string): Promise<string[]> {
  const answer = await request.get(`/user/api/doctor/${id}/slots`, { params: { date: day } });
  return (await answer.json()).data.map(({ time }: { time: string }) => time);
}
