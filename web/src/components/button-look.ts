export interface ButtonLook {
  tone?: "brand" | "blood" | "soft" | "quiet" | "onDeep";
  size?: "normal" | "large";
}

const tones = {
  brand: "bg-brand text-on-brand hover:bg-brand-strong",
  blood: "bg-blood text-on-blood hover:bg-blood-strong",
  soft: "bg-brand-soft text-brand-ink hover:bg-line",
  quiet: "border border-line bg-surface text-ink hover:bg-sunken",
  onDeep: "bg-on-deep text-deep hover:bg-on-deep-muted",
};

const sizes = {
  normal: "min-h-11 px-5 py-2",
  large: "min-h-13 px-7 py-3 text-lg",
};

/** One look for everything that is pressed, whether it acts (Button) or leads somewhere (LinkButton). */
export function buttonLook({ tone = "brand", size = "normal" }: ButtonLook): string {
  return `inline-flex items-center justify-center gap-2 rounded-control text-center font-semibold leading-snug transition-colors duration-150 ${tones[tone]} ${sizes[size]}`;
}
