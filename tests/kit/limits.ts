import { expect } from 'bun:test';
import { type Limits, limits } from '../../src/accounts/limits/contract.ts';
import type { TestActor } from './actors.ts';
import { expectProblem } from './problems.ts';

type Given = Partial<Record<'dailyLimit' | 'countryLimit', string | null>> & {
  countries?: Record<string, string | null>;
};

/** Sets an account's spend limits with a session; without arguments there are no limits. */
export async function setLimits(person: TestActor, given: Given, as = person): Promise<Limits> {
  const json = { dailyLimit: null, countryLimit: null, countries: {}, ...given };
  const response = await as.withCookie(`/api/users/${person.id}/limits`, { method: 'PUT', json });
  expect(response.status).toBe(200);
  return limits.parse(await response.json());
}

/** An account's spend limits and what it has spent today, as the account reads them. */
export async function readLimits(person: TestActor): Promise<Limits> {
  const response = await person.as(`/api/users/${person.id}/limits`);
  expect(response.status).toBe(200);
  return limits.parse(await response.json());
}

/** Lifts the limits of an account. */
export async function lift(admin: TestActor, person: TestActor, json: object = {}): Promise<Limits> {
  const response = await admin.withCookie(`/api/admin/users/${person.id}/lift-limit`, { json });
  expect(response.status).toBe(200);
  return limits.parse(await response.json());
}

/** Checks that an answer is a refusal by a spend limit. @returns the sentence */
export async function expectLimited(response: Response): Promise<string> {
  return (await expectProblem(response, 'spend_limit_reached')).detail;
}
