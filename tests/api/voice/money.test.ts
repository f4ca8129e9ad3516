import { stats } from '../../../src/accounts/profile/contract.ts';
import { transaction } from '../../../src/money/payments/contract.ts';
import { ledgerSize } from '../../../src/money/proof/check.ts';
import { sendSandboxNews } from './news.ts';
import { balanceOf, funded, makeReseller, signUp } from '../../kit/actors.ts';
import {
  ENDING,
  giveTrunk,
  newDestination,
  order,
  orderCall,
  passToEnd,
  readCall,
  settle,
  startVoiceApp,
  startBeside,
  atCarrier,
} from './calls.ts';
import { addMonths } from '../../../src/platform/kit/months.ts';
import { endWithSoundBooks, forFile, readAs, actorOf } from '../../kit/index.ts';

const app = await forFile(startVoiceApp());
endWithSoundBooks(app);

const minutesTaken = async (trunkId: string): Promise<number> => {
  const [row] = await app.deps.sql<{ minutes_taken: number }[]>`
    select minutes_taken from voice_packages where id = ${trunkId}`;
  return row?.minutes_taken ?? -1;
};

/** The amount set aside for all calls, by `ledger:check`. */
const setAside = async (): Promise<string> => (await ledgerSize(app.deps.sql)).setAside;

test('we place three of fifty calls at once with credit for three', async () => {
  await using second = await startBeside(app);
  const person = await funded(app, '18.09');
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => orderCall(actorOf(index % 2 === 0 ? app : second, person))),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    ...Array<number>(3).fill(201),
    ...Array<number>(47).fill(402),
  ]);
  expect(await balanceOf(person)).toBe('0.09');
  await Promise.all([settle(app), settle(second)]);
  const [{ placed } = { placed: 0 }] = await app.deps.sql<{ placed: number }[]>`
    select count(*)::int as placed from sandbox_calls s join voice_calls c on c.id::text = s.reference
    where c.user_id = ${person.id}`;
  expect(placed).toBe(3);
  expect(await setAside()).toBe('18.00');
  await passToEnd(app);
  expect(await balanceOf(person)).toBe('17.49');
  expect(await setAside()).toBe('0.00');
});

test('a call is one row of the list, with what it came to; until then it is on hold', async () => {
  const person = await funded(app, '10.00');
  const path = `/api/users/${person.id}/transactions`;
  const settled = async () => {
    const rows = await readAs(person.as(`${path}?calls=settled`), transaction.array());
    return rows.filter(({ type }) => type !== 'adjustment');
  };
  const onHold = async () => (await readAs(person.as(`/api/users/${person.id}/stats`), stats)).onHold;
  const { destination } = await order(person);
  await order(person, { destination: newDestination(ENDING.busy) });
  expect(await settled(), 'what is set aside is no charge yet').toEqual([]);
  expect(await onHold()).toBe('10.00');
  await passToEnd(app);
  const rows = await settled();
  expect(rows, 'nothing came of the one that was busy').toHaveLength(1);
  expect(rows[0]).toMatchObject({
    type: 'voice_charge',
    amount: '0.20',
    balanceChange: '-0.20',
    description: `Call to ${destination}, 2 min`,
  });
  expect(await onHold()).toBe('0.00');
  expect(await balanceOf(person)).toBe('9.80');
  const all = await readAs(person.as(path), transaction.array());
  expect(all.filter(({ type }) => type !== 'adjustment')).toHaveLength(4);
  expect((await person.as(`${path}?calls=none`)).status).toBe(422);
});

test('nobody calls without credit for a minute', async () => {
  const person = await funded(app, '0.09');
  const answer = await orderCall(person);
  expect(answer.status).toBe(402);
  expect(await answer.json()).toMatchObject({
    code: 'insufficient_credits',
    detail: 'Insufficient credits: this costs £0.10 and your balance is £0.09',
  });
});

test('a reseller pays 5p a minute, and the price of a call is that of its order', async () => {
  const person = await makeReseller(app, await funded(app, '10.00'));
  const call = await order(person);
  expect(call).toMatchObject({ ratePerMinute: '0.0500', cost: '3.0000' });
  await app.deps.sql`update users set role = 'user' where id = ${person.id}`;
  await passToEnd(app);
  expect(await readCall(person, call.id)).toMatchObject({ billedMinutes: 2, actualCost: '0.1000' });
  expect(await balanceOf(person)).toBe('9.90');
});

test('minutes of a package go first, and what they do not cover is paid', async () => {
  const person = await funded(app, '1.00');
  const trunkId = await giveTrunk(app, person, 1, app.clock.now());
  const quote = await (await person.as(`/api/users/${person.id}/voice/quote`)).json();
  expect(quote).toMatchObject({ ratePerMinute: '0.1000', packageMinutes: 1, maxMinutes: 11 });
  const call = await order(person);
  expect(call).toMatchObject({ maxMinutes: 11, cost: '1.0000' });
  await passToEnd(app);
  expect(await readCall(person, call.id)).toMatchObject({ billedMinutes: 2, packageMinutes: 1, actualCost: '0.1000' });
  expect(await minutesTaken(trunkId)).toBe(1);
});

test('a quote counts the minutes of a package up to the moment at which it ends', async () => {
  const person = await funded(app, '1.00');
  const bought = app.clock.now();
  await giveTrunk(app, person, 20, bought);
  const quote = async () => (await person.as(`/api/users/${person.id}/voice/quote`)).json();
  app.clock.moveTo(new Date(addMonths(bought, 12).getTime() - 1));
  expect(await quote()).toMatchObject({ packageMinutes: 20, maxMinutes: 30 });
  app.clock.advance(1);
  expect(await quote()).toMatchObject({ packageMinutes: 0, maxMinutes: 10 });
});

test('a call that a package covers needs no and one that is not answered gives its minutes back', async () => {
  const person = await signUp(app);
  const trunkId = await giveTrunk(app, person, 100, app.clock.now());
  const call = await order(person, { destination: newDestination(ENDING.busy) });
  expect(call).toMatchObject({ maxMinutes: 60, cost: '0.0000' });
  expect(await minutesTaken(trunkId)).toBe(60);
  await passToEnd(app);
  expect(await minutesTaken(trunkId)).toBe(0);
});

/** When a package was bought, and when a month of its minutes ends. */
const MONTHS = [
  ['2027-01-31T10:00:40.000Z', '2027-02-28T10:00:40.000Z'],
  ['2026-12-31T23:59:40.000Z', '2027-01-31T23:59:40.000Z'],
] as const;

test.each(MONTHS)(
  'a call over the end of a month, from %s to %s, counts in the month in which it began',
  async (bought, end) => {
    const endOfMonth = new Date(end);
    app.clock.moveTo(new Date(endOfMonth.getTime() - 40_000));
    const person = await funded(app, '1.00');
    const trunkId = await giveTrunk(app, person, 5, new Date(bought));
    const call = await order(person);
    await passToEnd(app);
    expect(app.clock.now().getTime()).toBeGreaterThan(endOfMonth.getTime());
    expect(await readCall(person, call.id)).toMatchObject({
      billedMinutes: 2,
      packageMinutes: 2,
      actualCost: '0.0000',
    });
    expect(await balanceOf(person)).toBe('1.00');
    expect(await (await person.as(`/api/users/${person.id}/voice/quote`)).json()).toMatchObject({ packageMinutes: 5 });
    // The new month's minutes are whole, and the next call takes them.
    const next = await order(person);
    await passToEnd(app);
    expect(await readCall(person, next.id)).toMatchObject({ packageMinutes: 2 });
    expect(await minutesTaken(trunkId)).toBe(2);
  },
);

test('an end that is reported twice, late and out of order is charged once', async () => {
  const person = await funded(app, '6.00');
  const call = await order(person);
  await settle(app);
  const told = await atCarrier(app, call.id);
  const end = { ...told, state: 'ended', end: 'completed', seconds: 61 } as const;
  const answers = await Promise.all([1, 2, 3, 4].map(() => sendSandboxNews(app, [end])));
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
  for (const news of [
    { ...told, state: 'ringing' },
    { ...told, state: 'answered' },
    { ...end, seconds: 3000 },
    { ...end, end: 'busy' },
  ] as const) {
    expect((await sendSandboxNews(app, [news])).status).toBe(204);
  }
  expect(await readCall(person, call.id)).toMatchObject({ status: 'completed', duration: 61, actualCost: '0.2000' });
  expect(await balanceOf(person)).toBe('5.80');
});

test('a carrier that is late in cutting a call does not make it dearer than what was set aside', async () => {
  const person = await funded(app, '0.20');
  const call = await order(person);
  await settle(app);
  await sendSandboxNews(app, [{ ...(await atCarrier(app, call.id)), state: 'ended', end: 'completed', seconds: 121 }]);
  expect(await readCall(person, call.id)).toMatchObject({ duration: 121, billedMinutes: 2, actualCost: '0.2000' });
  expect(await balanceOf(person)).toBe('0.00');
});
