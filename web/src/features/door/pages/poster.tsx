/** /door/:place/poster: a sheet for the wall, in both languages, whose QR code opens the place's door. */
import { useQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { useParams } from "react-router";
import { Button } from "../../../components/button";
import { QrCode } from "../../../components/qr-code";
import { Skeleton } from "../../../components/skeletons";
import { m } from "../../../messages";
import { inLocale, type Locale, locales } from "../../../messages/locale";
import { type Poster, posterQuery } from "../api";
import { DoorPage } from "../door-page";
import { placeTitle } from "../place";

export function Page() {
  const { place = "" } = useParams();
  const fallback = <Skeleton className="mx-auto max-w-3xl p-6" blocks={1} look="h-180" />;
  return (
    <DoorPage load={useQuery(posterQuery(place))} fallback={fallback}>
      {(poster) => <Sheet poster={poster} />}
    </DoorPage>
  );
}

function Sheet({ poster }: { poster: Poster }) {
  const { door, link, size, path } = poster;
  return (
    <div className="min-h-dvh bg-sunken p-4 print:min-h-0 print:bg-[#fff] print:p-0">
      <div className="mx-auto mb-4 flex max-w-[50rem] flex-wrap items-center justify-between gap-3 print:hidden">
        <p className="min-w-0 flex-1 basis-60 text-muted">{m.poster_hint()}</p>
        <Button onPress={() => window.print()}>
          <Printer aria-hidden className="size-5 shrink-0" />
          {m.action_print()}
        </Button>
      </div>
      <article className="mx-auto flex max-w-[50rem] flex-col items-center gap-6 rounded-card bg-[#fff] p-6 text-center text-[#000] shadow-card sm:p-10 print:max-w-none print:rounded-none print:p-0 print:shadow-none">
        <h1 className="text-3xl font-bold sm:text-4xl">
          {locales.map((locale) => (
            <span key={locale} lang={locale} className="block wrap-anywhere">
              {inLocale(locale, () => placeTitle(door))}
            </span>
          ))}
        </h1>
        <QrCode
          size={size}
          path={path}
          label={m.poster_qr()}
          className="w-[min(24rem,80vw)] border-0 print:w-[9cm]"
        />
        <div className="grid w-full gap-x-8 gap-y-6 text-start sm:grid-cols-2 print:grid-cols-2">
          {locales.map((locale) => (
            <Steps key={locale} locale={locale} />
          ))}
        </div>
        <p className="text-sm break-all">{link}</p>
      </article>
    </div>
  );
}

const steps = [
  { id: "scan", text: m.poster_scan },
  { id: "code", text: m.poster_code },
  { id: "booking", text: m.poster_booking },
  { id: "none", text: m.poster_none },
] as const;

function Steps({ locale }: { locale: Locale }) {
  return (
    <section lang={locale}>
      <h2 className="text-2xl font-bold">{inLocale(locale, () => m.poster_heading())}</h2>
      <ol className="mt-3 flex list-decimal flex-col gap-2 ps-6 text-lg">
        {steps.map(({ id, text }) => (
          <li key={id}>{inLocale(locale, () => text())}</li>
        ))}
      </ol>
    </section>
  );
}
