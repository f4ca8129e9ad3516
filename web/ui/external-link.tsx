import type { ReactNode } from 'react';
import { ExternalLink as ExternalLinkIcon } from './icons.tsx';
import { t } from '../lib/i18n.ts';

/** A link that opens in a new tab, and says so. */
export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex items-center gap-1 rounded-sm font-medium text-accent hover:underline"
    >
      {children}
      <ExternalLinkIcon aria-hidden className="size-3.5 shrink-0" />
      <span className="sr-only">{t('ui.newTab')}</span>
    </a>
  );
}
