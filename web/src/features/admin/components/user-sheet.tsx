import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useDistrictName, useStateName } from "../../../api/reference";
import { Badge } from "../../../components/badge";
import { Detail } from "../../../components/detail";
import { Sheet } from "../../../components/dialog";
import { Loaded } from "../../../components/loaded";
import { PhoneLink } from "../../../components/phone-link";
import { SheetSection } from "../../../components/sheet-section";
import { SheetWaiting } from "../../../components/sheet-waiting";
import { momentLabel } from "../../../lib/india-time";
import { birthDate, genderOptions, labelOf } from "../../../lib/profile-values";
import { m } from "../../../paraglide/messages";
import { type UserDetail, userQuery } from "../api";
import { comingCount } from "../list-words";
import { visitsOfUser } from "../user-visits";
import { AuditStory } from "./audit-story";
import { BlockButton } from "./block-button";
import { BlockDialog } from "./block-dialog";
import { VisitList } from "./visit-list";

interface UserSheetProps {
  id: string;
  onClose: () => void;
}

export function UserSheet({ id, onClose }: UserSheetProps) {
  const user = useQuery(userQuery(id));
  const [asking, setAsking] = useState(false);
  const nameId = useId();
  return (
    <Sheet
      isWide
      title={m.admin_user_title()}
      onClose={onClose}
      footer={
        <div className="grid sm:justify-end">
          {user.data && (
            <BlockButton
              isBlocked={user.data.isDeleted}
              describedBy={nameId}
              onPress={() => setAsking(true)}
            />
          )}
        </div>
      }
    >
      <Loaded load={user} waiting={<SheetWaiting />}>
        {(known) => <About user={known} nameId={nameId} />}
      </Loaded>
      {asking && user.data && <BlockDialog user={user.data} onClose={() => setAsking(false)} />}
    </Sheet>
  );
}

function About({ user, nameId }: { user: UserDetail; nameId: string }) {
  const districtOf = useDistrictName();
  const stateOf = useStateName();
  const visits = visitsOfUser(user);
  const place = [
    user.district && districtOf(user.district),
    user.state && stateOf(user.state),
    user.pincode,
  ].filter(Boolean);
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <p id={nameId} className="text-2xl font-bold wrap-anywhere">
          {user.username}
        </p>
        {user.isDeleted && <Badge tone="bad">{m.admin_blocked()}</Badge>}
      </div>
      <dl className="grid gap-4 sm:grid-cols-2">
        <Detail label={m.email()}>{user.email}</Detail>
        <Detail label={m.patient_phone()}>
          <PhoneLink number={user.phone_number} />
        </Detail>
        <Detail label={m.admin_users_created()}>{momentLabel(user.accountCreatedDate)}</Detail>
        <Detail label={m.profile_gender()}>{user.gender && labelOf(genderOptions(), user.gender)}</Detail>
        <Detail label={m.profile_birth_date()}>{user.DOB && birthDate(user.DOB)}</Detail>
        <Detail label={m.admin_place()}>{place.join(", ")}</Detail>
        <Detail label={m.clinic_total()}>{String(user.bookings.total)}</Detail>
      </dl>
      <SheetSection title={m.admin_coming_title()}>
        {visits.length > 0 ? (
          <VisitList label={comingCount(visits.length)} visits={visits} />
        ) : (
          <p className="text-muted">{m.admin_coming_none()}</p>
        )}
      </SheetSection>
      <SheetSection title={m.admin_story_title()}>
        <AuditStory rows={user.audit} />
      </SheetSection>
    </>
  );
}
