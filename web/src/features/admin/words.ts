/** Texts of values. A value that only a newer server knows is shown as it is. */
import type { States } from "../../components/badge";
import { deskActions } from "../../lib/desk-actions";
import { grouped } from "../../lib/money";
import type { Option } from "../../lib/profile-values";
import { m } from "../../messages";
import type { Category } from "./applicants";

type Words = Record<string, () => string>;

const actions: Words = {
  ...deskActions,
  approve_at_once: m.admin_did_approve_at_once,
  unanswered: m.admin_did_unanswered,
  block: m.admin_did_block,
  unblock: m.admin_did_unblock,
  suspend: m.admin_did_suspend,
  restore: m.admin_did_restore,
  confirm: m.admin_did_confirm,
  late: m.admin_did_late,
  let_desk: m.admin_did_allow_desk,
  end_desk: m.admin_did_end_desk,
  end: m.admin_did_end,
  answer: m.admin_did_answer,
  close: m.admin_did_close,
  extend: m.admin_did_extend,
  look: m.admin_did_review,
  password: m.admin_did_password,
  add: m.admin_did_add,
  approve_change: m.admin_did_approve_change,
  reject_change: m.admin_did_reject_change,
  second_factor_on: m.admin_did_second_factor_on,
  second_factor_off: m.admin_did_second_factor_off,
  recovery_code: m.admin_did_recovery_code,
  recovery_codes: m.admin_did_recovery_codes,
  impersonation: m.admin_did_impersonation,
  login: m.admin_did_login,
  login_failed: m.admin_did_login_failed,
  logout: m.admin_did_logout,
  end_session: m.admin_did_end_session,
  end_sessions: m.admin_did_end_sessions,
  reset: m.admin_did_reset,
  phone: m.admin_did_phone,
  phone_proved: m.admin_did_phone_confirmed,
  number_lost: m.admin_did_number_lost,
  registered: m.admin_did_registered,
  return_visits: m.admin_did_return_visits,
  email_asked: m.admin_did_email_asked,
  email: m.admin_did_email,
  export: m.admin_did_export,
  reveal: m.admin_did_reveal,
  create: m.admin_did_create,
  delete: m.admin_did_delete,
  erase: m.admin_did_erase,
  use_key: m.admin_did_use_key,
  lose_key: m.admin_did_lose_key,
  renew_push_key: m.admin_did_renew_push_key,
  retry: m.admin_did_retry,
  drop: m.admin_did_discard,
  import: m.admin_did_import,
  undo: m.admin_did_undo,
  test_mail: m.admin_did_test_mail,
  back_up: m.admin_did_back_up,
  correct: m.admin_did_correct,
  book: m.admin_did_book,
  move: m.admin_did_move,
  claim: m.admin_did_claim,
  disclaim: m.admin_did_disclaim,
  move_session: m.admin_did_move_session,
  withdraw_session_move: m.admin_did_withdraw_session_move,
  keep: m.admin_did_keep,
  find_patients: m.admin_did_find_patients,
};

const kinds: Words = {
  doctor: m.area_doctor,
  hospital: m.business_hospital,
  pharmacy: m.forgot_role_pharmacy,
  desk: m.area_desk,
  user: m.admin_kind_user,
  booking: m.admin_kind_booking,
  walkin: m.queue_walked_in,
  donor: m.admin_kind_donor,
  bloodrequest: m.admin_blood_title,
  message: m.admin_kind_message,
  admin: m.admin_kind_admin,
  account: m.admin_kind_account,
  list: m.admin_kind_list,
  key: m.admin_kind_key,
  mail: m.admin_kind_mail,
  phonemessage: m.admin_kind_phonemessage,
  import: m.admin_kind_import,
  operator: m.admin_kind_operator,
  program: m.admin_kind_program,
};

/** Lists that can be exported. */
const lists: Words = { users: m.admin_list_users, donors: m.admin_list_donors };

const options = (words: Words, ids = Object.keys(words)): Option[] =>
  ids.map((id) => ({ id, label: words[id]?.() ?? id }));

export const actionWords = (action: string) => actions[action]?.() ?? action;

export const listWords = (list: string) => lists[list]?.() ?? list;

/** Kinds of actors and subjects in the audit log. */
export const kindWords = (kind: string) => kinds[kind]?.() ?? kind;

export const actionOptions = () => options(actions);
export const kindOptions = () =>
  options(
    kinds,
    Object.keys(kinds).filter((kind) => kind !== "operator" && kind !== "program"),
  );

const actors = [
  "admin",
  "doctor",
  "hospital",
  "pharmacy",
  "desk",
  "user",
  "donor",
  "bloodrequest",
  "operator",
  "program",
];

/** Kinds of actors; of a failed login, the area. */
export const actorOptions = () => options(kinds, actors);

export const categoryLabel = (category: Category) => kindWords(category.toLowerCase());

export const workerNames: Record<Category, () => string> = {
  Doctor: m.business_doctors,
  Hospital: m.admin_search_hospitals,
  Pharmacy: m.admin_search_pharmacies,
};

/** Counts in words, grouped the Indian way. */
export const counted = (words: (counted: { count: string }) => string) => (total: number) =>
  words({ count: grouped(total) });

export const userCount = counted(m.admin_users_count);
export const doctorCount = counted(m.admin_doctors_count);
export const unansweredCount = counted(m.admin_unanswered_count);
export const pendingCount = counted(m.admin_pending_count);
export const changeCount = counted(m.admin_changes_count);
export const auditCount = counted(m.admin_audit_count);
export const comingCount = counted(m.admin_upcoming_count);
export const entryCount = counted(m.admin_home_entries);

/** As the server names them: open until answered or closed. */
export type MessageStatus = "open" | "answered" | "closed";

export const messageStatuses: readonly MessageStatus[] = ["open", "answered", "closed"];

export const messageStates = {
  open: { tone: "pending", label: m.admin_messages_open },
  answered: { tone: "good", label: m.admin_messages_answered },
  closed: { tone: "quiet", label: m.admin_messages_closed },
} satisfies States;
