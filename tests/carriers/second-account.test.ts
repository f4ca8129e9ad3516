import { removeOld } from '../../src/platform/retention.ts';
import { createTwilio } from '../../src/carriers/adapters/twilio/twilio.ts';
import { TIMEOUTS } from '../../src/carriers/adapters/http-carrier.ts';
import type { CarrierCallback } from '../../src/carriers/port.ts';
import { listConversations } from '../../src/services/inbox/contract.ts';
import { DAY_MS } from '../../src/platform/kit/durations.ts';
import { setDestinations } from '../api/admin/settings.ts';
import { readFigures } from '../api/figures/read-figures.ts';
import { bought } from '../api/numbers/numbers.ts';
import { expectProblem, funded, makeAdmin, makeDeck, quickSandboxes, there } from '../kit/index.ts';
import { readAnswer, appForFile, newNumber, send, untilStatus } from '../kit/index.ts';
import { ACCOUNT, carriersAt } from './accounts.ts';
import { signedByTwilio, twilio } from './dialects.ts';
import { Simulator } from './simulator.ts';
import { PUBLIC_URL } from './voice-dialect.ts';

/** A second account of a carrier over HTTP, beside the environment's: both are at one address, with credentials of their own. */

const SECOND = { sid: 'AC00000000000000000000000000000002', token: 'the-token-of-the-second' };
const PATH = '/api/admin/carrier-accounts';
const NAME = 'twilio-lagos';
const [first, second] = [new Simulator(twilio), new Simulator(twilio)];
const origins = { first: '', second: '' };
/** The carrier's one address: requests go to the counterpart of the account that they name. */
const carrier = Bun.serve({
  port: 0,
  fetch: async (request) => {
    const { pathname, search } = new URL(request.url);
    const origin = pathname.includes(SECOND.sid) ? origins.second : origins.first;
    const { method, headers } = request;
    const body = method === 'GET' ? null : await request.text();
    return fetch(origin + pathname + search, { method, headers, body });
  },
});

[origins.first, origins.second] = [await first.listen(), await second.listen()];
const app = await appForFile({
  adapters: [...quickSandboxes(), createTwilio(TIMEOUTS)],
  env: { ...carriersAt(carrier.url.origin), SANDBOX_CARRIERS: 'on', PUBLIC_URL },
});
const [admin, person] = [await makeAdmin(app), await funded(app, '100.00')];
beforeAll(async () => {
  const settings = { TWILIO_ACCOUNT_SID: SECOND.sid, TWILIO_AUTH_TOKEN: SECOND.token };
  expect((await admin.withCookie(PATH, { json: { kind: 'twilio', name: 'lagos', settings } })).status).toBe(201);
  await setDestinations(admin, { twilio: '49', sandbox: '1', 'sandbox-backup': '1', [NAME]: '44,49' });
});
afterAll(async () => {
  await Promise.all([first.stop(), second.stop(), carrier.stop(true)]);
  expect([...first.faults, ...second.faults]).toEqual([]);
});

const deliver = ({ url, headers, body }: CarrierCallback) =>
  app.fetch(url.slice(PUBLIC_URL.length), { method: 'POST', headers, body });
const remove = () => admin.withCookie(`${PATH}/${NAME}`, { method: 'DELETE' });

/** Sends a message by the second account. @returns its id and how the carrier would report it */
async function sendBySecond() {
  const { id } = await send(person, [newNumber()]);
  await untilStatus(person, id, 'sent');
  const taken = there(second.taken.at(-1), 'the second account took nothing');
  const url = twilio.reportTo(taken.request);
  const fields = new URLSearchParams({ MessageSid: taken.id, MessageStatus: 'delivered', To: '+447700900123' });
  return { id, url, report: (token: string) => deliver(signedByTwilio(url, fields, token)) };
}

test('it sends by its own credential, and takes reports at its own address with its own secret only', async () => {
  const { id, url, report } = await sendBySecond();
  expect(url).toStartWith(`${PUBLIC_URL}/api/callbacks/${NAME}?`);
  const authorization = second.requests.at(-1)?.headers.get('authorization');
  expect(authorization).toBe(`Basic ${btoa(`${SECOND.sid}:${SECOND.token}`)}`);
  await expectProblem(await report(ACCOUNT.twilio.token), 'bad_signature');
  expect((await report(SECOND.token)).status).toBe(204);
  await untilStatus(person, id, 'delivered');
});

test('a message that comes to it is in the conversation of the number that it is for', async () => {
  const { number } = await bought(person);
  const url = `${PUBLIC_URL}/api/callbacks/${NAME}/messages`;
  const fields = { MessageSid: 'SM7', From: '+447911123456', To: number, Body: 'Hello there', NumMedia: '0' };
  const form = new URLSearchParams(fields);
  await expectProblem(await deliver(signedByTwilio(url, form)), 'bad_signature');
  expect((await deliver(signedByTwilio(url, form, SECOND.token))).status).toBe(204);
  const [conversation] = await readAnswer(person.as(`/api/users/${person.id}/conversations`), listConversations);
  expect(conversation).toMatchObject({ otherNumber: '+447911123456', ownNumber: number });
});

test('the second account sends what the first does not take', async () => {
  first.behaviour = 'wrong-credentials';
  const before = second.taken.length;
  const { id } = await send(person, ['+4915123456789']);
  await untilStatus(person, id, 'sent');
  expect(first.requests.filter(twilio.isSend)).not.toHaveLength(0);
  expect([first.taken.length, second.taken.length]).toEqual([0, before + 1]);
});

test('its own price list is the cost of what it sends', async () => {
  const costs = await makeDeck(app, 'sms', [{ prefix: '44', rate: '0.0110' }], { carrier: NAME });
  const { id } = await sendBySecond();
  const [row] = await app.deps.sql<{ cost: string }[]>`
    select route_cost::text as cost from sms_recipients where message_id = ${id}`;
  expect(row?.cost).toBe('0.0110');
  const { rows } = await readFigures(admin, 'split=carrier');
  expect(rows.find(({ key }) => key === NAME)).toMatchObject({ cost: '0.0110' });
  await app.deps.sql`delete from rate_rows where deck_id = ${costs}`;
});

test('it is deleted: not while it sends, its reports still count, and its secrets go after a week', async () => {
  const { id, report } = await sendBySecond();
  await app.deps.sql`update sms_recipients set status = 'sending' where message_id = ${id}`;
  expect((await expectProblem(await remove(), 'not_allowed_now')).detail).toContain(NAME);
  await app.deps.sql`update sms_recipients set status = 'sent' where message_id = ${id}`;
  const number = await bought(person);
  await app.deps.sql`update did_numbers set provider = ${NAME} where id = ${number.id}`;
  expect((await expectProblem(await remove(), 'not_allowed_now')).detail).toContain('Numbers that belong');
  await app.deps.sql`update did_numbers set provider = 'sandbox' where id = ${number.id}`;

  expect((await remove()).status).toBe(204);
  await expectProblem(await remove(), 'not_found');
  await expectProblem(await admin.withCookie(`${PATH}/${NAME}`, { method: 'PUT', json: { isOn: true } }), 'not_found');
  expect(await (await admin.withCookie(PATH)).text()).not.toContain(NAME);
  expect(app.deps.carriers.names).not.toContain(NAME);
  const chosen = await admin.withCookie(`/api/telecom/providers/${NAME}`, { method: 'POST' });
  await expectProblem(chosen, 'not_found');
  expect((await report(SECOND.token)).status).toBe(204);
  await untilStatus(person, id, 'delivered');

  app.clock.advance(8 * DAY_MS);
  await removeOld(app.deps, 'carrier_accounts');
  expect(await app.deps.sql`select from carrier_accounts`).toHaveLength(0);
  await app.deps.carrierAccounts.load();
  await expectProblem(await report(SECOND.token), 'not_found');
});
