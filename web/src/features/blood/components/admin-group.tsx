import { groupName } from "../groups";

/** A blood group, as it stands out on a bag. */
export function AdminGroup({ group }: { group: string }) {
  return (
    <span className="inline-flex min-w-12 justify-center rounded-control bg-blood-soft px-2 py-1 font-bold text-blood-ink">
      {groupName(group)}
    </span>
  );
}
