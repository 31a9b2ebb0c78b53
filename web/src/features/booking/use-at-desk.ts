import { useQuery } from "@tanstack/react-query";
import { useChosenDoctor } from "../../lib/chosen-doctor";
import { deskDoctorsQuery } from "./api/desk";
import { type AtDesk, deskOf } from "./at-desk";

/** For whom the desk is at work, once that is known. */
export function useAtDesk(): AtDesk | undefined {
  const chosen = useChosenDoctor();
  return deskOf(useQuery(deskDoctorsQuery()).data ?? [], chosen);
}
