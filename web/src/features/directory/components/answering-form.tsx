import { useRef, useState } from "react";
import { useFieldErrors } from "../../../api/field-errors";
import { Button } from "../../../components/button";
import { Checkbox } from "../../../components/checkbox";
import { Form } from "../../../components/form";
import { RadioLines } from "../../../components/radio-lines";
import { TextField } from "../../../components/text-field";
import { TitledCard } from "../../../components/titled-card";
import { useUnsaved } from "../../../lib/unsaved";
import { m } from "../../../paraglide/messages";
import { type Answering, useUpdateAnswering } from "../api/own";

const choices = [
  { id: "each", label: m.answering_each, text: m.answering_each_text },
  { id: "known", label: m.answering_known, text: m.answering_known_text },
  { id: "all", label: m.answering_all, text: m.answering_all_text },
] as const;

/** As it is typed: the number may be half written. */
interface Draft {
  answeredBy: string;
  atOnceADay: string;
  digests: boolean;
}

const draftOf = ({ answeredBy, atOnceADay, digests }: Answering): Draft => ({
  answeredBy,
  atOnceADay: String(atOnceADay),
  digests,
});

const isSame = (a: Draft, b: Draft) =>
  a.answeredBy === b.answeredBy && a.atOnceADay === b.atOnceADay && a.digests === b.digests;

/** Who answers the requests, and whether a mail says what waits. */
export function AnsweringForm({ docId, answering }: { docId: string; answering: Answering }) {
  const update = useUpdateAnswering(docId);
  const saved = draftOf(answering);
  const [draft, setDraft] = useState<Draft>();
  useUnsaved(draft !== undefined);
  const shown = draft ?? saved;
  const { errors, refuses, mend } = useFieldErrors(update);
  const heading = useRef<HTMLHeadingElement>(null);

  function change(changed: Partial<Draft>): void {
    mend();
    setDraft({ ...shown, ...changed });
  }

  function submit(): void {
    if (refuses({})) return;
    update.mutate(shown, {
      onSuccess: () => {
        setDraft(undefined);
        // The button that was pressed can no longer be.
        heading.current?.focus();
      },
    });
  }

  return (
    <TitledCard title={m.answering_title()} text={m.answering_text()} headingRef={heading}>
      <Form errors={errors} onSubmit={submit}>
        <RadioLines
          legend={m.answering_question()}
          choices={choices}
          chosen={shown.answeredBy}
          onChoose={(answeredBy) => change({ answeredBy })}
        />
        {shown.answeredBy === "all" && (
          <TextField
            label={m.answering_most()}
            name="atOnceADay"
            hint={m.answering_most_hint()}
            inputMode="numeric"
            isRequired
            maxLength={2}
            value={shown.atOnceADay}
            onChange={(atOnceADay) => change({ atOnceADay })}
          />
        )}
        <div className="border-t border-line pt-3">
          <Checkbox name="digests" isChecked={shown.digests} onChange={(digests) => change({ digests })}>
            {m.answering_digests()}
            <span className="block text-sm font-normal text-muted">{m.answering_digests_text()}</span>
          </Checkbox>
        </div>
        <Button
          type="submit"
          size="large"
          isDisabled={!update.isPending && isSame(shown, saved)}
          isPending={update.isPending}
        >
          {m.answering_save()}
        </Button>
      </Form>
    </TitledCard>
  );
}
