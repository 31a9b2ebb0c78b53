/** /admin/home/notification: what waits for the administrator, the newest of each kind first. */
import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { ListHeading } from "../../../components/list-heading";
import { ListNote } from "../../../components/list-note";
import { Loaded } from "../../../components/loaded";
import { m } from "../../../paraglide/messages";
import { type Notifications, notificationsQuery } from "../api";
import { waitingKinds } from "../waiting";
import { WaitingCard } from "./waiting-card";

export function NotificationView({ title }: { title: string }) {
  return (
    <div className="mx-auto max-w-screen-xl">
      <ListHeading title={title} />
      <div className="mt-6">
        <Kinds />
      </div>
    </div>
  );
}

function Kinds() {
  return (
    <Loaded heading="h2" load={useQuery(notificationsQuery())} waiting={<Waiting />}>
      {(waiting) => <KindsThatWait waiting={waiting} />}
    </Loaded>
  );
}

function KindsThatWait({ waiting }: { waiting: Notifications }) {
  const kinds = waitingKinds(waiting).filter(({ count }) => count > 0);
  if (kinds.length === 0) {
    return (
      <ListNote
        heading="h2"
        icon={<CircleCheck aria-hidden className="size-7" />}
        title={m.admin_home_nothing_waits()}
        text={m.admin_home_nothing_waits_text()}
      />
    );
  }
  return (
    <ul className="grid grid-cols-1 gap-4 lg:grid-cols-2 lg:gap-6">
      {kinds.map((kind) => (
        <WaitingCard key={kind.id} kind={kind} />
      ))}
    </ul>
  );
}

const places = [1, 2];

function Waiting() {
  return (
    <div role="status" className="grid animate-pulse gap-4 lg:grid-cols-2 lg:gap-6">
      <span className="sr-only">{m.loading()}</span>
      {places.map((place) => (
        <div key={place} className="h-64 rounded-card bg-sunken" />
      ))}
    </div>
  );
}
