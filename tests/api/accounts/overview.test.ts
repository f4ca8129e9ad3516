import { eq } from 'drizzle-orm';
import { didNumbers, transactions } from '../../../db/schema/index.ts';
import { getOverview } from '../../../src/accounts/overview/contract.ts';
import { DAY_MS } from '../../../src/platform/kit/durations.ts';
import { newId } from '../../../src/platform/kit/ids.ts';
import { parseMoney } from '../../../src/platform/kit/money.ts';
import { appForFile, funded, readAnswer, signUp, type TestActor } from '../../kit/index.ts';
import { newNumber, newNumbers, send, untilStatus } from '../../kit/messages.ts';

const app = await appForFile();
const overviewOf = (person: TestActor) => readAnswer(person.as(`/api/users/${person.id}/overview`), getOverview);

async function hold(person: TestActor, number: string, days: number, autoRenew: boolean): Promise<void> {
  const [charge] = await app.deps.db.select().from(transactions).where(eq(transactions.userId, person.id));
  await app.deps.db.insert(didNumbers).values({
    ...{ transactionId: charge?.id ?? '', purchasedAt: app.clock.now(), monthsPaid: 1 },
    ...{ id: newId(app.clock), userId: person.id, number, country: 'United Kingdom', countryCode: 'GB' },
    ...{ status: 'active' as const, autoRenew, monthlyPrice: parseMoney('5.00') },
    expiresAt: new Date(app.clock.now().getTime() + days * DAY_MS),
  });
}

test('a day has what it cost and what came of it, a country the share that was delivered', async () => {
  const person = await funded(app, '5.00');
  const { id } = await send(person, [newNumber(), newNumber('0000'), '+12425550123']);
  await untilStatus(person, id, 'partial');
  // What was cancelled before it was sent is neither a failure nor a delivery.
  const sendAt = new Date(app.clock.now().getTime() + DAY_MS).toISOString();
  const later = await send(person, newNumbers(3), { sendAt });
  await person.as(`/api/users/${person.id}/sms/${later.id}/cancel`, { method: 'POST' });
  expect(await untilStatus(person, later.id, 'cancelled')).toMatchObject({ counts: { failed: 3 } });
  const { days, countries, failed } = await overviewOf(person);
  expect(days).toHaveLength(30);
  const today = app.clock.now().toISOString().slice(0, 10);
  // The number that the carrier refused is refunded.
  const expected = { day: today, total: '0.06', recipients: 3, delivered: 2 };
  expect(days.at(-1)).toEqual({ ...expected, kinds: expect.objectContaining({ sms: '0.06' }) });
  expect(days.slice(0, -1).every(({ total, recipients }) => total === '0.00' && recipients === 0)).toBe(true);
  expect(countries).toEqual([
    { country: 'GB', sent: 2, delivered: 1 },
    { country: 'BS', sent: 1, delivered: 1 },
  ]);
  expect(failed).toBe(1);
  expect((await overviewOf(await signUp(app))).countries).toEqual([]);
});

test('a number that ends soon is named, unless it is renewed by itself', async () => {
  const person = await funded(app, '5.00');
  await hold(person, newNumber(), 20, false);
  await hold(person, newNumber(), 3, true);
  const soon = newNumber();
  await hold(person, soon, 10, false);
  expect((await overviewOf(person)).expiring.map(({ number }) => number)).toEqual([soon]);
});

test('a message to many runs until all have left; one that waits for its time does not', async () => {
  const person = await funded(app, '50.00');
  const recipients = newNumbers(30);
  const sendAt = new Date(app.clock.now().getTime() + DAY_MS).toISOString();
  await send(person, recipients, { sendAt });
  expect((await overviewOf(person)).running).toEqual([]);
  const { id } = await send(person, recipients);
  await app.deps.sql`update sms_messages set queued_count = 12 where id = ${id}`;
  expect((await overviewOf(person)).running).toEqual([
    { id, kind: 'message', name: expect.any(String), done: 18, of: 30 },
  ]);
});
