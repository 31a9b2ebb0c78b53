/** /business/bloodrequests: a hospital confirms the patients of blood requests that name it. */

import { useQuery } from "@tanstack/react-query";
import { Check, Droplets } from "lucide-react";
import { useId, useState } from "react";
import { confirmDialogProps } from "../../../api/change";
import { ActionDialog } from "../../../components/action-dialog";
import { StateBadge } from "../../../components/badge";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { Detail } from "../../../components/fact";
import { Found, Loaded } from "../../../components/loaded";
import { PhoneLink } from "../../../components/phone-link";
import { Skeleton } from "../../../components/skeletons";
import { idOf } from "../../../lib/session";
import { m } from "../../../messages";
import { Group, lookStates, NeededBy } from "../../blood/request/marks";
import { groupName } from "../../blood/rules";
import { type HospitalRequest, hospitalRequestsQuery, useConfirmPatient } from "../api";

const gridLook = "grid gap-5 md:grid-cols-2";

export function Page({ title }: { title: string }) {
  const hospitalId = idOf("worker") ?? "";
  const none = { icon: Droplets, title: m.business_blood_none(), text: m.business_blood_none_text() };
  return (
    <div className="mx-auto max-w-5xl">
      <h1 className="text-2xl font-bold sm:text-3xl">{title}</h1>
      <p className="mt-2 mb-8 max-w-2xl text-muted">{m.business_blood_text()}</p>
      <Loaded
        heading="h2"
        load={useQuery(hospitalRequestsQuery(hospitalId))}
        fallback={<Skeleton className={gridLook} blocks={2} look="h-72" />}
      >
        {(list) => (
          <Found rows={list} none={none} heading="h2">
            {(rows) => (
              <ul className={gridLook}>
                {rows.map((request) => (
                  <li key={request._id}>
                    <RequestCard hospitalId={hospitalId} request={request} />
                  </li>
                ))}
              </ul>
            )}
          </Found>
        )}
      </Loaded>
    </div>
  );
}

function RequestCard({ hospitalId, request }: { hospitalId: string; request: HospitalRequest }) {
  const id = useId();
  const confirm = useConfirmPatient(hospitalId);
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const { Patient_name: patient, Blood_group, look, Reason } = request;
  return (
    <Card className="flex h-full flex-col gap-4">
      {lookStates[look] && (
        <p>
          <StateBadge states={lookStates} state={look} />
        </p>
      )}
      <div className="flex items-center gap-3">
        <Group group={Blood_group} />
        <h2 id={id} className="min-w-0 text-xl font-bold wrap-anywhere">
          {patient}
        </h2>
      </div>
      <dl className="grid grid-cols-2 gap-4">
        <Detail label={m.blood_units()}>{request.Units}</Detail>
        <Detail label={m.blood_needed_by()}>
          <NeededBy day={request.Needed_by} />
        </Detail>
        <Detail label={m.blood_contact()}>{request.Contact_name}</Detail>
        <Detail label={m.profile_phone()}>
          <PhoneLink number={request.Phone_number} />
        </Detail>
        {Reason && (
          <Detail label={m.blood_reason_given()} isWide>
            {Reason}
          </Detail>
        )}
      </dl>
      {look !== "done" && (
        <div className="mt-auto grid border-t border-line pt-4">
          <Button describedBy={id} onPress={() => setAsking(true)}>
            <Check aria-hidden className="size-5 shrink-0" />
            {m.business_blood_confirm()}
          </Button>
        </div>
      )}
      {asking && (
        <ActionDialog
          title={m.business_blood_confirm_title()}
          text={m.business_blood_confirm_text({ patient, group: groupName(Blood_group) })}
          yes={m.business_blood_confirm()}
          tone="brand"
          {...confirmDialogProps(confirm, close, () => request._id)}
          onClose={close}
        />
      )}
    </Card>
  );
}
