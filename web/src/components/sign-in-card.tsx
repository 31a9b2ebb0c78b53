import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { forgotPasswordOf, type LoginRole } from "../lib/paths";
import { m } from "../messages";
import { Button } from "./button";
import { Card } from "./card";
import { Form } from "./form";
import { TextLink } from "./links";
import { NewPasswordFields } from "./new-password-fields";
import { PasswordField } from "./password-field";
import { TextField } from "./text-field";

interface SignInCardProps {
  icon: LucideIcon;
  title: string;
  text: string;
  children: ReactNode;
}

/** The frame of logins, registration and password pages. */
export function SignInCard({ icon: Icon, title, text, children }: SignInCardProps) {
  return (
    <div className="page flex justify-center py-8 sm:py-16">
      <Card className="w-full max-w-md sm:p-10">
        <Icon aria-hidden className="size-10 text-brand" />
        <h1 className="mt-4 text-2xl font-bold">{title}</h1>
        <p className="mt-1 mb-8 text-muted">{text}</p>
        {children}
      </Card>
    </div>
  );
}

interface LoginFormProps {
  /** The role whose password the link next to it resets. */
  who: LoginRole;
  /** The login mutation, and its field errors. */
  login: { isPending: boolean };
  errors: Record<string, string>;
  /** The initial address, if known. */
  email?: string;
  onSubmit: (form: FormData) => void;
  /** Fields above the name. */
  children?: ReactNode;
}

/** Administrators and the desk log in with an e-mail address, all others with that or a mobile number. */
export function LoginForm({ who, login, errors, email, onSubmit, children }: LoginFormProps) {
  const name =
    who === "admin" || who === "desk"
      ? { label: m.field_email(), type: "email" as const }
      : { label: m.login_name(), placeholder: m.login_name_example() };
  return (
    <Form errors={errors} onSubmit={onSubmit}>
      {children}
      <TextField {...name} name="email" defaultValue={email} autoComplete="username" isRequired />
      <div>
        <PasswordField label={m.field_password()} name="password" autoComplete="current-password" />
        <div className="mt-1 flex justify-end">
          <TextLink to={forgotPasswordOf(who)}>{m.login_forgot()}</TextLink>
        </div>
      </div>
      <Button type="submit" size="large" isPending={login.isPending}>
        {who === "admin" ? m.login_sign_in() : m.login_button()}
      </Button>
    </Form>
  );
}

interface AccountFieldsProps {
  /** The forms spell their fields differently. */
  names: { email: string; phone: string; password: string };
  onMend: () => void;
  onEmail?: () => void;
  /** The hint below the address. */
  children?: ReactNode;
}

/** Contact fields and new password of a registration. */
export function AccountFields({ names, onMend, onEmail, children }: AccountFieldsProps) {
  return (
    <>
      <div>
        <TextField
          label={m.field_email()}
          name={names.email}
          type="email"
          autoComplete="email"
          onChange={onEmail}
          isRequired
        />
        {children}
      </div>
      <TextField
        label={m.field_phone_number()}
        hint={m.registration_phone_hint()}
        name={names.phone}
        type="tel"
        autoComplete="tel"
        isRequired
      />
      <NewPasswordFields label={m.field_password()} name={names.password} onChange={onMend} />
    </>
  );
}

/** The footer of a form: a question, and the link that answers it. */
export function WayAcross({ question, children }: { question: string; children: ReactNode }) {
  return (
    <p className="mt-6 flex flex-wrap items-center justify-center gap-x-2 text-center text-muted">
      {question}
      {children}
    </p>
  );
}
