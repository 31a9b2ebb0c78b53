/** The patient's latest visits with a doctor; nothing without any. */
import { useQuery } from "@tanstack/react-query";
import { Card } from "../../../components/card";
import { LinkButton } from "../../../components/links";
import { Loaded } from "../../../components/loaded";
import { bookingsWith } from "../../../lib/paths";
import { visitWhen } from "../../../lib/words";
import { m } from "../../../messages";
import { latestWithDoctorQuery } from "../api";
import { OwnState } from "../own-state";

export function VisitsWithDoctor({ userId, doctorId }: { userId: string; doctorId: string }) {
  const visits = useQuery(latestWithDoctorQuery(userId, doctorId));
  return (
    <Loaded load={visits} fallback={null} missing={m.doctor_visits_failed()}>
      {(rows) =>
        rows.length > 0 && (
          <Card className="sm:p-8">
            <h2 className="text-xl font-bold">{m.doctor_visits_title()}</h2>
            <ul className="mt-3 divide-y divide-line border-y border-line">
              {rows.map((visit) => (
                <li
                  key={visit._id}
                  className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3"
                >
                  <div className="min-w-0">
                    <p className="font-semibold">{visitWhen(visit)}</p>
                    <p className="text-muted wrap-anywhere">{visit.patient_name}</p>
                  </div>
                  <OwnState booking={visit} />
                </li>
              ))}
            </ul>
            <LinkButton tone="soft" to={bookingsWith(doctorId)} className="mt-5 max-sm:w-full">
              {m.doctor_visits_all()}
            </LinkButton>
          </Card>
        )
      }
    </Loaded>
  );
}
