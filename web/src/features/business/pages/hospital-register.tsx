/** /hospitalregister, for pharmacies (`?category=Pharmacy`) too: one form, with the words that fit. */
import { useStates } from "../../../api/reference";
import { FormSection } from "../../../components/form-section";
import { PhotoField } from "../../../components/photo-field";
import { PlaceFields } from "../../../components/place-fields";
import { AccountFields } from "../../../components/sign-in-card";
import { TextField } from "../../../components/text-field";
import { useFilters } from "../../../lib/address";
import { useHydrated } from "../../../lib/hydrated";
import { m } from "../../../paraglide/messages";
import { JoinPage } from "../components/join-page";

const accountNames = { email: "Email", phone: "Phone_Number", password: "Password" };

const params = { category: {} };

export function Page() {
  const places = useStates();
  const { filters } = useFilters(params);
  const isPharmacy = useHydrated() && filters.category.toLowerCase() === "pharmacy";
  return (
    <JoinPage
      worker="hospital"
      title={m.hospital_register_heading()}
      text={isPharmacy ? m.pharmacy_register_text() : m.hospital_register_text()}
      needs={[m.join_need_licence(), m.join_need_photo_place(), m.join_need_minutes()]}
    >
      {(onMend) => (
        <>
          <input type="hidden" name="category" value={isPharmacy ? "Pharmacy" : "Hospital"} />
          <FormSection number={1} title={isPharmacy ? m.join_pharmacy() : m.join_hospital()}>
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
          </FormSection>
          <FormSection number={2} title={m.join_place()}>
            <div className="sm:col-span-2">
              <TextField label={m.join_street()} name="Address" autoComplete="address-line1" isRequired />
            </div>
            <PlaceFields stateName="State" districtName="District" {...places} />
            <TextField label={m.join_city()} name="City" autoComplete="address-level2" isRequired />
            <TextField
              label={m.profile_pincode()}
              name="Pincode"
              inputMode="numeric"
              autoComplete="postal-code"
              isRequired
            />
          </FormSection>
          <FormSection number={3} title={m.join_login()} text={m.join_login_text()}>
            <AccountFields names={accountNames} onMend={onMend} />
          </FormSection>
        </>
      )}
    </JoinPage>
  );
}
