import { Page as DoctorRegister } from "../../features/business/pages/doctor-register";
import { Page as HospitalRegister } from "../../features/business/pages/hospital-register";
import { paths } from "../../lib/paths";
import { m } from "../../messages";
import { QueryScope } from "../scopes/query-scope";
import type { AreaPages } from "./area";

export const Scope = QueryScope;

export const pages: AreaPages = {
  [paths.doctorRegister]: {
    Page: DoctorRegister,
    title: m.doctor_register_title,
    description: m.doctor_register_description,
  },
  [paths.hospitalRegister]: {
    Page: HospitalRegister,
    title: m.hospital_register_title,
    description: m.hospital_register_description,
  },
};
