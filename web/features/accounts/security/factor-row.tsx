import type { ReactNode } from 'react';

interface FactorRowProps {
  icon: ReactNode;
  title: string;
  text: string;
  state?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}

/** One second factor: its name, whether it is on, and its buttons. */
export function FactorRow({ icon, title, text, state, action, children }: FactorRowProps) {
  return (
    <div className="flex flex-col gap-3 px-5 py-3.5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-60 gap-3">
          <span className="mt-0.5 text-muted">{icon}</span>
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-2 font-medium">
              {title} {state}
            </p>
            <p className="text-sm text-muted">{text}</p>
          </div>
        </div>
        {action}
      </div>
      {children}
    </div>
  );
}
