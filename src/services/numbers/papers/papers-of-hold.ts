import { didNumbers } from '../../../../db/schema/index.ts';
import type { Actor } from '../../../callers/guards.ts';
import type { PapersLook } from '../../../carriers/number-papers.ts';
import { notFound } from '../../../platform/kit/errors.ts';
import type { Deps } from '../../deps.ts';
import { isHoldOf } from '../claim.ts';
import { lookAtPapers } from '../papers.ts';

/**
 * What the country of a held number asks of its buyer, and the state of the caller's papers.
 * @throws not_found, provider_failed
 */
export async function papersOfHold(
  { deps, actor }: { deps: Deps; actor: Actor },
  number: string,
): Promise<PapersLook> {
  const [held] = await deps.db
    .select({ countryCode: didNumbers.countryCode, provider: didNumbers.provider })
    .from(didNumbers)
    .where(isHoldOf(actor.id, number));
  if (!held?.provider) throw notFound('Number');
  return lookAtPapers(deps, { userId: actor.id, number, ...held, provider: held.provider });
}
