import { z } from 'zod';
import type { RatedService } from '../../../db/enums.ts';
import { stopSuddenRises } from '../../../src/money/allowances/stop-sudden-rises.ts';
import { smsMessage } from '../../../src/services/messaging/contract.ts';
import { callQuote } from '../../../src/services/voice/quote-contract.ts';
import { DAY_MS, HOUR_MS } from '../../../src/platform/kit/durations.ts';
import { funded, makeAdmin, signUp, type TestActor } from '../../kit/actors.ts';
import { appForFile, inTurn, quickSandboxes, readLimits, type TestApp, TestClock } from '../../kit/index.ts';
import { readAs, postSms, send, expectProblem, type DeckRow, makeDeck, sellBy } from '../../kit/index.ts';
import { purchase, verifyAs } from '../payments/payments.ts';
import { order, orderCall, PACE, pass } from '../voice/calls.ts';

/*
 * Latvia: what is attacked looks like any number there, and the account sends to other numbers of that country.
 * Nothing below £2 an hour is a sudden rise here; a message costs £0.03.
 */
const ATTACKED = '+371259';
const ORDINARY = '+371261';
let person: TestActor;
// Nothing that lasts minutes here runs into another hour.
const clock = new TestClock('2031-03-04T10:10:00.000Z');
const options = { clock, background: false, adapters: quickSandboxes({ calls: PACE }) };
const app = await appForFile({ ...options, soundBooks: true });
const second = await appForFile({ ...options, databaseUrl: app.databaseUrl });
const admin = await makeAdmin(app);
beforeEach(async () => {
  await app.deps.sql`delete from rate_uses`;
  person = await funded(app, '100.00');
});

let made = 0;
const numbers = (beginning: string, count: number): string[] =>
  Array.from(
    { length: count },
    () => beginning + String((++made % 100) * 100 + 56).padStart(12 - beginning.length, '0'),
  );

const look = (at: TestApp = app) =>
  stopSuddenRises({
    ...at.deps,
    config: { ...at.deps.config, allowances: { ...at.deps.config.allowances, suddenRiseAbove: '2.00' } },
  });
const stopped = async () => (await readLimits(person)).stoppedCodes;
/** One message more than so many stops a destination. */
async function expectStop(beginning: string, most: number, code: string): Promise<void> {
  for (const [count, codes] of [
    [most, []],
    [1, [code]],
  ] as const) {
    await send(person, numbers(beginning, count));
    await look();
    expect(await stopped()).toEqual([...codes]);
  }
}
const closed = async (response: Response) => expectProblem(response, 'destination_closed');
const resume = (code: string, as = person) =>
  as.withCookie(`/api/users/${person.id}/limits/resume`, { json: { code } });

/** So many pounds in an hour of each of some earlier days, on numbers with one beginning, put down as they are by a look. */
async function spentBefore(beginning: string, pounds: string, deckId: string | null = null): Promise<void> {
  const service: RatedService = 'sms';
  for (let ago = 1; ago <= 5; ago++) {
    const hour = new Date(Math.floor(app.clock.now().getTime() / HOUR_MS) * HOUR_MS - ago * DAY_MS).toISOString();
    await app.deps.sql`
      insert into spend_hours (user_id, code, hour, spent) values (${person.id}, '+371', ${hour}, ${pounds}::numeric)
      on conflict (user_id, code, hour) do update set spent = spend_hours.spent + excluded.spent`;
    await app.deps.sql`
      insert into spend_prefixes (user_id, service, prefix, hour, deck_id, spent)
      values (${person.id}, ${service}, ${beginning}, ${hour}, ${deckId}, ${pounds}::numeric)`;
  }
}

const sell = async (rows: readonly DeckRow[]): Promise<string> => {
  const deckId = await makeDeck(app, 'sms', rows);
  await sellBy(app, 'sms', deckId);
  return deckId;
};

test('an attack on numbers with one beginning stops them alone, in two processes at once', async () => {
  await spentBefore(ORDINARY, '1.00');
  await send(person, numbers(ORDINARY, 40));
  await send(person, numbers(ATTACKED, 66));
  await look();
  // £1.98: little money is never a sudden rise.
  expect(await stopped()).toEqual([]);
  await send(person, numbers(ATTACKED, 1));
  // Both find the rise before one of them has stopped it.
  await inTurn(app, (sql) => sql`select from users where id = ${person.id} for no key update`, [
    () => look(),
    () => look(second),
  ]);
  expect(await stopped()).toEqual([ATTACKED]);

  const [attacked = '', ordinary = ''] = [...numbers(ATTACKED, 1), ...numbers(ORDINARY, 1)];
  expect((await closed(await postSms(person, [attacked]))).detail).toContain(ATTACKED);
  await closed(await postSms(person, [ordinary, attacked]));
  await closed(await orderCall(person, { destination: attacked }));
  expect(await minutesTo(attacked)).toBe(0);
  expect(await minutesTo(ordinary)).toBeGreaterThan(0);
  await send(person, [ordinary]);
  await send(person, numbers(ORDINARY, 2));
  await order(person, { destination: ordinary });

  const toldTo = async (role: string) =>
    app.deps.sql`select from mails m join users u on u.id = m.user_id where m.kind = 'sudden_rise' and u.role = ${role}
      and (u.id = ${person.id} or m.data ->> 'account' = ${person.email}) and m.data ->> 'code' = ${ATTACKED}`;
  expect(await toldTo('user')).toHaveLength(1);
  expect(await toldTo('admin')).toHaveLength(1);
  const written = await app.deps
    .sql`select from audit_log where subject_user_id = ${person.id} and action = ${'destination.stopped'}`;
  expect(written).toHaveLength(1);
});

test('a whole day far above the usual one is told to administrators once a day, and stops nothing', async () => {
  const told = async () => {
    const mails = await app.deps.sql<{ spent: string; usual: string }[]>`
      select data->>'spent' as spent, data->>'usual' as usual from mails
      where kind = 'day_risen' and user_id = ${admin.id} and data->>'account' = ${person.email}`;
    const entries = await app.deps.sql`
      select from audit_log where subject_user_id = ${person.id} and action = 'account.day_risen'`;
    return [...mails, entries.length];
  };
  // Below what counts at all, in each country and hour; an account without a usual day is compared with nothing.
  for (const country of ['+371', '+4915', '+447']) await send(person, numbers(country, 30));
  await look();
  expect(await told()).toEqual([0]);
  await spentBefore('+371', '0.60');
  await look();
  // £2.70 is less than five times £0.60.
  expect(await told()).toEqual([0]);
  await send(person, numbers('+336', 30));
  await Promise.all([look(), look(second)]);
  await look();
  expect([await told(), await stopped()]).toEqual([[{ spent: '3.60', usual: '0.60' }, 1], []]);
  app.clock.advance(DAY_MS);
  await look();
  expect(await told()).toHaveLength(2);
});

const minutesTo = async (destination: string): Promise<number> => {
  const path = `/api/users/${person.id}/voice/quote?destination=${encodeURIComponent(destination)}`;
  return (await readAs(await person.as(path), callQuote)).maxMinutes;
};

test('what was paid in counts for messages of an ordinary price, up to five times the sum, and not for dear ones', async () => {
  const { id, transactionHash } = await purchase(person, { amount: '50.00' });
  expect((await verifyAs(admin, id, transactionHash ?? '')).status).toBe(200);
  await sell([
    { prefix: '371', rate: '0.10' },
    { prefix: '372', rate: '0.11' },
  ]);
  await expectStop(ATTACKED, 100, '+371');
  await send(person, numbers('+372521', 19));
  await look();
  expect(await stopped()).toEqual(['+371', '+372']);
});

test('one click allows them again, and they are not stopped again that day, nor is their country', async () => {
  await send(person, numbers(ATTACKED, 70));
  await look();
  expect((await resume(ATTACKED, await signUp(app))).status).toBe(403);
  expect((await person.as(`/api/users/${person.id}/limits/resume`, { json: { code: ATTACKED } })).status).toBe(403);
  expect((await resume('+371')).status).toBe(404);
  expect((await resume(ATTACKED)).status).toBe(200);
  expect((await resume(ATTACKED)).status).toBe(404);
  await send(person, numbers(ATTACKED, 1));
  await look();
  expect(await stopped()).toEqual([]);
  await send(person, numbers(ATTACKED, 1));
  const activity = await readAs(
    await admin.withCookie('/api/admin/activity'),
    z.array(z.looseObject({ action: z.string(), detail: z.unknown() })),
  );
  expect(activity).toContainEqual(
    expect.objectContaining({ action: 'destination.resumed', detail: { code: ATTACKED } }),
  );
});

test('by a price list its rows are told apart, however many numbers they hold', async () => {
  const deckId = await sell([
    { prefix: '371', rate: '0.03' },
    { prefix: '3712', rate: '0.03' },
    { prefix: '37125', rate: '0.03' },
  ]);
  await spentBefore('+3712', '1.00', deckId);
  // Thirty in each of three blocks of numbers, of which none comes to much.
  for (const block of ['+371251', '+371252', '+371253']) await send(person, numbers(block, 30));
  await send(person, numbers('+371261', 30));
  await look();
  expect(await stopped()).toEqual(['+37125']);
  await closed(await postSms(person, numbers('+371254', 1)));
  await send(person, numbers('+371261', 1));
});

test('an attack spread over very many beginnings stops the country', async () => {
  for (let block = 200; block < 204; block++) await send(person, numbers(`+371${block}`, 20));
  await look();
  expect(await stopped()).toEqual(['+371']);
  await closed(await postSms(person, numbers('+371299', 1)));
  expect((await resume('+371')).status).toBe(200);
  await send(person, numbers('+371200', 60));
  await look();
  // Whoever allows a country allows all of its numbers.
  expect(await stopped()).toEqual([]);
});

test("an account's usual spending stops nothing, nor does ten times as much", async () => {
  await spentBefore(ATTACKED, '0.21');
  await expectStop(ATTACKED, 70, ATTACKED);
});

test('after a change of price lists, hours of another split count for their country', async () => {
  await spentBefore(ORDINARY, '0.30');
  const deckId = await sell([{ prefix: '371', rate: '0.03' }]);
  await expectStop(ORDINARY, 100, '+371');
  await resume('+371');

  // A row that the list did not have before.
  person = await funded(app, '100.00');
  await spentBefore('+371', '0.30', deckId);
  const validFrom = new Date(app.clock.now().getTime() - 60_000);
  await app.deps.sql`
    insert into rate_rows (deck_id, prefix, name, rate, valid_from, import_id)
    values (${deckId}, '37126', 'Mobile', 0.03, ${validFrom.toISOString()}, gen_random_uuid())`;
  await app.deps.sql`update rate_decks set longest_prefix = 5 where id = ${deckId}`;
  await expectStop(ORDINARY, 100, '+37126');

  // Hours from before anything was split.
  person = await funded(app, '100.00');
  await spentBefore(ORDINARY, '0.30');
  await app.deps.sql`delete from spend_prefixes where user_id = ${person.id}`;
  await send(person, numbers('+371271', 100));
  await look();
  expect(await stopped()).toEqual([]);
});

test('refunded money was not spent', async () => {
  const sendAt = new Date(app.clock.now().getTime() + HOUR_MS).toISOString();
  const json = { senderId: 'Topline', recipients: numbers(ATTACKED, 70), message: 'Hello', sendAt };
  const { id } = await readAs(await person.as(`/api/users/${person.id}/sms`, { json }), smsMessage);
  // A carrier asks more for each than it costs.
  await app.deps.sql`update sms_recipients set counted = 0.50 where message_id = ${id}`;
  expect((await person.as(`/api/users/${person.id}/sms/${id}/cancel`, { method: 'POST' })).status).toBe(200);
  await look();
  const [row] = await app.deps.sql`select spent::text from spend_prefixes where user_id = ${person.id}`;
  expect(row?.spent).toBe('0.00');
});

test('money that a call sets aside counts, and money that it gives back does not', async () => {
  const [destination = ''] = numbers(ATTACKED, 1);
  await order(person, { destination });
  await pass(app, 2);
  await pass(app, 120);
  await look();
  // It came to two minutes.
  expect(await stopped()).toEqual([]);
  await order(person, { destination });
  await look();
  expect(await stopped()).toEqual([ATTACKED]);
});

test('money that an earlier hour gives back hides nothing of this one', async () => {
  const before = new Date(app.clock.now().getTime() - HOUR_MS).toISOString();
  await send(person, numbers(ORDINARY, 1));
  await app.deps.sql`
    insert into spend_hours (user_id, code, hour, spent)
    values (${person.id}, '+371', date_trunc('hour', ${before}::timestamptz, 'UTC'), 50)`;
  await app.deps.sql`
    insert into spend_prefixes (user_id, service, prefix, hour, spent)
    values (${person.id}, 'sms', ${ORDINARY}, date_trunc('hour', ${before}::timestamptz, 'UTC'), 50)`;
  await look();
  await send(person, numbers(ATTACKED, 70));
  await look();
  expect(await stopped()).toEqual([ATTACKED]);
});

test('the last minutes of an hour count for it, though the look comes after it', async () => {
  await send(person, numbers(ATTACKED, 50));
  await look();
  app.clock.advance(49 * 60_000 + 30_000);
  await send(person, numbers(ATTACKED, 10));
  app.clock.advance(60_000);
  await send(person, numbers(ATTACKED, 1));
  await look();
  const hours = await app.deps.sql`
    select spent::text from spend_prefixes where user_id = ${person.id} order by hour`;
  expect(hours.map(({ spent }) => spent)).toEqual(['1.80', '0.03']);
});
