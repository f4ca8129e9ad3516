import { z } from 'zod';
import { type Customer, customer as customerSchema } from '../../../src/resale/customers/contract.ts';
import { readAs, call, makeAdmin, makeReseller, signUp, type TestActor } from '../../kit/index.ts';
import { appForFile, expectProblem, makeCustomer, makePair, pagesOf, openEvents } from '../../kit/index.ts';

const app = await appForFile();
const reseller = await makeReseller(app);

const customersOf = async (of: TestActor, query = ''): Promise<Customer[]> => {
  return await readAs(of.as(`/api/users/${of.id}/customers${query}`), customerSchema.array());
};

describe('creating a customer', () => {
  test('makes a password once, and an account under the reseller', async () => {
    const json = { email: 'Grace@Example.com', fullName: 'Grace Hopper', company: 'Navy' };
    const created = await readAs(
      reseller.as(`/api/users/${reseller.id}/customers`, { json }),
      customerSchema.extend({ password: z.string() }),
    );
    expect(created).toMatchObject({
      email: 'Grace@Example.com',
      fullName: 'Grace Hopper',
      company: 'Navy',
      status: 'active',
      credits: '0.00',
      margin: { month: '0.00', total: '0.00' },
      usage: { smsSent: 0, voiceMinutes: 0, didNumbers: 0, monthlySpend: '0.00' },
    });
    const { email, password } = created;
    expect((await call(app, '/api/auth/login', { json: { email, password } })).status).toBe(200);
    const [listed] = await customersOf(reseller);
    expect(listed?.id).toBe(created.id);
    expect(listed).not.toHaveProperty('password');
  });

  test('refuses an address that is taken', async () => {
    const { email } = await signUp(app);
    const json = { email, fullName: 'Grace Hopper' };
    const response = await reseller.as(`/api/users/${reseller.id}/customers`, { json });
    expect(await response.json()).toMatchObject({ status: 409, code: 'email_taken' });
  });

  test('needs a package that is running', async () => {
    const json = { email: 'nobody@example.com', fullName: 'No Body' };
    const expired = await makeReseller(app, undefined, new Date(app.clock.now().getTime() - 1));
    for (const person of [await signUp(app), expired]) {
      const response = await person.as(`/api/users/${person.id}/customers`, { json });
      expect(await response.json()).toMatchObject({ status: 409, code: 'not_allowed_now' });
      expect(await customersOf(person)).toEqual([]);
    }
  });

  test('cannot give a role, credit or another reseller', async () => {
    const json = {
      email: 'wants-more@example.com',
      fullName: 'Wants More',
      role: 'admin',
      credits: '1000.00',
      resellerId: (await signUp(app)).id,
      status: 'suspended',
    };
    const path = `/api/users/${reseller.id}/customers`;
    const { email, fullName, ...more } = json;
    for (const [name, value] of Object.entries(more)) {
      expect((await reseller.as(path, { json: { email, fullName, [name]: value } })).status).toBe(422);
    }
    expect((await reseller.as(path, { json: { email, fullName } })).status).toBe(201);
  });
});

test('lists newest first, in pages, by search and by status', async () => {
  const own = await makeReseller(app);
  const made = [await makeCustomer(app, own), await makeCustomer(app, own), await makeCustomer(app, own)];
  const ids = made.map(({ id }) => id).toReversed();
  expect((await customersOf(own)).map(({ id }) => id)).toEqual(ids);
  const pages = await pagesOf(own, `/api/users/${own.id}/customers?limit=2`, customerSchema);
  expect(pages.map((page) => page.map(({ id }) => id))).toEqual([ids.slice(0, 2), ids.slice(2)]);
  expect((await customersOf(own, `?search=${made[1]?.email.toUpperCase()}`)).map(({ id }) => id)).toEqual(
    ids.slice(1, 2),
  );
  expect(await customersOf(own, '?search=%25')).toEqual([]);
  await own.as(`/api/users/${own.id}/customers/${ids[0]}/suspend`, { method: 'PUT' });
  expect((await customersOf(own, '?status=suspended')).map(({ id }) => id)).toEqual(ids.slice(0, 1));
});

test('a suspension takes effect at once, and activation ends it', async () => {
  const { reseller: own, customer } = await makePair(app);
  const stream = await openEvents(app, { authorization: `Bearer ${customer.key}` });
  const path = `/api/users/${own.id}/customers/${customer.id}`;
  const response = await own.as(`${path}/suspend`, { method: 'PUT' });
  expect(await response.json()).toMatchObject({ id: customer.id, status: 'suspended' });
  expect((await stream.next('user-status')).data).toMatchObject({ status: 'suspended' });
  await stream.ended;
  for (const send of [customer.as, customer.withCookie]) {
    const answer = await send(`/api/users/${customer.id}`);
    expect(await answer.json()).toMatchObject({ status: 403, code: 'account_suspended' });
  }
  await own.as(`${path}/activate`, { method: 'PUT' });
  expect((await customer.as(`/api/users/${customer.id}`)).status).toBe(200);
});

test('the reseller cannot let in a customer whom an administrator suspended', async () => {
  const admin = await makeAdmin(app);
  const { reseller: theirs, customer } = await makePair(app);
  const path = `/api/users/${theirs.id}/customers/${customer.id}`;
  const byReseller = (verb: string) => theirs.as(`${path}/${verb}`, { method: 'PUT' });
  const byAdmin = (verb: string) => admin.withCookie(`/api/admin/users/${customer.id}/${verb}`, { method: 'PUT' });
  expect((await byAdmin('suspend')).status).toBe(200);
  await expectProblem(await byReseller('activate'), 'not_allowed_now');
  expect((await byReseller('suspend')).status).toBe(200);
  await expectProblem(await byReseller('activate'), 'not_allowed_now');
  expect((await customer.withCookie(`/api/users/${customer.id}`)).status).toBe(403);
  expect((await byAdmin('activate')).status).toBe(200);
  // Nor where the reseller was the first of both.
  expect((await byReseller('suspend')).status).toBe(200);
  expect((await byReseller('activate')).status).toBe(200);
  expect((await byReseller('suspend')).status).toBe(200);
  expect((await byAdmin('suspend')).status).toBe(200);
  await expectProblem(await byReseller('activate'), 'not_allowed_now');
});

test('a customer is told apart, and cannot become a reseller', async () => {
  const { reseller: supplier, customer } = await makePair(app);
  const userOf = async (of: TestActor) => (await of.as(`/api/users/${of.id}`)).json();
  expect(await userOf(customer)).toMatchObject({ resold: true });
  expect(await userOf(supplier)).toMatchObject({ resold: false });
  const response = await customer.as(`/api/users/${customer.id}/transactions`, {
    json: { type: 'reseller_package', amount: '250.00', resellerPackage: 'monthly' },
  });
  expect(await response.json()).toMatchObject({ status: 409, code: 'not_allowed_now' });
});
