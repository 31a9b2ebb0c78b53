/** /admin/home/workerslist: the approved doctors, hospitals and pharmacies in one place. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { BriefcaseMedical } from "lucide-react";
import { useDistrictName } from "../../../api/reference";
import { LinkButton } from "../../../components/links";
import { ListHeading } from "../../../components/list-heading";
import { ListNote } from "../../../components/list-note";
import { NoMatch } from "../../../components/no-match";
import { PagedTable } from "../../../components/paged-table";
import { PhoneLink } from "../../../components/phone-link";
import { SearchField } from "../../../components/search-field";
import { Tabs } from "../../../components/tabs";
import { useAddressFilters } from "../../../lib/address-filters";
import { m } from "../../../paraglide/messages";
import { workersQuery } from "../api";
import { type Category, categories, categoryNamed } from "../applicants";
import { entryCount } from "../entry-count";
import { pendingOf } from "../worker-addresses";

const names: Record<Category, () => string> = {
  Doctor: m.business_doctors,
  Hospital: m.admin_search_hospitals,
  Pharmacy: m.admin_search_pharmacies,
};

export function WorkerList({ title }: { title: string }) {
  const { filter, change } = useAddressFilters(["category", "q"]);
  const category = categoryNamed(filter("category"));
  const q = filter("q");
  return (
    <div className="mx-auto max-w-screen-xl">
      <ListHeading title={title} />
      <div className="mt-5">
        <Tabs
          label={title}
          tabs={categories.map((id) => ({ id, label: names[id]() }))}
          chosen={category}
          onChoose={(id) => change("category", id === "Doctor" ? "" : id)}
        >
          <search className="mb-6 block max-w-xl">
            <SearchField
              label={m.admin_home_workers_search()}
              value={q}
              onChange={(text) => change("q", text)}
            />
          </search>
          <Workers key={category} category={category} q={q} onClear={() => change("q", "")} />
        </Tabs>
      </div>
    </div>
  );
}

interface WorkersProps {
  category: Category;
  q: string;
  onClear: () => void;
}

function Workers({ category, q, onClear }: WorkersProps) {
  const workers = useInfiniteQuery(workersQuery(category, q));
  const districtOf = useDistrictName();
  return (
    <PagedTable
      caption={names[category]()}
      list={workers}
      rowKey={({ _id }) => _id}
      countText={entryCount}
      columns={[
        { id: "serial", header: m.serial(), cell: (_, place) => place, onCard: "none" },
        {
          id: "name",
          header: m.profile_name(),
          cell: ({ name }) => <span className="wrap-anywhere">{name}</span>,
          onCard: "title",
        },
        {
          id: "number",
          header: category === "Doctor" ? m.join_doctor_id() : m.join_licence(),
          cell: ({ number }) => <span className="wrap-anywhere">{number}</span>,
        },
        { id: "district", header: m.find_district(), cell: ({ district }) => districtOf(district) },
        { id: "phone", header: m.patient_phone(), cell: ({ phone }) => <PhoneLink number={phone} /> },
      ]}
      empty={
        q === "" ? (
          <ListNote
            heading="h2"
            icon={<BriefcaseMedical aria-hidden className="size-7" />}
            title={m.admin_home_workers_none_title()}
            text={m.admin_home_workers_none_text()}
          >
            <LinkButton to={pendingOf(category)} tone="soft">
              {m.pending_request()}
            </LinkButton>
          </ListNote>
        ) : (
          <NoMatch heading="h2" text={m.admin_home_workers_no_match()} onClear={onClear} />
        )
      }
    />
  );
}
