import { WEBHOOK_EVENTS } from '../../../src/accounts/webhooks/contract.ts';
import { t } from '../../lib/i18n.ts';
import { SmallButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/frames.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { type AnyEndpoint, searched } from './endpoints.ts';

/** What all tabs with operations share. */
export interface Browsing {
  endpoints: Record<'sms' | 'voice', readonly AnyEndpoint[]>;
  search: string;
  onSearch: (text: string) => void;
  onTab: (tab: string) => void;
}

interface ElsewhereProps {
  tab: string;
  browsing: Browsing;
  finds: (text: string) => boolean;
  /** Nothing is found in this tab. */
  isEmpty: boolean;
}

/** Where else the words of a search stand: the other tabs, and the full reference. */
export function Elsewhere({ tab, browsing: { endpoints, search, onTab }, finds, isEmpty }: ElsewhereProps) {
  const events = WEBHOOK_EVENTS.filter((event) => finds(`webhooks ${event} ${t(`webhooks.events.${event}`)}`));
  const way = (id: 'sms' | 'voice' | 'webhooks', what: 'operations' | 'events', { length }: readonly unknown[]) =>
    id !== tab &&
    length > 0 && (
      <SmallButton key={id} onClick={() => onTab(id)}>
        {t(`apiDocs.index.${what}`, { name: t(`apiDocs.tabs.${id}`), count: length })}
      </SmallButton>
    );
  const ways = [
    way('sms', 'operations', searched(endpoints.sms, search)),
    way('voice', 'operations', searched(endpoints.voice, search)),
    way('webhooks', 'events', events),
    finds('SMPP') && (
      <SmallButton key="smpp" onClick={() => onTab('smpp')}>
        SMPP
      </SmallButton>
    ),
  ];
  const all = (
    <div className="-mx-1.5 leading-10 *:mx-1.5">
      {ways}
      <ExternalLink href={`/api/docs?find=${encodeURIComponent(search.trim())}`}>{t('apiDocs.index.all')}</ExternalLink>
    </div>
  );
  return isEmpty && !ways.some(Boolean) ? <EmptyState title={t('apiDocs.index.none')} action={all} /> : all;
}
