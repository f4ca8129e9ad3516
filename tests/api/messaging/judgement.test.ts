import { eventually, readAs, RunningClock, expectSoundBooks, funded, type TestActor } from '../../kit/index.ts';
import { makeAdmin, startTestApp, type TestApp, quickSandboxes, sendingBy } from '../../kit/index.ts';
import { takenBy, readMessage, send, untilStatus, newNumbers } from '../../kit/messages.ts';
import { carrierHealthHistory } from '../../../src/carriers/contract.ts';
import { checkCarriers } from '../../../src/carriers/health.ts';
import type { OutgoingSms, SendResult } from '../../../src/carriers/port.ts';
import { smsMessage } from '../../../src/services/messaging/contract.ts';
import { readActive } from '../../../src/carriers/registry.ts';

let app: TestApp;
afterEach(() => app.stop());

type Answer = (sms: OutgoingSms) => SendResult | null;

/** The first of the simulated carriers answers as told, and by itself where that is null; the second is sound. */
async function startWith(answer: Answer, settings: Parameters<typeof quickSandboxes>[0] = {}): Promise<void> {
  const [first, backup] = quickSandboxes(settings);
  const odd = sendingBy(first, async (sms, own) => answer(sms) ?? own(sms));
  // A message that a carrier puts off comes due by itself.
  app = await startTestApp({ adapters: [odd, backup], clock: new RunningClock() });
}

const active = () => readActive(app.deps);
const customer = (): Promise<TestActor> => funded(app, '50.00');

test('one customer’s refused requests go by another carrier, and everybody else keeps this one', async () => {
  const refusal = { kind: 'refused', code: '21606', retry: 'other-carrier', customerWords: 'No' } as const;
  await startWith((sms) => (sms.sender === 'Topline' && sms.text === 'Odd' ? refusal : null));
  const [odd, other] = [await customer(), await customer()];
  const { id } = await send(odd, newNumbers(40), 'Odd');
  await untilStatus(odd, id, 'delivered');
  expect(await active()).toBe('sandbox');
  const plain = await send(other, newNumbers(3));
  expect((await untilStatus(other, plain.id, 'delivered')).provider).toBe('sandbox');
});

const failures = async (): Promise<number> => {
  const [row] = await app.deps.sql<{ failures: number }[]>`
    select coalesce(sum(failures), 0)::int as failures from provider_traffic`;
  return row?.failures ?? 0;
};

test('refusals of our account for one customer do not change the carrier; those for two do', async () => {
  const refusal = {
    kind: 'refused',
    ...({ code: '20003', retry: 'other-carrier', blame: 'carrier', customerWords: 'No' } as const),
  } as const;
  await startWith((sms) => (sms.text === 'Odd' ? refusal : null));
  const [one, two] = [await customer(), await customer()];
  await send(one, newNumbers(30), 'Odd');
  await eventually('all are counted', async () => (await failures()) === 30);
  await checkCarriers(app.deps);
  expect(await active()).toBe('sandbox');
  await send(two, newNumbers(5), 'Odd');
  await eventually('the other carrier took over', async () => (await active()) === 'sandbox-backup');
}, 60_000);

test('timeouts for one number do not change the carrier; those for many do, and the next messages go by the other', async () => {
  await startWith((sms) => (sms.text === 'Odd' ? { kind: 'uncertain', detail: 'HTTP 500' } : null), {
    perSecond: 1000,
  });
  const person = await customer();
  const [number = ''] = newNumbers(1);
  for (let count = 1; count <= 20; count++) {
    await send(person, [number], 'Odd');
    await eventually('it is counted', async () => (await failures()) === count);
  }
  await checkCarriers(app.deps);
  expect(await active()).toBe('sandbox');
  const { id } = await send(person, newNumbers(300), 'Odd');
  await eventually('none waits', async () => (await readMessage(person, id)).counts.queued < 60);
  expect(await active()).toBe('sandbox-backup');
  expect(await takenBy(app, 'sandbox-backup')).toBeGreaterThan(240);
}, 60_000);

test('while no other carrier is there, one message in ten seconds finds out whether it answers again', async () => {
  let handed = 0;
  let answers = false;
  await startWith(
    () => {
      handed += 1;
      return answers ? null : { kind: 'uncertain', detail: 'HTTP 500' };
    },
    { perSecond: 1000 },
  );
  await app.deps.sql`insert into sandbox_carriers (name, down) values ('sandbox-backup', true)`;
  const person = await customer();
  const { id } = await send(person, newNumbers(200));
  await eventually('it is seen', async () => (await failures()) >= 5);
  await eventually('the sends under way are answered', async () => (await failures()) === handed);
  const first = handed;
  expect(first).toBeLessThan(60);
  for (let tries = 1; tries <= 2; tries++) {
    app.clock.advance(10_001);
    await eventually('one is tried', async () => handed === first + tries);
    await eventually('it is counted', async () => (await failures()) === handed);
  }
  answers = true;
  app.clock.advance(10_001);
  await eventually('all have left', async () => (await readMessage(person, id)).counts.queued < first + 3);
  expect(await active()).toBe('sandbox');
}, 60_000);

test('a carrier that is busy for one sender slows that sender down, and others go on', async () => {
  // The gateway takes twenty a second from this sender, and all from others.
  const takes = { perSecond: 20, second: 0, taken: 0, submits: 0 };
  const order: string[] = [];
  await startWith(
    (sms) => {
      if (sms.sender !== 'Slow') {
        order.push(sms.sender);
        return null;
      }
      takes.submits += 1;
      const now = Math.floor(performance.now() / 1000);
      if (now !== takes.second) [takes.second, takes.taken] = [now, 0];
      takes.taken += 1;
      if (takes.taken <= takes.perSecond) {
        order.push(sms.sender);
        return null;
      }
      const words = { code: '21611', customerWords: 'The carrier is busy' };
      return { kind: 'refused', retry: 'later', blame: 'throttled', onlySender: true, ...words };
    },
    { perSecond: 200 },
  );
  const [slow, other] = [await customer(), await customer()];
  const sending = async (person: TestActor, senderId: string, count: number) => {
    const json = { senderId, recipients: newNumbers(count), message: 'Hello' };
    return smsMessage.parse(await (await person.as(`/api/users/${person.id}/sms`, { json })).json()).id;
  };
  const first = await sending(slow, 'Slow', 80);
  await eventually('it is slowed down', async () => {
    const [gate] = await app.deps.sql`select from sender_gates where name = 'sandbox' and sender = 'Slow'`;
    return gate !== undefined;
  });
  const second = await sending(other, 'Quick', 40);
  const all = async (person: TestActor, id: string) =>
    eventually('all have left', 60_000, async () => {
      const read = await readMessage(person, id);
      return read.status === 'delivered' && read;
    });
  expect((await all(other, second)).counts).toMatchObject({ delivered: 40, failed: 0 });
  expect((await all(slow, first)).counts).toMatchObject({ delivered: 80, failed: 0 });
  expect(order.lastIndexOf('Quick')).toBeLessThan(order.lastIndexOf('Slow'));
  expect(takes.submits).toBeLessThan(6 * 80);
  const [gate] = await app.deps.sql`select rate from provider_gates where name = 'sandbox'`;
  expect(gate?.rate, 'the carrier itself is not slowed down').toBeNull();
  expect(await active()).toBe('sandbox');
  await expectSoundBooks(app);
}, 90_000);

test('after a carrier said for how long it is busy, it is left alone for so long', async () => {
  let asked = 0;
  let refusedAt = 0;
  await startWith(() => {
    asked += 1;
    if (asked === 1) refusedAt = performance.now();
    return asked > 1
      ? null
      : {
          kind: 'refused',
          code: '429',
          retry: 'later',
          blame: 'throttled',
          retryAfterMs: 2000,
          customerWords: 'The carrier is busy',
        };
  });
  const person = await customer();
  const first = await send(person, newNumbers(1));
  await eventually('it was asked', async () => asked === 1);
  await eventually('the answer is stored', async () => {
    const [row] = await app.deps.sql`select paused_until from provider_gates where name = 'sandbox'`;
    return row?.paused_until;
  });
  const second = await send(person, newNumbers(1));
  await untilStatus(person, first.id, 'delivered');
  await untilStatus(person, second.id, 'delivered');
  expect(performance.now() - refusedAt).toBeGreaterThan(1900);
});

test('a carrier that was left automatically becomes active again after it was healthy for five minutes', async () => {
  await startWith(() => null);
  const down = (isDown: boolean) => app.deps.sql`
    insert into sandbox_carriers (name, down) values ('sandbox', ${isDown})
    on conflict (name) do update set down = excluded.down`;
  await checkCarriers(app.deps);
  await down(true);
  await checkCarriers(app.deps);
  expect(await active()).toBe('sandbox-backup');
  await down(false);
  await checkCarriers(app.deps);
  app.clock.advance(4 * 60_000);
  await checkCarriers(app.deps);
  expect(await active()).toBe('sandbox-backup');
  app.clock.advance(61_000);
  await checkCarriers(app.deps);
  expect(await active()).toBe('sandbox');
  // A few at first.
  const [gate] = await app.deps.sql`select cap from provider_gates where name = 'sandbox'`;
  expect(gate?.cap).toBe(3);
});

test('a message that was tried again counts once, and by how it ended', async () => {
  const tried = new Set<string>();
  await startWith(({ number: to }) => {
    if (tried.has(to)) return null;
    tried.add(to);
    return { kind: 'refused', code: '500', retry: 'later', blame: 'carrier', customerWords: 'Not now' };
  });
  const person = await customer();
  const { id } = await send(person, newNumbers(4));
  await untilStatus(person, id, 'delivered');
  await checkCarriers(app.deps);
  const [row] = await app.deps.sql`select sum(sends)::int as sends from provider_traffic`;
  expect(row?.sends, 'the carrier is judged by every try').toBe(8);
  const counted = async (who: TestActor) => {
    const histories = await readAs(who.as('/api/telecom/providers/health'), carrierHealthHistory.array());
    const slices = histories.find(({ provider }) => provider === 'sandbox')?.slices ?? [];
    return (['sends', 'failures'] as const).map((name) => slices.map((slice) => slice[name]));
  };
  const [sends = [], failures = []] = await counted(await makeAdmin(app));
  const sum = (counts: readonly (number | null)[]) => counts.reduce<number>((total, count) => total + (count ?? 0), 0);
  expect([sum(sends), sum(failures)]).toEqual([4, 0]);
  expect(new Set((await counted(person)).flat())).toEqual(new Set([null]));
}, 30_000);
