import { useState } from "react";
import { useStates } from "../../../api/reference";
import { FormSection } from "../../../components/form-section";
import { NativeSelect } from "../../../components/native-select";
import { PhotoField } from "../../../components/photo-field";
import { PlaceFields } from "../../../components/place-fields";
import { RadioGroup } from "../../../components/radio-group";
import { AccountFields } from "../../../components/sign-in-card";
import { TextField } from "../../../components/text-field";
import { genderOptions } from "../../../lib/profile-values";
import { specialities, specialityName } from "../../../lib/specialities";
import { m } from "../../../paraglide/messages";
import { JoinPage } from "../components/join-page";

const accountNames = { email: "email", phone: "phone_Number", password: "password" };

export function Page() {
  const places = useStates();
  const [specialization, setSpecialization] = useState("");
  return (
    <JoinPage
      worker="doctor"
      title={m.doctor_register_heading()}
      text={m.doctor_register_text()}
      needs={[m.join_need_number(), m.join_need_photo(), m.join_need_minutes()]}
    >
      {(onMend) => (
        <>
          <FormSection number={1} title={m.join_person()}>
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
          </FormSection>
          <FormSection number={2} title={m.join_practice()}>
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
              placeholder={m.profile_choose()}
              options={specialities.map((speciality) => ({
                id: speciality.title,
                label: specialityName(speciality),
              }))}
              value={specialization}
              onChange={setSpecialization}
              isRequired
            />
            <TextField label={m.join_experience()} name="experience" inputMode="numeric" isRequired />
            <TextField label={m.join_fee()} name="consultation_Fee" inputMode="numeric" isRequired />
            <TextField label={m.join_start()} name="startTime" type="time" onChange={onMend} isRequired />
            <TextField label={m.join_end()} name="endTime" type="time" isRequired />
            <p className="text-sm text-muted sm:col-span-2">{m.join_hours_hint()}</p>
          </FormSection>
          <FormSection number={3} title={m.join_place()}>
            <div className="sm:col-span-2">
              <TextField
                label={m.join_address()}
                hint={m.join_address_hint()}
                name="consultation_Address"
                autoComplete="address-line1"
                isRequired
              />
            </div>
            <PlaceFields stateName="state" districtName="district" {...places} />
            <TextField
              label={m.profile_pincode()}
              name="pincode"
              inputMode="numeric"
              autoComplete="postal-code"
              isRequired
            />
          </FormSection>
          <FormSection number={4} title={m.join_login()} text={m.join_login_text()}>
            <AccountFields names={accountNames} onMend={onMend} />
          </FormSection>
        </>
      )}
    </JoinPage>
  );
}
