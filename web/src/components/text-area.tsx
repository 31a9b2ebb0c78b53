import { TextArea as AriaTextArea } from "react-aria-components/TextArea";
import { fieldLook } from "./field";
import { TextFrame, type TextFrameProps, useTextValue } from "./text-field";

interface TextAreaProps extends TextFrameProps {
  /** How many lines are in sight. */
  rows?: number;
}

/** A field for a sentence or two, or for a letter. */
export function TextArea({ rows = 3, ...props }: TextAreaProps) {
  const { element, field } = useTextValue<HTMLTextAreaElement>(props);
  return (
    <TextFrame {...props} {...field}>
      <AriaTextArea ref={element} rows={rows} className={`${fieldLook} resize-y py-2.5`} />
    </TextFrame>
  );
}
