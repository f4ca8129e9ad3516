import { t } from '../lib/i18n.ts';

/** The product's sign and name. */
export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg viewBox="0 0 32 32" aria-hidden className="size-7 shrink-0 text-accent">
        <rect width="32" height="32" rx="8" fill="currentColor" />
        <path
          d="M8 11h16M16 11v12"
          className="stroke-on-accent"
          strokeWidth="3.5"
          strokeLinecap="round"
          fill="none"
        />
        <circle cx="24" cy="22" r="2.6" className="fill-on-accent" opacity="0.6" />
      </svg>
      <span className="text-xl font-semibold tracking-tight">{t('app.name')}</span>
    </span>
  );
}
