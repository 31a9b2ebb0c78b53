import { paths } from "../../../lib/paths";
import { m } from "../../../paraglide/messages";
import { Article } from "../components/article";

export function Page({ title }: { title: string }) {
  return (
    <Article
      title={title}
      intro={m.terms_intro()}
      sections={[
        { title: m.terms_what_title(), paragraphs: [m.terms_what_text()] },
        { title: m.terms_emergency_title(), paragraphs: [m.terms_emergency_text()] },
        { title: m.terms_fees_title(), paragraphs: [m.terms_fees_text()] },
        { title: m.terms_booking_title(), paragraphs: [m.terms_booking_text()] },
        { title: m.terms_account_title(), paragraphs: [m.terms_account_text()] },
        { title: m.terms_worker_title(), paragraphs: [m.terms_worker_text()] },
        { title: m.terms_blood_title(), paragraphs: [m.terms_blood_text()] },
        { title: m.terms_liability_title(), paragraphs: [m.terms_liability_text()] },
        { title: m.terms_changes_title(), paragraphs: [m.terms_changes_text()] },
      ]}
      next={{ to: paths.contact, label: m.contact_title() }}
    />
  );
}
