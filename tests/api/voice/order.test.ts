import { callQuote } from '../../../src/services/voice/quote-contract.ts';
import { voiceCall } from '../../../src/services/voice/contract.ts';
import { ENDING, newDestination, order, orderCall, passToEnd, settle, withCaller } from './calls.ts';
import { funded, pagesOf, readAs } from '../../kit/index.ts';

const { app, person } = await withCaller('1000.00');

test.each([
  [{ callerId: '' }, 'callerId', 'Please fill in all required fields'],
  [{ destination: ' ' }, 'destination', 'Please fill in all required fields'],
  [{ callerId: undefined }, 'callerId', 'Please fill in all required fields'],
  [
    { callerId: 'A<script>' },
    'callerId',
    'Caller ID must be letters, digits and spaces, or a full phone number like +447911123456',
  ],
  [{ callerId: '1234567890123456' }, 'callerId', 'A caller ID that is a number has at most 15 digits'],
  [{ destination: '07911123456' }, 'destination', 'The number has no country code; write it like +447911123456'],
  [{ destination: '+44' }, 'destination', 'This is not a phone number'],
  [
    { pbxFeatures: { callForwarding: '12' } },
    'pbxFeatures.callForwarding',
    'The number has no country code; write it like +447911123456',
  ],
  [
    { pbxFeatures: { callForwarding: true, forwardingNumber: '+1' } },
    'pbxFeatures.forwardingNumber',
    'This is not a phone number',
  ],
])('%j is refused beside its field', async (fields, path, message) => {
  const answer = await orderCall(person, fields);
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({
    code: 'validation_failed',
    detail: message,
    errors: [{ path, message }],
  });
});

test.each(['999', '112', '911', '+112', '+911', '00112'])(
  '%s is called by nobody, and nothing is forwarded there',
  async (helpers) => {
    for (const fields of [
      { destination: helpers },
      { pbxFeatures: { callForwarding: true, forwardingNumber: helpers } },
      { pbxFeatures: { callForwarding: helpers } },
    ]) {
      expect((await orderCall(person, fields)).status).toBe(422);
    }
  },
);

test("a number without a code is one of the account's country", async () => {
  const caller = await funded(app, '100.00');
  await caller.withCookie(`/api/users/${caller.id}`, { method: 'PUT', json: { country: 'NG' } });
  const quote = await readAs(caller.as(`/api/users/${caller.id}/voice/quote?destination=08034143477`), callQuote);
  const call = await order(caller, { destination: '08034143477' });
  expect(call).toMatchObject({ destination: '+2348034143477', cost: quote.reserved });
});

test('options are passed on as they were ordered', async () => {
  const call = await order(person, {
    callerId: 'Acme Ltd',
    destination: '0044 7911 123456',
    recorded: true,
    ivrEnabled: true,
    pbxFeatures: { callForwarding: '+44 20 7946 0000', voicemail: true, conferenceCall: true },
  });
  expect(call).toMatchObject({
    callerId: 'Acme Ltd',
    destination: '+447911123456',
    recorded: true,
    ivrEnabled: true,
    pbxFeatures: { callForwarding: true, forwardingNumber: '+442079460000', voicemail: true, conferenceCall: true },
  });
});

test("without a number, a call is forwarded to the profile's phone, or not at all", async () => {
  const forwarded = { pbxFeatures: { callForwarding: true } };
  expect((await order(person, forwarded)).pbxFeatures).toMatchObject({ callForwarding: false, forwardingNumber: null });
  await person.withCookie(`/api/users/${person.id}`, { method: 'PUT', json: { phone: '+44 20 7946 0001' } });
  expect((await order(person, forwarded)).pbxFeatures).toMatchObject({
    callForwarding: true,
    forwardingNumber: '+442079460001',
  });
});

test('calls are listed newest first, a page at a time', async () => {
  const other = await funded(app, '100.00');
  const ids: string[] = [];
  for (let count = 0; count < 3; count++) ids.unshift((await order(other)).id);
  await settle(app);
  const pages = await pagesOf(other, `/api/users/${other.id}/voice?limit=2`, voiceCall);
  expect(pages.map((page) => page.map(({ id }) => id))).toEqual([ids.slice(0, 2), ids.slice(2)]);
});

test('calls are narrowed down by state, day and number, and saved as CSV as they are shown', async () => {
  const caller = await funded(app, '100.00');
  const [first, second] = [await order(caller), await order(caller, { destination: newDestination(ENDING.busy) })];
  await passToEnd(app);
  const path = `/api/users/${caller.id}/voice`;
  const found = async (query: string) =>
    (await readAs(caller.as(`${path}?${query}`), voiceCall.array())).map(({ id }) => id);
  expect(await found('status=busy')).toEqual([second.id]);
  expect(await found(`search=${first.destination.slice(3)}`)).toEqual([first.id]);
  expect(await found('search=nobody')).toEqual([]);
  const today = app.clock.now().toISOString().slice(0, 10);
  expect(await found(`from=${today}`)).toEqual([second.id, first.id]);
  expect(await found('to=2020-01-01')).toEqual([]);
  expect((await caller.as(`${path}?from=${today}&to=2020-01-01`)).status).toBe(422);
  const file = await (await caller.as(`${path}.csv?status=busy`)).text();
  expect(file).toStartWith('id,calledAt,');
  expect(file.trim().split('\r\n')).toHaveLength(2);
  expect(file).toContain(`${second.id},`);
});
