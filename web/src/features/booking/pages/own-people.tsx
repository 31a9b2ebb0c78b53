/** /user/people: the people whom a patient books for. */

import { useQuery } from "@tanstack/react-query";
import { Pencil, ShieldCheck, Trash2, UserRoundPlus, UsersRound } from "lucide-react";
import { useId, useRef, useState } from "react";
import * as v from "valibot";
import { confirmDialogProps } from "../../../api/change";
import { ActionDialog, ConfirmDialog } from "../../../components/action-dialog";
import { Avatar } from "../../../components/avatar";
import { Button } from "../../../components/button";
import { Checkbox } from "../../../components/checkbox";
import { LinkButton } from "../../../components/links";
import { ListHeading } from "../../../components/list-heading";
import { Found, Loaded } from "../../../components/loaded";
import { Skeleton } from "../../../components/skeletons";
import { TextField } from "../../../components/text-field";
import { focusAfterDialog } from "../../../lib/focus";
import { paths } from "../../../lib/paths";
import { idOf } from "../../../lib/session";
import { m } from "../../../messages";
import { type Person, peopleQuery, useRemovePerson, useSavePerson } from "../api";

/** The server's limit. */
const maxPeople = 20;

export function Page({ title }: { title: string }) {
  const people = useQuery(peopleQuery(idOf("user") ?? ""));
  const [isAdding, setAdding] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const add = (
    <Button onPress={() => setAdding(true)}>
      <UserRoundPlus aria-hidden className="size-5 shrink-0" />
      {m.people_add()}
    </Button>
  );

  return (
    <div className="page max-w-3xl py-8 sm:py-12">
      <ListHeading title={title} />
      <p className="mt-2 mb-6 text-muted">{m.people_text()}</p>
      <Loaded load={people} fallback={<Skeleton blocks={2} look="h-32" />} heading="h2">
        {(all) => (
          <Found
            rows={all}
            heading="h2"
            none={{
              icon: UsersRound,
              title: m.people_none(),
              text: m.people_none_text(),
              children: add,
            }}
          >
            {(rows) => (
              <>
                <ul ref={list} tabIndex={-1} aria-label={title} className="flex flex-col gap-4 outline-none">
                  {rows.map((person) => (
                    <PersonCard
                      key={person._id}
                      person={person}
                      onRemoved={() => focusAfterDialog(list.current)}
                    />
                  ))}
                </ul>
                <div className="mt-6 flex flex-wrap items-center gap-3 max-sm:flex-col max-sm:items-stretch">
                  {rows.length < maxPeople ? add : <p className="text-muted">{m.people_limit_reached()}</p>}
                  <LinkButton tone="quiet" to={paths.userBookings}>
                    {m.nav_bookings()}
                  </LinkButton>
                </div>
              </>
            )}
          </Found>
        )}
      </Loaded>
      {isAdding && <PersonDialog onClose={() => setAdding(false)} />}
    </div>
  );
}

function PersonCard({ person, onRemoved }: { person: Person; onRemoved: () => void }) {
  const [open, setOpen] = useState<"change" | "remove">();
  const nameId = useId();
  const close = () => setOpen(undefined);
  return (
    <li className="rounded-card border border-line bg-surface p-4 shadow-card sm:p-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Avatar name={person.name} image={null} />
        <div className="min-w-0 flex-1 basis-40">
          <h2 id={nameId} className="text-lg font-bold wrap-anywhere">
            {person.name}
          </h2>
          <p className="text-muted">{person.phoneNumber}</p>
          {person.guardian && (
            <p className="mt-1 flex items-start gap-2 text-sm text-brand-ink">
              <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0" />
              {m.people_is_guardian()}
            </p>
          )}
        </div>
        <div className="grid grid-cols-2 gap-2 max-sm:w-full">
          <Button tone="quiet" describedBy={nameId} onPress={() => setOpen("change")}>
            <Pencil aria-hidden className="size-5 shrink-0" />
            {m.action_change()}
          </Button>
          <Button tone="quiet" describedBy={nameId} onPress={() => setOpen("remove")}>
            <Trash2 aria-hidden className="size-5 shrink-0 text-blood" />
            {m.action_remove()}
          </Button>
        </div>
      </div>
      {open === "change" && <PersonDialog person={person} onClose={close} />}
      {open === "remove" && (
        <ConfirmDialog
          title={m.people_remove_title({ name: person.name })}
          text={m.people_remove_text()}
          yes={m.action_remove()}
          no={m.people_remove_no()}
          tone="blood"
          useChange={useRemovePerson}
          of={person._id}
          inputOf={() => undefined}
          onDone={() => {
            close();
            onRemoved();
          }}
          onClose={close}
        />
      )}
    </li>
  );
}

const shape = v.object({
  name: v.string(),
  phoneNumber: v.string(),
});

interface PersonDialogProps {
  /** The person to change; none for a new one. */
  person?: Person;
  onClose: () => void;
}

/** Adds or changes a person whom a patient books for. */
function PersonDialog({ person, onClose }: PersonDialogProps) {
  const save = useSavePerson(person?._id);
  const [isMinor, setMinor] = useState(person?.guardian ?? false);
  const [isGuardian, setGuardian] = useState(person?.guardian ?? false);

  return (
    <ActionDialog
      title={person ? m.people_change_title() : m.people_add_title()}
      text={m.people_add_text()}
      yes={m.action_save()}
      tone="brand"
      {...confirmDialogProps(save, onClose, (_, form) => ({
        ...v.parse(shape, Object.fromEntries(form)),
        under18: isMinor,
        guardian: isMinor && isGuardian,
      }))}
      onClose={onClose}
    >
      <TextField
        label={m.confirm_patient_name()}
        name="name"
        autoComplete="off"
        defaultValue={person?.name}
        isRequired
        autoFocus
      />
      <TextField
        label={m.field_phone_number()}
        name="phoneNumber"
        type="tel"
        autoComplete="off"
        hint={m.people_phone_hint()}
        defaultValue={person?.phoneNumber}
        isRequired
      />
      <Checkbox name="under18" isChecked={isMinor} onChange={setMinor}>
        {m.people_under_18()}
      </Checkbox>
      {isMinor && (
        <div className="rounded-control bg-pending-soft px-4 py-2 text-pending-ink">
          <Checkbox
            name="guardian"
            isChecked={isGuardian}
            onChange={setGuardian}
            needed={m.people_guardian_needed()}
          >
            {m.people_guardian()}
          </Checkbox>
        </div>
      )}
    </ActionDialog>
  );
}
