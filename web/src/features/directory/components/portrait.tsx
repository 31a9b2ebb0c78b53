import { Avatar, type AvatarSize, Initials, initials } from "../../../components/avatar";
import { optional } from "../../../lib/template";

/** A photo, or initials in its place: one of the lists is empty. */
export interface PortraitTexts {
  photo: readonly string[];
  initials: readonly string[];
}

export function portraitTexts(name: string, image: string | null | undefined): PortraitTexts {
  return { photo: optional(image || null), initials: optional(!image && initials(name)) };
}

interface PortraitProps {
  texts: PortraitTexts;
  /** Its initials are shown if the photo cannot be loaded. */
  name: string;
  size?: AvatarSize;
}

/** Unlike `Avatar`, it can be part of a template. */
export function Portrait({ texts, name, size }: PortraitProps) {
  return (
    <>
      {texts.photo.map((photo) => (
        <Avatar key="photo" name={name} image={photo} size={size} />
      ))}
      {texts.initials.map((text) => (
        <Initials key="initials" text={text} size={size} />
      ))}
    </>
  );
}
