import { didNumbers, smsMessages, voiceCalls } from '../../../db/schema/index.ts';
import { getStats, type Stats } from '../../../src/accounts/profile/contract.ts';
import { transact } from '../../../src/platform/events/transact.ts';
import { newId } from '../../../src/platform/kit/ids.ts';
import { negate, parseMoney } from '../../../src/platform/kit/money.ts';
import { post, recordPending, settle } from '../../../src/money/ledger/post.ts';
import type { TransactionRow } from '../../../src/money/ledger/transaction-row.ts';
import { appForFile, confirmAddress, credit, signUp, type TestActor } from '../../kit/index.ts';
import { newNumber, send, untilStatus } from '../../kit/messages.ts';

const app = await appForFile();

async function stats(person: TestActor): Promise<Stats | undefined> {
  const response = await person.as(`/api/users/${person.id}/stats`);
  expect(response.status).toBe(200);
  return getStats.response?.strict().parse(await response.json());
}

/** Moves the balance as a product would. */
function move(person: TestActor, type: TransactionRow['type'], pounds: string, sign: 1 | -1) {
  const amount = parseMoney(pounds);
  const row = { userId: person.id, type, amount, description: type, status: 'completed' } as const;
  return transact(app.deps, (tx) => post(tx, row, { change: sign === 1 ? amount : negate(amount), reason: type }));
}

test('a new account has nothing to count', async () => {
  const person = await signUp(app);
  expect(await stats(person)).toEqual({
    smsSent: 0,
    voiceMinutes: 0,
    didNumbers: 0,
    monthlySpend: '0.00',
    credits: '0.00',
    onHold: '0.00',
    onTrial: false,
    firstSteps: { addressConfirmed: false, messageSent: false, creditAdded: false, keyMade: false },
  });
});

test('the spend of a month is its charges less its refunds, by UTC', async () => {
  const person = await signUp(app);
  app.clock.moveTo('2027-03-31T23:30:00.000Z');
  await credit(app, person, '500.00');
  await move(person, 'sms_charge', '40.00', -1);
  const order = await transact(app.deps, (tx) =>
    recordPending(tx, {
      userId: person.id,
      type: 'voice_package',
      amount: parseMoney('150.00'),
      description: 'An order of March, paid in April',
      status: 'pending',
    }),
  );
  await move(person, 'reseller_package', '250.00', -1);
  expect(await stats(person)).toMatchObject({ monthlySpend: '290.00', credits: '210.00' });

  app.clock.moveTo('2027-04-01T00:00:01.000Z');
  expect(await stats(person)).toMatchObject({ monthlySpend: '0.00', credits: '210.00' });
  await credit(app, person, '7.00');
  await move(person, 'credit_purchase', '50.00', 1);
  await move(person, 'sms_charge', '0.09', -1);
  await move(person, 'voice_charge', '1.20', -1);
  await move(person, 'did_purchase', '49.00', -1);
  await move(person, 'refund', '0.03', 1);
  expect(await stats(person)).toMatchObject({ monthlySpend: '50.26', credits: '216.74' });

  await transact(app.deps, (tx) =>
    settle(tx, order, { status: 'completed', change: negate(order.amount), reason: 'order' }),
  );
  expect(await stats(person)).toMatchObject({ monthlySpend: '200.26', credits: '66.74' });
});

test('recipients handed over, billed minutes and unexpired numbers are counted, of this account alone', async () => {
  const [person, other] = [await signUp(app), await signUp(app)];
  const now = app.clock.now();
  const id = () => newId(app.clock);
  for (const { id: userId } of [person, other]) {
    await credit(app, userId, '10.00');
    const charge = await move({ ...person, id: userId }, 'sms_charge', '0.15', -1);
    const cost = parseMoney('0.15');
    await app.deps.db.insert(smsMessages).values({
      id: id(),
      userId,
      senderId: 'ADA',
      message: 'Hello',
      parts: 1,
      status: 'sent',
      cost,
      actualCost: cost,
      transactionId: charge.id,
      sentAt: now,
      recipientCount: 5,
      queuedCount: 1,
      sentCount: 3,
      failedCount: 1,
      handedOverCount: 3,
    });
    const call = { userId, callerId: 'ADA', destination: '+442079460000', cost, calledAt: now };
    await app.deps.db.insert(voiceCalls).values([
      { ...call, id: id(), duration: 61, billedMinutes: 2 },
      { ...call, id: id(), duration: 60, billedMinutes: 1 },
    ]);
    const number = {
      userId,
      country: 'United Kingdom',
      countryCode: 'GB',
      monthlyPrice: cost,
      transactionId: charge.id,
      purchasedAt: now,
      monthsPaid: 1,
    };
    const inADay = new Date(now.getTime() + 86_400_000);
    await app.deps.db.insert(didNumbers).values([
      { ...number, id: id(), number: id(), status: 'active', expiresAt: inADay },
      { ...number, id: id(), number: id(), status: 'active', expiresAt: now },
      { ...number, id: id(), number: id(), status: 'reserved', expiresAt: inADay },
    ]);
  }
  expect(await stats(person)).toMatchObject({ smsSent: 3, voiceMinutes: 3, didNumbers: 1 });
});

test('the first steps are ticked off as they are taken', async () => {
  const person = await signUp(app);
  const taken = async () => {
    const shown = await stats(person);
    return Object.entries(shown?.firstSteps ?? {}).flatMap(([step, done]) => (done ? [step] : []));
  };
  await confirmAddress(app, person);
  expect(await taken()).toEqual(['addressConfirmed']);
  await credit(app, person, '5.00');
  expect(await taken()).toEqual(['addressConfirmed', 'creditAdded']);
  const { id } = await send(person, [newNumber()]);
  await untilStatus(person, id, 'delivered');
  await person.withCookie(`/api/users/${person.id}/api-keys`, { json: { name: 'Shop', scopes: null } });
  expect(await taken()).toEqual(['addressConfirmed', 'messageSent', 'creditAdded', 'keyMade']);
});
