import { useDistrictName } from "../../../api/reference";
import { Badge } from "../../../components/badge";
import { PhoneLink } from "../../../components/phone-link";
import { momentLabel } from "../../../lib/india-time";
import { m } from "../../../paraglide/messages";
import { answerWord } from "../admin-words";
import type { RequestDetail } from "../api/admin";
import { groupName } from "../groups";

type Wave = RequestDetail["waves"][number];
type Reveal = Wave["answers"][number]["reveals"][number];

/** What the requester saw of a donor, and when. */
function revealWords({ Phone_number: number, firstAt, lastAt, times }: Reveal): string {
  const [first, last] = [momentLabel(firstAt), momentLabel(lastAt)];
  return number
    ? m.admin_revealed({ number, first, last, times })
    : m.admin_revealed_erased({ first, last, times });
}

/** Whom we asked, wave by wave, and what they said. */
export function AdminWaves({ waves }: { waves: readonly Wave[] }) {
  if (waves.length === 0) return <p className="text-muted">{m.admin_waves_none()}</p>;
  return (
    <ol className="flex flex-col gap-5">
      {waves.map((wave) => (
        <li key={wave.number}>
          <h4 className="font-semibold">
            {m.admin_wave({ number: wave.number })}
            <span className="ms-2 text-sm font-normal text-muted">{momentLabel(wave.sentAt)}</span>
          </h4>
          <ul className="mt-2 rounded-control border border-line px-4 py-1">
            {wave.answers.map((answer) => (
              <Answer key={answer._id} answer={answer} />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

function Answer({ answer }: { answer: Wave["answers"][number] }) {
  const districtOf = useDistrictName();
  const { tone, label } = answerWord(answer.status);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t border-line py-2.5 first:border-t-0">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">
          {answer.Name ?? <span className="font-normal text-muted">{m.admin_donor_erased()}</span>}
        </p>
        <p className="flex flex-wrap gap-x-2 text-muted">
          {`${groupName(answer.Blood_group)} · ${districtOf(answer.District)}`}
          {answer.Phone_number && <PhoneLink number={answer.Phone_number} />}
        </p>
      </div>
      <div className="text-end">
        <Badge tone={tone}>{label}</Badge>
        {answer.answeredAt && <p className="mt-0.5 text-sm text-muted">{momentLabel(answer.answeredAt)}</p>}
      </div>
      {answer.reveals.map((reveal) => (
        <p key={reveal.firstAt} className="basis-full text-sm text-muted">
          {revealWords(reveal)}
        </p>
      ))}
    </li>
  );
}
