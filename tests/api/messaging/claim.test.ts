import { type Claim, claimRecipients, type Lane } from '../../../src/services/messaging/delivery/claim.ts';
import { appForFile, eventually, funded, makeAdmin, setAheadBy, startTestApp } from '../../kit/index.ts';
import { newNumber, readMessage, send, newNumbers } from '../../kit/messages.ts';
import { setAs, settingOf } from '../admin/settings.ts';
import { applyReceipts } from '../../../src/services/messaging/delivery/apply-receipts.ts';
import { HOUR_MS } from '../../../src/platform/kit/durations.ts';

// Without its chores the server sends nothing, and the test is the one that claims.
const app = await appForFile({ background: false });
const person = await funded(app, '100.00');
const roomy = { name: 'sandbox', limits: { concurrency: 10_000, perSecond: 100_000 } };
const claim = (lane: Lane, limit: number, carrier = roomy): Promise<Claim> =>
  claimRecipients(app.deps, { lane, carrier, earlier: [], limit });

test('no claim takes what another has at once', async () => {
  const { id } = await send(person, newNumbers(400));
  const claims = await Promise.all(Array.from({ length: 40 }, () => claim({ messageId: id }, 10)));
  const claimed = claims.flatMap(({ recipients }) => recipients);
  expect(claimed.every((recipient) => recipient.message_id === id)).toBe(true);
  expect(new Set(claimed.map((recipient) => recipient.id)).size).toBe(claimed.length);
  // A process that finds the next rows taken may get fewer, but not nothing every time.
  expect(claimed.length + (await claim({ messageId: id }, 400)).recipients.length).toBe(400);
});

test('messages to few recipients have a separate lane, and those that are not due wait', async () => {
  const many = await send(person, newNumbers(11));
  const later = await send(person, [newNumber()]);
  const few = await send(person, [newNumber()]);
  await app.deps.sql`update sms_recipients set due_at = due_at + interval '1 hour' where message_id = ${later.id}`;
  const messages = async (lane: Lane) => (await claim(lane, 100)).recipients.map((recipient) => recipient.message_id);
  expect(await messages('few')).toEqual([few.id]);
  expect(await messages({ messageId: many.id })).toEqual(Array.from({ length: 11 }, () => many.id));
  app.clock.advance(3_600_000);
  expect(await messages('few')).toEqual([later.id]);
});

test("a carrier's concurrency holds for all processes together", async () => {
  const { id } = await send(person, newNumbers(60));
  const narrow = { name: 'narrow', limits: { concurrency: 7, perSecond: 100_000 } };
  const claims = await Promise.all(Array.from({ length: 12 }, () => claim({ messageId: id }, 5, narrow)));
  const claimed = claims.flatMap(({ recipients }) => recipients.map((recipient) => recipient.id));
  expect(claimed).toHaveLength(7);
  const roomWith = async (answered: readonly string[]) =>
    (await claimRecipients(app.deps, { lane: 'few', carrier: narrow, earlier: [], limit: 5, answered })).room;
  expect([await roomWith([]), await roomWith(claimed.slice(0, 3))]).toEqual([0, 3]);
});

test("a carrier's rate holds for all processes together", async () => {
  const { id } = await send(person, newNumbers(60));
  const slow = { name: 'slow', limits: { concurrency: 1000, perSecond: 20 } };
  const begun = performance.now();
  let claimed = 0;
  while (claimed < 6) {
    const claims = await Promise.all(Array.from({ length: 4 }, () => claim({ messageId: id }, 5, slow)));
    claimed += claims.flatMap(({ recipients }) => recipients).length;
  }
  // Two at once, as a tenth of a second's worth, then one every 50 ms.
  expect(performance.now() - begun).toBeGreaterThanOrEqual(180);
});

test("a carrier's setting holds for the next claim of every process", async () => {
  const admin = await makeAdmin(app);
  await using other = await startTestApp({ background: false, beside: app });
  const { id } = await send(person, newNumbers(60));
  const own = { name: 'sandbox-backup', limits: { concurrency: 50, perSecond: 100_000 } };
  const set = async (name: 'carrier_at_once' | 'carrier_per_second', value: string | null) =>
    expect((await setAs(admin, name, value, { about: own.name })).status).toBe(200);
  const taken = async ({ deps } = app) =>
    (await claimRecipients(deps, { lane: { messageId: id }, carrier: own, earlier: [], limit: 100 })).recipients.length;
  await set('carrier_at_once', '2');
  expect([await taken(), await taken(other)]).toEqual([2, 0]);
  await set('carrier_at_once', '5');
  expect([await taken(other), await taken()]).toEqual([3, 0]);
  await set('carrier_at_once', null);
  // A tenth of a second's worth may begin at once.
  await set('carrier_per_second', '10');
  expect(await taken(other)).toBe(1);
  await set('carrier_per_second', null);
  expect(await settingOf(admin, 'carrier_per_second', own.name)).toMatchObject({ source: 'environment' });
  await eventually('the rest at its own rate', async () => (await taken()) + (await taken(other)) > 1);
});

const CLAIM_MS = 30_000;

test('a report that only says our own reference waits until the claim of its send is over', async () => {
  const person = await funded(app, '1.00');
  const { id, messageDetails } = await send(person, [newNumber()]);
  const recipient = messageDetails.recipients[0]?.messageId ?? '';
  const now = app.clock.now();
  await app.deps.sql`
    update sms_recipients set status = 'sending', provider = 'sandbox', attempts = 1,
      claimed_until = ${new Date(now.getTime() + CLAIM_MS).toISOString()}::timestamptz
    where id = ${recipient}`;
  await app.deps.sql`
    insert into carrier_receipts (provider, provider_message_id, reference, outcome, received_at)
    values ('sandbox', 'its own id', ${recipient}, 'delivered', ${now.toISOString()}::timestamptz)`;

  // Whoever holds the claim is about to store the carrier's id, and with it what the report is about.
  await applyReceipts(app.deps);
  expect((await readMessage(person, id)).counts.delivered).toBe(0);
  expect(await app.deps.sql`select 1 from carrier_receipts`).toHaveLength(1);

  // PostgreSQL's clock is set ahead: the claim was made before that.
  app.clock.advance(HOUR_MS);
  await applyReceipts({ ...app.deps, clock: setAheadBy(HOUR_MS, app.clock) });
  expect(await app.deps.sql`select 1 from carrier_receipts`).toHaveLength(1);

  app.clock.advance(CLAIM_MS + 1);
  await applyReceipts(app.deps);
  expect(await readMessage(person, id)).toMatchObject({ status: 'delivered', actualCost: '0.0300' });
  expect(await app.deps.sql`select 1 from carrier_receipts`).toHaveLength(0);
});

/** Messages that a carrier has, with the ids that it gave them, and a report at the address of one of them. */
async function reported(ids: readonly [string, string], id: string) {
  const person = await funded(app, '1.00');
  const sent = [await send(person, [newNumber()]), await send(person, [newNumber()])] as const;
  const references = sent.map(({ messageDetails }) => messageDetails.recipients[0]?.messageId ?? '');
  for (const [place, recipient] of references.entries()) {
    await app.deps.sql`
      update sms_recipients set status = 'sent', provider = 'sandbox', provider_message_id = ${ids[place] ?? ''},
        sent_at = ${new Date(app.clock.now().getTime() + place).toISOString()}::timestamptz
      where id = ${recipient}`;
  }
  await app.deps.sql`
    insert into carrier_receipts (provider, provider_message_id, reference, outcome, received_at)
    values ('sandbox', ${id}, ${references[0] ?? ''}, 'delivered', ${app.clock.now().toISOString()}::timestamptz)`;
  await applyReceipts(app.deps);
  return Promise.all(sent.map(async (message) => (await readMessage(person, message.id)).counts.delivered));
}

test('a report at the address of a message is that message’s, though the carrier gave its id to a later one too', async () => {
  expect(await reported(['twice', 'twice'], 'twice')).toEqual([1, 0]);
});

test('a report at the address of a message is that message’s, whatever id it names', async () => {
  expect(await reported(['its own', 'another'], 'another')).toEqual([1, 0]);
  expect(await reported(['the first', 'the second'], 'unheard of')).toEqual([1, 0]);
});
