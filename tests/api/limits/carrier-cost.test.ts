import { smsMessage } from '../../../src/services/messaging/contract.ts';
import { expectSoundBooks, funded, quickSandboxes, startTestApp, type TestActor } from '../../kit/index.ts';
import { TestClock, makeDeck, sellBy, expectLimited, readLimits, setLimits } from '../../kit/index.ts';
import { newNumber, postSms, send, untilStatus } from '../../kit/messages.ts';
import { order, orderCall, pass, readCall, startVoiceApp } from '../voice/calls.ts';

/** A message sold below cost counts against the spend limits at the cheapest carrier's price: so much is at risk. */

/** Another one, where nothing happens by itself. */
const app = await startTestApp({ adapters: quickSandboxes() });
const calls = await startVoiceApp({}, new TestClock('2031-03-04T10:00:00.000Z'));
const below = { belowCost: true };
await sellBy(app, 'sms', await makeDeck(app, 'sms', [{ prefix: '44', rate: '0.03' }], below));
await makeDeck(app, 'sms', [{ prefix: '44', rate: '0.2511' }], { carrier: 'sandbox' });
await makeDeck(app, 'sms', [{ prefix: '44', rate: '0.90' }], { carrier: 'sandbox-backup' });
// No hand-over before these lists may have said that there are none.
app.deps.costsInUse.saw(true);
await sellBy(calls, 'voice', await makeDeck(calls, 'voice', [{ prefix: '44', rate: '0.10' }], below));
const asked = [{ prefix: '44', rate: '1.00', fee: '0.50' }];
await makeDeck(calls, 'voice', asked, { carrier: 'sandbox' });
afterAll(async () => {
  for (const each of [app, calls]) {
    await expectSoundBooks(each);
    await each.stop();
  }
});

const spent = async (person: TestActor) => (await readLimits(person)).spentToday;

test('a message counts what the cheapest carrier asks, and what is given back is what was counted', async () => {
  const person = await funded(app, '10.00');
  await setLimits(person, { dailyLimit: '1.10', countryLimit: '1.00' });
  expect(await (await postSms(person, [newNumber()])).json()).toMatchObject({ cost: '0.0300' });
  expect(await spent(person)).toBe('0.26');
  const later = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
  const two = await person.as(`/api/users/${person.id}/sms`, {
    json: { senderId: 'TOPLINE', recipients: [newNumber(), newNumber()], message: 'Hello', sendAt: later },
  });
  const { id, cost } = smsMessage.parse(await two.json());
  expect([cost, await spent(person)]).toEqual(['0.0600', '0.78']);
  expect(await expectLimited(await postSms(person, [newNumber()]))).toContain('this costs £0.26');
  expect((await readLimits(person)).spentByCountry).toEqual({ '+44': '0.78' });
  const cancelled = await person.as(`/api/users/${person.id}/sms/${id}/cancel`, { method: 'POST' });
  expect([cancelled.status, await spent(person)]).toEqual([200, '0.26']);
});

test('recipients that are refused give back what they counted', async () => {
  const person = await funded(app, '10.00');
  const refused = '+447700900000';
  const { id } = await send(person, [refused, newNumber()]);
  await untilStatus(person, id, 'partial');
  expect(await spent(person)).toBe('0.26');
});

test('a call counts what the cheapest carrier asks, and lasts as long as the limits allow that', async () => {
  const person = await funded(calls, '100.00');
  await setLimits(person, { dailyLimit: '5.60' });
  const { id, maxMinutes, cost } = await order(person);
  expect([maxMinutes, cost, await spent(person)]).toEqual([5, '0.5000', '5.50']);
  expect(await expectLimited(await orderCall(person))).toContain('this costs £1.50');
  await pass(calls, 2);
  await pass(calls, 120);
  expect(await readCall(person, id)).toMatchObject({ status: 'completed', actualCost: '0.2000' });
  expect(await spent(person)).toBe('2.50');
});
