/** A number to be called with one press on a phone. */
export function PhoneLink({ number }: { number: string }) {
  if (number === "") return null;
  return (
    <a
      href={`tel:${number}`}
      className="-my-2.5 inline-flex min-h-11 items-center underline sm:whitespace-nowrap decoration-line decoration-2 underline-offset-4 hover:decoration-current"
    >
      {number}
    </a>
  );
}
