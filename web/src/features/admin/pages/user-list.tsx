/** /admin/userlist: everybody who signed up, to be found, blocked and let in again. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { UsersRound } from "lucide-react";
import { useState } from "react";
import { Badge } from "../../../components/badge";
import { ExportButton } from "../../../components/export-button";
import { FilterBar } from "../../../components/filter-bar";
import { ListHeading } from "../../../components/list-heading";
import { ListNote } from "../../../components/list-note";
import { NativeSelect } from "../../../components/native-select";
import { NoMatch } from "../../../components/no-match";
import { OpenButton } from "../../../components/open-button";
import { PagedTable } from "../../../components/paged-table";
import { PhoneLink } from "../../../components/phone-link";
import { useAddressFilters } from "../../../lib/address-filters";
import { useAddressPanel } from "../../../lib/address-panel";
import { indiaTime } from "../../../lib/india-time";
import { m } from "../../../paraglide/messages";
import { type UserRow, useExportUsers, userListQuery } from "../api";
import { BlockButton } from "../components/block-button";
import { BlockDialog } from "../components/block-dialog";
import { UserSheet } from "../components/user-sheet";
import { userCount } from "../list-words";

export function Page({ title }: { title: string }) {
  const { filter, change, clear, isFiltered } = useAddressFilters(["q", "sort"]);
  const users = useInfiniteQuery(userListQuery(filter("q"), filter("sort")));
  const file = useExportUsers(filter("q"));
  const panel = useAddressPanel("user");
  const [asking, setAsking] = useState<UserRow>();
  return (
    <div className="mx-auto max-w-screen-xl">
      <ListHeading title={title}>
        <ExportButton isPending={file.isPending} onPress={() => file.mutate()} />
      </ListHeading>
      <FilterBar
        label={m.admin_users_filters()}
        searchLabel={m.admin_users_search()}
        q={filter("q")}
        onSearch={(text) => change("q", text)}
        fields={2}
        isFiltered={isFiltered}
        onClear={clear}
      >
        <NativeSelect
          label={m.admin_sort()}
          options={[
            { id: "", label: m.admin_sort_newest() },
            { id: "oldest", label: m.admin_sort_oldest() },
            { id: "name", label: m.admin_sort_name() },
          ]}
          value={filter("sort")}
          onChange={(sort) => change("sort", sort)}
        />
      </FilterBar>
      <div className="mt-6">
        <PagedTable
          caption={title}
          list={users}
          rowKey={({ _id }) => _id}
          countText={userCount}
          columns={[
            { id: "serial", header: m.serial(), cell: (_, place) => place, onCard: "none" },
            {
              id: "name",
              header: m.profile_name(),
              cell: (user) => <UserName user={user} onOpen={() => panel.open(user._id)} />,
              onCard: "title",
            },
            {
              id: "email",
              header: m.email(),
              cell: ({ email }) => <span className="inline-block wrap-anywhere @4xl:min-w-56">{email}</span>,
              onCard: "wide",
            },
            {
              id: "phone",
              header: m.patient_phone(),
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
          empty={
            filter("q") === "" ? (
              <ListNote
                heading="h2"
                icon={<UsersRound aria-hidden className="size-7" />}
                title={m.admin_users_none_title()}
                text={m.admin_users_none_text()}
              />
            ) : (
              <NoMatch heading="h2" text={m.admin_users_no_match()} onClear={clear} />
            )
          }
        />
      </div>
      {panel.id && <UserSheet id={panel.id} onClose={panel.close} />}
      {asking && <BlockDialog user={asking} onClose={() => setAsking(undefined)} />}
    </div>
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
