import type { Calling, Owned } from '../../../callers/audit.ts';
import { didNumbers } from '../../../../db/schema/index.ts';
import { notFound } from '../../../platform/kit/errors.ts';
import type { Deps } from '../../deps.ts';
import { isHoldOf } from '../claim.ts';
import type { NumberPapers } from './contract.ts';
import { lookAtPapers, type Purchaser } from './look-at-papers.ts';
import { presentPapers } from './present-papers.ts';

/**
 * Reads the demands of a held number's country on its buyer, and the state of the caller's papers.
 * @throws not_found, provider_failed
 */
export async function papersOfHold({ deps, actor }: Calling<Deps>, number: string): Promise<NumberPapers> {
  const held = await requireHold(deps, { userId: actor.id, number });
  const { papers, ...look } = await lookAtPapers(deps, held);
  return { ...look, papers: papers && presentPapers(deps, papers) };
}

/** A number that an account holds. @throws not_found */
export async function requireHold({ db }: Pick<Deps, 'db'>, { userId, number }: Owned<'number'>): Promise<Purchaser> {
  const [held] = await db
    .select({ countryCode: didNumbers.countryCode, provider: didNumbers.provider })
    .from(didNumbers)
    .where(isHoldOf(userId, number));
  if (!held?.provider) throw notFound('Number');
  return { userId, number, countryCode: held.countryCode, provider: held.provider };
}
