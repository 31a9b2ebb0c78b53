/** The one list of every route: its shell, who may open it, its title, its page. */
import { paths } from "../lib/paths";
import type { Role } from "../lib/session";
import { m } from "../paraglide/messages";
import { type LazyPage, lazyPage } from "./lazy-page";

export type Shell = "full" | "plain" | "doctor" | "business" | "admin";

export interface AppRoute {
  path: string;
  shell: Shell;
  title: () => string;
  /** The page names the browser's tab itself, by what it shows. */
  ownTitle?: boolean;
  /** The role that the page is for, where its shell does not say so already. */
  guard?: Role;
  page: LazyPage;
}

export const routes: readonly AppRoute[] = [
  {
    path: paths.home,
    shell: "full",
    title: m.home_title,
    page: lazyPage("features/home/pages/home"),
  },
  {
    path: paths.category,
    shell: "full",
    title: m.category_title,
    page: lazyPage("features/home/pages/category"),
  },
  {
    path: paths.about,
    shell: "full",
    title: m.about_title,
    page: lazyPage("features/home/pages/about"),
  },
  {
    path: paths.privacy,
    shell: "full",
    title: m.privacy_title,
    page: lazyPage("features/home/pages/privacy"),
  },
  {
    path: paths.terms,
    shell: "full",
    title: m.terms_title,
    page: lazyPage("features/home/pages/terms"),
  },
  {
    path: paths.login,
    shell: "plain",
    title: m.login_title,
    page: lazyPage("features/identity/pages/login", { queries: true }),
  },
  {
    path: paths.registration,
    shell: "plain",
    title: m.registration_title,
    page: lazyPage("features/identity/pages/registration", { queries: true }),
  },
  {
    path: paths.forgotPassword,
    shell: "plain",
    title: m.forgot_title,
    page: lazyPage("features/identity/pages/forgot-password", { queries: true }),
  },
  {
    path: paths.resetPassword,
    shell: "plain",
    title: m.reset_title,
    page: lazyPage("features/identity/pages/reset-password", { queries: true }),
  },
  {
    path: paths.confirmEmail,
    shell: "plain",
    title: m.confirm_email_title,
    page: lazyPage("features/identity/pages/confirm-email", { queries: true }),
  },
  {
    path: paths.doctorLogin,
    shell: "plain",
    title: m.doctor_login_title,
    page: lazyPage("features/business/pages/business-login", { queries: true }),
  },
  {
    path: paths.viewDoctors,
    shell: "full",
    title: m.doctors_title,
    page: lazyPage("pages/find-doctors", { queries: true }),
  },
  // The server knows the doctor's name for the title too; the page says it after a navigation.
  {
    path: paths.doctorPage,
    shell: "full",
    title: m.doctor_page_title,
    ownTitle: true,
    page: lazyPage("pages/doctor-page", { queries: true }),
  },
  {
    path: paths.bloodDonate,
    shell: "full",
    title: m.donate_title,
    page: lazyPage("features/blood/pages/donate", { queries: true }),
  },
  {
    path: paths.bloodRequest,
    shell: "full",
    title: m.blood_request_title,
    page: lazyPage("features/blood/pages/request", { queries: true }),
  },
  {
    path: paths.ownBloodRequest,
    shell: "full",
    title: m.blood_request,
    page: lazyPage("features/blood/pages/own-request", { queries: true }),
  },
  {
    path: paths.bloodAnswer,
    shell: "full",
    title: m.blood_request,
    page: lazyPage("features/blood/pages/answer", { queries: true }),
  },
  {
    path: paths.bloodDonor,
    shell: "full",
    title: m.profile,
    page: lazyPage("features/blood/pages/donor", { queries: true }),
  },
  {
    path: paths.bloodFacts,
    shell: "full",
    title: m.blood_facts_title,
    page: lazyPage("features/blood/pages/facts", { queries: true }),
  },
  {
    path: paths.medicines,
    shell: "full",
    title: m.medicines_title,
    page: lazyPage("features/directory/pages/medicines", { queries: true }),
  },
  {
    path: paths.contact,
    shell: "full",
    title: m.contact_title,
    page: lazyPage("features/contact/pages/contact", { queries: true }),
  },
  {
    path: paths.forBusiness,
    shell: "full",
    title: m.business_title,
    page: lazyPage("features/business/pages/for-business"),
  },
  {
    path: paths.doctorRegister,
    shell: "full",
    title: m.doctor_register_title,
    page: lazyPage("features/business/pages/doctor-register", { queries: true }),
  },
  {
    path: paths.hospitalRegister,
    shell: "full",
    title: m.hospital_register_title,
    page: lazyPage("features/business/pages/hospital-register", { queries: true }),
  },
  {
    path: paths.adminLogin,
    shell: "full",
    title: m.admin_login_title,
    page: lazyPage("features/identity/pages/admin-login", { queries: true }),
  },

  {
    path: paths.userProfile,
    shell: "full",
    guard: "user",
    title: m.profile,
    page: lazyPage("features/identity/pages/user-profile", { queries: true }),
  },
  {
    path: paths.userBookings,
    shell: "full",
    guard: "user",
    title: m.bookings,
    page: lazyPage("features/booking/pages/own-bookings", { queries: true }),
  },
  // Booking asks for the sign-in itself, so that the chosen doctor and time survive it.
  {
    path: paths.confirmBooking,
    shell: "full",
    title: m.confirm_booking_title,
    page: lazyPage("pages/confirm-booking", { queries: true }),
  },

  {
    path: paths.doctorHome,
    shell: "doctor",
    title: m.dashboard,
    page: lazyPage("features/booking/pages/doctor-home", { queries: true }),
  },
  {
    path: paths.doctorProfile,
    shell: "doctor",
    title: m.profile,
    page: lazyPage("features/directory/pages/doctor-profile", { queries: true }),
  },
  {
    path: paths.doctorSchedule,
    shell: "doctor",
    title: m.schedule,
    page: lazyPage("features/directory/pages/doctor-schedule", { queries: true }),
  },
  {
    path: paths.doctorAppointments,
    shell: "doctor",
    title: m.appointments,
    page: lazyPage("features/booking/pages/doctor-appointments", { queries: true }),
  },
  {
    path: paths.doctorPrevious,
    shell: "doctor",
    title: m.appointment_list,
    page: lazyPage("features/booking/pages/doctor-previous", { queries: true }),
  },

  {
    path: paths.businessProfile,
    shell: "business",
    title: m.profile,
    page: lazyPage("features/business/pages/worker-profile", { queries: true }),
  },
  {
    path: paths.businessDoctors,
    shell: "business",
    title: m.business_doctors,
    page: lazyPage("features/business/pages/hospital-doctors", { queries: true }),
  },

  {
    path: paths.adminDashboard,
    shell: "admin",
    title: m.dashboard,
    page: lazyPage("features/admin/pages/dashboard", { queries: true }),
  },
  {
    path: paths.adminNotifications,
    shell: "admin",
    title: m.notifications,
    page: lazyPage("features/admin/pages/notifications", { queries: true }),
  },
  {
    path: paths.adminUserView,
    shell: "admin",
    title: m.users_list,
    page: lazyPage("features/admin/pages/user-list", { queries: true }),
  },
  {
    path: paths.adminWorkers,
    shell: "admin",
    title: m.admin_home_workers,
    page: lazyPage("features/admin/pages/worker-list", { queries: true }),
  },
  {
    path: paths.adminBookings,
    shell: "admin",
    title: m.admin_home_orders,
    page: lazyPage("features/admin/pages/booking-list", { queries: true }),
  },
  // Any other view of the administrator's home.
  {
    path: paths.adminHome,
    shell: "admin",
    title: m.not_found_title,
    page: lazyPage("pages/not-found"),
  },
  {
    path: paths.adminUsers,
    shell: "admin",
    title: m.users_list,
    page: lazyPage("features/admin/pages/user-list", { queries: true }),
  },
  {
    path: paths.adminDoctors,
    shell: "admin",
    title: m.doctors_list,
    page: lazyPage("features/admin/pages/doctor-list", { queries: true }),
  },
  {
    path: paths.adminPending,
    shell: "admin",
    title: m.pending_request,
    page: lazyPage("features/admin/pages/pending-requests", { queries: true }),
  },
  {
    path: paths.adminDonors,
    shell: "admin",
    title: m.donors_list,
    page: lazyPage("features/blood/pages/admin-donors", { queries: true }),
  },
  {
    path: paths.adminBloodRequests,
    shell: "admin",
    title: m.blood_request,
    page: lazyPage("features/blood/pages/admin-requests", { queries: true }),
  },
  {
    path: paths.adminMessages,
    shell: "admin",
    title: m.admin_messages_title,
    page: lazyPage("features/admin/pages/messages", { queries: true }),
  },
  {
    path: paths.adminPassword,
    shell: "admin",
    title: m.admin_password_title,
    page: lazyPage("features/identity/pages/admin-password", { queries: true }),
  },
  {
    path: paths.adminAudit,
    shell: "admin",
    title: m.audit_log,
    page: lazyPage("features/admin/pages/audit-log", { queries: true }),
  },
];

/** What every other address shows, with the status 404. */
export const notFound: AppRoute = {
  path: "*",
  shell: "full",
  title: m.not_found_title,
  page: lazyPage("pages/not-found"),
};
