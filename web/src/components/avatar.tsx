import { useState } from "react";

const sizes = {
  normal: "size-16 text-xl",
  large: "size-24 text-3xl sm:size-28",
  /** As large as photos are kept. */
  full: "size-56 text-6xl sm:size-80",
};

interface AvatarProps {
  name: string;
  /** The address of a square photo. */
  image: string | null | undefined;
  size?: keyof typeof sizes;
}

/** The first letters of the first and the last word. */
export function initials(name: string): string {
  const words = name.split(/[\s.]+/).filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word) => [...(word ?? "")][0]?.toUpperCase() ?? "").join("");
}

/** A person's photo, or their initials. It stands beside the name, so it says nothing itself. */
export function Avatar({ name, image, size = "normal" }: AvatarProps) {
  const [broken, setBroken] = useState(false);
  if (image && !broken) {
    return (
      <img
        src={image}
        alt=""
        width={320}
        height={320}
        loading="lazy"
        decoding="async"
        onError={() => setBroken(true)}
        className={`${sizes[size]} shrink-0 rounded-control bg-sunken object-cover`}
      />
    );
  }
  return (
    <span
      aria-hidden
      className={`${sizes[size]} inline-flex shrink-0 items-center justify-center rounded-control bg-brand-soft font-bold text-brand-ink`}
    >
      {initials(name)}
    </span>
  );
}
