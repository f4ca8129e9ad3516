import { type SQL, sql as template } from 'drizzle-orm';
import { pickFewSql } from '../../../src/services/messaging/delivery/take-turns.ts';
import { eventually, funded, RunningClock, sendingBy, quickSandboxes, firstOf } from '../../kit/index.ts';
import { startTestApp, type TestApp, comeIn, newNumber, send, newNumbers } from '../../kit/index.ts';
import { planOf } from '../../kit/plan.ts';
import { bought } from '../numbers/numbers.ts';

/** The order of messages at a carrier that takes fewer than wait: at ten a second one place is a tenth of a second. */

let app: TestApp;
afterEach(() => app.stop());

let order: string[] = [];

async function startWith(perSecond: number): Promise<void> {
  order = [];
  const slow = sendingBy(quickSandboxes({ perSecond })[0], (sms, own) => {
    order.push(sms.text);
    return own(sms);
  });
  app = await startTestApp({ adapters: [slow], clock: new RunningClock() });
}

/** How many places after a moment all with a text had left. */
const placesAfter = async (moment: number, text: string, count = 1): Promise<number> => {
  const all = () => order.flatMap((each, place) => (each === text ? [place] : []));
  await eventually(`${text} has left`, 30_000, async () => all().length === count);
  return (all().at(-1) ?? 0) - moment;
};

test('codes first, then single messages, then the others, and accounts take turns', async () => {
  await startWith(10);
  const [many, one, coder, few] = await Promise.all(['50.00', '5.00', '5.00', '5.00'].map((sum) => funded(app, sum)));
  if (!many || !one || !coder || !few) throw new Error('there are four');
  for (let request = 0; request < 20; request++) await send(many, newNumbers(10), 'Many');
  await eventually('some have left', async () => order.length >= 5);
  const moment = order.length;
  await send(few, newNumbers(10), 'Few');
  await send(one, [newNumber()], 'One');
  await send(coder, [newNumber()], { message: 'Code', kind: 'one-time-code' });
  // The messages that left before each was accepted go before it. The bounds of docs/operations.md: one
  // second, and two.
  expect(await placesAfter(moment, 'Code')).toBeLessThan(10);
  expect(await placesAfter(moment, 'One')).toBeLessThan(20);
  // Ten turns, between which the other account has its ten.
  expect(await placesAfter(moment, 'Few', 10)).toBeWithin(18, 45);
  expect(order.filter((text) => text === 'Many').length).toBeLessThan(100);
}, 60_000);

test('each of fifty accounts has its turn before one has a second', async () => {
  await startWith(50);
  const people = await Promise.all(Array.from({ length: 50 }, () => funded(app, '2.00')));
  const greedy = firstOf(people, 'there are fifty');
  for (let count = 0; count < 60; count++) await send(greedy, [newNumber()], 'Greedy');
  await Promise.all(people.slice(1).map((person, place) => send(person, [newNumber()], `Of ${place}`)));
  const moment = order.length;
  const places = await Promise.all(people.slice(1).map((_person, place) => placesAfter(moment, `Of ${place}`)));
  // 49 turns of the others, one of the greedy account, and what a claim takes at once.
  expect(Math.max(...places)).toBeLessThan(65);
}, 60_000);

test('whose turn it is says an index of its own, whatever PostgreSQL believes of how many wait', async () => {
  await startWith(10);
  const waits = (row: SQL) => template`${row}.status = 'queued' and ${row}.due_at <= now()`;
  const picked = template`with recursive room as (select 1 as room),
    ${pickFewSql({ few: (row) => template`not ${row}.bulk and ${waits(row)}`, waits }, { carrier: template`'sandbox'` })} done as (select) select from picked, served, done`;
  // Were it not there, the index of the lane would not be read once for each account in its place.
  await app.deps.sql`drop index sms_recipients_turns`;
  const nodes = await planOf(app.deps.db, picked, 'sms_recipients');
  expect(nodes.filter((node) => node['Index Name'] === 'sms_recipients_handfuls').length).toBe(1);
});

test('an automatic answer does not wait behind campaigns', async () => {
  await startWith(20);
  const [campaigner, owner] = [await funded(app, '100.00'), await funded(app, '50.00')];
  const { number } = await bought(owner);
  await eventually('the number is there', async () => {
    const [row] = await app.deps.sql`select status from did_numbers where number = ${number}`;
    return row?.status === 'active';
  });
  for (let campaign = 0; campaign < 6; campaign++) await send(campaigner, newNumbers(200), 'Campaign');
  await eventually('campaigns leave', async () => order.length >= 10);
  const moment = order.length;
  await comeIn(app, { from: newNumber(), to: number, text: 'STOP' });
  const isAnswer = (text: string) => text !== 'Campaign';
  await eventually('the answer has left', 20_000, async () => order.some(isAnswer));
  // Two seconds at twenty a second.
  expect(order.findIndex(isAnswer) - moment).toBeLessThan(40);
}, 60_000);
