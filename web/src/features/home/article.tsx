import { LinkButton } from "../../components/links";
import { m } from "../../messages";

interface ArticleProps {
  title: string;
  intro: string;
  /** The version that is shown, from the settings. */
  version?: string;
  /** Sections, each with its title and paragraphs. */
  sections: [string, ...string[]][];
  next: { to: string; label: string };
}

/** A text page: one column, with links at its end. */
export function Article({ title, intro, version, sections, next }: ArticleProps) {
  return (
    <article className="page py-12 md:py-16">
      <div className="mx-auto max-w-3xl">
        <h1 className="text-4xl font-bold">{title}</h1>
        <p className="mt-5 text-lg text-muted sm:text-xl">{intro}</p>
        {version && <p className="mt-3 text-muted">{m.notice_version({ version })}</p>}
        {sections.map(([heading, ...paragraphs]) => (
          <section key={heading} className="mt-10">
            <h2 className="text-xl font-bold">{heading}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph} className="mt-2 text-lg wrap-anywhere">
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
