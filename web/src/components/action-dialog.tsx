import { type ReactNode, useId, useState } from "react";
import * as v from "valibot";
import { m } from "../messages";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { Form } from "./form";
import { TextArea } from "./text-area";

/** The server's limit. */
export const MAX_REASON_LENGTH = 300;

const reasonShape = v.object({ reason: v.optional(v.string(), "") });

export interface ActionDialogProps {
  title: string;
  /** The person or thing, above the text. */
  about?: ReactNode;
  /** The consequence. */
  text: string;
  /** Shows the field for a reason; the text says who will read it (may be empty). */
  reasonHint?: string;
  /** The field's label, if it is not a reason. */
  reasonLabel?: string;
  /** The reason of an earlier attempt. */
  firstReason?: string;
  /** Frequent reasons: a press fills in the field. */
  readyReasons?: readonly string[];
  isReasonOptional?: boolean;
  yes: string;
  no?: string;
  tone: "brand" | "blood";
  isPending?: boolean;
  isDisabled?: boolean;
  /** Refusals of the server, by field. */
  errors?: Record<string, string>;
  /** `form` holds the fields of the children. */
  onSubmit: (reason: string, form: FormData) => void;
  onClose: () => void;
  /** Fields in addition to the reason. */
  children?: ReactNode;
}

/** Confirmation of an action that affects other people. It stays open, with the reason, until the server has accepted it. */
export function ActionDialog(props: ActionDialogProps) {
  const {
    title,
    about,
    text,
    reasonHint,
    isReasonOptional = false,
    yes,
    no,
    tone,
    children,
    onClose,
  } = props;
  const label = props.reasonLabel ?? (isReasonOptional ? m.clinic_reason_optional() : m.clinic_reason());
  const textId = useId();
  const [reason, setReason] = useState(props.firstReason ?? "");

  return (
    <Dialog title={title} onClose={onClose}>
      {about}
      <p id={textId} className="mb-5">
        {text}
      </p>
      <Form
        errors={props.errors ?? {}}
        onSubmit={(form) =>
          props.onSubmit(v.parse(reasonShape, Object.fromEntries(form)).reason.trim(), form)
        }
      >
        {reasonHint !== undefined && (
          <TextArea
            label={label}
            name="reason"
            value={reason}
            onChange={setReason}
            hint={reasonHint}
            isRequired={!isReasonOptional}
            maxLength={MAX_REASON_LENGTH}
            validate={(reason) =>
              !isReasonOptional && reason.trim() === "" ? m.form_field_required({ label }) : null
            }
          />
        )}
        {props.readyReasons && <ReadyReasons reasons={props.readyReasons} onChoose={setReason} />}
        {children}
        <div className="grid gap-3 sm:grid-cols-2">
          <Button tone="quiet" onPress={onClose}>
            {no ?? m.clinic_not_now()}
          </Button>
          <Button
            type="submit"
            tone={tone}
            describedBy={textId}
            isPending={props.isPending}
            isDisabled={props.isDisabled}
          >
            {yes}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

interface ConfirmDialogProps<Of, Input> extends Omit<ActionDialogProps, "isPending" | "errors" | "onSubmit"> {
  /** The mutation, as a hook, so that each dialog has a new one. */
  useChange: (of: Of) => {
    isPending: boolean;
    errors: Record<string, string>;
    mutate: (input: Input, then: { onSuccess: () => void }) => void;
  };
  /** The subject of the change. */
  of: Of;
  /** The input of the mutation. */
  inputOf: (reason: string, form: FormData) => Input;
  /** Called after a success, if closing the dialog is not enough. */
  onDone?: () => void;
}

/** A confirmation that runs one change. */
export function ConfirmDialog<Of, Input>(props: ConfirmDialogProps<Of, Input>) {
  const { useChange, of, inputOf, onDone = props.onClose, ...dialog } = props;
  const { isPending, errors, mutate } = useChange(of);
  return (
    <ActionDialog
      {...dialog}
      isPending={isPending}
      errors={errors}
      onSubmit={(reason, form) => mutate(inputOf(reason, form), { onSuccess: onDone })}
    />
  );
}

interface ReadyReasonsProps {
  reasons: readonly string[];
  onChoose: (reason: string) => void;
}

function ReadyReasons({ reasons, onChoose }: ReadyReasonsProps) {
  return (
    <ul aria-label={m.clinic_reason_templates()} className="-mt-2 flex flex-wrap gap-2">
      {reasons.map((reason) => (
        <li key={reason}>
          <button
            type="button"
            onClick={() => onChoose(reason)}
            className="min-h-11 cursor-pointer rounded-control border border-line bg-sunken px-3 py-1.5 text-start text-sm hover:bg-line"
          >
            {reason}
          </button>
        </li>
      ))}
    </ul>
  );
}
