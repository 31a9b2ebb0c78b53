import { m } from "../../../paraglide/messages";
import { donorsFor, groupName } from "../groups";

/** Which donors a request reaches. Nothing is chosen at first. */
export function WhoIsAsked({ group }: { group: string }) {
  return (
    <div aria-live="polite" className="min-h-11 rounded-control bg-blood-soft p-4">
      {group === "" ? (
        <p>{m.blood_asked_choose()}</p>
      ) : (
        <>
          <p>{m.blood_asked_groups({ group: groupName(group) })}</p>
          <ul className="mt-2 flex flex-wrap gap-2">
            {donorsFor(group).map((donor) => (
              <li key={donor} className="rounded-full bg-blood px-3 py-0.5 font-bold text-on-blood">
                {groupName(donor)}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
