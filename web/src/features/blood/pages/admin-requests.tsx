/** /admin/bloodrequests: who needs blood, whom we asked, and what they said. */
import { ListHeading } from "../../../components/list-heading";
import { Tabs } from "../../../components/tabs";
import { useAddressFilters } from "../../../lib/address-filters";
import { useAddressPanel } from "../../../lib/address-panel";
import { firstTab, requestTabs } from "../admin-words";
import { AdminRequestSheet } from "../components/admin-request-sheet";
import { AdminRequestTable } from "../components/admin-request-table";

export function Page({ title }: { title: string }) {
  const { filter, change } = useAddressFilters(["status"]);
  const panel = useAddressPanel("request");
  const tabs = requestTabs();
  const chosen = tabs.find(({ id }) => id === filter("status"))?.id ?? firstTab;
  return (
    <div className="mx-auto max-w-screen-xl">
      <ListHeading title={title} />
      <div className="mt-5">
        <Tabs
          label={title}
          tabs={tabs}
          chosen={chosen}
          onChoose={(tab) => change("status", tab === firstTab ? "" : tab)}
        >
          <AdminRequestTable tab={chosen} onOpen={panel.open} />
        </Tabs>
      </div>
      {panel.id && <AdminRequestSheet id={panel.id} onClose={panel.close} />}
    </div>
  );
}
