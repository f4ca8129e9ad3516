import { z } from 'zod';
import { didNumber, type DidNumber, hold, type Hold } from '../../../src/services/numbers/contract.ts';
import { funded, type TestActor, type TestApp, firstOf } from '../../kit/index.ts';

export const buyer = (app: TestApp): Promise<TestActor> => funded(app, '500.00');

export const available = async (person: TestActor, country = 'United Kingdom'): Promise<string[]> =>
  z
    .array(z.string())
    .parse(await (await person.as(`/api/did-numbers/available?country=${encodeURIComponent(country)}`)).json());

export async function freeNumber(person: TestActor, country?: string): Promise<string> {
  return firstOf(await available(person, country), 'no number is free');
}

export const holdAs = (person: TestActor, number: string, country = 'United Kingdom') =>
  person.as('/api/did-numbers/holds', { json: { number, country } });

export const releaseAs = (person: TestActor, number: string) =>
  person.as(`/api/did-numbers/holds/${encodeURIComponent(number)}`, { method: 'DELETE' });

export const holdsOf = async (person: TestActor): Promise<Hold[]> =>
  z.array(hold).parse(await (await person.as('/api/did-numbers/holds')).json());

export const buyAs = (
  person: TestActor,
  number: string,
  { country = 'United Kingdom', headers, ...more }: BuyOptions = {},
) =>
  person.as(`/api/users/${person.id}/did-numbers`, { json: { number, country, ...more }, ...(headers && { headers }) });

interface BuyOptions {
  country?: string;
  headers?: Record<string, string>;
  [field: string]: unknown;
}

export async function bought(person: TestActor, country?: string): Promise<DidNumber> {
  const number = await freeNumber(person, country);
  return didNumber.parse(await (await buyAs(person, number, country ? { country } : {})).json());
}

export const numbersOf = async (person: TestActor, search = ''): Promise<DidNumber[]> =>
  z.array(didNumber).parse(await (await person.as(`/api/users/${person.id}/did-numbers?search=${search}`)).json());

export const renewAs = (person: TestActor, id: string, headers: Record<string, string> = {}) =>
  person.as(`/api/users/${person.id}/did-numbers/${id}/renew`, { method: 'POST', headers });

export const switchAs = (person: TestActor, id: string, autoRenew: unknown) =>
  person.as(`/api/users/${person.id}/did-numbers/${id}`, { method: 'PUT', json: { autoRenew } });
