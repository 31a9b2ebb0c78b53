import type { ReactNode } from "react";
import { Card } from "./card";

interface SignInCardProps {
  icon: ReactNode;
  title: string;
  text: string;
  children: ReactNode;
}

/** The one frame of logins, registration and password pages. */
export function SignInCard({ icon, title, text, children }: SignInCardProps) {
  return (
    <div className="page flex justify-center py-8 sm:py-16">
      <Card className="w-full max-w-md sm:p-10">
        <div className="text-brand">{icon}</div>
        <h1 className="mt-4 text-2xl font-bold">{title}</h1>
        <p className="mt-1 mb-8 text-muted">{text}</p>
        {children}
      </Card>
    </div>
  );
}
