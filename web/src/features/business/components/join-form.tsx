import { type ReactNode, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { refusedFields } from "../../../api/problem";
import { Button } from "../../../components/button";
import { Form } from "../../../components/form";
import { TextLink } from "../../../components/links";
import { UploadProgress } from "../../../components/upload-progress";
import { paths } from "../../../lib/paths";
import { m } from "../../../paraglide/messages";
import { useJoin } from "../api/join";
import { joinErrors } from "../join-errors";

interface JoinFormProps {
  worker: "doctor" | "hospital";
  /** The sections. `onMend` is for fields whose change mends another one: the first password, the start time. */
  children: (onMend: () => void) => ReactNode;
}

const none: Record<string, string> = {};

/** What the two registrations share: checks, sending with progress, and the way on. */
export function JoinForm({ worker, children }: JoinFormProps) {
  const join = useJoin(worker);
  const navigate = useNavigate();
  const [found, setFound] = useState(none);
  const errors = useMemo(() => ({ ...refusedFields(join.error), ...found }), [join.error, found]);

  function submit(form: FormData): void {
    join.reset();
    const refused = joinErrors(form);
    setFound(refused);
    if (Object.keys(refused).length > 0) return;
    // The confirmation stays in the browser.
    form.delete("confirm");
    join.mutate(form, { onSuccess: () => navigate(paths.forBusiness, { replace: true }) });
  }

  return (
    <Form isLong errors={errors} onSubmit={submit}>
      {children(() => setFound(none))}
      <div className="flex flex-col gap-3">
        <UploadProgress share={join.sent} />
        <Button type="submit" size="large" isPending={join.isPending}>
          {m.join_submit()}
        </Button>
        <p className="flex flex-wrap items-center justify-center gap-x-2 text-muted">
          {m.join_privacy()}
          <TextLink to={paths.privacy} target="_blank">
            {m.privacy_title()}
          </TextLink>
        </p>
      </div>
    </Form>
  );
}
