import { previewLetter } from '../../../src/admin/contract.ts';
import { actorOf, makeApprover, makeReseller, signUp, suspend, type TestActor } from '../../kit/actors.ts';
import { readAnswer, readAs, deliverMails, mailTo, appForFile, expectProblem, makeCustomer } from '../../kit/index.ts';
import { carefulOf, agreeTo, requestAbout } from './requests.ts';
import { z } from 'zod';

const app = await appForFile({ background: false });
const careful = await carefulOf(app);
const ada = await makeApprover(app);
const bea = await makeApprover(app);

const TEXT = 'We move on Sunday.\n\nNothing is lost.';
const write = (admin: TestActor, json: object, path = '') =>
  admin.withCookie(`/api/admin/letters${path}`, { method: 'POST', json });
const readersOf = async (subject: string) => {
  const rows = await app.deps.sql<{ email: string }[]>`
    select recipient as email from mails where kind = 'notice' and data ->> 'subject' = ${subject} order by 1`;
  return rows.map(({ email }) => email);
};

test('a letter is shown first, and goes to the active accounts of the list alone', async () => {
  const reseller = await makeReseller(app);
  const customer = await makeCustomer(app, reseller);
  const stopped = await signUp(app);
  await suspend(app, stopped);
  const json = { role: 'user', subject: 'We move', text: TEXT };
  const seen = await readAnswer(write(ada, json, '/preview'), previewLetter);
  expect(seen.letters).toMatchObject([{ subject: 'We move', paragraphs: ['We move on Sunday.', 'Nothing is lost.'] }]);
  expect(await readersOf('We move')).toEqual([]);
  const { accounts } = await readAs(write(ada, json), z.object({ accounts: z.number() }));
  const readers = await readersOf('We move');
  expect([accounts, seen.accounts]).toEqual([readers.length, readers.length]);
  expect(readers).toContain(customer.email);
  for (const other of [stopped, reseller, ada]) expect(readers).not.toContain(other.email);
  const [written] = await app.deps.sql`select subject, detail from audit_log where action = ${'letter.written'}`;
  expect(written).toEqual({ subject: 'We move', detail: { accounts, role: 'user' } });
  await deliverMails(app);
  expect((await mailTo(app, customer.email, /^We move$/)).text).toContain('Nothing is lost.');
});

test('one account is found as in the list; a letter to nobody, or without a text, is refused', async () => {
  const person = await signUp(app);
  expect((await write(ada, { search: person.email, subject: 'For you', text: TEXT })).status).toBe(201);
  expect(await readersOf('For you')).toEqual([person.email]);
  await expectProblem(await write(ada, { search: 'nobody@nowhere', subject: 'x', text: TEXT }), 'not_allowed_now');
  await expectProblem(await write(ada, { subject: 'x', text: ' \n ' }), 'validation_failed');
  await expectProblem(await write(ada, { subject: '', text: TEXT }), 'validation_failed');
});

test('where two have to agree, the letter goes out once, with the second one', async () => {
  const [first, second] = [actorOf(careful, ada), actorOf(careful, bea)];
  const person = await signUp(app);
  const json = { search: person.email, subject: 'New terms', text: TEXT };
  await expectProblem(await write(first, json), 'approval_needed');
  expect(await readersOf('New terms')).toEqual([]);
  const request = await requestAbout(second, 'New terms');
  const preview = await second.withCookie(`/api/admin/requests/${request.id}/preview`);
  expect(await preview.json()).toMatchObject({ accounts: 1, letters: [{ subject: 'New terms' }] });
  expect((await agreeTo(second, request)).status).toBe(200);
  expect(await readersOf('New terms')).toEqual([person.email]);
});
