import { eraseClosed } from '../../../src/accounts/closing/erase-closed.ts';
import { removeOld } from '../../../src/platform/retention.ts';
import type { Adapter } from '../../../src/carriers/port.ts';
import type { NumberFacts } from '../../../src/carriers/number-port.ts';
import { REASONS } from '../../../src/shared/reasons.ts';
import { DAY_MS } from '../../../src/platform/kit/durations.ts';
import { balanceOf, credit, funded, signUp, type TestActor } from '../../kit/actors.ts';
import { appForFile, eventually, makeDeck, makePair, movesOf, quickSandboxes, changed } from '../../kit/index.ts';
import { expectProblem, newNumber, postSms, send, untilStatus } from '../../kit/index.ts';

const MOST_A_DAY = 60;

/** A number ending in 1 is a fixed line, one ending in 2 may be either, others are mobile in the given network. */
const mobile = newNumber;
const fixed = () => newNumber('51');
const FIXED: NumberFacts = { kind: 'fixed', country: 'GB', network: null, networkName: 'BT', ported: null };
const asUsual = async (number: string): Promise<NumberFacts> =>
  number.endsWith('1') ? FIXED : { kind: 'mobile', country: 'GB', network: '23410', networkName: 'O2', ported: true };

let asked: string[] = [];
let answer = asUsual;
const lookingUp = (adapter: Adapter): Adapter =>
  changed(adapter, (carrier) => {
    carrier.lookUpNumber = (number) => {
      asked.push(`${carrier.name} ${number}`);
      return answer(number);
    };
  });

let person: TestActor;
const env = { NUMBER_LOOKUPS_PER_DAY: String(MOST_A_DAY) };
const app = await appForFile({ adapters: quickSandboxes().map(lookingUp), env, soundBooks: true });
beforeEach(async () => {
  person = await funded(app, '10.00');
  asked = [];
  answer = asUsual;
});
afterEach(async () => {
  await app.deps.sql`delete from number_facts`;
});

const factsOf = (number: string) =>
  app.deps.sql`select carrier, asked_for, kind, country, network, network_name, ported from number_facts
    where number = ${number}`;

describe('a fixed line', () => {
  test('alone is refused by its own code, before anything is charged', async () => {
    const number = fixed();
    const problem = await expectProblem(await postSms(person, [number]), 'fixed_line');
    expect(problem.detail).toBe(`${number} is a fixed line, which receives no messages. Nothing was charged`);
    expect(problem.errors?.map(({ path }) => path)).toEqual(['recipients.0']);
    expect(await balanceOf(person)).toBe('10.00');
    expect(await movesOf(person)).toHaveLength(1);
    expect([...(await factsOf(number))]).toEqual([
      {
        ...{ carrier: 'sandbox', asked_for: person.id, kind: 'fixed', country: 'GB' },
        ...{ network: null, network_name: 'BT', ported: null },
      },
    ]);
  });

  test('among others is a recipient that failed and was not charged', async () => {
    const numbers = [mobile(), fixed(), mobile()];
    const message = await send(person, numbers);
    expect([message.cost, message.counts.failed, message.counts.queued]).toEqual(['0.0600', 1, 2]);
    const details = message.messageDetails.recipients;
    expect(details.map(({ number }) => number)).toEqual(numbers);
    expect(details.map(({ cost }) => cost)).toEqual(['0.0300', '0.0000', '0.0300']);
    expect(details[1]).toMatchObject({ status: 'failed', error: REASONS.fixed_line });
    const ended = await untilStatus(person, message.id, 'partial');
    expect([ended.actualCost, ended.counts.delivered, ended.counts.failed]).toEqual(['0.0600', 2, 1]);
    expect(await balanceOf(person)).toBe('9.94');
    expect(await app.deps.sql`select number from sandbox_messages where number = any(${numbers})`).toHaveLength(2);
    // Sent again, it is refused again: it is the only one that failed.
    const resend = { method: 'POST' };
    await expectProblem(await person.as(`/api/users/${person.id}/sms/${message.id}/resend`, resend), 'fixed_line');
  });

  test('costs a reseller’s customer nothing, and earns nothing; texts of their own too', async () => {
    const { reseller, customer } = await makePair(app);
    await credit(app, customer, '1.00');
    const { id, cost } = await send(customer, [mobile(), fixed()]);
    await untilStatus(customer, id, 'partial');
    const [earned] = await app.deps
      .sql`select sum(amount)::text as sum from margins where reseller_id = ${reseller.id}`;
    expect([cost, earned?.sum]).toEqual(['0.0300', '0.01']);
    const fields = [{ name: 'Ann' }, { name: 'Bob' }];
    const recipients = [fixed(), mobile()];
    const message = await send(person, recipients, { fields, message: 'Hello {name}' });
    expect(message.cost).toBe('0.0300');
    await untilStatus(person, message.id, 'partial');
    const sent = await app.deps.sql`select text from sandbox_messages where number = any(${recipients})`;
    expect(sent.map(({ text }) => text)).toEqual(['Hello Bob']);
  });

  test('is left out of the quote once it is known, and a shown price that was higher is no obstacle', async () => {
    const [good, bad] = [mobile(), fixed()];
    const tooLow = await postSms(person, [good, bad], { price: '0.02' });
    expect(await tooLow.json()).toMatchObject({ code: 'price_changed', price: '0.03' });
    expect((await send(person, [good, bad], { price: '0.06' })).cost).toBe('0.0300');
    // What was shown is exactly what it costs: only the credit is too small.
    const poor = await funded(app, '0.02');
    await expectProblem(await postSms(poor, [good, bad], { price: '0.03' }), 'insufficient_credits');
    const quote = await person.as(`/api/users/${person.id}/sms/quote`, {
      json: { recipients: [good, bad], message: 'Hi' },
    });
    expect(await quote.json()).toMatchObject({
      total: '0.0300',
      refusals: [{ number: bad, code: 'fixed_line', sentence: { code: 'fixedLineAhead' } }],
    });
  });
});

test('a fixed line and one that opted out are both left out of what is charged', async () => {
  const [good, bad, stopped] = [mobile(), fixed(), mobile()];
  expect((await person.as(`/api/users/${person.id}/opt-outs`, { json: { number: stopped } })).status).toBe(201);
  const fields = [{ name: 'Ann' }, { name: 'Bob' }, { name: 'Eve' }];
  for (const more of [{}, { fields, message: 'Hello {name}', price: '0.03' }]) {
    const { id, cost, counts } = await send(person, [good, bad, stopped], more);
    expect([cost, counts.failed, counts.optedOut]).toEqual(['0.0300', 1, 1]);
    const ended = await untilStatus(person, id, 'partial');
    expect([ended.actualCost, ended.counts.delivered]).toEqual(['0.0300', 1]);
  }
  expect(await balanceOf(person)).toBe('9.94');
  await expectProblem(await postSms(person, [bad, stopped]), 'recipient_opted_out');
  const sent = await app.deps.sql`
    select text from sandbox_messages where number = any(${[good, bad, stopped]}) order by text`;
  expect(sent.map(({ text }) => text)).toEqual(['Hello', 'Hello Ann']);
});

describe('a carrier is asked', () => {
  test('once about a number in 30 days, and then again', async () => {
    const number = mobile();
    await send(person, [number]);
    await send(person, [number]);
    app.clock.advance(30 * DAY_MS - 60_000);
    await removeOld(app.deps, 'number_facts');
    await send(person, [number]);
    expect(asked).toEqual([`sandbox ${number}`]);
    app.clock.advance(60_000);
    await send(person, [number]);
    expect(asked).toHaveLength(2);
    app.clock.advance(30 * DAY_MS);
    await removeOld(app.deps, 'number_facts');
    expect(await factsOf(number)).toHaveLength(0);
  });

  test('about the numbers of a message to ten, and of none to eleven, which still knows what is known', async () => {
    const known = fixed();
    await expectProblem(await postSms(person, [known]), 'fixed_line');
    const ten = Array.from({ length: 10 }, () => mobile());
    await send(person, ten);
    expect(asked.slice(1).toSorted()).toEqual(ten.map((number) => `sandbox ${number}`).toSorted());
    const bulk = await send(person, [known, ...Array.from({ length: 10 }, () => mobile())]);
    expect(asked).toHaveLength(11);
    expect([bulk.cost, bulk.counts.failed]).toEqual(['0.3000', 1]);
    await untilStatus(person, bulk.id, 'partial');
  });

  test('not more than the day’s number of times', async () => {
    for (let sent = 0; sent <= MOST_A_DAY; sent += 10) {
      await send(
        person,
        Array.from({ length: 10 }, () => mobile()),
      );
    }
    expect(asked).toHaveLength(MOST_A_DAY);
    app.clock.advance(DAY_MS);
    await send(person, [mobile()]);
    expect(asked).toHaveLength(MOST_A_DAY + 1);
  });

  test('for nobody who may not send, and for no account without credit', async () => {
    const other = await signUp(app);
    await expectProblem(await postSms({ ...other, id: person.id }, [mobile()]), 'forbidden');
    await expectProblem(await postSms(other, [mobile()]), 'insufficient_credits');
    expect(asked).toEqual([]);
  });

  test('only if it is well, else the next one', async () => {
    const put = (healthy: boolean) => app.deps.sql`
      insert into provider_health (name, healthy, checked_at) values ('sandbox', ${healthy}, now())
      on conflict (name) do update set healthy = excluded.healthy`;
    await put(false);
    try {
      const number = mobile();
      await send(person, [number]);
      expect(asked).toEqual([`sandbox-backup ${number}`]);
    } finally {
      await put(true);
    }
  });
});

describe('a look-up that fails', () => {
  test('stops no message, and is tried again after ten minutes', async () => {
    answer = () => Promise.reject(new Error('HTTP 500'));
    const number = fixed();
    await send(person, [number]);
    answer = asUsual;
    app.clock.advance(9 * 60_000);
    await send(person, [number]);
    expect(asked).toHaveLength(1);
    app.clock.advance(60_000);
    await expectProblem(await postSms(person, [number]), 'fixed_line');
    expect(asked).toHaveLength(2);
  });

  test('nor one that takes too long, whose answer counts for the next message', async () => {
    const late = Promise.withResolvers<NumberFacts>();
    answer = () => late.promise;
    const number = fixed();
    await send(person, [number]);
    late.resolve(FIXED);
    await eventually('the late answer kept', async () => (await factsOf(number))[0]?.kind === 'fixed');
    await expectProblem(await postSms(person, [number]), 'fixed_line');
  });
});

describe('the network', () => {
  afterAll(async () => {
    await app.deps.sql`delete from rate_rows`;
    await app.deps.sql`delete from rate_imports`;
    await app.deps.sql`delete from rate_decks`;
  });

  test('decides what a carrier asks where its list has networks, and so who gets the message', async () => {
    const row = (prefix: string, rate: string, network?: string) => ({
      ...{ prefix, rate, ...(network && { network }) },
    });
    await makeDeck(
      app,
      'sms',
      [row('4479', '0.0100', '23415'), row('4478', '0.0250', '23410'), row('4477', '0.0200', '23410')],
      { carrier: 'sandbox' },
    );
    await makeDeck(app, 'sms', [row('44', '0.0150')], { carrier: 'sandbox-backup' });
    await app.deps.sql`insert into route_orders (service, by, changed_at) values ('sms', 'cheapest', now())
      on conflict (service) do update set by = excluded.by`;
    const routeOf = async (network: string | null, kind: NumberFacts['kind'] = 'mobile') => {
      answer = async () => ({ kind, country: 'GB', network, networkName: null, ported: true });
      const { id } = await send(person, [mobile()]);
      await untilStatus(person, id, 'delivered');
      const [found] = await app.deps.sql<{ route: string }[]>`
        select route_to || ' ' || route_cost || ' ' || route_prefix as route from sms_recipients where message_id = ${id}`;
      return found?.route;
    };
    // By its digits it is in network 23415.
    expect(await routeOf(null)).toBe('sandbox 0.0100 4479');
    expect(await routeOf('23415')).toBe('sandbox 0.0100 4479');
    // Ported to 23410, whose dearest row counts, so that the other carrier is cheaper.
    expect(await routeOf('23410')).toBe('sandbox-backup 0.0150 44');
    await app.deps.sql`update rate_rows set rate = 0.0400 where prefix = '44'`;
    expect(await routeOf('23410')).toBe('sandbox 0.0250 4478');
    // We earn £0.03: a number of a network for which all ask more is refused before it is charged.
    await app.deps.sql`update rate_rows set rate = 0.0400 where prefix = '4478'`;
    answer = asUsual;
    const number = mobile();
    await app.deps.sql`insert into number_facts (number, carrier, asked_for, asked_at, kind, network)
      values (${number}, 'sandbox', ${person.id}, ${app.clock.now().toISOString()}, 'mobile', '23410')`;
    await expectProblem(await postSms(person, [number]), 'destination_not_sold');
  });
});

test("an account's look-ups are erased with it", async () => {
  const [mine, others] = [mobile(), mobile()];
  await send(person, [mine]);
  const other = await funded(app, '1.00');
  await send(other, [others]);
  await eventually('no message under way', async () => {
    const open = await app.deps.sql`select from sms_messages where user_id = ${person.id} and status <> 'delivered'`;
    return open.length === 0;
  });
  const json = { email: person.email, givesUp: await balanceOf(person) };
  expect((await person.withCookie('/api/auth/closing', { json })).status).toBe(200);
  app.clock.advance(8 * DAY_MS);
  await eraseClosed(app.deps);
  expect(await factsOf(mine)).toHaveLength(0);
  expect(await factsOf(others)).toHaveLength(1);
});
