import { useState } from "react";

interface IllustrationProps {
  id: string;
  /** The picture itself, in prerendered pages only: pass it where `import.meta.env.SSR` is true. */
  inlined: string | undefined;
  /** Its address, for whoever comes from another page. */
  file: string;
  width: number;
  height: number;
  className: string;
}

/**
 * The large picture of a first screen. The page carries it, so that the largest paint needs no second request; the
 * script does not carry it again: while hydrating it takes what the page has.
 */
export function Illustration({ id, inlined, file, ...look }: IllustrationProps) {
  const [src] = useState(() => inlined ?? document.getElementById(id)?.getAttribute("src") ?? file);
  return <img id={id} src={src} alt="" decoding="sync" {...look} />;
}
