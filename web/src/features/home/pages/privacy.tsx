import { paths } from "../../../lib/paths";
import { m } from "../../../paraglide/messages";
import { Article } from "../components/article";

export function Page({ title }: { title: string }) {
  return (
    <Article
      title={title}
      intro={m.privacy_intro()}
      sections={[
        {
          title: m.privacy_data_title(),
          paragraphs: [
            m.privacy_data_account(),
            m.privacy_data_booking(),
            m.privacy_data_blood(),
            m.privacy_data_worker(),
          ],
        },
        { title: m.privacy_why_title(), paragraphs: [m.privacy_why_text()] },
        { title: m.privacy_who_title(), paragraphs: [m.privacy_who_text(), m.privacy_who_donor()] },
        { title: m.privacy_consent_title(), paragraphs: [m.privacy_consent_text()] },
        { title: m.privacy_rights_title(), paragraphs: [m.privacy_rights_text()] },
        { title: m.privacy_time_title(), paragraphs: [m.privacy_time_text()] },
        { title: m.privacy_device_title(), paragraphs: [m.privacy_device_text()] },
        { title: m.privacy_breach_title(), paragraphs: [m.privacy_breach_text()] },
        { title: m.privacy_grievance_title(), paragraphs: [m.privacy_grievance_text()] },
      ]}
      next={{ to: paths.contact, label: m.contact_title() }}
    />
  );
}
