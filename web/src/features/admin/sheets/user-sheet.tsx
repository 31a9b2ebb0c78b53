import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useDistrictName, useStateName } from "../../../api/reference";
import { Badge } from "../../../components/badge";
import { Button } from "../../../components/button";
import { Detail } from "../../../components/detail";
import { LoadedSheet, SheetName } from "../../../components/loaded-sheet";
import { PhoneLink } from "../../../components/phone-link";
import { momentLabel } from "../../../lib/india-time";
import { birthDate, genderOptions, labelOf } from "../../../lib/profile-values";
import { m } from "../../../messages";
import { type UserDetail, type UserRow, useBlockUser, userQuery } from "../api/lists";
import { Story } from "./story";
import { ComingVisits, KeepOutDialog } from "./visits";

interface UserSheetProps {
  id: string;
  onClose: () => void;
}

export function UserSheet({ id, onClose }: UserSheetProps) {
  const user = useQuery(userQuery(id));
  const [asking, setAsking] = useState(false);
  return (
    <>
      <LoadedSheet
        title={m.admin_user_title()}
        load={user}
        onClose={onClose}
        footer={({ isDeleted }, nameId) => (
          <BlockButton isBlocked={isDeleted} describedBy={nameId} onPress={() => setAsking(true)} />
        )}
      >
        {(known, nameId) => <About user={known} nameId={nameId} />}
      </LoadedSheet>
      {asking && user.data && <BlockDialog user={user.data} onClose={() => setAsking(false)} />}
    </>
  );
}

function About({ user, nameId }: { user: UserDetail; nameId: string }) {
  const districtOf = useDistrictName();
  const stateOf = useStateName();
  const place = [
    user.district && districtOf(user.district),
    user.state && stateOf(user.state),
    user.pincode,
  ].filter(Boolean);
  return (
    <>
      <SheetName id={nameId} name={user.username}>
        {user.isDeleted && <Badge tone="bad">{m.admin_blocked()}</Badge>}
      </SheetName>
      <dl className="grid gap-4 sm:grid-cols-2">
        <Detail label={m.field_email()}>{user.email}</Detail>
        <Detail label={m.field_phone_number()}>
          <PhoneLink number={user.phone_number} />
        </Detail>
        <Detail label={m.admin_users_created()}>{momentLabel(user.accountCreatedDate)}</Detail>
        <Detail label={m.profile_gender()}>{user.gender && labelOf(genderOptions(), user.gender)}</Detail>
        <Detail label={m.profile_birth_date()}>{user.DOB && birthDate(user.DOB)}</Detail>
        <Detail label={m.admin_place()}>{place.join(", ")}</Detail>
        <Detail label={m.clinic_total()}>{String(user.bookings.total)}</Detail>
      </dl>
      <ComingVisits visits={visitsOf(user)} />
      <Story rows={user.audit} />
    </>
  );
}

const visitsOf = ({ bookings }: UserDetail) =>
  bookings.coming.map((visit) => ({
    ...visit,
    who: `${visit.patient_name} · ${m.doctor_name({ name: visit.doctor })}`,
  }));

interface BlockButtonProps {
  isBlocked: boolean;
  describedBy: string;
  onPress: () => void;
}

/** Green to block, red to unblock: the colour shows the state, the label the action. */
export function BlockButton({ isBlocked, describedBy, onPress }: BlockButtonProps) {
  return (
    <Button tone={isBlocked ? "blood" : "brand"} describedBy={describedBy} onPress={onPress}>
      {isBlocked ? m.admin_unblock() : m.admin_block()}
    </Button>
  );
}

export function BlockDialog({ user, onClose }: { user: UserRow; onClose: () => void }) {
  // The question stays the same even if another administrator acts meanwhile.
  const [isBlocked] = useState(user.isDeleted);
  const named = { name: user.username };
  return (
    <KeepOutDialog
      isOut={isBlocked}
      title={isBlocked ? m.admin_unblock_title(named) : m.admin_block_title(named)}
      text={isBlocked ? m.admin_unblock_text() : m.admin_block_text()}
      yes={isBlocked ? m.admin_unblock() : m.admin_block()}
      change={useBlockUser(user._id, !isBlocked)}
      booked={{ load: useQuery({ ...userQuery(user._id), enabled: !isBlocked }), visitsOf }}
      onClose={onClose}
    />
  );
}
