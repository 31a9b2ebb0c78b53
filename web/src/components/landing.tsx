/** Building blocks of landing pages. */
import type { LucideIcon } from "lucide-react";
import { type ReactNode, useState } from "react";

interface BannerProps {
  heading: string;
  text: string;
  picture: {
    id: string;
    /** The picture inline, in prerendered pages only: pass it if `import.meta.env.SSR` is true. */
    inlined: string | undefined;
    /** The picture's URL, for visitors who come from another page of the app. */
    file: string;
    height: number;
  };
  /** Buttons and links. */
  children: ReactNode;
}

/**
 * The first screen, with its large picture. It is inlined in the HTML, so that the largest paint needs no second request; the script does
 * not contain it again: during hydration it is read from the DOM.
 */
export function Banner({ heading, text, picture, children }: BannerProps) {
  const { id, inlined, file, height } = picture;
  const [src] = useState(() => inlined ?? document.getElementById(id)?.getAttribute("src") ?? file);
  return (
    <section className="overflow-hidden bg-linear-to-b from-brand-soft to-canvas">
      <div className="page grid items-center gap-8 py-10 md:grid-cols-[1.1fr_1fr] md:gap-12 md:py-14">
        <div>
          <h1 className="display">{heading}</h1>
          <p className="mt-5 max-w-xl text-lg text-muted sm:text-xl">{text}</p>
          {children}
        </div>
        <img
          id={id}
          src={src}
          alt=""
          decoding="sync"
          width={640}
          height={height}
          className="mx-auto h-auto w-full max-w-xl"
        />
      </div>
    </section>
  );
}

interface SectionHeadingProps {
  title: string;
  text: string;
  /** At the end of the heading's line: arrows, a link. */
  children?: ReactNode;
}

export function SectionHeading({ title, text, children }: SectionHeadingProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <div>
        <h2 className="text-2xl font-bold sm:text-3xl">{title}</h2>
        <p className="mt-2 text-lg text-muted">{text}</p>
      </div>
      {children}
    </div>
  );
}

interface StepsProps {
  /** The target of links within the page. */
  id?: string;
  title: string;
  text: string;
  steps: readonly { Icon: LucideIcon; title: string; text: string }[];
}

/** A sequence of steps. */
export function Steps({ id, title, text, steps }: StepsProps) {
  return (
    <section id={id} className="scroll-mt-16 border-y border-line bg-surface">
      <div className="page py-14 md:py-20">
        <SectionHeading title={title} text={text} />
        <ol className="mt-10 grid gap-8 md:grid-cols-3 md:gap-10">
          {steps.map(({ Icon, title, text }, place) => (
            <li key={title} className="flex gap-5 md:flex-col">
              <div className="relative flex size-16 shrink-0 items-center justify-center rounded-card bg-brand-soft text-brand-ink">
                <Icon aria-hidden className="size-8" />
                <span
                  aria-hidden="true"
                  className="absolute -top-2 -right-2 flex size-7 items-center justify-center rounded-full bg-brand text-sm font-bold text-on-brand"
                >
                  {place + 1}
                </span>
              </div>
              <div>
                <h3 className="text-xl font-bold">{title}</h3>
                <p className="mt-2 text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
