/** Every address of the app. Features link with these; the route table in `app/` maps each to its page. */
export const paths = {
  home: "/",
  login: "/login",
  codeLogin: "/login/code",
  linkLogin: "/login/link",
  registration: "/registration",
  forgotPassword: "/forgotpassword",
  resetPassword: "/resetpassword",
  confirmEmail: "/confirmemail",
  reportApplication: "/application/report",
  stopReminders: "/reminders/stop",
  waitlist: "/waitlist",
  waitlistOffer: "/waitlist/offer",
  bloodDonate: "/blooddonate",
  bloodRequest: "/bloodrequest",
  ownBloodRequest: "/bloodrequest/own",
  bloodAnswer: "/bloodanswer",
  bloodDonor: "/blooddonor",
  donorLink: "/blooddonate#private-link",
  bloodFacts: "/bloodfacts",
  needBlood: "/#need-blood",
  category: "/category",
  viewDoctors: "/viewdoctors",
  doctorPage: "/doctors/:id",
  medicines: "/medicines",
  about: "/about",
  contact: "/contact",
  privacy: "/privacy",
  terms: "/terms",
  forBusiness: "/forbusiness",
  doctorRegister: "/doctorregister",
  hospitalRegister: "/hospitalregister",
  doctorLogin: "/forbusiness/doclogin",
  businessToday: "/business/today",
  businessProfile: "/business/profile",
  businessDoctors: "/business/doctors",
  businessDesk: "/business/desk",
  businessFigures: "/business/figures",
  businessPassword: "/business/password",
  businessTwoFactor: "/business/twofactor",
  businessBlood: "/business/bloodrequests",
  userProfile: "/user/profile",
  userBookings: "/user/bookings",
  userPassword: "/user/password",
  userPeople: "/user/people",
  confirmBooking: "/doctor/appointment",
  visit: "/visit",
  messageLink: "/v",
  followUp: "/followup",
  visitMove: "/move",
  missedCall: "/missedcall",
  screen: "/screen",
  door: "/door/:place",
  doorPoster: "/door/:place/poster",
  doctorHome: "/doctor/homepage",
  doctorToday: "/doctor/today",
  doctorAppointments: "/doctor/appointments",
  doctorPrevious: "/doctor/previousappointment",
  doctorFollowUps: "/doctor/followups",
  doctorFigures: "/doctor/figures",
  doctorProfile: "/doctor/profile",
  doctorSchedule: "/doctor/schedule",
  doctorAssistants: "/doctor/assistants",
  doctorPassword: "/doctor/password",
  doctorTwoFactor: "/doctor/twofactor",
  deskLogin: "/desk/login",
  deskInvitation: "/desk/invitation",
  deskToday: "/desk/today",
  deskRequests: "/desk/requests",
  deskFigures: "/desk/figures",
  deskAccount: "/desk/account",
  deskPassword: "/desk/password",
  deskTwoFactor: "/desk/twofactor",
  adminLogin: "/admin/login",
  adminHome: "/admin/home/:route",
  adminDashboard: "/admin/home/dashboard",
  adminNotifications: "/admin/home/notification",
  adminUserView: "/admin/home/userlists",
  adminWorkers: "/admin/home/workerslist",
  adminBookings: "/admin/home/orderslist",
  adminUsers: "/admin/userlist",
  adminDoctors: "/admin/doctorlist",
  adminPending: "/admin/pendingrequest",
  adminDonors: "/admin/blooddonors",
  adminBloodRequests: "/admin/bloodrequests",
  adminAudit: "/admin/audit",
  adminMessages: "/admin/messages",
  adminPassword: "/admin/password",
  adminAdministrators: "/admin/administrators",
  adminOperations: "/admin/operations",
  adminImport: "/admin/import",
  adminTwoFactor: "/admin/twofactor",
} as const;

/** The list of doctors of one speciality. The server knows specialities by their English title in every language. */
export function doctorsOf(specialityTitle: string): string {
  return `${paths.viewDoctors}?value=${encodeURIComponent(specialityTitle)}`;
}

/** The list of doctors with consultations by phone. */
export const doctorsByPhone = `${paths.viewDoctors}?mode=phone`;

/** The hospitals' form, for a pharmacy. */
export const pharmacyRegister = `${paths.hospitalRegister}?category=Pharmacy`;

/** The list of all who joined, opened at the hospitals: doctors have a separate list. */
export const adminFacilities = `${paths.adminWorkers}?category=Hospital`;

/** The target after a booking, a donor's registration and an application, with the next steps on top. */
export const bookedAt = (id: string) => `${paths.category}?booked=${encodeURIComponent(id)}`;
export const donorRegistered = `${paths.home}?donor=registered`;
export const applied = `${paths.forBusiness}?applied=1`;

/** A doctor's own page for patients. */
export function doctorPageOf(id: string): string {
  return paths.doctorPage.replace(":id", encodeURIComponent(id));
}

/** The poster of a place's door: a hospital's, or that of a doctor's own clinic, which has the doctor's id. */
export function posterOf(placeId: string): string {
  return paths.doorPoster.replace(":place", encodeURIComponent(placeId));
}

/** The user's bookings with one doctor. */
export function bookingsWith(doctorId: string): string {
  return `${paths.userBookings}?doctor=${encodeURIComponent(doctorId)}`;
}

/** A doctor's page with the slot picker open. */
export function bookAgainWith(doctorId: string): string {
  return `${doctorPageOf(doctorId)}?book=1`;
}

/** Where a second factor is set up. Patients have none. */
export const twoFactorPages = {
  doctor: paths.doctorTwoFactor,
  worker: paths.businessTwoFactor,
  desk: paths.deskTwoFactor,
  admin: paths.adminTwoFactor,
} as const;

/** The roles whose password can be reset by mail. */
export type LoginRole = "user" | "doctor" | "hospital" | "pharmacy" | "desk" | "admin";

export function forgotPasswordOf(role: LoginRole): string {
  return `${paths.forgotPassword}?role=${role}`;
}
