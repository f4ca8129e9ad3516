import { useQuery } from '@tanstack/react-query';
import { SANDBOX_ENDINGS } from '../../../src/carriers/adapters/sandbox/catalogue.ts';
import * as voice from '../../../src/services/voice/contract.ts';
import { call } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { useTab } from '../../lib/use-tab.ts';
import { useCurrentUser } from '../../state/session.ts';
import { ExternalLink } from '../../ui/external-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Authentication } from './authentication.tsx';
import { CarriersTab } from './carriers-tab.tsx';
import { EndpointList } from './endpoint-list.tsx';
import { endpointsOf } from './endpoints.ts';
import { EventsCard } from './events-card.tsx';
import { SmppTab } from './smpp/smpp-tab.tsx';
import { SmsApiTab } from './sms-api-tab.tsx';
import { WebhooksTab } from './webhooks/webhooks-tab.tsx';

/** API Documentation: how to send messages and place calls from a program, and the carriers. */
export function ApiDocsSection() {
  const [tab, setTab] = useTab(['sms', 'voice', 'webhooks', 'smpp', 'providers']);
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
          { id: 'sms', label: t('apiDocs.tabs.sms'), content: <SmsApiTab /> },
          { id: 'voice', label: t('apiDocs.tabs.voice'), content: <VoiceApiTab /> },
          { id: 'webhooks', label: t('apiDocs.tabs.webhooks'), content: <WebhooksTab /> },
          { id: 'smpp', label: 'SMPP', content: <SmppTab /> },
          { id: 'providers', label: t('apiDocs.tabs.providers'), content: <CarriersTab /> },
        ]}
      />
    </div>
  );
}

/** Placing calls from a program. */
function VoiceApiTab() {
  const { id, role } = useCurrentUser();
  const newest = useQuery({
    queryKey: ['api-docs', id, 'newest-calls'],
    queryFn: () => call(voice.listCalls, { params: { id }, query: { limit: 20 } }),
  });
  // One with a recording that is there can be named in every example.
  const heard = newest.data?.find(({ recordings }) => recordings[0]?.status === 'ready');
  const ids = { id, callId: (heard ?? newest.data?.[0])?.id, recordingId: heard?.recordings[0]?.id };
  const endpoints = endpointsOf(voice, { first: voice.placeCall.name, admin: role === 'admin' });
  return (
    <div className="flex flex-col gap-5">
      <Authentication />
      <Notice>{t('apiDocs.voice.sandbox', SANDBOX_ENDINGS)}</Notice>
      <EndpointList endpoints={endpoints} idsFor={() => ids}>
        {(finds) => <EventsCard finds={finds} />}
      </EndpointList>
    </div>
  );
}
