import type { ReactNode } from "react";
import { LinkButton } from "../../../components/links";

export interface ArticleSection {
  title: string;
  paragraphs: string[];
}

interface ArticleProps {
  title: string;
  intro: string;
  sections: ArticleSection[];
  next: { to: string; label: string };
}

/** A page that is read: one column, comfortable lines, and a way on at its end. */
export function Article({ title, intro, sections, next }: ArticleProps): ReactNode {
  return (
    <article className="page py-12 md:py-16">
      <div className="mx-auto max-w-3xl">
        <h1 className="text-4xl font-bold">{title}</h1>
        <p className="mt-5 text-lg text-muted sm:text-xl">{intro}</p>
        {sections.map((section) => (
          <section key={section.title} className="mt-10">
            <h2 className="text-xl font-bold">{section.title}</h2>
            {section.paragraphs.map((paragraph) => (
              <p key={paragraph} className="mt-2 text-lg">
                {paragraph}
              </p>
            ))}
          </section>
        ))}
        <LinkButton to={next.to} className="mt-12">
          {next.label}
        </LinkButton>
      </div>
    </article>
  );
}
