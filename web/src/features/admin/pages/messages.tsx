/** /admin/messages: what visitors wrote through the contact form; read, answered by mail, closed. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ListHeading } from "../../../components/list-heading";
import { Tabs } from "../../../components/tabs";
import { useAddressFilters } from "../../../lib/address-filters";
import { useAddressPanel } from "../../../lib/address-panel";
import { m } from "../../../paraglide/messages";
import { notificationsQuery } from "../api";
import { MessageList } from "../components/message-list";
import { MessageSheet } from "../components/message-sheet";
import { messageStatus, messageStatuses } from "../message-status";

export function Page({ title }: { title: string }) {
  const { filter, change } = useAddressFilters(["status"]);
  const status = messageStatus(filter("status"));
  const panel = useAddressPanel("message");
  const open = useQuery(notificationsQuery()).data?.messages;
  // What is typed survives a sheet that is closed by mistake.
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  return (
    <div className="mx-auto max-w-screen-xl">
      <ListHeading title={title} />
      <p className="mt-1 text-muted">{m.admin_messages_text()}</p>
      <div className="mt-5">
        <Tabs
          label={title}
          tabs={messageStatuses.map(({ id, label }) => ({
            id,
            label: label(),
            count: id === "open" ? open : undefined,
          }))}
          chosen={status}
          onChoose={(id) => change("status", id === "open" ? "" : id)}
        >
          <MessageList key={status} status={status} onOpen={panel.open} />
        </Tabs>
      </div>
      {panel.id && (
        <MessageSheet
          key={panel.id}
          id={panel.id}
          draft={drafts[panel.id] ?? ""}
          onDraft={(text) => setDrafts({ ...drafts, [panel.id ?? ""]: text })}
          onClose={panel.close}
        />
      )}
    </div>
  );
}
