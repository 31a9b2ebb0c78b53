import { TextArea as AriaTextArea } from "react-aria-components/TextArea";
import { fieldLook } from "./field";
import { TextFrame, type TextFrameProps, useTextValue } from "./text-field";

interface TextAreaProps extends TextFrameProps {
  /** The number of visible lines. */
  rows?: number;
}

/** A field of several lines. */
export function TextArea({ rows = 3, ...props }: TextAreaProps) {
  const { element, field } = useTextValue<HTMLTextAreaElement>(props);
  return (
    <TextFrame {...props} {...field}>
      <AriaTextArea ref={element} rows={rows} className={`${fieldLook} resize-y py-2.5`} />
    </TextFrame>
  );
}
