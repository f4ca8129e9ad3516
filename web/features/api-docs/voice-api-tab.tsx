import { useQuery } from '@tanstack/react-query';
import * as voice from '../../../src/services/voice/contract.ts';
import { call } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Notice } from '../../ui/notice.tsx';
import { Authentication } from './authentication.tsx';
import { EndpointCard } from './endpoint-card.tsx';
import { endpointsOf } from './endpoints.ts';
import { EventsCard } from './events-card.tsx';
import { SANDBOX_ENDINGS } from '../../../src/carriers/adapters/sandbox/catalogue.ts';

/** Placing calls from a program. */
export function VoiceApiTab() {
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
      {endpoints.map((endpoint) => (
        <EndpointCard key={endpoint.name} endpoint={endpoint} ids={ids} />
      ))}
      <EventsCard />
    </div>
  );
}
