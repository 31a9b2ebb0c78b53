/** The administrator's lists, details and decisions. */
import { hashKey, keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { useChange } from "../../../api/change";
import { api, inPath } from "../../../api/client";
import { useExportFile } from "../../../api/file";
import { type Call, dataOf, list, query, search } from "../../../api/query";
import type { components } from "../../../api/schema";
import type { StepUp } from "../../../lib/step-up";
import type { Category } from "../applicants";
import { applicantLine, bloodLine, changeLine, messageLine } from "../inbox";
import type { MessageStatus } from "../words";

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

/** The prefix of every query key of the administrator's pages. */
export const adminKey = "admin";

/** Page size of lists. */
export const rowsPerPage = "25";

/** After a decision. Not awaited: the dialog closes when the server has answered. */
export function refreshAdminLists(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: [adminKey] });
}

/** A change of what the administrator lists. */
export const useDecision = <Data, Input = void>(call: (input: Input) => Call<Data>) =>
  useChange({ call, refreshes: refreshAdminLists });

const admin = api.admin;

const keyOf = (...parts: string[]) => [adminKey, ...parts];

const limit = rowsPerPage;

/** Filters by the names of the call's parameters. */
type Filters<Name extends string> = Readonly<Record<Name, string>>;

// Inbox and figures.

export const dashboardQuery = () =>
  query(keyOf("dashboard"), (signal) => admin.GET("/admin/api/dashboard", { signal }));

export const dashboardDoctorsQuery = () =>
  query(keyOf("dashboard-doctors"), (signal) =>
    admin.GET("/admin/api/doctors/data/dashboard", { params: { query: { limit: "10" } }, signal }),
  );

/** Numbers of open items by kind. */
export const notificationsQuery = () =>
  query(keyOf("notifications"), (signal) => admin.GET("/admin/api/notifications", { signal }));

/** Only the total is read. */
const one = { params: { query: { limit: "1" } } };

const totals = {
  users: () => admin.GET("/admin/api/userdata", one),
  hospitals: () => admin.GET("/admin/api/hospital/data/dashboard", one),
  doctors: () => admin.GET("/admin/api/doctors/data/dashboard", one),
  donors: () => admin.GET("/admin/api/blood/donors", one),
};

/** The total of one of the dashboard's four cards. */
export function totalQuery(kind: keyof typeof totals) {
  return queryOptions({
    queryKey: keyOf("total", kind),
    queryFn: async () => (await dataOf<{ total: number }>(totals[kind]())).total,
  });
}

/** The newest open items of a kind. */
const newest = "3";

async function pendingApplicants(category: Category) {
  const params = { path: { category }, query: { limit: newest } };
  const { data } = await dataOf(admin.GET("/admin/api/workers/{category}/pendingrequest", { params }));
  return data.map(applicantLine);
}

async function pendingChangesOf() {
  const params = { query: { limit: newest } };
  return (await dataOf(admin.GET("/admin/api/workers/changes", { params }))).data.map(changeLine);
}

async function pendingBloodRequests() {
  const params = { query: { status: "open", limit: newest } };
  return (await dataOf(admin.GET("/admin/api/blood/requests", { params }))).data.map(bloodLine);
}

async function openMessages() {
  const params = { query: { status: "open", limit: newest } };
  return (await dataOf(admin.GET("/admin/api/messages", { params }))).data.map(messageLine);
}

const newestOf = {
  Doctor: () => pendingApplicants("Doctor"),
  Hospital: () => pendingApplicants("Hospital"),
  Pharmacy: () => pendingApplicants("Pharmacy"),
  changes: pendingChangesOf,
  blood: pendingBloodRequests,
  messages: openMessages,
};

export type InboxId = keyof typeof newestOf;

export const newestInboxQuery = (id: InboxId) =>
  queryOptions({ queryKey: keyOf("newest-waiting", id), queryFn: newestOf[id] });

/** The server finds nothing for shorter texts. */
export const MIN_SEARCH_LENGTH = 2;

/** Keeps the previous hits while the next ones load. */
export function searchQuery(q: string) {
  return {
    ...query(keyOf("search", q), (signal) =>
      admin.GET("/admin/api/search", { params: { query: { q } }, signal }),
    ),
    enabled: q.length >= MIN_SEARCH_LENGTH,
    placeholderData: keepPreviousData,
  };
}

// Applicants and approved workers.

/** The newest first. */
export const pendingRequestsQuery = (category: Category) =>
  list(keyOf("pending", category), (cursor, signal) =>
    admin.GET("/admin/api/workers/{category}/pendingrequest", {
      params: { path: { category }, query: { limit, cursor } },
      signal,
    }),
  );

/** With possible duplicates. Outside of the lists' key: after a decision there is no such applicant. */
export const applicantQuery = (category: Category, id: string) =>
  query(["applicant", category, id], (signal) =>
    admin.GET("/admin/api/workers/{category}/pendingrequest/{id}", {
      ...inPath({ category, id }),
      signal,
    }),
  );

export const useApproveWorker = (category: Category, id: string) =>
  useDecision(() => admin.PATCH("/admin/api/workers/{category}/approved/{id}", inPath({ category, id })));

export const useRejectWorker = (category: Category, id: string) =>
  useDecision((reason: string) =>
    admin.DELETE("/admin/api/workers/{category}/rejected/{id}", {
      ...inPath({ category, id }),
      body: { reason },
    }),
  );

/** Requested changes of hospitals and pharmacies, the newest first. */
export const changesQuery = () =>
  list(keyOf("changes"), (cursor, signal) =>
    admin.GET("/admin/api/workers/changes", { params: { query: { limit, cursor } }, signal }),
  );

export const useApproveChange = (id: string) =>
  useDecision(() => admin.PATCH("/admin/api/workers/changes/approved/{id}", inPath({ id })));

export const useRejectChange = (id: string) =>
  useDecision((reason: string) =>
    admin.DELETE("/admin/api/workers/changes/rejected/{id}", {
      ...inPath({ id }),
      body: { reason },
    }),
  );

export const workersQuery = (category: Category, q: string) =>
  search(keyOf("workers", category, q), (cursor, signal) =>
    admin.GET("/admin/api/workers/data", { params: { query: { category, q, limit, cursor } }, signal }),
  );

/** Divisible by two and three: fills rows of cards. */
const cardsPerPage = "24";

/** Approved doctors, including suspended ones. */
export const doctorListQuery = (filters: Filters<"q" | "gender" | "specialization" | "district" | "sort">) =>
  search([...keyOf("doctors"), filters], (cursor, signal) =>
    admin.GET("/admin/api/doctors/view/data", {
      params: { query: { ...filters, limit: cardsPerPage, cursor } },
      signal,
    }),
  );

/** Always fresh: patients may book meanwhile. */
export const doctorQuery = (id: string) => ({
  ...query(keyOf("doctor", id), (signal) =>
    admin.GET("/admin/api/doctors/{id}", { ...inPath({ id }), signal }),
  ),
  staleTime: 0,
});

/** What happens to the upcoming bookings of an account that is suspended or blocked. */
export type BookingsFate = "keep" | "cancel";

/** The reason may be empty when an account is restored. */
export interface Decision {
  reason: string;
  bookings: BookingsFate;
}

export const useSuspendDoctor = (id: string, isSuspended: boolean) =>
  useDecision(({ reason, bookings }: Decision) => {
    const params = { path: { id } };
    if (isSuspended)
      return admin.POST("/admin/api/doctors/{id}/suspend", { params, body: { reason, bookings } });
    return admin.POST("/admin/api/doctors/{id}/restore", { params, body: { reason: reason || undefined } });
  });

/** Fields of a doctor that only an administrator may change; omitted ones stay. */
export const useCorrectDoctor = (id: string) =>
  useDecision((body: components["schemas"]["CorrectionRequest"]) =>
    admin.PATCH("/admin/api/doctors/{id}", { ...inPath({ id }), body }),
  );

export const hospitalQuery = (id: string) =>
  query(keyOf("hospital", id), (signal) =>
    admin.GET("/admin/api/hospitals/{id}", { ...inPath({ id }), signal }),
  );

export const useSuspendHospital = (id: string, isSuspended: boolean) =>
  useDecision(({ reason }: Decision) => {
    const options = { ...inPath({ id }), body: { reason: reason || undefined } };
    if (isSuspended) return admin.POST("/admin/api/hospitals/{id}/suspend", options);
    return admin.POST("/admin/api/hospitals/{id}/restore", options);
  });

// Users, bookings and messages.

export const userListQuery = (filters: Filters<"q" | "sort">) =>
  search([...keyOf("users"), filters], (cursor, signal) =>
    admin.GET("/admin/api/userdata", { params: { query: { ...filters, limit, cursor } }, signal }),
  );

export const useExportUsers = (q: string) =>
  useExportFile("doc-care-users.csv", (body) =>
    admin.POST("/admin/api/users/export", { params: { query: { q } }, body, parseAs: "blob" }),
  );

/** Always fresh: the decision is about the current bookings. */
export const userQuery = (id: string) => ({
  ...query(keyOf("user", id), (signal) => admin.GET("/admin/api/users/{id}", { ...inPath({ id }), signal })),
  staleTime: 0,
});

/** Blocks or unblocks a user. Sends the wanted state: a toggle could undo another administrator's decision. */
export const useBlockUser = (id: string, isDeleted: boolean) =>
  useDecision(({ reason, bookings }: Decision) =>
    admin.PATCH("/admin/api/blockandunblock/{id}", {
      ...inPath({ id }),
      body: { isDeleted, reason: reason || undefined, bookings },
    }),
  );

interface ReturnedVisits extends StepUp {
  /** Of the account that the person has now. */
  phone_number: string;
  reason: string;
}

/** Moves the visits of an account that lost its number to another account. The former account is erased, so it is not fetched again. */
export const useReturnVisits = (id: string) =>
  useChange({
    call: (body: ReturnedVisits) => admin.POST("/admin/api/users/{id}/return", { ...inPath({ id }), body }),
    refreshes: (queries) => {
      const erased = hashKey(keyOf("user", id));
      void queries.invalidateQueries({
        queryKey: [adminKey],
        predicate: ({ queryHash }) => queryHash !== erased,
      });
    },
  });

/** All bookings, the newest first; of one day the earliest visit first, of one doctor the latest. */
export const bookingsQuery = (filters: Filters<"q" | "date" | "doctor" | "status">) =>
  search([...keyOf("bookings"), filters], (cursor, signal) =>
    admin.GET("/admin/api/bookings", { params: { query: { ...filters, limit, cursor } }, signal }),
  );

/** Always fresh: the doctor may decide meanwhile. */
export const bookingQuery = (id: string) => ({
  ...query(keyOf("booking", id), (signal) =>
    admin.GET("/admin/api/bookings/{id}", { ...inPath({ id }), signal }),
  ),
  staleTime: 0,
});

export const messagesQuery = (status: MessageStatus) =>
  list(keyOf("messages", status), (cursor, signal) =>
    admin.GET("/admin/api/messages", { params: { query: { status, limit, cursor } }, signal }),
  );

export const messageQuery = (id: string) =>
  query(keyOf("message", id), (signal) =>
    admin.GET("/admin/api/messages/{id}", { ...inPath({ id }), signal }),
  );

/** The visitor gets the answer by e-mail. */
export const useAnswerMessage = (id: string) =>
  useChange({
    call: (text: string) =>
      admin.POST("/admin/api/messages/{id}/answer", { ...inPath({ id }), body: { text } }),
    answers: messageQuery(id),
    refreshes: refreshAdminLists,
  });

export const useCloseMessage = (id: string) =>
  useChange({
    call: () => admin.POST("/admin/api/messages/{id}/close", inPath({ id })),
    answers: messageQuery(id),
    refreshes: refreshAdminLists,
  });

export const auditSealedQuery = () =>
  query(keyOf("audit-sealed"), (signal) => admin.GET("/admin/api/audit/sealed", { signal }));

/** The latest first; both days are included. */
export const auditLogQuery = (filters: Filters<"q" | "action" | "subject" | "actor" | "from" | "to">) =>
  search([...keyOf("audit"), filters], (cursor, signal) =>
    admin.GET("/admin/api/audit", { params: { query: { ...filters, limit, cursor } }, signal }),
  );

export const phoneFiguresQuery = () =>
  query([adminKey, "phone-messages"], (signal) => api.admin.GET("/admin/api/phonemessages", { signal }));

/** Ends their sessions at once. */
export const useEndDeskLogin = (id: string) =>
  useDecision((reason: string) =>
    api.admin.DELETE("/admin/api/desk/{id}", { ...inPath({ id }), body: { reason } }),
  );

export const workerSecondFactorQuery = (category: Category, id: string) =>
  query([adminKey, "second-factor", id], (signal) =>
    api.admin.GET("/admin/api/workers/{category}/twofactor/{id}", {
      ...inPath({ category, id }),
      signal,
    }),
  );

/** For people who lost their phone and recovery codes. */
export const useRemoveSecondFactor = (category: Category, id: string) =>
  useChange({
    call: (body: { reason: string } & StepUp) =>
      api.admin.POST("/admin/api/workers/{category}/twofactor/{id}/off", {
        ...inPath({ category, id }),
        body,
      }),
    refreshes: refreshAdminLists,
  });
