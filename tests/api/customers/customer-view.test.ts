import { setSeesCustomers } from '../../../src/admin/accounts/contract.ts';
import { exportCustomers, sendCustomerLink, viewCustomer } from '../../../src/resale/customers/contract.ts';
import { VIEW_HEADER } from '../../../src/shared/view-header.ts';
import { readAnswer, call, makeAdmin, makeReseller, type TestActor } from '../../kit/index.ts';
import { appForFile, expectProblem, mailTo, makeCustomer } from '../../kit/index.ts';

const app = await appForFile();
const admin = await makeAdmin(app);
const [reseller, other] = [await makeReseller(app), await makeReseller(app)];
const [customer, others] = [await makeCustomer(app, reseller), await makeCustomer(app, other)];
const of = ({ id }: TestActor, by = reseller) => `/api/users/${by.id}/customers/${id}`;
const look = (person: TestActor, path: string, token: string, by = reseller) =>
  call(app, `/api/users/${person.id}${path}`, {}, { cookie: by.cookie, [VIEW_HEADER]: token });
const allow = (allowed: boolean) =>
  admin.withCookie(`/api/admin/users/${reseller.id}/sees-customers`, { put: { allowed } });
const view = (person: TestActor, by = reseller) => by.withCookie(`${of(person, by)}/view`, { method: 'POST' });

test('a reseller sees what its contract lets it see, of its own customers alone, and only reads', async () => {
  await expectProblem(await view(customer), 'forbidden');
  expect(await readAnswer(allow(true), setSeesCustomers)).toMatchObject({ seesCustomers: true });
  await expectProblem(await view(others), 'not_found');
  await expectProblem(await view(others, other), 'forbidden');
  const { token } = await readAnswer(view(customer), viewCustomer);
  for (const path of ['/sms', '/voice', '/transactions'])
    expect([path, (await look(customer, path, token)).status]).toEqual([path, 200]);
  await expectProblem(await look(customer, '/sessions', token), 'forbidden');
  await expectProblem(await look(customer, '/sms', token, other), 'forbidden');
  await expectProblem(await look(others, '/sms', token.replace(customer.id, others.id)), 'forbidden');
  const audited = await app.deps.sql`select 1 from audit_log
    where action = 'account.view_started' and actor_id = ${reseller.id} and subject_user_id = ${customer.id}`;
  expect(audited.length).toBe(1);
  await allow(false);
  await expectProblem(await look(customer, '/sms', token), 'forbidden');
});

test('a reseller mails its customers links, and saves its list', async () => {
  const sent = reseller.as(`${of(customer)}/links`, { json: { kind: 'reset_password' } });
  expect(await readAnswer(sent, sendCustomerLink)).toEqual({ sentTo: customer.email });
  await mailTo(app, customer.email, /password/i);
  await expectProblem(await reseller.as(`${of(others)}/links`, { json: { kind: 'invitation' } }), 'not_found');
  const text = await (await reseller.as(exportCustomers.path.replace(':id', reseller.id))).text();
  expect([text.includes(customer.email), text.includes(others.email)]).toEqual([true, false]);
});
