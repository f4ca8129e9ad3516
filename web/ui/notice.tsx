import type { ReactNode } from 'react';
import { CircleAlert, Info, TriangleAlert } from './icons.tsx';

const TONES = {
  info: { className: 'bg-accent-soft text-ink', icon: Info, iconClass: 'text-accent' },
  warning: { className: 'bg-warning-soft text-ink', icon: TriangleAlert, iconClass: 'text-warning' },
  danger: { className: 'bg-danger-soft text-ink', icon: CircleAlert, iconClass: 'text-danger' },
} as const;

interface NoticeProps {
  tone?: keyof typeof TONES;
  /** Read aloud as soon as it appears. */
  alert?: boolean;
  children: ReactNode;
}

/** A message that stays on the screen, unlike a toast. */
export function Notice({ tone = 'info', alert = false, children }: NoticeProps) {
  const { className, icon: Icon, iconClass } = TONES[tone];
  return (
    <div role={alert ? 'alert' : undefined} className={`flex gap-2.5 rounded-md px-3 py-2.5 ${className}`}>
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${iconClass}`} />
      <div className="min-w-0 flex-1 text-sm break-words">{children}</div>
    </div>
  );
}

/** Why something failed, read aloud as soon as it appears; nothing where it did not. */
export const Failure = ({ children }: { children: ReactNode }) =>
  children && (
    <Notice tone="danger" alert>
      {children}
    </Notice>
  );
