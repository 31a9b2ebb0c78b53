/** The frame of a link's page that offers times without a login. Opening it changes nothing, because mail programs open links by themselves. */
import type { UseQueryOptions } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import { useLink } from "../../api/use-link";
import { Card } from "../../components/card";
import { DoctorLine } from "../../components/doctor-line";
import { LinkColumn, LinkPage } from "../../components/link-page";

type LinkedDoctor = ComponentProps<typeof DoctorLine>["doctor"];

interface OfferPageProps<Offer extends { doctorId: LinkedDoctor }> {
  title: string;
  query: (token: string) => UseQueryOptions<Offer>;
  /** Shown once the link has ended. */
  over: { text: string; children: ReactNode };
  /** What is below the doctor. */
  children: (offer: Offer, token: string) => ReactNode;
}

export function OfferPage<Offer extends { doctorId: LinkedDoctor }>(props: OfferPageProps<Offer>) {
  const { title, query, over, children } = props;
  const { token, load, isOver } = useLink(query);
  return (
    <LinkPage load={load} isOver={isOver} over={over} blocks={1} look="h-96">
      {(offer) => (
        <LinkColumn>
          <h1 className="text-3xl font-bold sm:text-4xl">{title}</h1>
          <Card className="sm:p-8">
            <DoctorLine doctor={offer.doctorId} />
            {children(offer, token)}
          </Card>
        </LinkColumn>
      )}
    </LinkPage>
  );
}
