/** The audit log in the language of the page. What a newer server writes and this page does not know stays as it is. */
import type { Option } from "../../lib/profile-values";
import { m } from "../../paraglide/messages";

type Words = Record<string, () => string>;

const actions: Words = {
  approve: m.admin_did_approve,
  reject: m.admin_did_reject,
  block: m.admin_did_block,
  unblock: m.admin_did_unblock,
  suspend: m.admin_did_suspend,
  restore: m.admin_did_restore,
  cancel: m.admin_did_cancel,
  confirm: m.admin_did_confirm,
  remove: m.admin_did_remove,
  answer: m.admin_did_answer,
  close: m.admin_did_close,
  extend: m.admin_did_extend,
  password: m.admin_did_password,
};

const kinds: Words = {
  doctor: m.doctor_area,
  hospital: m.business_hospital,
  pharmacy: m.forgot_role_pharmacy,
  user: m.admin_kind_user,
  booking: m.admin_kind_booking,
  donor: m.admin_kind_donor,
  bloodrequest: m.admin_blood_title,
  message: m.admin_kind_message,
  admin: m.admin_kind_admin,
};

const options = (words: Words): Option[] =>
  Object.entries(words).map(([id, label]) => ({ id, label: label() }));

export function actionWords(action: string): string {
  return actions[action]?.() ?? action;
}

/** What somebody is, or what was acted upon. */
export function kindWords(kind: string): string {
  return kinds[kind]?.() ?? kind;
}

export function actionOptions(): Option[] {
  return options(actions);
}

export function kindOptions(): Option[] {
  return options(kinds);
}

/** Those who decide. */
export function actorOptions(): Option[] {
  return options({ admin: m.admin_kind_admin, doctor: m.doctor_area, hospital: m.business_hospital });
}
