import type { ReactNode } from 'react';

interface FactProps {
  label: ReactNode;
  className?: string;
  /** How the value looks. */
  look?: string;
  children: ReactNode;
}

/** What something is, and below it the value: a part of a list of facts (`dl`). */
export const Fact = ({ label, className = '', look = '', children }: FactProps) => (
  <div className={`min-w-0 ${className}`}>
    <dt className="text-sm text-muted">{label}</dt>
    <dd className={`min-w-0 break-words ${look}`}>{children}</dd>
  </div>
);

/** Several of them, by their labels. */
export const Facts = ({ of }: { of: readonly (readonly [label: string, value: ReactNode])[] }) =>
  of.map(([label, value]) => (
    <Fact key={label} label={label}>
      {value}
    </Fact>
  ));
