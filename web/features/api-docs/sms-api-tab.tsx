import { useQuery } from '@tanstack/react-query';
import * as messaging from '../../../src/messaging/contract.ts';
import { call } from '../../lib/call.ts';
import { useCurrentUser } from '../../state/session.ts';
import { Authentication } from './authentication.tsx';
import { EndpointCard } from './endpoint-card.tsx';
import { endpointsOf } from './endpoints.ts';
import { EventsCard } from './events-card.tsx';

/** Sending messages from a program. */
export function SmsApiTab() {
  const { id, role } = useCurrentUser();
  const newest = useQuery({
    queryKey: ['api-docs', id, 'newest-message'],
    queryFn: () => call(messaging.listSms, { params: { id }, query: { limit: 1 } }),
  });
  const templates = useQuery<{ id: string }[]>({ queryKey: ['api', 'users', id, 'sms-templates'] });
  const messageId = newest.data?.[0]?.id;
  const endpoints = endpointsOf(messaging, { first: messaging.sendSms.name, admin: role === 'admin' });
  return (
    <div className="flex flex-col gap-5">
      <Authentication />
      {endpoints.map((endpoint) => (
        <EndpointCard
          key={endpoint.name}
          endpoint={endpoint}
          ids={{ id, messageId, templateId: templates.data?.[0]?.id }}
        />
      ))}
      <EventsCard />
    </div>
  );
}
