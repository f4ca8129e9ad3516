import { expect, test } from 'bun:test';
import { brands } from '../../db/schema/index.ts';
import { transact } from '../../src/platform/events/transact.ts';
import { writeMail } from '../../src/platform/mail/write-mail.ts';
import { appForFile, makeCustomer, makeReseller, signUp, type TestActor } from '../kit/index.ts';
import { deliverMails, mailTo } from '../kit/mails.ts';

const app = await appForFile({ background: false, env: { PUBLIC_URL: 'https://topline.example:8443' } });

async function passwordMail(person: TestActor) {
  await transact(app.deps, (tx) => writeMail(tx, person.id, { kind: 'password_changed' }));
  await deliverMails(app);
  return mailTo(app, person.email, /password .* was changed/);
}

test('a customer of a reseller reads the brand and the operator, everybody else the operator', async () => {
  const reseller = await makeReseller(app);
  await app.deps.db.insert(brands).values({ userId: reseller.id, name: 'Acme Telecom', updatedAt: app.clock.now() });
  const mail = await passwordMail(await makeCustomer(app, reseller));
  expect(mail.from?.name).toBe('Acme Telecom via Topline');
  const sentence = 'Acme Telecom runs on Topline (topline.example:8443), which hosts your account';
  expect(mail.text).toContain(sentence);
  expect(mail.html).toContain(sentence);
  const own = await passwordMail(await signUp(app));
  expect(own.from?.name).toBe('Topline');
  expect(own.text).not.toContain('runs on');
});
