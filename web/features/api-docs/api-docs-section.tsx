import { useState } from 'react';
import { SANDBOX_ENDINGS } from '../../../src/carriers/adapters/sandbox/catalogue.ts';
import { sendSms } from '../../../src/services/messaging/contract.ts';
import * as voice from '../../../src/services/voice/contract.ts';
import { t } from '../../lib/i18n.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { useTab } from '../../lib/use-tab.ts';
import { useCurrentUser } from '../../state/session.ts';
import { ExternalLink } from '../../ui/external-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Authentication } from './authentication.tsx';
import { CarriersTab } from './carriers-tab.tsx';
import type { Browsing } from './elsewhere.tsx';
import { EndpointList } from './endpoint-list.tsx';
import { endpointsOf, SMS_CONTRACTS } from './endpoints.ts';
import { EventsCard } from './events-card.tsx';
import { SmppTab } from './smpp/smpp-tab.tsx';
import { SmsApiTab } from './sms-api-tab.tsx';
import { WebhooksTab } from './webhooks/webhooks-tab.tsx';

/** API Documentation: how to send messages and place calls from a program, and the carriers. */
export function ApiDocsSection() {
  const [tab, setTab] = useTab(['sms', 'voice', 'webhooks', 'smpp', 'providers']);
  const [search, onSearch] = useState('');
  const admin = useCurrentUser().role === 'admin';
  const endpoints = {
    sms: endpointsOf(SMS_CONTRACTS, { first: sendSms.name, admin }),
    voice: endpointsOf(voice, { first: voice.placeCall.name, admin }),
  };
  const onTab = (to: string) => {
    setTab(to);
    window.scrollTo(0, 0);
  };
  const browsing = { endpoints, search, onSearch, onTab };
  return (
    <div className="flex flex-col gap-4">
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-muted">
        {t('apiDocs.intro')}
        <span className="flex flex-wrap gap-x-4">
          <ExternalLink href="/api/docs">{t('apiDocs.full')}</ExternalLink>
          <ExternalLink href="/api/docs/changes">{t('apiDocs.changes')}</ExternalLink>
        </span>
      </p>
      <Tabs
        label={t('apiDocs.title')}
        value={tab}
        onChange={setTab}
        tabs={[
          { id: 'sms', label: t('apiDocs.tabs.sms'), content: <SmsApiTab browsing={browsing} /> },
          { id: 'voice', label: t('apiDocs.tabs.voice'), content: <VoiceApiTab browsing={browsing} /> },
          { id: 'webhooks', label: t('apiDocs.tabs.webhooks'), content: <WebhooksTab /> },
          { id: 'smpp', label: 'SMPP', content: <SmppTab /> },
          { id: 'providers', label: t('apiDocs.tabs.providers'), content: <CarriersTab /> },
        ]}
      />
    </div>
  );
}

/** Placing calls from a program. */
function VoiceApiTab({ browsing }: { browsing: Browsing }) {
  const { id } = useCurrentUser();
  const calls = usePagedList(voice.listCalls, { params: { id } }).rows;
  // One with a recording that is there can be named in every example.
  const heard = calls.find(({ recordings }) => recordings[0]?.status === 'ready');
  const ids = { id, callId: (heard ?? calls[0])?.id, recordingId: heard?.recordings[0]?.id };
  return (
    <div className="flex flex-col gap-5">
      <Authentication />
      <Notice>{t('apiDocs.voice.sandbox', SANDBOX_ENDINGS)}</Notice>
      <EndpointList tab="voice" browsing={browsing} idsFor={() => ids}>
        {(finds) => <EventsCard finds={finds} />}
      </EndpointList>
    </div>
  );
}
