import type { Method } from '../../../src/platform/kit/endpoint.ts';
import type { AnyEndpoint } from './endpoints.ts';
import { ID_PATHS, type Made, madeFor, noonInAWeek, type Wait } from './made-first.ts';

/** A request that can be sent unchanged. */
export interface ExampleRequest {
  method: Method;
  /** Where `{messageId}` and the like stand for the ids of what was made first. */
  url: string;
  body?: unknown;
  /** An `Idempotency-Key` goes with it. */
  idempotent: boolean;
  /** The kind of the answer: JSON, nothing, a file, or events without end. */
  answer: 'json' | 'nothing' | 'file' | 'events';
}

/** Requests that are sent first, and repeated until their result is ready. */
export interface FirstStep extends Pick<Made, 'variable'> {
  request: ExampleRequest;
  wait?: Omit<Wait, 'endpoint'> & { request: ExampleRequest };
}

/** An example that works when it is pasted. */
export interface Example {
  request: ExampleRequest;
  first: FirstStep | null;
}

/** The known ids of the caller's things, by the name of the path's parameter. */
export type KnownIds = Readonly<Partial<Record<string, string>>>;

/** Bodies that the server accepts as they are, by the endpoint's name. The numbers belong to no person. */
const BODIES: Readonly<Record<string, unknown>> = {
  sendSms: { senderId: 'MyCompany', recipients: ['+447700900123', '+447700900456'], message: 'Hello, world' },
  // The picture of a message: its `objectPath` is the message's `media`.
  requestUpload: { contentType: 'image/png', size: 48_000 },
  placeCall: {
    callerId: '+447700900000',
    destination: '+447700900123',
    recorded: true,
    ivrEnabled: false,
    pbxFeatures: { callForwarding: false, voicemail: true, conferenceCall: false },
  },
  quoteSms: { recipients: ['+447700900123', '+447700900456'], message: 'Hello, world' },
  // Not those that the other examples send to.
  addOptOut: { number: '+447700900789' },
  importOptOuts: { file: 'number\n+447700900789\n+447700900790\n' },
  setOptOutTexts: { stop: null, start: null, help: 'Call us on +44 20 7946 0000.' },
  createSmsTemplate: { name: 'Greeting', message: 'Hello, world' },
  updateConversation: { name: 'Ada Lovelace', read: true },
  replyToConversation: { message: 'Hello, world' },
  createVerification: { to: '+447700900123', channel: 'sms', language: 'en' },
  sendVerificationAgain: { channel: 'sms' },
  checkVerification: { code: '123456' },
  tryNumberAnswers: { from: '+447700900123', text: 'Hello, world' },
  settleUnknownSms: { outcome: 'sent' },
  decideHeldSms: { outcome: 'release' },
};

/** The same for bodies that have a time in the future. */
const DATED: Readonly<Record<string, (now: Date) => unknown>> = { moveSms: (now) => ({ sendAt: noonInAWeek(now) }) };

interface Caller {
  /** The server answers there; no slash ends it. */
  origin: string;
  ids: KnownIds;
  now: Date;
}

/**
 * An example of an endpoint for one caller, with the caller's own things or with things that it makes first.
 * Null if it needs something that does not exist and cannot be made.
 */
export function exampleOf(endpoint: AnyEndpoint, caller: Caller): Example | null {
  const missing = parametersOf(endpoint).filter((name) => caller.ids[name] === undefined);
  const made = madeFor(endpoint, missing, caller.now);
  if (!made && missing.length > 0) return null;
  if (!made) return { request: requestOf(endpoint, caller), first: null };
  // All ids of a path belong to what was made, except the owner's.
  const own = { ...caller, ids: { id: caller.ids.id } };
  return { request: requestOf(endpoint, own), first: firstStep(made, own) };
}

function firstStep(made: Made, caller: Caller): FirstStep {
  const { variable, wait } = made;
  return {
    variable,
    request: requestOf(made.endpoint, caller, made.body),
    ...(wait && { wait: { ...wait, request: requestOf(wait.endpoint, caller) } }),
  };
}

const parametersOf = ({ path }: AnyEndpoint): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

function requestOf(
  endpoint: AnyEndpoint,
  { origin, ids, now }: Caller,
  body: unknown = BODIES[endpoint.name] ?? DATED[endpoint.name]?.(now) ?? {},
): ExampleRequest {
  return {
    method: endpoint.method,
    url: origin + endpoint.path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? `{${name}}`),
    ...(endpoint.body ? { body } : {}),
    idempotent: endpoint.idempotent ?? false,
    answer: answerOf(endpoint),
  };
}

function answerOf({ status, produces, response }: AnyEndpoint): ExampleRequest['answer'] {
  if (produces?.includes('text/event-stream')) return 'events';
  if (status === 204) return 'nothing';
  return produces && !response ? 'file' : 'json';
}

/**
 * An address with what a language writes in the place of each id that comes from what was made.
 * @param write how it names the id in a variable, or in the first element of a list of it
 */
export const withIds = (
  url: string,
  write: (name: string, from: { variable: string; list?: string }) => string,
): string =>
  url.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const from = ID_PATHS[name];
    return from ? write(name, from) : whole;
  });
