import { paths } from "../../../lib/paths";
import { m } from "../../../paraglide/messages";
import { Article } from "../components/article";

export function Page({ title }: { title: string }) {
  return (
    <Article
      title={title}
      intro={m.about_intro()}
      sections={[
        { title: m.about_patients_title(), paragraphs: [m.about_patients_text()] },
        { title: m.about_doctors_title(), paragraphs: [m.about_doctors_text()] },
        { title: m.about_blood_title(), paragraphs: [m.about_blood_text()] },
        { title: m.about_operator_title(), paragraphs: [m.about_operator_text()] },
      ]}
      next={{ to: paths.category, label: m.book_appointment() }}
    />
  );
}
