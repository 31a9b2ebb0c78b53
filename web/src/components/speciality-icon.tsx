import sprite from "./speciality-icons.svg";

/** The picture of a speciality, by its slug. `npm run icons` writes the file that holds them. */
export function SpecialityIcon({ slug, className }: { slug: string; className: string }) {
  return (
    <svg aria-hidden="true" className={className}>
      <use href={`${sprite}#${slug}`} />
    </svg>
  );
}
