import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { referenceQuery } from "../../../api/reference";
import { Button } from "../../../components/button";
import { NativeSelect } from "../../../components/native-select";
import { districtOptions, stateOptions } from "../../../lib/profile-values";
import { m } from "../../../paraglide/messages";

/** A state, and then a district of it. */
export function PlaceFields({ stateName, districtName }: { stateName: string; districtName: string }) {
  const reference = useQuery(referenceQuery());
  const states = reference.data?.states ?? [];
  const [state, setState] = useState("");
  const [district, setDistrict] = useState("");
  return (
    <>
      <NativeSelect
        label={m.profile_state()}
        name={stateName}
        placeholder={m.profile_choose()}
        options={stateOptions(states)}
        value={state}
        onChange={(chosen) => {
          setState(chosen);
          setDistrict("");
        }}
        isRequired
      />
      <NativeSelect
        label={m.profile_district()}
        name={districtName}
        placeholder={state === "" ? m.profile_state_first() : m.profile_choose()}
        options={districtOptions(states, state)}
        value={district}
        onChange={setDistrict}
        isRequired
      />
      {reference.isError && !reference.data && (
        <div role="alert" className="flex flex-wrap items-center gap-3 sm:col-span-2">
          <p className="text-blood-ink">{m.join_reference_failed()}</p>
          <Button tone="quiet" isPending={reference.isFetching} onPress={() => void reference.refetch()}>
            {m.try_again()}
          </Button>
        </div>
      )}
    </>
  );
}
