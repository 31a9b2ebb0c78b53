import { useState } from "react";
import { districtOptions, type Option, placeOptions, type State } from "../lib/profile-values";
import { m } from "../messages";
import { Button } from "./button";
import { NativeSelect } from "./native-select";

interface PlaceFieldsProps {
  stateName: string;
  districtName: string;
  /** The states with their districts; none until they are loaded. */
  states: readonly State[];
  /** Loading them failed. */
  failure?: { isRetrying: boolean; onRetry: () => void };
  /** The initial values, shown before the lists are loaded. */
  firstState?: Option;
  firstDistrict?: Option;
}

const known = (option: Option | undefined) => (option ? [option] : []);

/** A state, and one of its districts. */
export function PlaceFields(props: PlaceFieldsProps) {
  const { stateName, districtName, states, failure, firstState, firstDistrict } = props;
  const [state, setState] = useState(firstState?.id ?? "");
  const [district, setDistrict] = useState(firstDistrict?.id ?? "");
  const isLoaded = states.length > 0;
  return (
    <>
      <NativeSelect
        label={m.profile_state()}
        name={stateName}
        placeholder={m.form_choose()}
        options={isLoaded ? placeOptions(states) : known(firstState)}
        value={state}
        onChange={(chosen) => {
          setState(chosen);
          setDistrict("");
        }}
        isRequired
      />
      <NativeSelect
        label={m.field_district()}
        name={districtName}
        placeholder={state === "" ? m.form_state_first() : m.form_choose()}
        options={isLoaded ? districtOptions(states, state) : known(firstDistrict)}
        value={district}
        onChange={setDistrict}
        isRequired
      />
      {failure && (
        <div role="alert" className="flex flex-wrap items-center gap-3 sm:col-span-2">
          <p className="text-blood-ink">{m.join_reference_failed()}</p>
          <Button tone="quiet" isPending={failure.isRetrying} onPress={failure.onRetry}>
            {m.action_try_again()}
          </Button>
        </div>
      )}
    </>
  );
}
