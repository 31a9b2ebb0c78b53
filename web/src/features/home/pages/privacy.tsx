import { useNotices } from "../../../lib/notices";
import { paths } from "../../../lib/paths";
import { m } from "../../../messages";
import { Article } from "../article";

/** The server's default, for a page that is prerendered. */
const DEFAULT_RETENTION_DAYS = 1095;

function retentionPeriod(setting: string | undefined): string {
  const days = Number(setting ?? DEFAULT_RETENTION_DAYS);
  return days % 365 === 0 ? m.retention_years({ count: days / 365 }) : m.retention_days({ count: days });
}

export function Page({ title }: { title: string }) {
  const { privacy, officer, email, phone, retention } = useNotices();
  return (
    <Article
      title={title}
      intro={m.privacy_intro()}
      version={privacy}
      sections={[
        [
          m.privacy_data_title(),
          m.privacy_data_account(),
          m.privacy_data_booking(),
          m.privacy_data_blood(),
          m.privacy_data_worker(),
        ],
        [m.privacy_why_title(), m.privacy_why_text()],
        [m.privacy_who_title(), m.privacy_who_text(), m.privacy_who_donor()],
        [m.privacy_consent_title(), m.privacy_consent_text()],
        [m.privacy_rights_title(), m.privacy_rights_text()],
        [
          m.privacy_time_title(),
          m.privacy_time_text(),
          m.privacy_time_unused({ period: retentionPeriod(retention) }),
        ],
        [m.privacy_device_title(), m.privacy_device_text()],
        [m.privacy_breach_title(), m.privacy_breach_text()],
        officer && email
          ? [
              m.privacy_grievance_title(),
              m.privacy_grievance_officer({ officer }),
              phone ? `${email}, ${phone}` : email,
              m.privacy_grievance_write(),
            ]
          : [m.privacy_grievance_title(), m.privacy_grievance_text()],
      ]}
      next={{ to: paths.contact, label: m.contact_title() }}
    />
  );
}
