/** /desk/account: the desk user's login and data. */

import { useQuery } from "@tanstack/react-query";
import { BriefcaseMedical, CalendarDays, Download, Mail, UserRound } from "lucide-react";
import { Button } from "../../../components/button";
import { Card, TitledCard } from "../../../components/card";
import { Fact } from "../../../components/fact";
import { ListHeading } from "../../../components/list-heading";
import { Loaded } from "../../../components/loaded";
import { Skeleton } from "../../../components/skeletons";
import { momentLabel } from "../../../lib/india-time";
import { doctorTitle, inLanguage } from "../../../lib/words";
import { m } from "../../../messages";
import { ownDeskQuery, useOwnDeskData } from "../api";

export function Page({ title }: { title: string }) {
  const data = useOwnDeskData();
  return (
    <div className="mx-auto max-w-3xl">
      <ListHeading title={title} />
      <div className="mt-6">
        <Loaded heading="h2" load={useQuery(ownDeskQuery())} fallback={<Skeleton look="h-60" />}>
          {({ name, email, employer, since }) => (
            <Card className="sm:p-8">
              <dl className="grid gap-5 sm:grid-cols-2">
                <Fact icon={<UserRound aria-hidden className="size-5" />} label={m.field_name()}>
                  {name}
                </Fact>
                <Fact icon={<Mail aria-hidden className="size-5" />} label={m.field_email()}>
                  {email}
                </Fact>
                <Fact icon={<BriefcaseMedical aria-hidden className="size-5" />} label={m.desk_employer()}>
                  {employer.kind === "doctor"
                    ? doctorTitle({ full_Name: employer.name, nameMl: employer.nameMl })
                    : inLanguage(employer.name, employer.nameMl)}
                </Fact>
                <Fact icon={<CalendarDays aria-hidden className="size-5" />} label={m.admins_since()}>
                  {momentLabel(since)}
                </Fact>
              </dl>
              <p className="mt-5 text-muted">{m.desk_account_text()}</p>
            </Card>
          )}
        </Loaded>
      </div>
      <TitledCard className="mt-6" title={m.profile_data_title()} text={m.desk_data_text()}>
        <Button tone="quiet" isPending={data.isPending} onPress={() => data.mutate()}>
          <Download aria-hidden className="size-5" />
          {m.profile_download()}
        </Button>
      </TitledCard>
    </div>
  );
}
