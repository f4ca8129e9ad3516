import { z } from 'zod';
import { customer as customerSchema, getRates } from '../../src/resale/customers/contract.ts';
import { type Prices, prices as pricesSchema } from '../../src/resale/customers/price-contract.ts';
import { applyRaises } from '../../src/resale/customers/raises/apply-raises.ts';
import { actorOf, makeReseller, signIn, type TestActor } from './actors.ts';
import type { TestApp } from './app.ts';
import { readAnswer, readAs } from './read.ts';

let made = 0;

/** A customer whom a reseller has created through the API, signed in with the password that was shown once. */
export async function makeCustomer(app: TestApp, reseller: TestActor): Promise<TestActor> {
  const email = `customer-${++made}-${Date.now().toString(36)}@example.com`;
  const json = { email, fullName: 'Grace Hopper' };
  const response = await reseller.as(`/api/users/${reseller.id}/customers`, { json });
  if (response.status !== 201) throw new Error(`answered ${response.status}: ${await response.text()}`);
  const { id, password } = await readAs(response, customerSchema.extend({ password: z.string() }));
  const person = { id, email, password, key: '', cookie: '' };
  const cookie = await signIn(app, actorOf(app, person));
  const rotated = await actorOf(app, { ...person, cookie }).withCookie(`/api/users/${id}/api-key`, { method: 'POST' });
  const { apiKey: key } = await readAs(rotated, z.object({ apiKey: z.string() }));
  return actorOf(app, { ...person, key, cookie });
}

/** A reseller with a running package and one customer. */
export async function makePair(app: TestApp): Promise<{ reseller: TestActor; customer: TestActor }> {
  const reseller = await makeReseller(app);
  return { reseller, customer: await makeCustomer(app, reseller) };
}

export const priceListPath = (reseller: TestActor, customer?: TestActor): string =>
  `/api/users/${reseller.id}${customer ? `/customers/${customer.id}` : ''}/price-list`;

export const putPriceList = (reseller: TestActor, json: object, customer?: TestActor): Promise<Response> =>
  reseller.as(priceListPath(reseller, customer), { method: 'PUT', json });

export async function setPriceList(reseller: TestActor, json: object, customer?: TestActor): Promise<Prices> {
  const response = await putPriceList(reseller, json, customer);
  if (response.status !== 200) throw new Error(`answered ${response.status}: ${await response.text()}`);
  return readAs(response, pricesSchema);
}

export const transfer = (
  reseller: TestActor,
  customer: TestActor,
  amount: string,
  direction: 'to_customer' | 'from_customer' = 'to_customer',
  headers: Record<string, string> = {},
): Promise<Response> =>
  reseller.as(`/api/users/${reseller.id}/customers/${customer.id}/transfers`, { headers, json: { amount, direction } });

/** Makes prices that resellers have raised hold at once; otherwise they hold a day later. */
export async function holdPrices({ deps }: TestApp): Promise<void> {
  await deps.sql`update price_raises set holds_from = '2000-01-01'`;
  await applyRaises(deps);
}

/** What an account pays at this moment. */
export const ratesOf = (person: TestActor) => readAnswer(person.as(`/api/users/${person.id}/rates`), getRates);
