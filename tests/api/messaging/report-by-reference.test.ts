import { expect, test } from 'bun:test';
import { applyReceipts } from '../../../src/services/messaging/delivery/apply-receipts.ts';
import { funded } from '../../kit/actors.ts';
import { appForFile } from '../../kit/file-app.ts';
import { setAheadBy } from '../../kit/clock.ts';
import { newNumber, readMessage, send } from '../../kit/messages.ts';

/** Nothing is sent: the test says what a carrier has, and when its reports are looked at. */
const app = await appForFile({ background: false });

const CLAIM_MS = 30_000;
const HOUR_MS = 3_600_000;

test('a report that only says our own reference waits until the claim of its send is over', async () => {
  const person = await funded(app, '1.00');
  const { id, messageDetails } = await send(person, [newNumber()]);
  const recipient = messageDetails.recipients[0]?.messageId ?? '';
  const now = app.clock.now();
  const until = new Date(now.getTime() + CLAIM_MS);
  await app.deps.sql`
    update sms_recipients set status = 'sending', provider = 'sandbox', attempts = 1,
      claimed_until = ${until.toISOString()}::timestamptz
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
  const delivered = await Promise.all(
    sent.map(async (message) => (await readMessage(person, message.id)).counts.delivered),
  );
  return delivered;
}

test('a report at the address of a message is that message’s, though the carrier gave its id to a later one too', async () => {
  expect(await reported(['twice', 'twice'], 'twice')).toEqual([1, 0]);
});

test('a report at the address of a message is that message’s, whatever id it names', async () => {
  expect(await reported(['its own', 'another'], 'another')).toEqual([1, 0]);
  expect(await reported(['the first', 'the second'], 'unheard of')).toEqual([1, 0]);
});
