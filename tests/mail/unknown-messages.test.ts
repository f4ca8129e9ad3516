import { expect, test } from 'bun:test';
import { and, eq } from 'drizzle-orm';
import { mails } from '../../db/schema/index.ts';
import { notifyOfUnknown } from '../../src/services/messaging/delivery/notify-of-unknown.ts';
import { appForFile, funded, makeAdmin, newNumber, send, suspend, type TestActor } from '../kit/index.ts';
import { deliverMails, linkIn, mailTo } from '../kit/mails.ts';

const app = await appForFile({ background: false, env: { PUBLIC_URL: 'https://topline.example' } });
const admin = await makeAdmin(app);
const person = await funded(app, '10.00');

const told = (who: TestActor) =>
  app.deps.db.$count(mails, and(eq(mails.userId, who.id), eq(mails.kind, 'unknown_messages')));
const after = (milliseconds: number) => app.clock.advance(milliseconds);

const metrics = async () => (await app.fetch('/metrics')).text();

/** Recipients for which the carrier has just given no clear answer. */
async function unclear(recipients: number): Promise<void> {
  const numbers = Array.from({ length: recipients }, () => newNumber());
  const { id } = await send(person, numbers);
  await app.deps.sql`
    update sms_recipients set status = 'unknown', provider = 'sandbox',
      claimed_until = ${app.clock.now().toISOString()}::timestamptz
    where message_id = ${id}`;
}

test('administrators are told by mail of messages of unknown fate, once a day while there are any', async () => {
  const [other, shut] = [await makeAdmin(app), await makeAdmin(app)];
  await suspend(app, shut);
  await notifyOfUnknown(app.deps);
  expect(await metrics()).not.toContain('sms_recipients_unknown{');
  await unclear(3);
  expect(await metrics()).toContain('sms_recipients_unknown{carrier="sandbox"} 3\n');
  after(300_000);
  // An answer may still come.
  await notifyOfUnknown(app.deps);
  expect(await told(admin)).toBe(0);
  after(301_000);
  await Promise.all([notifyOfUnknown(app.deps), notifyOfUnknown(app.deps)]);
  expect(await Promise.all([admin, other, shut, person].map(told))).toEqual([1, 1, 0, 0]);
  await deliverMails(app);
  const mail = await mailTo(app, admin.email, /unknown outcome/);
  expect(mail.text).toContain('sandbox: 3 recipients, £0.09');
  expect(linkIn(mail).pathname).toBe('/api-docs');
  after(23 * 3_600_000);
  await notifyOfUnknown(app.deps);
  expect(await told(admin)).toBe(1);
  after(2 * 3_600_000);
  await notifyOfUnknown(app.deps);
  expect(await told(admin)).toBe(2);
  await app.deps.sql`update sms_recipients set status = 'sent' where status = 'unknown'`;
  expect(await metrics()).not.toContain('sms_recipients_unknown{');
  after(25 * 3_600_000);
  await notifyOfUnknown(app.deps);
  expect(await told(admin)).toBe(2);
});
