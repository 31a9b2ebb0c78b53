/** The demo doctors of the installation under test. */
import type { APIRequestContext } from "@playwright/test";

export interface Doctor {
  _id: string;
  full_Name: string;
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
  const doctor = data.filter(({ nextSlot }) => nextSlot !== null)[number];
  if (!doctor) throw new Error(`the demo has no doctor ${number}`);
  return doctor;
}
