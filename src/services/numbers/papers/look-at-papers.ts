import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../../../../db/client.ts';
import { numberPapers } from '../../../../db/schema/index.ts';
import { kindOfNumber } from '../../../carriers/kind-of-number.ts';
import type { PapersLook } from '../../../carriers/number-papers.ts';
import { answerWithin } from '../../../platform/kit/answer-within.ts';
import { Problem, sentence } from '../../../platform/kit/errors.ts';
import type { Deps } from '../../deps.ts';
import type { PapersRow } from './present-papers.ts';

const ANSWER_MS = 10_000;

/** A purchaser wants a number, which belongs to a country and a carrier. */
export interface Purchaser {
  userId: string;
  number: string;
  countryCode: string;
  provider: string;
}

/**
 * Reads the demands of a number's country on its buyer, and the state of this account's papers. The carrier
 * is asked each time, because both change there. A carrier that sells to anybody asks for nothing.
 * @returns with what the account handed in for such numbers, null where it did not
 * @throws provider_failed
 */
export async function lookAtPapers(
  deps: Deps,
  purchaser: Purchaser,
): Promise<PapersLook & { papers: PapersRow | null }> {
  const { userId, number, countryCode, provider } = purchaser;
  const papers = deps.carriers.find(provider)?.papers;
  if (!papers) return { state: 'not-needed', asked: [], papers: null };
  try {
    const look = await answerWithin(ANSWER_MS, papers.look({ number, countryCode, owner: userId }));
    if (look.state === 'not-needed') return { ...look, papers: null };
    const own = (await readPapers(deps.db, purchaser)) ?? null;
    return { ...look, state: stateOf(look, own, papers.handIn === undefined), papers: own };
  } catch (error) {
    deps.log.warn({ error, carrier: provider, countryCode }, 'papers could not be looked up');
    throw new Problem('provider_failed', sentence('numbersDown'));
  }
}

/** The carrier knows best how far papers are, but for those that it has not got yet, or gets by hand. */
function stateOf({ state }: PapersLook, own: PapersRow | null, byHand: boolean): PapersLook['state'] {
  if (own?.status === 'handing-in') return 'in-review';
  if (!own || !(byHand || state === 'missing')) return state;
  // Papers that the carrier does not know are not accepted, whatever it said before.
  return own.status === 'approved' && !byHand ? 'missing' : own.status;
}

/** Reads an account's papers for numbers like this one. */
export async function readPapers(
  db: Queryable,
  { userId, number, countryCode, provider }: Purchaser,
): Promise<PapersRow | undefined> {
  const [row] = await db
    .select()
    .from(numberPapers)
    .where(
      and(
        eq(numberPapers.userId, userId),
        eq(numberPapers.provider, provider),
        eq(numberPapers.countryCode, countryCode),
        eq(numberPapers.kind, kindOfNumber(number)),
      ),
    );
  return row;
}

/** Refuses a number that the carrier would not sell to this account. @throws not_allowed_now, provider_failed */
export async function requirePapers(deps: Deps, given: Purchaser): Promise<void> {
  const { state } = await lookAtPapers(deps, given);
  if (state === 'approved' || state === 'not-needed') return;
  throw new Problem('not_allowed_now', sentence(state === 'in-review' ? 'papersInReview' : 'papersNeeded'));
}
