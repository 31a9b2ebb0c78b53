/** How many there are, in words. Numbers are grouped the Indian way. */
import { grouped } from "../../lib/money";
import { m } from "../../paraglide/messages";

export function userCount(total: number): string {
  return total === 1 ? m.admin_users_count_one() : m.admin_users_count({ count: grouped(total) });
}

export function doctorCount(total: number): string {
  return total === 1 ? m.admin_doctors_count_one() : m.admin_doctors_count({ count: grouped(total) });
}

export function pendingCount(total: number): string {
  return total === 1 ? m.admin_pending_count_one() : m.admin_pending_count({ count: grouped(total) });
}

export function auditCount(total: number): string {
  return total === 1 ? m.admin_audit_count_one() : m.admin_audit_count({ count: grouped(total) });
}

export function comingCount(total: number): string {
  return total === 1 ? m.admin_coming_count_one() : m.admin_coming_count({ count: grouped(total) });
}
