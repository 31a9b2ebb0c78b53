import { useNotices } from "../../../lib/notices";
import { paths } from "../../../lib/paths";
import { m } from "../../../messages";
import { Article } from "../article";

export function Page({ title }: { title: string }) {
  const { terms } = useNotices();
  return (
    <Article
      title={title}
      intro={m.terms_intro()}
      version={terms}
      sections={[
        [m.terms_what_title(), m.terms_what_text()],
        [m.terms_emergency_title(), m.terms_emergency_text()],
        [m.terms_fees_title(), m.terms_fees_text()],
        [m.terms_booking_title(), m.terms_booking_text()],
        [m.terms_account_title(), m.terms_account_text()],
        [m.terms_worker_title(), m.terms_worker_text()],
        [m.terms_blood_title(), m.terms_blood_text()],
        [m.terms_liability_title(), m.terms_liability_text()],
        [m.terms_changes_title(), m.terms_changes_text()],
      ]}
      next={{ to: paths.contact, label: m.contact_title() }}
    />
  );
}
