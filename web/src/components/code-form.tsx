/** Forms for one-time codes, which an authenticator app shows or a message contains. */
import type { ReactNode } from "react";
import * as v from "valibot";
import { m } from "../messages";
import { Button } from "./button";
import { Form } from "./form";
import { TextField, type TextFrameProps } from "./text-field";

type CodeFieldProps = Partial<
  Pick<TextFrameProps, "label" | "inputMode" | "autoFocus" | "value" | "onChange">
>;

/** A field for a code: phones show a keyboard with digits, and suggest the code from a message. */
export function CodeField({ label = m.two_factor_code(), inputMode = "numeric", ...props }: CodeFieldProps) {
  return (
    <TextField
      {...props}
      label={label}
      name="code"
      inputMode={inputMode}
      autoComplete="one-time-code"
      isRequired
    />
  );
}

const codeShape = v.object({ code: v.string(), password: v.optional(v.string()) });

interface CodeFormProps {
  errors: Record<string, string>;
  isPending: boolean;
  onSubmit: (code: string, password: string | undefined) => void;
  /** The button's label. */
  button: ReactNode;
  /** The field `code`, and `password` if it is required too. */
  children: ReactNode;
}

/** The form for a code. */
export function CodeForm({ errors, isPending, onSubmit, button, children }: CodeFormProps) {
  function submit(form: FormData): void {
    const { code, password } = v.parse(codeShape, Object.fromEntries(form));
    onSubmit(code, password);
  }
  return (
    <Form errors={errors} onSubmit={submit}>
      {children}
      <Button type="submit" size="large" isPending={isPending}>
        {button}
      </Button>
    </Form>
  );
}
