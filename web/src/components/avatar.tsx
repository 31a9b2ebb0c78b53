import { useState } from "react";

/** Sizes of the photo, and the same width for `sizes`. */
const sizes = {
  normal: { look: "size-16 text-xl", width: "4rem" },
  large: { look: "size-24 text-3xl sm:size-28", width: "(min-width: 40rem) 7rem, 6rem" },
  /** The largest stored size of photos. */
  full: { look: "size-56 text-6xl sm:size-80", width: "20rem" },
};

/** The server keeps each photo at two sizes and names the larger one. */
function filesOf(image: string): string | undefined {
  const small = image.replace(/-320\.webp$/, "-96.webp");
  return small === image ? undefined : `${small} 96w, ${image} 320w`;
}

export type AvatarSize = keyof typeof sizes;

interface AvatarProps {
  name: string;
  /** The address of a square photo. */
  image: string | null | undefined;
  size?: AvatarSize;
}

/** The first letters of the first and the last word. */
export function initials(name: string): string {
  const words = name.split(/[\s.]+/).filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word) => [...(word ?? "")][0]?.toUpperCase() ?? "").join("");
}

/** A person's photo, or their initials. It is always next to the name, so screen readers skip it. */
export function Avatar({ name, image, size = "normal" }: AvatarProps) {
  const [broken, setBroken] = useState(false);
  const { look, width } = sizes[size];
  if (image && !broken) {
    return (
      <img
        // Before the address, so that no browser begins with the larger file.
        sizes={width}
        srcSet={filesOf(image)}
        src={image}
        alt=""
        width={320}
        height={320}
        loading="lazy"
        decoding="async"
        onError={() => setBroken(true)}
        className={`${look} shrink-0 rounded-control bg-sunken object-cover`}
      />
    );
  }
  return <Initials text={initials(name)} size={size} />;
}

export function Initials({ text, size = "normal" }: { text: string; size?: AvatarSize }) {
  return (
    <span
      aria-hidden
      className={`${sizes[size].look} inline-flex shrink-0 items-center justify-center rounded-control bg-brand-soft font-bold text-brand-ink`}
    >
      {text}
    </span>
  );
}
