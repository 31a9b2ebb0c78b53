import { useState } from "react";
import { NativeSelect } from "../../../components/native-select";
import { PhotoField } from "../../../components/photo-field";
import { RadioGroup } from "../../../components/radio-group";
import { TextField } from "../../../components/text-field";
import { genderOptions } from "../../../lib/profile-values";
import { specialityOptions } from "../../../lib/specialities";
import { m } from "../../../messages";
import { JoinPage } from "../join-page";

const names = {
  address: "consultation_Address",
  state: "state",
  district: "district",
  pincode: "pincode",
  email: "email",
  phone: "phone_Number",
  password: "password",
};

export function Page() {
  return (
    <JoinPage
      worker="doctor"
      title={m.doctor_register_heading()}
      text={m.doctor_register_text()}
      needs={[m.join_requirement_registration(), m.join_requirement_photo(), m.join_requirement_minutes()]}
      parts={(onMend) => [
        { title: m.join_person(), fields: <Person /> },
        { title: m.doctor_profile_practice(), fields: <Practice onMend={onMend} /> },
      ]}
      address={{ label: m.join_address(), hint: m.join_address_hint() }}
      names={names}
    />
  );
}

function Person() {
  return (
    <>
      <div className="sm:col-span-2">
        <TextField
          label={m.join_full_name()}
          hint={m.join_full_name_hint()}
          name="full_Name"
          autoComplete="name"
          isRequired
        />
      </div>
      <RadioGroup label={m.profile_gender()} name="gender" choices={genderOptions()} />
      <TextField label={m.profile_birth_date()} name="DOB" type="date" autoComplete="bday" isRequired />
      <div className="sm:col-span-2">
        <PhotoField label={m.join_photo()} name="image" isRequired />
      </div>
    </>
  );
}

function Practice({ onMend }: { onMend: () => void }) {
  const [specialization, setSpecialization] = useState("");
  return (
    <>
      <TextField
        label={m.join_doctor_id()}
        hint={m.join_doctor_id_hint()}
        name="doctor_ID"
        autoComplete="off"
        isRequired
      />
      <NativeSelect
        label={m.join_specialization()}
        name="specialization"
        placeholder={m.form_choose()}
        options={specialityOptions()}
        value={specialization}
        onChange={setSpecialization}
        isRequired
      />
      <TextField label={m.join_experience()} name="experience" inputMode="numeric" isRequired />
      <TextField label={m.join_fee()} name="consultation_Fee" inputMode="numeric" isRequired />
      <TextField label={m.join_start()} name="startTime" type="time" onChange={onMend} isRequired />
      <TextField label={m.join_end()} name="endTime" type="time" isRequired />
      <p className="text-sm text-muted sm:col-span-2">{m.join_hours_hint()}</p>
    </>
  );
}
