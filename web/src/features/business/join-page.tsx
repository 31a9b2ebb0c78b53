/** The registration page of doctors, hospitals and pharmacies: layout, checks, sending with progress. */
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { useFieldErrors } from "../../api/change";
import { useStates } from "../../api/reference";
import { Button } from "../../components/button";
import { Form } from "../../components/form";
import { FormSection } from "../../components/form-section";
import { TextLink } from "../../components/links";
import { UploadProgress } from "../../components/photo-field";
import { PlaceFields } from "../../components/place-fields";
import { AccountFields } from "../../components/sign-in-card";
import { TextField } from "../../components/text-field";
import { applied, paths } from "../../lib/paths";
import { wrongHours } from "../../lib/profile-values";
import { m } from "../../messages";
import { useJoin } from "./api";

interface JoinPageProps {
  worker: "doctor" | "hospital";
  title: string;
  text: string;
  /** The documents and data that applicants need. */
  needs: readonly string[];
  /** The fields of one kind of applicant. `onMend` clears the error of a dependent field. */
  parts: (onMend: () => void) => { title: string; fields: ReactNode }[];
  address: { label: string; hint?: string };
  /** Fields between district and pincode. */
  city?: ReactNode;
  /** The forms name their shared fields differently. */
  names: Record<"address" | "state" | "district" | "pincode" | "email" | "phone" | "password", string>;
}

export function JoinPage(props: JoinPageProps) {
  const { worker, title, text, needs, parts, address, city, names } = props;
  const join = useJoin(worker);
  const places = useStates();
  const { errors, refuses, mend } = useFieldErrors(join);
  const navigate = useNavigate();

  function submit(form: FormData): void {
    if (refuses(joinErrors(form))) return;
    // The repeated password is not sent.
    form.delete("confirm");
    join.mutate(form, { onSuccess: () => navigate(applied, { replace: true }) });
  }

  const own = parts(mend);
  return (
    <div className="page grid max-w-5xl items-start gap-x-8 gap-y-6 py-8 md:py-12 lg:grid-cols-[1fr_17rem]">
      <div className="lg:col-span-2">
        <h1 className="text-3xl font-bold sm:text-4xl">{title}</h1>
        <p className="mt-3 max-w-2xl text-lg text-muted">{text}</p>
      </div>
      <aside className="rounded-card bg-brand-soft p-5 text-brand-ink lg:sticky lg:top-22 lg:col-start-2 lg:row-start-2">
        <h2 className="font-bold">{m.join_requirements_title()}</h2>
        <ul className="mt-2 flex flex-col gap-2">
          {needs.map((need) => (
            <li key={need} className="flex gap-2">
              <Check aria-hidden className="mt-0.5 size-5 shrink-0" />
              {need}
            </li>
          ))}
        </ul>
      </aside>
      <div className="min-w-0 lg:row-start-2">
        <Form isLong errors={errors} onSubmit={submit}>
          {own.map((part, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a title may change with the address, and what is typed stays.
            <FormSection key={place} number={place + 1} title={part.title}>
              {part.fields}
            </FormSection>
          ))}
          <FormSection number={own.length + 1} title={m.join_place()}>
            <div className="sm:col-span-2">
              <TextField {...address} name={names.address} autoComplete="address-line1" isRequired />
            </div>
            <PlaceFields stateName={names.state} districtName={names.district} {...places} />
            {city}
            <TextField
              label={m.profile_pincode()}
              name={names.pincode}
              inputMode="numeric"
              autoComplete="postal-code"
              isRequired
            />
          </FormSection>
          <FormSection number={own.length + 2} title={m.join_login()} text={m.join_login_text()}>
            <AccountFields names={names} onMend={mend} />
          </FormSection>
          <div className="flex flex-col gap-3">
            <UploadProgress share={join.sent} />
            <Button type="submit" size="large" isPending={join.isPending}>
              {m.business_step_register()}
            </Button>
            <p className="flex flex-wrap items-center justify-center gap-x-2 text-muted">
              {m.join_privacy()}
              <TextLink to={paths.privacy} target="_blank">
                {m.privacy_title()}
              </TextLink>
            </p>
          </div>
        </Form>
      </div>
    </div>
  );
}

/**
 * Errors that are found before sending, by field; empty if there are none. The hospital's form has no hours and spells its password with a
 * capital.
 */
export function joinErrors(form: FormData): Record<string, string> {
  const at = (name: string) => String(form.get(name) ?? "");
  const password = at(form.has("Password") ? "Password" : "password");
  const wrong = wrongHours(at);
  return password === at("confirm") ? wrong : { ...wrong, confirm: m.password_mismatch() };
}
