import { expect } from 'bun:test';
import type { IncomingSms } from '../../src/carriers/incoming-sms.ts';
import { storing } from '../../src/services/inbox/add-to-conversations.ts';
import { store } from '../../src/services/inbox/store.ts';
import { type SmsMessage, smsMessage } from '../../src/services/messaging/contract.ts';
import { type ActorInit, credit, type TestActor } from './actors.ts';
import type { TestApp } from './app.ts';
import { eventually } from './eventually.ts';

let made = 0;

/**
 * A British mobile number that was not used for a long time: test files share this module, and after ten thousand
 * numbers with the same ending of four digits they repeat.
 * @param ending a special ending for the simulated carriers; by default messages to the number are delivered
 */
export function newNumber(ending = '56'): string {
  const digits = 8 - ending.length;
  return `+4479${String(++made % 10 ** digits).padStart(digits, '0')}${ending}`;
}

export const newNumbers = (count: number, ending?: string): string[] =>
  Array.from({ length: count }, () => newNumber(ending));

/** Sends a message as this person; returns the answer unchanged. @param more other fields of the request */
export const postSms = (
  person: TestActor,
  recipients: readonly string[],
  { headers, ...more }: { headers?: ActorInit['headers']; [field: string]: unknown } = {},
): Promise<Response> =>
  person.as(`/api/users/${person.id}/sms`, {
    json: { senderId: 'Topline', recipients, message: 'Hello', ...more },
    headers,
  });

/** Sends a message that must be accepted. @param more its text, or other fields of the request */
export async function send(
  person: TestActor,
  recipients: readonly string[],
  more: string | Record<string, unknown> = {},
): Promise<SmsMessage> {
  const response = await postSms(person, recipients, typeof more === 'string' ? { message: more } : more);
  return acceptedSms(response);
}

/** An accepted message, in the contract's form. */
export async function acceptedSms(response: Response): Promise<SmsMessage> {
  const text = await response.text();
  if (response.status !== 201) expect(text).toBe('an accepted message');
  return smsMessage.parse(JSON.parse(text));
}

/** Lets people send a message: only who uses a service is told of its prices. */
export async function sentOnce(app: TestApp, ...people: readonly TestActor[]): Promise<void> {
  for (const person of people) {
    await credit(app, person, '1.00');
    await send(person, [newNumber()]);
  }
}

export async function readMessage(person: TestActor, id: string): Promise<SmsMessage> {
  const response = await person.as(`/api/users/${person.id}/sms?limit=1000`);
  const list = smsMessage.array().parse(await response.json());
  const message = list.find((each) => each.id === id);
  if (!message) throw new Error(`message ${id} is not in the list`);
  return message;
}

export const untilStatus = (person: TestActor, id: string, status: SmsMessage['status']): Promise<SmsMessage> =>
  eventually(`message ${status}`, async () => {
    const message = await readMessage(person, id);
    return message.status === status && message;
  });

/** The messages that the simulated carriers got for one of our recipients. */
export const handedOver = async (app: TestApp, recipientId: string): Promise<{ id: string; carrier: string }[]> =>
  app.deps.sql<{ id: string; carrier: string }[]>`
    select id, carrier from sandbox_messages where reference = ${recipientId}`;

/** A message comes in by a simulated carrier; one without an id of the carrier's counts each time. */
export const comeIn = (
  { deps }: Pick<TestApp, 'deps'>,
  {
    carrierMessageId = null,
    part = null,
    ...message
  }: Partial<IncomingSms> & Pick<IncomingSms, 'from' | 'to' | 'text'>,
): Promise<void> =>
  storing(deps, (tx) =>
    store({ tx, deps }, [{ provider: 'sandbox', taking: null, messages: [{ carrierMessageId, part, ...message }] }]),
  );

/** How many messages a simulated carrier has taken. */
export async function takenBy(app: TestApp, carrier: string): Promise<number> {
  const [row] = await app.deps.sql<{ taken: number }[]>`
    select count(*)::int as taken from sandbox_messages where carrier = ${carrier}`;
  return row?.taken ?? 0;
}
