/** The frame of the pages of a place: what loads, or that there is no such place. */
import { MapPinOff } from "lucide-react";
import type { ComponentProps } from "react";
import { refusedAs } from "../../api/problem";
import { LinkButton } from "../../components/links";
import { Loaded } from "../../components/loaded";
import { AnswerNote } from "../../components/note";
import { paths } from "../../lib/paths";
import { m } from "../../messages";

type DoorPageProps<Data> = Pick<ComponentProps<typeof Loaded<Data>>, "load" | "fallback" | "children">;

export function DoorPage<Data>({ load, ...shown }: DoorPageProps<Data>) {
  if (!refusedAs(load.error, "not_found")) return <Loaded isPage load={load} {...shown} />;
  return (
    <AnswerNote icon={MapPinOff} title={m.door_gone_title()} text={m.door_gone_text()}>
      <LinkButton tone="quiet" to={paths.home}>
        {m.nav_home()}
      </LinkButton>
    </AnswerNote>
  );
}
