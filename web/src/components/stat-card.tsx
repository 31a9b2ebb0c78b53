import type { ReactNode } from "react";

const tones = {
  brand: "bg-brand-soft text-brand-ink",
  waiting: "bg-waiting-soft text-waiting-ink",
  checked: "bg-checked-soft text-checked-ink",
  bad: "bg-blood-soft text-blood-ink",
};

interface StatCardProps {
  label: string;
  icon: ReactNode;
  tone?: keyof typeof tones;
  /** The figure. */
  children: ReactNode;
}

/** One figure of a dashboard, inside a `<dl>`. */
export function StatCard({ label, icon, tone = "brand", children }: StatCardProps) {
  return (
    <div className="relative rounded-card border border-line bg-surface p-4 shadow-card sm:p-5 sm:pe-20">
      <dt className="text-muted">
        <span
          className={`flex size-11 items-center justify-center rounded-full max-sm:mb-3 sm:absolute sm:inset-y-0 sm:end-5 sm:my-auto ${tones[tone]}`}
        >
          {icon}
        </span>
        {label}
      </dt>
      <dd className="mt-0.5 text-3xl font-bold">{children}</dd>
    </div>
  );
}
