import { useRef, useState } from "react";
import { useFieldErrors } from "../../../api/field-errors";
import { Button } from "../../../components/button";
import { Form } from "../../../components/form";
import { NativeSelect } from "../../../components/native-select";
import { TitledCard } from "../../../components/titled-card";
import { useUnsaved } from "../../../lib/unsaved";
import { m } from "../../../paraglide/messages";
import { useUpdateNotice } from "../api/own";
import { noticeChoices, noticeText } from "../notice";

const optionOf = (minutes: number) => ({
  id: String(minutes),
  label: minutes === 0 ? m.notice_none() : m.notice_before({ time: noticeText(minutes) }),
});

/** How late before a visit patients may book it online. */
export function NoticeForm({ docId, noticeMinutes }: { docId: string; noticeMinutes: number }) {
  const update = useUpdateNotice(docId);
  const saved = String(noticeMinutes);
  const [draft, setDraft] = useState<string>();
  useUnsaved(draft !== undefined);
  const shown = draft ?? saved;
  const { errors, refuses, mend } = useFieldErrors(update);
  const heading = useRef<HTMLHeadingElement>(null);

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
    <TitledCard title={m.notice_title()} text={m.notice_text()} headingRef={heading}>
      <Form errors={errors} onSubmit={submit}>
        <NativeSelect
          label={m.notice_label()}
          name="noticeMinutes"
          options={noticeChoices.map(optionOf)}
          value={shown}
          onChange={(minutes) => {
            mend();
            setDraft(minutes);
          }}
        />
        <Button
          type="submit"
          size="large"
          isDisabled={!update.isPending && shown === saved}
          isPending={update.isPending}
        >
          {m.notice_save()}
        </Button>
      </Form>
    </TitledCard>
  );
}
