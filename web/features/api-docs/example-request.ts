import type { Method } from '../../../src/kit/endpoint.ts';
import type { AnyEndpoint } from './endpoints.ts';

/** A request that can be sent as it is. */
export interface ExampleRequest {
  method: Method;
  url: string;
  body?: unknown;
  /** Whether an `Idempotency-Key` goes with it. */
  idempotent: boolean;
  /** What comes back: JSON, nothing, a file, or events without end. */
  answer: 'json' | 'nothing' | 'file' | 'events';
}

/** What is known of the caller's things, by the name of the path's parameter. */
export type KnownIds = Readonly<Partial<Record<string, string>>>;

/** Stands where the caller has nothing yet that could be named. */
const NO_ID = '00000000-0000-7000-8000-000000000000';

/** Bodies that the server accepts as they are, by the endpoint's name. The numbers are nobody's. */
const BODIES: Readonly<Record<string, unknown>> = {
  sendSms: {
    senderId: 'Topline',
    recipients: ['+447700900123', '+447700900456'],
    message: 'Hello from Topline',
  },
  placeCall: {
    callerId: '+447700900000',
    destination: '+447700900123',
    recorded: true,
    ivrEnabled: false,
    pbxFeatures: { callForwarding: false, voicemail: true, conferenceCall: false },
  },
  createSmsTemplate: { name: 'Greeting', message: 'Hello from Topline' },
  settleUnknownSms: { outcome: 'sent' },
};

/** An example of an endpoint for one caller. @param origin of the server, without a slash at its end */
export function exampleOf(endpoint: AnyEndpoint, origin: string, ids: KnownIds): ExampleRequest {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? NO_ID);
  return {
    method: endpoint.method,
    url: origin + path,
    ...(endpoint.body ? { body: BODIES[endpoint.name] ?? {} } : {}),
    idempotent: endpoint.idempotent ?? false,
    answer: answerOf(endpoint),
  };
}

function answerOf({ status, produces, response }: AnyEndpoint): ExampleRequest['answer'] {
  if (produces?.includes('text/event-stream')) return 'events';
  if (status === 204) return 'nothing';
  return produces && !response ? 'file' : 'json';
}
