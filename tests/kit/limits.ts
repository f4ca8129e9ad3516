import { type Limits, limits } from '../../src/accounts/limits/contract.ts';
import type { TestActor } from './actors.ts';
import { expectProblem } from './problems.ts';

type Given = Partial<Record<'dailyLimit' | 'countryLimit', string | null>> & {
  countries?: Record<string, string | null>;
};

/** Sets an account's spend limits with a session; without arguments there are no limits. */
export async function setLimits(person: TestActor, given: Given, as = person): Promise<Limits> {
  const json = { dailyLimit: null, countryLimit: null, countries: {}, ...given };
  return limits.parse(await (await as.withCookie(`/api/users/${person.id}/limits`, { method: 'PUT', json })).json());
}

/** An account's spend limits and what it has spent today, as the account reads them. */
export const readLimits = async (person: TestActor): Promise<Limits> =>
  limits.parse(await (await person.as(`/api/users/${person.id}/limits`)).json());

/** Lifts the limits of an account. */
export const lift = async (admin: TestActor, person: TestActor, json: object = {}): Promise<Limits> =>
  limits.parse(await (await admin.withCookie(`/api/admin/users/${person.id}/lift-limit`, { json })).json());

/** Checks that an answer is a refusal by a spend limit. @returns the sentence */
export const expectLimited = async (response: Response): Promise<string> =>
  (await expectProblem(response, 'spend_limit_reached')).detail;
