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

const codeShape = v.object({
  code: v.string(),
  password: v.optional(v.string()),
  username: v.optional(v.string()),
});

export type TypedCode = v.InferOutput<typeof codeShape>;

interface CodeFormProps {
  errors: Record<string, string>;
  isPending: boolean;
  onSubmit: (typed: TypedCode) => void;
  /** The button's label. */
  button: ReactNode;
  /** The field `code`, and `password` or `username` if one is required too. */
  children: ReactNode;
}

/** The form for a code. */
export function CodeForm({ errors, isPending, onSubmit, button, children }: CodeFormProps) {
  return (
    <Form errors={errors} onSubmit={(form) => onSubmit(v.parse(codeShape, Object.fromEntries(form)))}>
      {children}
      <Button type="submit" size="large" isPending={isPending}>
        {button}
      </Button>
    </Form>
  );
}
