import { eventually, expectSoundBooks, startTestApp, type TestApp } from '../../kit/index.ts';
import { sendingBy, quickSandboxes, changed, actorOf, balanceOf, funded, type TestActor } from '../../kit/index.ts';
import { newNumber, readMessage, send, untilStatus, newNumbers } from '../../kit/messages.ts';
import type { Adapter } from '../../../src/carriers/port.ts';

/** Characters that PostgreSQL does not take: a NUL, and half of a character. */
const UNSTORABLE = 'no\0 \ud800';

/** A carrier that cannot be asked about a send. It refuses numbers that end in 8888 in unusual words. */
const withoutLookup = (): Adapter =>
  changed(
    sendingBy(quickSandboxes()[0], (sms, own) =>
      sms.number.endsWith('8888')
        ? { kind: 'refused', code: UNSTORABLE, customerWords: UNSTORABLE, retry: 'never' }
        : own(sms),
    ),
    (carrier) => (carrier.lookup = undefined),
  );

let app: TestApp;
let person: TestActor;
/** Another process, that sends. */
let dispatching: TestApp;
let isStopped = false;
beforeEach(async () => {
  app = await startTestApp({ background: false });
  dispatching = await startTestApp({ databaseUrl: app.databaseUrl, adapters: [withoutLookup()] });
  isStopped = false;
  person = await funded(app, '10.00');
  person = actorOf(dispatching, person);
});
afterEach(async () => {
  if (!isStopped) await dispatching.stop();
  await app.stop();
});

/** How often storing a failed recipient fails. A rollback does not undo the count. */
async function failStoring(times: number): Promise<void> {
  await app.deps.sql.unsafe(`
    create sequence storing_failed;
    create function fail_storing() returns trigger language plpgsql as $$
    begin
      if nextval('storing_failed') <= ${times} then raise exception 'storing fails'; end if;
      return new;
    end $$;
    create trigger fail_storing before update on sms_recipients for each row
      when (new.status = 'failed') execute function fail_storing()`);
}

const failedStorings = async (): Promise<number> => {
  const [row] = await app.deps.sql<{ times: number }[]>`
    select case when is_called then last_value else 0 end::int as times from storing_failed`;
  return row?.times ?? 0;
};

test('a refusal that could not be stored at first is stored after all, and refunded', async () => {
  await failStoring(2);
  const { id } = await send(person, [newNumber('0000')]);
  const message = await untilStatus(person, id, 'failed');
  expect(message).toMatchObject({ actualCost: '0.0000', counts: { failed: 1, unknown: 0 } });
  expect(await balanceOf(person)).toBe('10.00');
  expect(await failedStorings()).toBe(3);
  const attempts = await app.deps.sql`select answer from sms_attempts where message_id = ${id}`;
  expect(attempts.map(({ answer }) => answer)).toEqual(['refused']);
  await expectSoundBooks(app);
});

test('a refusal that is stored only after its claim ran out still counts', async () => {
  await failStoring(4);
  const { id } = await send(person, [newNumber('0000')]);
  await eventually('the answer is there and cannot be stored', async () => (await failedStorings()) > 0);
  await app.deps.sql`
    update sms_recipients set claimed_until = ${app.clock.now().toISOString()}::timestamptz - interval '1 second' where message_id = ${id}`;
  expect((await untilStatus(person, id, 'failed')).counts).toMatchObject({ failed: 1, unknown: 0 });
  expect(await balanceOf(person)).toBe('10.00');
  await expectSoundBooks(app);
});

test('answers that can be stored do not wait for one that cannot', async () => {
  await app.deps.sql.unsafe(`
    create function refuse_storing() returns trigger language plpgsql as $$
    begin raise exception using errcode = '22023', message = 'this one cannot be stored'; end $$;
    create trigger refuse_storing before update on sms_recipients for each row
      when (new.status in ('sent', 'delivered') and new.number like '%7777') execute function refuse_storing()`);
  const { id } = await send(person, [...newNumbers(30), newNumber('7777')]);
  await eventually('all others are stored', async () => {
    const [row] = await app.deps.sql`
      select count(*)::int as count from sms_recipients
      where message_id = ${id} and status in ('sent', 'delivered')`;
    return row?.count === 30;
  });
});

test('a process that stops stores what it still has', async () => {
  await failStoring(2);
  const { id } = await send(person, [newNumber('0000')]);
  await eventually('a storing failed', async () => (await failedStorings()) > 0);
  await dispatching.stop();
  isStopped = true;
  person = actorOf(app, person);
  expect((await readMessage(person, id)).status).toBe('failed');
  expect(await balanceOf(person)).toBe('10.00');
});

test('an answer in words that the database does not take is stored without them', async () => {
  const { id } = await send(person, [newNumber('8888')]);
  const { messageDetails } = await untilStatus(person, id, 'failed');
  expect(messageDetails.recipients[0]?.error).toBe('no \ufffd');
  expect(await balanceOf(person)).toBe('10.00');
});
