import { balanceOf, call, funded, makeAdmin, signIn, type TestActor } from '../../kit/actors.ts';
import { startTestApp, type TestApp } from '../../kit/app.ts';
import { codeOf, eventually, expectSoundBooks, hurryJobs, inTurn, sendingBy, quickSandboxes } from '../../kit/index.ts';
import { newNumber, postSms, readMessage, send, untilStatus, newNumbers } from '../../kit/messages.ts';
import type { Adapter } from '../../../src/carriers/port.ts';
import { type SmsMessage } from '../../../src/services/messaging/contract.ts';
import { refundHeld } from '../../../src/services/messaging/delivery/refund-held.ts';
import { recoverAbandoned } from '../../../src/services/messaging/delivery/recover.ts';

let app: TestApp;
let admin: TestActor;
let person: TestActor;
let release: () => void;
let sends = 0;

/** Answers "later" once it is released, and takes everything after that. */
function busyAtFirst(released: Promise<void>): Adapter {
  let isReleased = false;
  void released.then(() => (isReleased = true));
  return sendingBy(quickSandboxes({ concurrency: 20 })[0], async (sms, own) => {
    sends += 1;
    if (isReleased) return own(sms);
    await released;
    return { kind: 'refused', code: 'busy', customerWords: 'The carrier is busy', retry: 'later' };
  });
}

beforeEach(async () => {
  sends = 0;
  const { promise: released, resolve } = Promise.withResolvers<void>();
  release = resolve;
  app = await startTestApp({ adapters: [busyAtFirst(released)] });
  admin = await makeAdmin(app);
  person = await funded(app, '10.00');
});
afterEach(() => app.stop());

const change = async (what: 'suspend' | 'activate') => {
  // An administrator without a request for half a day has to sign in again.
  const cookie = await signIn(app, admin);
  expect((await call(app, `/api/admin/users/${person.id}/${what}`, { method: 'PUT' }, { cookie })).status).toBe(200);
};
const asAdmin = (id: string): Promise<SmsMessage> => readMessage({ ...admin, id: person.id, as: admin.as }, id);

const scheduled = (): Promise<SmsMessage> =>
  send(person, [newNumber()], { sendAt: new Date(app.clock.now().getTime() + 3_600_000).toISOString() });

test("a suspended account's messages stay, and go on once it is activated", async () => {
  const waiting = await send(person, newNumbers(40));
  const later = await scheduled();
  await eventually('some are with the carrier', async () => sends === 20);
  await change('suspend');
  expect((await postSms(person, [newNumber()])).status).toBe(403);
  release();
  await eventually('the answers are stored', async () => {
    const [row] = await app.deps.sql`
      select count(*)::int as count from sms_recipients where status in ('sending', 'queued')`;
    return row?.count === 0;
  });
  app.clock.advance(3_700_000);
  await hurryJobs(app);
  await recoverAbandoned(app.deps);
  // A message of somebody else's goes through the same queue meanwhile.
  const other = await funded(app, '1.00');
  await untilStatus(other, (await send(other, [newNumber()])).id, 'delivered');
  expect(sends).toBe(21);
  expect((await asAdmin(waiting.id)).counts).toMatchObject({ queued: 40 });
  expect((await asAdmin(later.id)).counts).toMatchObject({ queued: 1 });
  await change('activate');
  await untilStatus(person, waiting.id, 'delivered');
  await untilStatus(person, later.id, 'delivered');
  expect(sends).toBe(62);
  await expectSoundBooks(app);
});

test('a send that waits for the account while it is suspended is refused, and nothing is charged', async () => {
  const [suspension, late] = await inTurn(app, (tx) => tx`select id from users where id = ${person.id} for update`, [
    () => admin.withCookie(`/api/admin/users/${person.id}/suspend`, { method: 'PUT' }),
    () => postSms(person, [newNumber()]),
  ]);
  expect([suspension?.status, late?.status]).toEqual([200, 403]);
  expect(await codeOf(late ?? new Response())).toBe('account_suspended');
  expect(await app.deps.sql`select id from sms_messages`).toHaveLength(0);
  await change('activate');
  expect(await balanceOf(person)).toBe('10.00');
});

test('a send that was charged is answered so, although the account is suspended the moment after', async () => {
  release();
  await app.deps.sql.unsafe(`
    create function suspend_payer() returns trigger language plpgsql as $$ begin
      update users set status = 'suspended' where id = new.user_id;
      return null;
    end $$`);
  await app.deps.sql.unsafe(
    'create trigger suspend_payer after insert on sms_messages for each row execute function suspend_payer()',
  );
  expect((await postSms(person, [newNumber()])).status).toBe(201);
  expect((await postSms(person, [newNumber()])).status).toBe(403);
  await change('activate');
  expect(await balanceOf(person)).toBe('9.97');
});

test('for a suspended account an administrator sends nothing either', async () => {
  await change('suspend');
  const refused = await postSms({ ...admin, id: person.id, as: admin.as }, [newNumber()]);
  expect([refused.status, await codeOf(refused)]).toEqual([403, 'account_suspended']);
  expect(sends).toBe(0);
});

test('we refund what waited for 30 days for a suspended account', async () => {
  const { id } = await scheduled();
  await change('suspend');
  app.clock.advance(29 * 86_400_000);
  await refundHeld(app.deps);
  expect((await asAdmin(id)).counts.queued).toBe(1);
  app.clock.advance(86_400_000 + 1000);
  await refundHeld(app.deps);
  const message = await asAdmin(id);
  expect(message).toMatchObject({ status: 'cancelled', actualCost: '0.0000' });
  expect(message.messageDetails.recipients[0]?.error).toContain('30 days');
  await change('activate');
  expect(await balanceOf(person)).toBe('10.00');
  expect(sends).toBe(0);
  await expectSoundBooks(app);
});

test("a suspended account's waiting messages can be stopped", async () => {
  const { id } = await scheduled();
  await change('suspend');
  const cancelled = await admin.as(`/api/users/${person.id}/sms/${id}/cancel`, { method: 'POST' });
  expect(cancelled.status).toBe(200);
  expect(await asAdmin(id)).toMatchObject({ status: 'cancelled', actualCost: '0.0000' });
});

test('a message refused with "later" after a cancel was answered does not go again, and is refunded', async () => {
  const { id } = await send(person, newNumbers(40));
  await eventually('some are being handed over', async () => sends === 20);
  expect((await person.as(`/api/users/${person.id}/sms/${id}/cancel`, { method: 'POST' })).status).toBe(200);
  release();
  const message = await eventually('all have ended', async () => {
    const read = await readMessage(person, id);
    return read.counts.queued === 0 && read;
  });
  expect(message).toMatchObject({ status: 'cancelled', actualCost: '0.0000', counts: { failed: 40 } });
  const words = new Set(message.messageDetails.recipients.map(({ error }) => error));
  expect([...words]).toEqual(['Cancelled before it was sent']);
  expect(sends).toBe(20);
  expect(await app.deps.sql`select id from sandbox_messages`).toHaveLength(0);
  const days = await app.deps.sql`
    select sum(failed)::int as failed, sum(cancelled)::int as cancelled from days_of_messages(${person.id})`;
  expect(Object.values(days[0] ?? {})).toEqual([40, 40]);
  expect(await balanceOf(person)).toBe('10.00');
  await expectSoundBooks(app);
});
