import { and, inArray, not } from 'drizzle-orm';
import { didNumbers } from '../../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { invalidField } from '../../platform/kit/errors.ts';
import { isFree } from './claim.ts';
import type { NumberCountry } from './catalogue.ts';
import { askOffered } from './offered.ts';
import { requireCountry } from './require-country.ts';
import { fault } from '../../platform/kit/faults.ts';

/**
 * A country's numbers that nobody holds or owns.
 * @throws validation_failed, provider_failed
 */
export async function listAvailable(deps: Deps, query: Record<string, string | undefined>): Promise<string[]> {
  const offered = await askOffered(deps, countryIn(query));
  if (offered.length === 0) return [];
  const taken = await deps.db
    .select({ number: didNumbers.number })
    .from(didNumbers)
    .where(and(inArray(didNumbers.number, offered), not(isFree(deps.clock.now()))));
  const gone = new Set(taken.map(({ number }) => number));
  return offered.filter((number) => !gone.has(number));
}

/** `?country=United%20Kingdom`, or only `?United%20Kingdom`. */
function countryIn(query: Record<string, string | undefined>): NumberCountry {
  const name = query.country ?? Object.keys(query).find((key) => query[key] === '');
  if (!name) throw invalidField('country', fault('numberMissing'));
  return requireCountry(name);
}
