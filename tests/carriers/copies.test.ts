import { removeOld } from '../../src/platform/retention.ts';
import { expectProblem, funded, startTestApp, type TestActor, type TestApp, there } from '../kit/index.ts';
import { newNumber, readMessage, send, untilStatus } from '../kit/messages.ts';
import { carriersAt } from './accounts.ts';
import { DIALECTS, type Report } from './dialects.ts';
import { TIMEOUTS } from '../../src/carriers/adapters/http-carrier.ts';
import type { CarrierCallback } from '../../src/carriers/port.ts';
import { Simulator } from './simulator.ts';
import { PUBLIC_URL } from './voice-dialect.ts';

/** A genuine callback counts once: a copy of it is answered like the first, and changes nothing. */

const statuses = async (...answers: Promise<Response>[]): Promise<number[]> =>
  (await Promise.all(answers)).map(({ status }) => status).toSorted();

async function expectRefused(answer: Promise<Response>): Promise<void> {
  const response = await answer;
  await expectProblem(response, 'bad_signature');
}

describe.each(DIALECTS.map((dialect) => ({ ...dialect })))('a report of $carrier', (dialect) => {
  const simulator = new Simulator(dialect);
  let address: string;
  let app: TestApp;
  let person: TestActor;

  beforeAll(async () => {
    address = await simulator.listen();
    const env = { ...carriersAt(address), PUBLIC_URL, SANDBOX_CARRIERS: 'off' };
    app = await startTestApp({ env, adapters: [dialect.adapter(TIMEOUTS)] });
    person = await funded(app, '10.00');
  });
  afterAll(async () => {
    await app.stop();
    await simulator.stop();
  });

  const deliver = ({ url, headers, body }: CarrierCallback, to = app): Promise<Response> =>
    to.fetch(url.slice(PUBLIC_URL.length), { method: 'POST', headers, body });

  /** A message that was sent, and reports on it, each with a signature of its own. */
  async function sent() {
    const { id } = await send(person, [newNumber()]);
    await untilStatus(person, id, 'sent');
    const taken = there(simulator.taken.at(-1), 'the carrier has no message');
    const report = (outcome: Report['outcome']): CarrierCallback =>
      dialect.report({
        id: taken.id,
        outcome,
        url: dialect.reportTo(taken.request),
        at: app.clock.now(),
        reference: crypto.randomUUID(),
      });
    return { id, report };
  }

  test('is taken once, and a copy of it is answered and changes nothing', async () => {
    const { id, report } = await sent();
    const delivered = report('delivered');
    expect((await deliver(delivered)).status).toBe(204);
    await untilStatus(person, id, 'delivered');
    await app.deps.sql`update sms_recipients set status = 'sent' where message_id = ${id}`;
    expect((await deliver(delivered)).status).toBe(204);
    const [waiting] = await app.deps.sql`select count(*)::int as count from carrier_receipts`;
    expect(waiting?.count).toBe(0);
    expect((await readMessage(person, id)).messageDetails.recipients[0]?.status).toBe('sent');
  });

  test('is taken once of two copies at the same time, by two processes', async () => {
    await using other = await startTestApp({
      beside: app,
      background: false,
      env: { ...carriersAt(address), PUBLIC_URL, SANDBOX_CARRIERS: 'off' },
      adapters: [dialect.adapter(TIMEOUTS)],
    });
    const { id, report } = await sent();
    const delivered = report('delivered');
    const copies = [app, other, app, other].map((process) => deliver(delivered, process));
    expect(await statuses(...copies)).toEqual([204, 204, 204, 204]);
    await untilStatus(person, id, 'delivered');
  });

  test('that is not understood is kept once, with its text, and its message stays as it is', async () => {
    const { id, report } = await sent();
    const odd = report('unheard-of');
    expect(await statuses(deliver(odd), deliver(odd))).toEqual([204, 204]);
    const kept = await app.deps.sql<{ text: string }[]>`
      delete from unread_reports where provider = ${dialect.carrier} returning text`;
    expect(kept).toHaveLength(1);
    expect(kept[0]?.text).toContain('unheard-of');
    expect((await readMessage(person, id)).messageDetails.recipients[0]?.status).toBe('sent');
  });

  if (dialect.signs) {
    test('is refused by its own time, once what it was known by is dropped', async () => {
      const { id, report } = await sent();
      const delivered = report('delivered');
      await deliver(delivered);
      await untilStatus(person, id, 'delivered');
      await removeOld(app.deps, 'carrier_callbacks');
      expect((await deliver(delivered)).status).toBe(204);
      app.clock.advance(8 * 86_400_000);
      await removeOld(app.deps, 'carrier_callbacks');
      const [kept] = await app.deps.sql`select count(*)::int as count from carrier_callbacks`;
      expect(kept?.count).toBe(0);
      await expectRefused(deliver(delivered));
      app.clock.advance(-8 * 86_400_000);
    });
  }
});
