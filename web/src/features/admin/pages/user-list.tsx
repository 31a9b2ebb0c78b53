/** /admin/userlist: everybody who signed up, to be found, blocked and let in again. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { UsersRound } from "lucide-react";
import { useState } from "react";
import { Badge } from "../../../components/badge";
import { serial } from "../../../components/data-table";
import { FilterBar } from "../../../components/filter-bar";
import { ListPage } from "../../../components/list-page";
import { OpenButton } from "../../../components/open-button";
import { PagedTable } from "../../../components/paged-table";
import { PhoneLink } from "../../../components/phone-link";
import { useFilters, usePanel } from "../../../lib/address";
import { indiaTime } from "../../../lib/india-time";
import { m } from "../../../messages";
import { type UserRow, useExportUsers, userListQuery } from "../api/lists";
import { BlockButton, BlockDialog, UserSheet } from "../sheets/user-sheet";
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
            id: "name",
            header: m.field_name(),
            cell: (user) => <UserName user={user} onOpen={() => panel.open(user._id)} />,
            onCard: "title",
          },
          {
            id: "email",
            header: m.field_email(),
            cell: ({ email }) => <span className="inline-block wrap-anywhere @4xl:min-w-56">{email}</span>,
            onCard: "wide",
          },
          {
            id: "phone",
            header: m.field_phone_number(),
            cell: ({ phone_number }) => <PhoneLink number={phone_number} />,
          },
          {
            id: "created",
            header: m.admin_users_created(),
            cell: ({ accountCreatedDate }) => indiaTime(Date.parse(accountCreatedDate)).day,
          },
          {
            id: "action",
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
      {panel.id && <UserSheet id={panel.id} onClose={panel.close} />}
      {asking && <BlockDialog user={asking} onClose={() => setAsking(undefined)} />}
    </ListPage>
  );
}

const nameId = ({ _id }: UserRow) => `user-${_id}`;

function UserName({ user, onOpen }: { user: UserRow; onOpen: () => void }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <OpenButton id={nameId(user)} onPress={onOpen}>
        {user.username}
      </OpenButton>
      {user.isDeleted && <Badge tone="bad">{m.admin_blocked()}</Badge>}
    </span>
  );
}
