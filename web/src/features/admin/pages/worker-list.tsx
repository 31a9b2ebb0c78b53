/** /admin/home/workerslist: the approved doctors, hospitals and pharmacies in one place, the suspended ones among them. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { BriefcaseMedical } from "lucide-react";
import { useDistrictName } from "../../../api/reference";
import { Badge } from "../../../components/badge";
import { serial } from "../../../components/data-table";
import { LinkButton } from "../../../components/links";
import { ListPage } from "../../../components/list-page";
import { OpenButton } from "../../../components/open-button";
import { PagedTable } from "../../../components/paged-table";
import { PhoneLink } from "../../../components/phone-link";
import { SearchField } from "../../../components/search-field";
import { Tabs } from "../../../components/tabs";
import { useFilters, usePanel } from "../../../lib/address";
import { m } from "../../../messages";
import { workersQuery } from "../api/lists";
import { type Category, categories, categoryNamed, pendingOf } from "../applicants";
import { DoctorSheet } from "../sheets/doctor-sheet";
import { HospitalSheet } from "../sheets/hospital-sheet";
import { entryCount, workerNames } from "../words";

const params = { category: {}, q: { isPrivate: true } };

export function Page({ title }: { title: string }) {
  const { filters, change } = useFilters(params);
  const category = categoryNamed(filters.category);
  const doctor = usePanel("doctor");
  const hospital = usePanel("hospital");
  return (
    <ListPage title={title}>
      <Tabs
        label={title}
        tabs={categories.map((id) => ({ id, label: workerNames[id]() }))}
        chosen={category}
        onChoose={(id) => change({ category: id === "Doctor" ? "" : id })}
      >
        <search className="mb-6 block max-w-xl">
          <SearchField
            label={m.admin_home_workers_search()}
            value={filters.q}
            onChange={(q) => change({ q })}
          />
        </search>
        <Workers
          key={category}
          category={category}
          q={filters.q}
          onOpen={(category === "Doctor" ? doctor : hospital).open}
          onClear={() => change({ q: "" })}
        />
      </Tabs>
      {doctor.id && <DoctorSheet id={doctor.id} onClose={doctor.close} />}
      {hospital.id && <HospitalSheet id={hospital.id} onClose={hospital.close} />}
    </ListPage>
  );
}

interface WorkersProps {
  category: Category;
  q: string;
  onOpen: (id: string) => void;
  onClear: () => void;
}

function Workers({ category, q, onOpen, onClear }: WorkersProps) {
  const districtOf = useDistrictName();
  return (
    <PagedTable
      caption={workerNames[category]()}
      load={useInfiniteQuery(workersQuery(category, q))}
      count={entryCount}
      columns={[
        serial(),
        {
          id: "name",
          header: m.field_name(),
          cell: ({ _id, name, suspended }) => (
            <span className="flex flex-wrap items-center gap-x-3">
              <OpenButton onPress={() => onOpen(_id)}>{name}</OpenButton>
              {suspended && <Badge tone="bad">{m.admin_suspended()}</Badge>}
            </span>
          ),
          onCard: "title",
        },
        {
          id: "number",
          header: category === "Doctor" ? m.join_doctor_id() : m.join_licence(),
          cell: ({ number }) => <span className="wrap-anywhere">{number}</span>,
        },
        { id: "district", header: m.field_district(), cell: ({ district }) => districtOf(district) },
        { id: "phone", header: m.field_phone_number(), cell: ({ phone }) => <PhoneLink number={phone} /> },
      ]}
      none={{
        icon: BriefcaseMedical,
        title: m.admin_home_workers_none_title(),
        text: m.admin_home_workers_none_text(),
        children: (
          <LinkButton to={pendingOf(category)} tone="soft">
            {m.nav_applications()}
          </LinkButton>
        ),
      }}
      search={{ isFiltered: q !== "", noMatch: m.admin_home_workers_no_match(), onClear }}
    />
  );
}
