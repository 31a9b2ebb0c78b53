/** What the administrator asks of the server, and decides. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { adminKey, refreshAdminLists, rowsPerPage } from "../../api/admin-lists";
import { useChange } from "../../api/change";
import { api } from "../../api/client";
import { useExportFile } from "../../api/file";
import { answerTo, list, question, search } from "../../api/question";
import type { components } from "../../api/schema";
import type { Category } from "./applicants";
import { applicantLine, bloodLine, changeLine, messageLine } from "./waiting";
import type { MessageStatus } from "./words";

export type AdminFigures = components["schemas"]["AdminFigures"];
export type AuditRow = components["schemas"]["AuditRow"];
export type WorkerChange = components["schemas"]["ChangeRow"];
export type DoctorDetail = components["schemas"]["AdminDoctorDetails"];
export type FacilityDetail = components["schemas"]["AdminFacilityDetails"];
export type Duplicate = components["schemas"]["Duplicate"];
export type ListedDoctor = components["schemas"]["AdminDoctor"];
export type Message = components["schemas"]["ContactMessage"];
export type Notifications = components["schemas"]["Notifications"];
export type UserDetail = components["schemas"]["AdminUserDetails"];
export type UserRow = components["schemas"]["AdminUser"];

const admin = api.admin;

const keyOf = (...parts: string[]) => [adminKey, ...parts];

const limit = rowsPerPage;

/** What a list is narrowed to, as the calls name it. */
type Filters<Name extends string> = Readonly<Record<Name, string>>;

// What waits, and the figures.

export const dashboardQuery = () =>
  question(keyOf("dashboard"), (signal) => admin.GET("/admin/api/dashboard", { signal }));

/** The dashboard shows the newest; all of them are on their own page. */
export const dashboardDoctorsQuery = () =>
  question(keyOf("dashboard-doctors"), (signal) =>
    admin.GET("/admin/api/doctors/data/dashboard", { params: { query: { limit: "10" } }, signal }),
  );

/** How much waits, by kind. */
export const notificationsQuery = () =>
  question(keyOf("notifications"), (signal) => admin.GET("/admin/api/notifications", { signal }));

/** Only the total is read, so one row is enough. */
const one = { params: { query: { limit: "1" } } };

const totals = {
  users: () => admin.GET("/admin/api/userdata", one),
  hospitals: () => admin.GET("/admin/api/hospital/data/dashboard", one),
  doctors: () => admin.GET("/admin/api/doctors/data/dashboard", one),
  donors: () => admin.GET("/admin/api/blood/donors", one),
};

/** How many there are, by one of the four calls behind the dashboard's cards. */
export function totalQuery(kind: keyof typeof totals) {
  return queryOptions({
    queryKey: keyOf("total", kind),
    queryFn: async () => (await answerTo<{ total: number }>(totals[kind]())).total,
  });
}

/** The newest are enough to see what it is about; the rest is on the page of its kind. */
const newest = "3";

async function waitingApplicants(category: Category) {
  const params = { path: { category }, query: { limit: newest } };
  const { data } = await answerTo(admin.GET("/admin/api/workers/{category}/pendingrequest", { params }));
  return data.map(applicantLine);
}

async function waitingChanges() {
  const params = { query: { limit: newest } };
  return (await answerTo(admin.GET("/admin/api/workers/changes", { params }))).data.map(changeLine);
}

async function waitingRequests() {
  const params = { query: { status: "open", limit: newest } };
  return (await answerTo(admin.GET("/admin/api/blood/requests", { params }))).data.map(bloodLine);
}

async function waitingMessages() {
  const params = { query: { status: "open", limit: newest } };
  return (await answerTo(admin.GET("/admin/api/messages", { params }))).data.map(messageLine);
}

const waiting = {
  Doctor: () => waitingApplicants("Doctor"),
  Hospital: () => waitingApplicants("Hospital"),
  Pharmacy: () => waitingApplicants("Pharmacy"),
  changes: waitingChanges,
  blood: waitingRequests,
  messages: waitingMessages,
};

export type WaitingId = keyof typeof waiting;

/** The first few that wait. */
export const newestWaitingQuery = (id: WaitingId) =>
  queryOptions({ queryKey: keyOf("newest-waiting", id), queryFn: waiting[id] });

/** Below this the server finds nothing. */
export const shortestSearch = 2;

/** What was found for the letters before stays while the next answer is on its way. */
export function searchQuery(q: string) {
  return {
    ...question(keyOf("search", q), (signal) =>
      admin.GET("/admin/api/search", { params: { query: { q } }, signal }),
    ),
    enabled: q.length >= shortestSearch,
    placeholderData: keepPreviousData,
  };
}

// Those who want to join, and those who have.

/** The newest first. */
export const pendingRequestsQuery = (category: Category) =>
  list(keyOf("pending", category), (cursor, signal) =>
    admin.GET("/admin/api/workers/{category}/pendingrequest", {
      params: { path: { category }, query: { limit, cursor } },
      signal,
    }),
  );

/** Everything, and who may be the same. Not among the lists that are asked for anew: whoever is decided about waits no longer. */
export const applicantQuery = (category: Category, id: string) =>
  question(["applicant", category, id], (signal) =>
    admin.GET("/admin/api/workers/{category}/pendingrequest/{id}", {
      params: { path: { category, id } },
      signal,
    }),
  );

export const useApproveWorker = (category: Category, id: string) =>
  useChange({
    call: () =>
      admin.PATCH("/admin/api/workers/{category}/approved/{id}", { params: { path: { category, id } } }),
    refreshes: refreshAdminLists,
  });

export const useRejectWorker = (category: Category, id: string) =>
  useChange({
    call: (reason: string) =>
      admin.DELETE("/admin/api/workers/{category}/rejected/{id}", {
        params: { path: { category, id } },
        body: { reason },
      }),
    refreshes: refreshAdminLists,
  });

/** The names and licence numbers that hospitals and pharmacies asked for, the newest first. */
export const changesQuery = () =>
  list(keyOf("changes"), (cursor, signal) =>
    admin.GET("/admin/api/workers/changes", { params: { query: { limit, cursor } }, signal }),
  );

export const useApproveChange = (id: string) =>
  useChange({
    call: () => admin.PATCH("/admin/api/workers/changes/approved/{id}", { params: { path: { id } } }),
    refreshes: refreshAdminLists,
  });

export const useRejectChange = (id: string) =>
  useChange({
    call: (reason: string) =>
      admin.DELETE("/admin/api/workers/changes/rejected/{id}", {
        params: { path: { id } },
        body: { reason },
      }),
    refreshes: refreshAdminLists,
  });

/** The approved ones. */
export const workersQuery = (category: Category, q: string) =>
  search(keyOf("workers", category, q), (cursor, signal) =>
    admin.GET("/admin/api/workers/data", { params: { query: { category, q, limit, cursor } }, signal }),
  );

/** Fills rows of two and of three cards. */
const cardsPerPage = "24";

/** The approved doctors, the suspended ones among them. */
export const doctorListQuery = (filters: Filters<"q" | "gender" | "specialization" | "district" | "sort">) =>
  search([...keyOf("doctors"), filters], (cursor, signal) =>
    admin.GET("/admin/api/doctors/view/data", {
      params: { query: { ...filters, limit: cardsPerPage, cursor } },
      signal,
    }),
  );

/** Patients book meanwhile. */
export const doctorQuery = (id: string) => ({
  ...question(keyOf("doctor", id), (signal) =>
    admin.GET("/admin/api/doctors/{id}", { params: { path: { id } }, signal }),
  ),
  staleTime: 0,
});

/** What becomes of the coming bookings of somebody who may not go on. */
export type BookingsFate = "keep" | "cancel";

/** About somebody who is kept out, or let in again; the reason may be empty then. */
export interface Decision {
  reason: string;
  bookings: BookingsFate;
}

/** Suspends a doctor, or restores a suspended one. */
export const useSuspendDoctor = (id: string, isSuspended: boolean) =>
  useChange({
    call: ({ reason, bookings }: Decision) => {
      const params = { path: { id } };
      if (isSuspended)
        return admin.POST("/admin/api/doctors/{id}/suspend", { params, body: { reason, bookings } });
      return admin.POST("/admin/api/doctors/{id}/restore", { params, body: { reason: reason || undefined } });
    },
    refreshes: refreshAdminLists,
  });

/** What only an administrator may change of a doctor; what is left out stays. */
export const useCorrectDoctor = (id: string) =>
  useChange({
    call: (body: components["schemas"]["CorrectionRequest"]) =>
      admin.PATCH("/admin/api/doctors/{id}", { params: { path: { id } }, body }),
    refreshes: refreshAdminLists,
  });

/** A hospital or a pharmacy. */
export const hospitalQuery = (id: string) =>
  question(keyOf("hospital", id), (signal) =>
    admin.GET("/admin/api/hospitals/{id}", { params: { path: { id } }, signal }),
  );

/** Suspends a hospital or pharmacy, or restores a suspended one. */
export const useSuspendHospital = (id: string, isSuspended: boolean) =>
  useChange({
    call: ({ reason }: Decision) => {
      const options = { params: { path: { id } }, body: { reason: reason || undefined } };
      if (isSuspended) return admin.POST("/admin/api/hospitals/{id}/suspend", options);
      return admin.POST("/admin/api/hospitals/{id}/restore", options);
    },
    refreshes: refreshAdminLists,
  });

// Users, and what they book and write.

export const userListQuery = (filters: Filters<"q" | "sort">) =>
  search([...keyOf("users"), filters], (cursor, signal) =>
    admin.GET("/admin/api/userdata", { params: { query: { ...filters, limit, cursor } }, signal }),
  );

/** Those whom the search finds. */
export const useExportUsers = (q: string) =>
  useExportFile("doc-care-users.csv", (body) =>
    admin.POST("/admin/api/users/export", { params: { query: { q } }, body, parseAs: "blob" }),
  );

/** What is decided upon must be what is booked now. */
export const userQuery = (id: string) => ({
  ...question(keyOf("user", id), (signal) =>
    admin.GET("/admin/api/users/{id}", { params: { path: { id } }, signal }),
  ),
  staleTime: 0,
});

/** Blocks a user, or lets a blocked one in again: without the state, it would undo what another administrator has just done. */
export const useBlockUser = (id: string, isDeleted: boolean) =>
  useChange({
    call: ({ reason, bookings }: Decision) =>
      admin.PATCH("/admin/api/blockandunblock/{id}", {
        params: { path: { id } },
        body: { isDeleted, reason: reason || undefined, bookings },
      }),
    refreshes: refreshAdminLists,
  });

/** Everybody's bookings, the newest first; of a day the earliest visit first, of a doctor the latest. */
export const bookingsQuery = (filters: Filters<"q" | "date" | "doctor" | "status">) =>
  search([...keyOf("bookings"), filters], (cursor, signal) =>
    admin.GET("/admin/api/bookings", { params: { query: { ...filters, limit, cursor } }, signal }),
  );

/** The doctor may decide meanwhile. */
export const bookingQuery = (id: string) => ({
  ...question(keyOf("booking", id), (signal) =>
    admin.GET("/admin/api/bookings/{id}", { params: { path: { id } }, signal }),
  ),
  staleTime: 0,
});

/** Of one status, the newest first. */
export const messagesQuery = (status: MessageStatus) =>
  list(keyOf("messages", status), (cursor, signal) =>
    admin.GET("/admin/api/messages", { params: { query: { status, limit, cursor } }, signal }),
  );

export const messageQuery = (id: string) =>
  question(keyOf("message", id), (signal) =>
    admin.GET("/admin/api/messages/{id}", { params: { path: { id } }, signal }),
  );

/** The visitor gets it by mail. */
export const useAnswerMessage = (id: string) =>
  useChange({
    call: (text: string) =>
      admin.POST("/admin/api/messages/{id}/answer", { params: { path: { id } }, body: { text } }),
    answers: messageQuery(id),
    refreshes: refreshAdminLists,
  });

export const useCloseMessage = (id: string) =>
  useChange({
    call: () => admin.POST("/admin/api/messages/{id}/close", { params: { path: { id } } }),
    answers: messageQuery(id),
    refreshes: refreshAdminLists,
  });

/** Until when the audit log is sealed. */
export const auditSealedQuery = () =>
  question(keyOf("audit-sealed"), (signal) => admin.GET("/admin/api/audit/sealed", { signal }));

/** The latest first; the days are both included. */
export const auditLogQuery = (filters: Filters<"q" | "action" | "subject" | "actor" | "from" | "to">) =>
  search([...keyOf("audit"), filters], (cursor, signal) =>
    admin.GET("/admin/api/audit", { params: { query: { ...filters, limit, cursor } }, signal }),
  );
