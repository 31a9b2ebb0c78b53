import { FilterBar } from "../../../components/filter-bar";
import { NativeSelect } from "../../../components/native-select";
import { TextField } from "../../../components/text-field";
import type { useAddressFilters } from "../../../lib/address-filters";
import { m } from "../../../paraglide/messages";
import { actionOptions, actorOptions, kindOptions } from "../audit-words";

export const auditFilters = ["q", "action", "subject", "actor", "from", "to"] as const;

type AuditSearchProps = ReturnType<typeof useAddressFilters<(typeof auditFilters)[number]>>;

export function AuditSearch({ filter, change, clear, isFiltered }: AuditSearchProps) {
  return (
    <FilterBar
      label={m.admin_audit_filters()}
      searchLabel={m.admin_audit_search()}
      q={filter("q")}
      onSearch={(text) => change("q", text)}
      fields={6}
      isFiltered={isFiltered}
      onClear={clear}
    >
      <NativeSelect
        label={m.admin_audit_action()}
        placeholder={m.admin_all()}
        options={actionOptions()}
        value={filter("action")}
        onChange={(action) => change("action", action)}
      />
      <NativeSelect
        label={m.admin_audit_subject()}
        placeholder={m.admin_all()}
        options={kindOptions()}
        value={filter("subject")}
        onChange={(subject) => change("subject", subject)}
      />
      <NativeSelect
        label={m.admin_audit_actor()}
        placeholder={m.admin_all()}
        options={actorOptions()}
        value={filter("actor")}
        onChange={(actor) => change("actor", actor)}
      />
      <TextField
        label={m.leave_from()}
        type="date"
        value={filter("from")}
        onChange={(day) => change("from", day)}
      />
      <TextField
        label={m.leave_to()}
        type="date"
        value={filter("to")}
        onChange={(day) => change("to", day)}
      />
    </FilterBar>
  );
}
