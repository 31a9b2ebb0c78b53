/** The frame of pages behind a mailed link: the content, the skeleton while it loads, and the text once the link has ended. */
import { Link2Off } from "lucide-react";
import type { ReactNode } from "react";
import { m } from "../messages";
import { type Load, Loaded } from "./loaded";
import { AnswerNote } from "./note";
import { Skeleton } from "./skeletons";

interface LinkOverProps {
  /** Without a title the page says that the link no longer works. */
  title?: string;
  text: string;
  /** Where to go instead. */
  children: ReactNode;
}

/** Shown instead of the page if the link opens nothing. */
export function LinkOver({ title = m.reset_ended_title(), text, children }: LinkOverProps) {
  return (
    <AnswerNote icon={Link2Off} title={title} text={text}>
      {children}
    </AnswerNote>
  );
}

/** The layout of pages behind a mailed link. */
export function LinkColumn({ isLoading = false, children }: { isLoading?: boolean; children: ReactNode }) {
  return (
    <div className={`page flex max-w-3xl flex-col gap-6 py-8 md:py-12 ${isLoading ? "min-h-dvh" : ""}`}>
      {children}
    </div>
  );
}

interface LinkPageProps<Data> {
  load: Load<Data>;
  isOver: boolean;
  /** The texts if `isOver`. */
  over: LinkOverProps;
  /** The number of skeleton blocks, and their height. */
  blocks?: number;
  look: string;
  children: (data: Data) => ReactNode;
}

export function LinkPage<Data>({ load, isOver, over, blocks = 2, look, children }: LinkPageProps<Data>) {
  if (isOver) return <LinkOver {...over} />;
  const fallback = (
    <LinkColumn isLoading>
      <Skeleton line="h-9 w-80" className="mt-6 flex flex-col gap-6" blocks={blocks} look={look} />
    </LinkColumn>
  );
  return (
    <Loaded isPage load={load} fallback={fallback}>
      {children}
    </Loaded>
  );
}
