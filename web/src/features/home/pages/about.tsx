import { paths } from "../../../lib/paths";
import { m } from "../../../messages";
import { Article } from "../article";

export function Page({ title }: { title: string }) {
  return (
    <Article
      title={title}
      intro={m.about_intro()}
      sections={[
        [m.about_patients_title(), m.about_patients_text()],
        [m.about_doctors_title(), m.about_doctors_text()],
        [m.about_blood_title(), m.about_blood_text()],
        [m.about_operator_title(), m.about_operator_text()],
      ]}
      next={{ to: paths.category, label: m.home_book_appointment() }}
    />
  );
}
