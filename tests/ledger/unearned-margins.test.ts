import { eq } from 'drizzle-orm';
import { smsRecipients } from '../../db/schema/index.ts';
import { creditMargins, takeBackMargins } from '../../src/money/margins/credit-margins.ts';
import { transact } from '../../src/platform/events/transact.ts';
import { applyChanges, type RecipientChange } from '../../src/services/messaging/delivery/apply-changes.ts';
import { earnUnheard } from '../../src/services/messaging/delivery/earn-unheard.ts';
import { DAY_MS } from '../../src/platform/kit/durations.ts';
import { order } from '../api/voice/calls.ts';
import { appForFile, balanceOf, credit, send, type TestActor, newNumbers } from '../kit/index.ts';
import { readAs, withId, makeCustomer, makePair, transfer, holdPrices, setPriceList } from '../kit/index.ts';

/**
 * A reseller tries to make credit out of nothing: a customer orders something expensive, the margin is paid
 * out and passed on, and the customer takes the order back.
 */

/** No message is sent by itself, so that orders stay unfinished. */
let reseller: TestActor;
let customer: TestActor;
let accomplice: TestActor;
const app = await appForFile({ background: false, soundBooks: true });
beforeEach(async () => {
  ({ reseller, customer } = await makePair(app));
  accomplice = await makeCustomer(app, reseller);
  await credit(app, reseller, '1000.00');
});

const setPrices = async (json: object) => {
  await setPriceList(reseller, json);
  await holdPrices(app);
};

/** The sum that all three own, in pounds. */
const allCredit = async () => {
  const balances = await Promise.all([reseller, customer, accomplice].map(balanceOf));
  return balances.reduce((sum, balance) => sum + Number(balance), 0);
};

test('by a message that is scheduled far ahead and cancelled', async () => {
  await setPrices({ sms: '0.30' });
  expect((await transfer(reseller, customer, '3.00')).status).toBe(201);
  const sendAt = new Date(app.clock.now().getTime() + 80 * DAY_MS).toISOString();
  const recipients = newNumbers(10);
  const json = { senderId: 'Topline', recipients, message: 'Later', sendAt };
  const { id } = await readAs(customer.as(`/api/users/${customer.id}/sms`, { json }), withId);
  expect(await balanceOf(customer)).toBe('0.00');

  await creditMargins(app.deps);
  expect(await balanceOf(reseller)).toBe('997.00');
  expect((await transfer(reseller, accomplice, '997.01')).status).toBe(402);

  expect((await customer.as(`/api/users/${customer.id}/sms/${id}/cancel`, { method: 'POST' })).status).toBe(200);
  await creditMargins(app.deps);
  expect(await allCredit()).toBe(1000);
});

test('by a call that sets all of the credit aside and is never placed', async () => {
  await setPrices({ voice: '1.00' });
  expect((await transfer(reseller, customer, '60.00')).status).toBe(201);
  const call = await order(customer);
  expect(await balanceOf(customer)).toBe('0.00');

  await creditMargins(app.deps);
  expect(await balanceOf(reseller)).toBe('940.00');
  expect((await transfer(reseller, accomplice, '940.01')).status).toBe(402);
  expect(call.status).toBe('queued');
});

const say = (messageId: string, change: Omit<RecipientChange, 'id' | 'messageId'>) =>
  transact(app.deps, async (tx) => {
    const recipients = await tx.db
      .select({ id: smsRecipients.id })
      .from(smsRecipients)
      .where(eq(smsRecipients.messageId, messageId));
    await applyChanges(
      tx,
      recipients.map(({ id }) => ({ id, messageId, ...change })),
    );
  });

async function sendTen(): Promise<string> {
  await setPrices({ sms: '0.30' });
  expect((await transfer(reseller, customer, '3.00')).status).toBe(201);
  const recipients = newNumbers(10);
  const { id } = await send(customer, recipients);
  await say(id, { to: 'sent', from: ['queued'], provider: 'sandbox' });
  return id;
}

const REFUSED = { to: 'failed', from: ['sent'], error: 'Refused', refund: true } as const;

test('by a message that a carrier takes and refuses later', async () => {
  const id = await sendTen();
  await earnUnheard(app.deps);
  await creditMargins(app.deps);
  expect(await balanceOf(reseller)).toBe('997.00');
  await say(id, REFUSED);
  await creditMargins(app.deps);
  expect(await allCredit()).toBe(1000);
});

test.each(['delivered', 'failed'] as const)('a %s recipient is earned once', async (to) => {
  const id = await sendTen();
  for (let time = 0; time < 2; time++) {
    await say(id, { to, from: ['sent'] });
    await creditMargins(app.deps);
    expect(await balanceOf(reseller)).toBe('999.80');
  }
});

test('a margin without news for a day is earned, and taken back if the message is refused after all', async () => {
  const id = await sendTen();
  const began = app.clock.now();
  try {
    app.clock.advance(DAY_MS - 1);
    await earnUnheard(app.deps);
    await creditMargins(app.deps);
    expect(await balanceOf(reseller)).toBe('997.00');
    app.clock.advance(1);
    for (let time = 0; time < 2; time++) {
      await earnUnheard(app.deps);
      await creditMargins(app.deps);
      expect(await balanceOf(reseller)).toBe('999.80');
    }
    await say(id, REFUSED);
    await takeBackMargins(app.deps);
    expect(await allCredit()).toBe(1000);
  } finally {
    app.clock.moveTo(began);
  }
});
