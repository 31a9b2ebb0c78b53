/** Actions at a doctor's desk, as the doctor's list of them and the administrator's audit log name them. */
import { m } from "../messages";

export const deskActions: Readonly<Record<string, () => string>> = {
  approve: m.admin_did_approve,
  reject: m.admin_did_reject,
  cancel: m.admin_did_cancel,
  remove: m.admin_did_remove,
  arrived: m.queue_arrived,
  called: m.admin_did_called,
  done: m.queue_done,
  absent: m.queue_absent,
  unmark: m.admin_did_unmark,
  walkin: m.admin_did_walkin,
  add_screen: m.admin_did_add_screen,
  remove_screen: m.admin_did_remove_screen,
};
