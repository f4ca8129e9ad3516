import { useSupport } from '../state/brand.ts';
import { t } from '../lib/i18n.ts';

const LINK = 'font-medium text-accent underline-offset-2 hover:underline';

/** The ways to reach support. Shows nothing if none is set up. */
export function SupportLinks({ className = '' }: { className?: string }) {
  const support = useSupport();
  if (!support?.email && !support?.chat && !support?.whatsApp) return null;
  const { email, chat, whatsApp } = support;
  return (
    <p className={`flex flex-wrap gap-x-4 gap-y-1 ${className}`}>
      <span>{t('support.label')}</span>
      {email && (
        <a className={LINK} href={`mailto:${email}`}>
          {email}
        </a>
      )}
      {whatsApp && (
        <a className={LINK} href={`https://wa.me/${whatsApp.slice(1)}`} rel="noreferrer">
          WhatsApp <bdi>{whatsApp}</bdi>
        </a>
      )}
      {chat && <span>{t('support.chat', { handle: chat })}</span>}
    </p>
  );
}
