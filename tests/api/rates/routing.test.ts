import type { PartCounting } from '../../../db/enums.ts';
import { carrierHealth, routeOutcomes } from '../../../db/schema/index.ts';
import { smsAttempt } from '../../../src/services/messaging/attempt-contract.ts';
import { balanceOf, credit, funded, makeAdmin, type TestActor } from '../../kit/actors.ts';
import { startTestApp, type TestApp, type DeckRow, makeDeck, sellBy } from '../../kit/index.ts';
import { eventually, expectProblem, expectSoundBooks, makePair, readAs, withId } from '../../kit/index.ts';
import { handedOver, postSms, send, untilStatus } from '../../kit/messages.ts';

/** Flat prices: £0.03 a part, £0.02 for resellers. */
const BOTH = '+4915112345678';
const SECOND_ONLY = '+33612345678';
const DEAR = '+37122334455';
const NOBODY = '+12025550123';
const FOR_OWN_ONLY = '+34612345678';
let app: TestApp;
let admin: TestActor;

const routeBy = async (by: string) =>
  expect((await admin.as('/api/admin/route-orders/sms', { method: 'PUT', json: { by } })).status).toBe(200);

const costs = (carrier: string, rows: readonly DeckRow[], counting: PartCounting = '160/160') =>
  makeDeck(app, 'sms', rows, { carrier, counting });

describe('messages', () => {
  beforeAll(async () => {
    app = await startTestApp();
    admin = await makeAdmin(app);
    await costs('sandbox', [
      { prefix: '49', rate: '0.0200' },
      { prefix: '371', rate: '0.0301' },
      { prefix: '34', rate: '0.0250' },
    ]);
    await costs(
      'sandbox-backup',
      [
        { prefix: '49', rate: '0.0180' },
        { prefix: '33', rate: '0.0290' },
        { prefix: '371', rate: '0.0400' },
        { prefix: '1', rate: '0.0010', blocked: true },
      ],
      '160/153',
    );
    // A carrier that is not set up counts for nothing.
    await costs('elsewhere', [{ prefix: '1', rate: '0.0001' }]);
  });
  afterEach(async () => {
    await app.deps.sql`delete from rate_uses`;
  });
  afterAll(async () => {
    await expectSoundBooks(app);
    await app.stop();
  });

  /** Sends to one number. @returns the carrier that got it, and the step of its trace as somebody sees it */
  async function carried(person: TestActor, number: string, reader = person) {
    const { id, messageDetails } = await send(person, [number]);
    await untilStatus(person, id, 'delivered');
    const [taken] = await handedOver(app, messageDetails.recipients[0]?.messageId ?? '');
    const trace = await reader.as(`/api/users/${person.id}/sms/${id}/trace`);
    const [step] = smsAttempt.array().parse(await trace.json());
    return { carrier: taken?.carrier, step };
  }

  test('go to the carriers with a price, in the order chosen, and administrators read why and for how much', async () => {
    const person = await funded(app, '1.00');
    expect(await carried(person, BOTH, admin)).toMatchObject({
      carrier: 'sandbox',
      step: { provider: 'sandbox', routeBy: 'fixed', routeCost: '0.0200' },
    });
    // The active carrier has no price for it.
    expect(await carried(person, SECOND_ONLY)).toMatchObject({
      carrier: 'sandbox-backup',
      step: { routeBy: null, routeCost: null },
    });
    await routeBy('cheapest');
    expect(await carried(person, BOTH, admin)).toMatchObject({
      carrier: 'sandbox-backup',
      step: { routeBy: 'cheapest', routeCost: '0.0180' },
    });
    // Parts as the carrier counts them, 153 each.
    const long = await send(person, [BOTH], 'x'.repeat(310));
    await untilStatus(person, long.id, 'delivered');
    const [row] = await app.deps.sql<{ route_cost: string }[]>`
      select route_cost from sms_recipients where message_id = ${long.id}`;
    expect(row?.route_cost).toBe('0.0400');
    await routeBy('delivered');
    const outcomes = (carrier: string, text: string) =>
      app.deps.db
        .insert(routeOutcomes)
        .values({ service: 'sms', carrier, prefix: '49', outcomes: text })
        .onConflictDoUpdate({
          target: [routeOutcomes.service, routeOutcomes.carrier, routeOutcomes.prefix],
          set: { outcomes: text },
        });
    await outcomes('sandbox', '1'.repeat(95) + '0'.repeat(5));
    await outcomes('sandbox-backup', '1'.repeat(94) + '0'.repeat(6));
    expect((await carried(person, BOTH)).carrier).toBe('sandbox');
    await outcomes('sandbox', '1'.repeat(93) + '0'.repeat(7));
    expect((await carried(person, BOTH)).carrier).toBe('sandbox-backup');
    // Its delivery is the newest outcome.
    await eventually('an outcome kept', async () => {
      const kept = await app.deps.db.select().from(routeOutcomes);
      const of = kept.find(({ carrier, prefix }) => carrier === 'sandbox-backup' && prefix === '49');
      return of?.outcomes.length === 101 && of.outcomes.startsWith('11');
    });
    await routeBy('fixed');
  });

  test('are refused where the cheapest carrier asks more than we earn, or none has a price', async () => {
    const person = await funded(app, '1.00');
    for (const recipients of [[DEAR], [NOBODY], [BOTH, DEAR]]) {
      const problem = await expectProblem(await postSms(person, recipients), 'destination_not_sold');
      expect(problem.detail).toContain(recipients.at(-1) ?? '');
    }
    // Two parts of 160 for us, £0.06; three of 153 for the one carrier that takes it, £0.087.
    await expectProblem(await postSms(person, [SECOND_ONLY], { message: 'x'.repeat(310) }), 'destination_not_sold');
    const quote = await person.as(`/api/users/${person.id}/sms/quote`, {
      json: { recipients: [BOTH, DEAR], message: 'Hi' },
    });
    expect(await quote.json()).toEqual({
      total: '0.0300',
      ...{ optedOut: 0, unfilled: 0, media: null, senderCountries: { never: [], registration: [] } },
      destinations: [
        { name: null, rate: null, mms: false, recipients: 1, cost: '0.0000' },
        { name: null, rate: '0.0300', mms: false, recipients: 1, cost: '0.0300' },
      ],
      ...{ refused: 1, refusals: [expect.objectContaining({ number: DEAR, code: 'destination_not_sold' })] },
    });
    expect(await balanceOf(person)).toBe('1.00');
    // A reseller pays £0.02, which is what we earn of their customer as well, whatever that one pays.
    const { reseller, customer } = await makePair(app);
    await credit(app, reseller, '1.00');
    await credit(app, customer, '1.00');
    await send(person, [FOR_OWN_ONLY]);
    for (const one of [reseller, customer]) {
      await expectProblem(await postSms(one, [FOR_OWN_ONLY]), 'destination_not_sold');
    }
  });

  test('are refused where a part earns less than a carrier asks for it, whatever the rounding to a penny adds', async () => {
    const person = await funded(app, '1.00');
    const list = (rate: string) => makeDeck(app, 'sms', [{ prefix: '34', rate }]);
    await sellBy(app, 'sms', await list('0.0249'));
    await expectProblem(await postSms(person, [FOR_OWN_ONLY]), 'destination_not_sold');
    await sellBy(app, 'sms', await list('0.0250'));
    expect((await send(person, [FOR_OWN_ONLY])).cost).toBe('0.0300');
  });

  test('never leave by a carrier that asks more, though it is the only one that is well', async () => {
    const person = await funded(app, '1.00');
    const { sql } = app.deps;
    await sql`update rate_rows set rate = 0.0500 where prefix = '49' and deck_id in (
      select id from rate_decks where carrier = 'sandbox-backup')`;
    await sql`insert into sandbox_carriers (name, down) values ('sandbox', true)`;
    const unwell = { healthy: false, detail: null, checkedAt: app.clock.now() };
    await app.deps.db
      .insert(carrierHealth)
      .values({ name: 'sandbox', ...unwell })
      .onConflictDoUpdate({ target: carrierHealth.name, set: unwell });
    await routeBy('cheapest');
    const { id, messageDetails } = await send(person, [BOTH]);
    try {
      await eventually('a first attempt', async () => {
        const tried = await sql`select from sms_attempts where message_id = ${id}`;
        return tried.length > 0;
      });
      expect(await handedOver(app, messageDetails.recipients[0]?.messageId ?? '')).toEqual([]);
      const providers = await sql<{ provider: string }[]>`
        select distinct provider from sms_attempts where message_id = ${id}`;
      expect(providers.map(({ provider }) => provider)).toEqual(['sandbox']);
    } finally {
      await sql`delete from sandbox_carriers`;
      await sql`update provider_health set healthy = true`;
      await routeBy('fixed');
      await sql`update rate_rows set rate = 0.0180 where prefix = '49' and rate = 0.0500`;
    }
  });

  test('that were accepted while they paid are refunded where they do not any more', async () => {
    const person = await funded(app, '1.00');
    const sendAt = new Date(app.clock.now().getTime() + 3_600_000);
    const response = await person.as(`/api/users/${person.id}/sms`, {
      json: { senderId: 'Topline', recipients: [FOR_OWN_ONLY], message: 'Later', sendAt: sendAt.toISOString() },
    });
    const { id } = await readAs(response, withId);
    const { sql } = app.deps;
    await sql`update rate_rows set rate = 0.0301 where prefix = '34'`;
    try {
      app.clock.moveTo(sendAt);
      app.deps.signals.smsQueued.fire();
      expect(await untilStatus(person, id, 'failed')).toMatchObject({ actualCost: '0.0000' });
      expect(await balanceOf(person)).toBe('1.00');
      expect(await sql`select from sms_attempts where message_id = ${id}`).toHaveLength(0);
    } finally {
      await sql`update rate_rows set rate = 0.0250 where prefix = '34'`;
    }
  });

  test('are sold below cost where the list that we sell by says so', async () => {
    const person = await funded(app, '1.00');
    const deckId = await makeDeck(app, 'sms', [{ prefix: '371', rate: '0.0100' }]);
    await sellBy(app, 'sms', deckId);
    await expectProblem(await postSms(person, [DEAR]), 'destination_not_sold');
    const path = `/api/admin/rate-decks/${deckId}/below-cost`;
    expect((await admin.as(path, { method: 'PUT', json: { belowCost: true } })).status).toBe(200);
    expect((await carried(person, DEAR, admin)).step).toMatchObject({ provider: 'sandbox', routeCost: '0.0301' });
  });

  test('to many numbers go to several carriers, each by its own number', async () => {
    const person = await funded(app, '10.00');
    const numbers = Array.from({ length: 40 }, (_, index) =>
      index % 2 ? `+49151123450${10 + index}` : `+3361234${1000 + index}`,
    );
    const { id } = await send(person, numbers);
    await untilStatus(person, id, 'delivered');
    const rows = await app.deps.sql<{ carrier: string; beginning: string; count: number }[]>`
      select carrier, left(number, 3) as beginning, count(*)::integer as count from sandbox_messages
      where reference in (select id::text from sms_recipients where message_id = ${id}) group by 1, 2 order by 1`;
    expect([...rows]).toEqual([
      { carrier: 'sandbox', beginning: '+49', count: 20 },
      { carrier: 'sandbox-backup', beginning: '+33', count: 20 },
    ]);
  });
});

test('a send asks for no costs where none are known, and learns of them from whoever hands it over', async () => {
  app = await startTestApp();
  const other = await startTestApp({ databaseUrl: app.databaseUrl, background: false });
  try {
    admin = await makeAdmin(app);
    const person = await funded(app, '1.00');
    const { id } = await send(person, [BOTH]);
    await untilStatus(person, id, 'delivered');
    expect(app.deps.costsInUse.messages).toBe(false);
    const json = { name: 'Costs', kind: 'cost', service: 'sms', carrier: 'sandbox' };
    const deck = await readAs(admin.as('/api/admin/rate-decks', { json }), withId);
    // By another process: this one does not know of it.
    const imported = await other.fetch(`/api/admin/rate-decks/${deck.id}/imports?fileName=costs.csv`, {
      method: 'POST',
      body: 'prefix,name,rate\n371,Latvia,0.05\n',
      headers: { 'content-type': 'text/csv', authorization: `Bearer ${admin.key}` },
    });
    expect(imported.status).toBe(201);
    expect(other.deps.costsInUse.messages).toBe(true);
    const slipped = await send(person, [DEAR]);
    expect(await untilStatus(person, slipped.id, 'failed')).toMatchObject({ actualCost: '0.0000' });
    await expectProblem(await postSms(person, [DEAR]), 'destination_not_sold');
    expect(await balanceOf(person)).toBe('0.97');
    await expectSoundBooks(app);
  } finally {
    await other.stop();
    await app.stop();
  }
});
