import { useQuery } from "@tanstack/react-query";
import { referenceQuery, useKeralaDistricts } from "../../../api/reference";
import { ComboBox } from "../../../components/combo-box";
import { districtName, districtNamed, matchingDistricts } from "../../../lib/districts";
import { failureText } from "../../../lib/failure";
import { m } from "../../../messages";

interface DistrictFieldProps {
  /** The value in the address: any spelling, or nothing. */
  value: string;
  onChange: (district: string) => void;
}

/** Kerala's districts, suggested while typing, in both languages and any spelling. */
export function DistrictField({ value, onChange }: DistrictFieldProps) {
  const districts = useKeralaDistricts();
  const { error } = useQuery(referenceQuery());
  const chosen = districtNamed(districts, value);
  return (
    <ComboBox
      label={m.field_district()}
      name="district"
      placeholder={m.find_district_all()}
      value={chosen?.name ?? value}
      valueLabel={chosen ? districtName(chosen) : value}
      onChange={onChange}
      suggest={(text) =>
        matchingDistricts(districts, text).map((district) => ({
          id: district.name,
          label: districtName(district),
        }))
      }
      showLabel={m.find_district_show()}
      clearLabel={m.find_district_clear()}
      emptyLabel={error && districts.length === 0 ? failureText(error) : m.find_district_none()}
    />
  );
}
