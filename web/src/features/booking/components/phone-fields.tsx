/** The fields that only a consultation by phone needs. */
import { Checkbox } from "../../../components/checkbox";
import { TextField } from "../../../components/text-field";
import { m } from "../../../messages";

/** The input, by the server's field names. */
export interface PhoneDetails {
  patientAge?: string;
  patientLocation?: string;
  /** For a minor: the adult who is present during the call. */
  adultName?: string;
  phoneConsent?: boolean;
}

const fullAge = 18;
/** As the server takes it. */
const MAX_LOCATION_LENGTH = 100;

const isMinor = ({ patientAge = "" }: PhoneDetails) =>
  patientAge.trim() !== "" && Number(patientAge) < fullAge;

/** The fields to send for a consultation by phone; none for a visit in person. */
export function sentPhoneDetails(details: PhoneDetails, isByPhone: boolean): PhoneDetails {
  if (!isByPhone) return {};
  const { patientAge, patientLocation, adultName, phoneConsent } = details;
  return { patientAge, patientLocation, phoneConsent, ...(isMinor(details) && { adultName }) };
}

interface PhoneFieldsProps {
  details: PhoneDetails;
  onChange: (changed: PhoneDetails) => void;
}

export function PhoneFields({ details, onChange }: PhoneFieldsProps) {
  const { patientAge = "", patientLocation = "", adultName = "", phoneConsent = false } = details;
  return (
    <>
      <TextField
        label={m.phone_age()}
        name="patientAge"
        hint={m.phone_age_hint()}
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        isRequired
        value={patientAge}
        onChange={(patientAge) => onChange({ patientAge })}
      />
      <TextField
        label={m.phone_location()}
        name="patientLocation"
        hint={m.phone_location_hint()}
        autoComplete="off"
        maxLength={MAX_LOCATION_LENGTH}
        isRequired
        value={patientLocation}
        onChange={(patientLocation) => onChange({ patientLocation })}
      />
      {isMinor(details) && (
        <TextField
          label={m.phone_adult()}
          name="adultName"
          hint={m.phone_adult_hint()}
          autoComplete="off"
          isRequired
          value={adultName}
          onChange={(adultName) => onChange({ adultName })}
        />
      )}
      <Checkbox
        name="phoneConsent"
        isChecked={phoneConsent}
        needed={m.phone_consent_needed()}
        onChange={(phoneConsent) => onChange({ phoneConsent })}
      >
        {m.phone_consent()}
        <span className="block text-sm font-normal text-muted">{m.phone_consent_text()}</span>
      </Checkbox>
    </>
  );
}
