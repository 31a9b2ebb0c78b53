/** /hospitalregister, also for pharmacies (`?category=Pharmacy`). */
import { PhotoField } from "../../../components/photo-field";
import { TextField } from "../../../components/text-field";
import { useFilters } from "../../../lib/address";
import { useHydrated } from "../../../lib/hydrated";
import { m } from "../../../messages";
import { JoinPage } from "../join-page";

const params = { category: {} };

const names = {
  address: "Address",
  state: "State",
  district: "District",
  pincode: "Pincode",
  email: "Email",
  phone: "Phone_Number",
  password: "Password",
};

export function Page() {
  const { filters } = useFilters(params);
  const isPharmacy = useHydrated() && filters.category.toLowerCase() === "pharmacy";
  return (
    <JoinPage
      worker="hospital"
      title={m.hospital_register_heading()}
      text={isPharmacy ? m.pharmacy_register_text() : m.hospital_register_text()}
      needs={[m.join_requirement_licence(), m.join_requirement_photo_place(), m.join_requirement_minutes()]}
      parts={() => [
        {
          title: isPharmacy ? m.join_pharmacy() : m.join_hospital(),
          fields: <Facility isPharmacy={isPharmacy} />,
        },
      ]}
      address={{ label: m.join_street() }}
      city={<TextField label={m.join_city()} name="City" autoComplete="address-level2" isRequired />}
      names={names}
    />
  );
}

function Facility({ isPharmacy }: { isPharmacy: boolean }) {
  return (
    <>
      <input type="hidden" name="category" value={isPharmacy ? "Pharmacy" : "Hospital"} />
      <TextField
        label={isPharmacy ? m.join_pharmacy_name() : m.join_hospital_name()}
        name="Hospital_name"
        autoComplete="organization"
        isRequired
      />
      <TextField
        label={m.join_licence()}
        hint={isPharmacy ? m.join_licence_hint_pharmacy() : m.join_licence_hint()}
        name="License_number"
        autoComplete="off"
        isRequired
      />
      <div className="sm:col-span-2">
        <PhotoField label={m.join_photo()} name="image" isRequired />
      </div>
    </>
  );
}
