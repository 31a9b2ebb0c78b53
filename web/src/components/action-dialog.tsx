import { type ReactNode, useId, useState } from "react";
import * as v from "valibot";
import { m } from "../paraglide/messages";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { Form } from "./form";
import { TextArea } from "./text-area";

/** As long as a reason may be; the server refuses longer ones. */
const longestReason = 300;

const reasonShape = v.object({ reason: v.optional(v.string(), "") });

export interface ActionDialogProps {
  title: string;
  /** Whom or what it is about, above the text. */
  about?: ReactNode;
  /** What happens then. */
  text: string;
  /** Asks why: says who reads it, or nothing where the text has said so. */
  reasonHint?: string;
  /** The question itself, where it is another than for the reason. */
  reasonLabel?: string;
  /** What an earlier try had said. */
  firstReason?: string;
  /** Reasons that are given often: a press fills the field in. */
  readyReasons?: readonly string[];
  /** Whether one can do it without saying why. */
  isReasonOptional?: boolean;
  yes: string;
  no?: string;
  tone: "brand" | "blood";
  isPending?: boolean;
  /** Something has to be known first. */
  isDisabled?: boolean;
  /** What the server refused, by field. */
  errors?: Record<string, string>;
  /** The form, for what the children ask. */
  onSubmit: (reason: string, form: FormData) => void;
  onClose: () => void;
  /** What is to be chosen or filled in beside the reason. */
  children?: ReactNode;
}

/** Asks once more before something that concerns other people. It stays open, with the reason, until the server has agreed. */
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
            maxLength={longestReason}
            validate={(reason) =>
              !isReasonOptional && reason.trim() === "" ? m.field_required({ label }) : null
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

interface ReadyReasonsProps {
  reasons: readonly string[];
  onChoose: (reason: string) => void;
}

function ReadyReasons({ reasons, onChoose }: ReadyReasonsProps) {
  return (
    <ul aria-label={m.clinic_ready_reasons()} className="-mt-2 flex flex-wrap gap-2">
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
