/** /admin/userlist: all users; search, block and unblock. */

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { UsersRound } from "lucide-react";
import { useState } from "react";
import { useDistrictName, useStateName } from "../../../api/reference";
import { Badge } from "../../../components/badge";
import { Button } from "../../../components/button";
import { PagedTable, serial } from "../../../components/data-table";
import { Detail } from "../../../components/fact";
import { FilterBar } from "../../../components/filter-bar";
import { ListPage } from "../../../components/list-page";
import { LoadedSheet, SheetName } from "../../../components/loaded-sheet";
import { OpenButton } from "../../../components/open-button";
import { PhoneLink } from "../../../components/phone-link";
import { useFilters, usePanel } from "../../../lib/address";
import { indiaTime, momentLabel } from "../../../lib/india-time";
import { birthDate, genderOptions, labelOf } from "../../../lib/profile-values";
import { m } from "../../../messages";
import {
  type UserDetail,
  type UserRow,
  useBlockUser,
  useExportUsers,
  userListQuery,
  userQuery,
} from "../api/lists";
import { FormerAccount } from "../sheets/former-account";
import { ComingVisits, KeepOutDialog, Story } from "../sheets/visits";
import { userCount } from "../words";

const params = { q: { isPrivate: true }, sort: {} };

export function Page({ title }: { title: string }) {
  const search = useFilters(params);
  const panel = usePanel("user");
  const [asking, setAsking] = useState<UserRow>();
  return (
    <ListPage
      title={title}
      file={useExportUsers(search.filters.q)}
      filters={
        <FilterBar
          label={m.admin_users_filters()}
          searchLabel={m.admin_users_search()}
          search={search}
          fields={[
            {
              name: "sort",
              label: m.admin_sort(),
              none: m.admin_sort_newest(),
              options: [
                { id: "oldest", label: m.admin_sort_oldest() },
                { id: "name", label: m.field_name() },
              ],
            },
          ]}
        />
      }
    >
      <PagedTable
        caption={title}
        load={useInfiniteQuery(userListQuery(search.filters))}
        count={userCount}
        columns={[
          serial(),
          {
            header: m.field_name(),
            cell: (user) => <UserName user={user} onOpen={() => panel.open(user._id)} />,
            onCard: "title",
          },
          {
            header: m.field_email(),
            cell: ({ email }) => (
              <span className="inline-block wrap-anywhere @4xl:min-w-56">{email || "–"}</span>
            ),
            onCard: "wide",
          },
          {
            header: m.field_phone_number(),
            cell: ({ phone_number }) => (phone_number ? <PhoneLink number={phone_number} /> : "–"),
          },
          {
            header: m.admin_users_created(),
            cell: ({ accountCreatedDate }) => indiaTime(Date.parse(accountCreatedDate)).day,
          },
          {
            header: m.column_action(),
            cell: (user) => (
              <div className="grid">
                <BlockButton
                  isBlocked={user.isDeleted}
                  describedBy={nameId(user)}
                  onPress={() => setAsking(user)}
                />
              </div>
            ),
            onCard: "actions",
          },
        ]}
        none={{ icon: UsersRound, title: m.admin_users_none_title(), text: m.admin_users_none_text() }}
        search={{
          isFiltered: search.filters.q !== "",
          noMatch: m.admin_users_no_match(),
          onClear: search.clear,
        }}
      />
      {panel.id && <UserSheet key={panel.id} id={panel.id} onOpen={panel.open} onClose={panel.close} />}
      {asking && <BlockDialog user={asking} onClose={() => setAsking(undefined)} />}
    </ListPage>
  );
}

const nameId = ({ _id }: UserRow) => `user-${_id}`;

function UserName({ user, onOpen }: { user: UserRow; onOpen: () => void }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 @4xl:min-w-32">
      <OpenButton id={nameId(user)} onPress={onOpen}>
        {user.username}
      </OpenButton>
      {user.isDeleted && <Badge tone="bad">{m.admin_blocked()}</Badge>}
    </span>
  );
}

interface UserSheetProps {
  id: string;
  onOpen: (id: string) => void;
  onClose: () => void;
}

function UserSheet({ id, onOpen, onClose }: UserSheetProps) {
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
        {(known, nameId) => <About user={known} nameId={nameId} onOpen={onOpen} onReturned={onClose} />}
      </LoadedSheet>
      {asking && user.data && <BlockDialog user={user.data} onClose={() => setAsking(false)} />}
    </>
  );
}

interface AboutProps {
  user: UserDetail;
  nameId: string;
  onOpen: (id: string) => void;
  onReturned: () => void;
}

function About({ user, nameId, onOpen, onReturned }: AboutProps) {
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
          {user.phone_number && <PhoneLink number={user.phone_number} />}
        </Detail>
        <Detail label={m.admin_users_created()}>{momentLabel(user.accountCreatedDate)}</Detail>
        <Detail label={m.profile_gender()}>{user.gender && labelOf(genderOptions(), user.gender)}</Detail>
        <Detail label={m.profile_birth_date()}>{user.DOB && birthDate(user.DOB)}</Detail>
        <Detail label={m.admin_place()}>{place.join(", ")}</Detail>
        <Detail label={m.clinic_total()}>{String(user.bookings.total)}</Detail>
      </dl>
      <FormerAccount user={user} onOpen={onOpen} onReturned={onReturned} />
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
function BlockButton({ isBlocked, describedBy, onPress }: BlockButtonProps) {
  return (
    <Button tone={isBlocked ? "blood" : "brand"} describedBy={describedBy} onPress={onPress}>
      {isBlocked ? m.admin_unblock() : m.admin_block()}
    </Button>
  );
}

function BlockDialog({ user, onClose }: { user: UserRow; onClose: () => void }) {
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
