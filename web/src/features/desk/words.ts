/** What was done at a desk, in words. What a newer server says and this page does not know stays as it is written. */
import { m } from "../../paraglide/messages";
import type { DeskAct } from "./api/staff";

const actions: Record<string, () => string> = {
  approve: m.admin_did_approve,
  reject: m.admin_did_reject,
  arrived: m.queue_arrived,
  called: m.admin_did_called,
  done: m.queue_done,
  absent: m.queue_absent,
  unmark: m.admin_did_unmark,
  walkin: m.admin_did_walkin,
  add_screen: m.admin_did_add_screen,
  remove_screen: m.admin_did_remove_screen,
  remove: m.admin_did_remove,
  cancel: m.admin_did_cancel,
};

/** As in "Approved: Asha Nair". */
export function actWords({ action, patient_name, detail }: DeskAct): string {
  if (action === "late") return m.desk_act_late({ minutes: detail ?? "0" });
  const what = actions[action]?.() ?? action;
  const whom = patient_name === "" ? what : `${what}: ${patient_name}`;
  return detail ? `${whom} (${detail})` : whom;
}

export function byWords({ name, kind }: DeskAct["by"]): string {
  return kind === "assistant" ? m.desk_by_assistant({ name }) : m.desk_by_staff({ name });
}
