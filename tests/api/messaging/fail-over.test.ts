import { z } from 'zod';
import { eventually, openEvents, readAs, RunningClock, expectSoundBooks } from '../../kit/index.ts';
import { startTestApp, type TestApp, sendingBy, changed, quickSandboxes } from '../../kit/index.ts';
import { balanceOf, funded, makeAdmin, type TestActor } from '../../kit/actors.ts';
import { newNumber, postSms, readMessage, send, takenBy, untilStatus, newNumbers } from '../../kit/messages.ts';
import { type CarrierHealthHistory, carrierHealthHistory, carrierStatus } from '../../../src/carriers/contract.ts';
import type { Adapter, SendResult } from '../../../src/carriers/port.ts';
import { refundStranded } from '../../../src/services/messaging/delivery/refund-stranded.ts';

const RECIPIENTS = 1000;
let app: TestApp;
afterEach(() => app.stop());

async function startWith(adapters: Adapter[]): Promise<TestActor> {
  app = await startTestApp({ adapters, clock: new RunningClock() });
  return funded(app, '100.00');
}

/** Every recipient that was not refunded was handed to a carrier once, and nobody else was. */
async function expectEachOnce(id: string): Promise<void> {
  const [row] = await app.deps.sql`
    select count(*)::int as messages, count(distinct s.reference)::int as recipients,
      (select count(*)::int from sms_recipients where message_id = ${id} and cost > 0) as paid,
      (select count(*)::int from sms_recipients r where r.message_id = ${id} and r.cost = 0
        and exists (select from sandbox_messages where reference = r.id::text)) as refunded_and_taken
    from sandbox_messages s join sms_recipients r on r.id::text = s.reference where r.message_id = ${id}`;
  expect(row).toEqual({ messages: row?.paid, recipients: row?.paid, paid: row?.paid, refunded_and_taken: 0 });
}

/** Is down from a given send on, however quick the others are. */
function downFrom(quick: Adapter, place: number): Adapter {
  let sends = 0;
  return sendingBy(quick, async (sms, own) => {
    if (++sends === place) {
      await app.deps.sql`insert into sandbox_carriers (name, down) values ('sandbox', true)`;
    }
    return own(sms);
  });
}

test('the active carrier goes down amid 1,000 recipients: each is sent once or refunded, and the sum is right', async () => {
  const [first, backup] = quickSandboxes({ latencyMs: [5, 15], perSecond: 3000 });
  const person = await startWith([downFrom(first, 250), backup]);
  await using stream = await openEvents(app, { authorization: `Bearer ${person.key}` });
  const { id } = await send(person, [...newNumbers(RECIPIENTS - 10), ...newNumbers(10, '0000')]);
  expect((await stream.next('provider-switch')).data).toMatchObject({
    from: 'sandbox',
    to: 'sandbox-backup',
    reason: 'failover',
  });
  const partial = await untilStatus(person, id, 'partial');
  expect(partial.counts).toEqual({
    queued: 0,
    sent: 0,
    delivered: RECIPIENTS - 10,
    failed: 10,
    unknown: 0,
    optedOut: 0,
  });
  expect(partial).toMatchObject({ cost: '30.0000', actualCost: '29.7000' });
  expect(await balanceOf(person)).toBe('70.30');
  expect(await takenBy(app, 'sandbox')).toBeGreaterThan(100);
  expect(await takenBy(app, 'sandbox-backup')).toBeGreaterThan(0);
  await expectEachOnce(id);
  await expectSoundBooks(app);
});

/** Stops answering at a given send: some of the sends under way have arrived. */
function dying(quick: Adapter, after: number): Adapter {
  let sends = 0;
  return sendingBy(quick, async (sms, own) => {
    const place = ++sends;
    if (place <= after) return own(sms);
    if (place <= after + 40 && place % 2 === 0) await own(sms);
    throw new Error('connection reset');
  });
}

test('a carrier that dies without an answer: what it has is found there, the rest goes on another', async () => {
  const [first, backup] = quickSandboxes();
  const person = await startWith([dying(first, 60), backup]);
  const other = await funded(app, '10.00');
  const { id } = await send(person, newNumbers(200));
  // One customer's failures alone say nothing about a carrier.
  await send(other, newNumbers(30));
  await eventually('the other carries on', async () => (await takenBy(app, 'sandbox-backup')) > 0);
  await eventually('every one has its end', async () => {
    // Claims of lost answers end after half a minute; the clock is moved instead of waiting.
    await app.deps.sql`
      update sms_recipients set claimed_until = ${app.clock.now().toISOString()}::timestamptz - interval '1 second'
      where status = 'sending' and claimed_until < ${app.clock.now().toISOString()}::timestamptz + interval '29 seconds'`;
    return (await readMessage(person, id)).status === 'delivered';
  });
  await expectEachOnce(id);
  expect(await balanceOf(person)).toBe('94.00');
});

const NO_ROUTE: SendResult = {
  ...{ kind: 'refused', code: 'no-route', retry: 'other-carrier', customerWords: 'No route to this number' },
};
const picky = (quick: Adapter, refused: (number: string) => boolean): Adapter =>
  sendingBy(quick, async (sms, own) => (refused(sms.number) ? NO_ROUTE : own(sms)));

test('a message that one carrier refuses goes by the next, and is refunded where all refuse', async () => {
  const [first, backup] = quickSandboxes();
  const person = await startWith([
    picky(first, (number) => /[78]$/.test(number)),
    picky(backup, (number) => number.endsWith('8')),
  ]);
  const { id, messageDetails } = await send(person, [newNumber(), newNumber('7'), newNumber('8')]);
  const partial = await untilStatus(person, id, 'partial');
  expect(partial.messageDetails.recipients).toMatchObject([
    { status: 'delivered', cost: '0.0300' },
    { status: 'delivered', cost: '0.0300' },
    { status: 'failed', cost: '0.0000', error: 'No route to this number' },
  ]);
  const carriers = await app.deps.sql`
    select provider from sms_recipients where message_id = ${id} and status = 'delivered' order by id`;
  expect(carriers.map(({ provider }) => provider)).toEqual(['sandbox', 'sandbox-backup']);

  const trace = async (who: TestActor, recipient?: string) => {
    const response = await who.as(
      `/api/users/${person.id}/sms/${id}/trace?recipient=${messageDetails.recipients[2]?.messageId ?? recipient}`,
    );
    return await readAs(response, z.looseObject({}).array());
  };
  const step = { answer: 'refused', words: 'No route to this number' };
  expect(await trace(person)).toMatchObject([
    { ...step, provider: 'sandbox-backup', money: 'refunded', code: null },
    { ...step, provider: 'sandbox', money: 'held', code: null },
  ]);
  expect(await trace(await makeAdmin(app))).toMatchObject([{ code: 'no-route' }, { code: 'no-route' }]);
});

test('the health of carriers is kept as a history', async () => {
  const person = await startWith(quickSandboxes());
  const admin = await makeAdmin(app);
  const history = (who = person): Promise<CarrierHealthHistory[]> =>
    readAs(who.as('/api/telecom/providers/health'), carrierHealthHistory.array());
  carrierStatus.parse(await (await person.as('/api/telecom/providers')).json());
  await app.deps.sql`insert into sandbox_carriers (name, down) values ('sandbox', true)`;
  await postSms(person, newNumbers(60));
  const failed = await eventually('a fail-over', async () => {
    const [first] = await history();
    // The failures alone may have judged it before a probe did.
    const isProbed = first?.slices.some(({ healthy, probes }) => healthy < probes);
    return first?.healthy === false && isProbed && first;
  });
  expect(failed).toMatchObject({ provider: 'sandbox', detail: null });
  // Each message went to the other carrier, which had the last word on it.
  const [shown] = await history(admin);
  const failures = shown?.slices.map((slice) => slice.failures) ?? [];
  expect(new Set(failures)).toEqual(new Set([0]));
});

test('a message that waits for a carrier that is not configured any more is refunded', async () => {
  const [first, backup] = quickSandboxes();
  app = await startTestApp({ background: false });
  const { databaseUrl } = app;
  const person = await funded(app, '1.00');
  const { id } = await send(person, [newNumber()]);
  const refusing = picky(first, () => true);
  const full = changed(backup, (carrier) => Object.assign(carrier, { limits: { concurrency: 0, perSecond: 1 } }));
  const before = await startTestApp({ databaseUrl, adapters: [refusing, full] });
  await eventually('the first refused it', async () => {
    const [row] = await app.deps.sql`select refused_by from sms_recipients where message_id = ${id}`;
    return row?.refused_by.length === 1;
  });
  await before.stop();
  const after = await startTestApp({ databaseUrl, adapters: [refusing], background: false });
  await refundStranded(after.deps);
  await after.stop();
  const { messageDetails } = await readMessage(person, id);
  expect(messageDetails.recipients).toMatchObject([{ status: 'failed', cost: '0.0000' }]);
  expect(await balanceOf(person)).toBe('1.00');
  await expectSoundBooks(app);
});

test('with the active carrier not configured any more, the next one takes over', async () => {
  const person = await startWith([quickSandboxes()[1]]);
  await app.deps.sql`
    insert into provider_state (id, active, changed_at) values (1, 'gone', now())
    on conflict (id) do update set active = 'gone'`;
  await untilStatus(person, (await send(person, [newNumber()])).id, 'delivered');
});
