import { expect } from 'bun:test';
import { signCaller } from '../../../src/carriers/adapters/sandbox/calls-in.ts';
import type { AnswerPlan } from '../../../src/services/numbers/answer-contract.ts';
import { didNumber } from '../../../src/services/numbers/contract.ts';
import { type ReceivedCall, receivedCall } from '../../../src/services/voice/inbound/contract.ts';
import { type TestActor, type TestApp } from '../../kit/index.ts';

export const CALLER = '+447911000001';

export const always = <Step>(step: Step): Step & { hours: null } => ({ ...step, hours: null });

export const forward = (number: string, ringSeconds = 25) => always({ kind: 'forward' as const, number, ringSeconds });
export const voicemail = always({ kind: 'voicemail' as const, greeting: 'We are out. Leave a message.' });
export const menu = always({ kind: 'menu' as const, greeting: 'Welcome.' });

export async function plan(
  person: TestActor,
  numberId: string,
  steps: AnswerPlan['steps'],
  more: { timeZone?: string; mailCalls?: boolean } = {},
): Promise<void> {
  const { timeZone = 'Europe/London', mailCalls } = more;
  const response = await person.as(`/api/users/${person.id}/did-numbers/${numberId}`, {
    put: { answerPlan: { timeZone, steps }, ...(mailCalls !== undefined && { mailCalls }) },
  });
  expect(response.status).toBe(200);
  expect(didNumber.parse(await response.json()).answerPlan).toEqual({ timeZone, steps });
}

interface Announced {
  to: string;
  from?: string;
  id?: string;
  carrier?: string;
}

export function announce(
  app: TestApp,
  { to, from = CALLER, id = Bun.randomUUIDv7(), carrier = 'sandbox' }: Announced,
): Promise<Response> {
  const { body, headers } = signCaller(app.deps, carrier, { id, from, to });
  return app.fetch(`/api/callbacks/${carrier}/calls`, { method: 'POST', headers, body });
}

export const received = async (person: TestActor, query = ''): Promise<ReceivedCall[]> =>
  receivedCall.array().parse(await (await person.as(`/api/users/${person.id}/calls/received${query}`)).json());

export async function onlyReceived(person: TestActor): Promise<ReceivedCall> {
  const [call, ...others] = await received(person);
  expect(others).toEqual([]);
  if (!call) throw new Error('no call came in');
  return call;
}

export const toldOfCalls = (
  app: TestApp,
  person: TestActor,
): Promise<{ event: string; from: string; outcome: string }[]> =>
  app.deps.sql<{ event: string; from: string; outcome: string }[]>`
    select name as event, data::json ->> 'from' as from, data::json ->> 'outcome' as outcome from events
    where user_id = ${person.id} and name in ('call-missed', 'voicemail-received') order by seq`;

export const lettersOfCalls = async (app: TestApp, person: TestActor): Promise<string[]> =>
  (
    await app.deps.sql<{ kind: string }[]>`
      select kind from mails where user_id = ${person.id} and kind in ('call_missed', 'voicemail_received')
      order by id`
  ).map(({ kind }) => kind);
