import type { Deps } from '../deps.ts';
import { answerWithin } from '../../platform/kit/answer-within.ts';
import { Problem } from '../../platform/kit/errors.ts';
import { sentence } from '../../platform/kit/sentences.ts';
import type { PapersLook } from '../../carriers/number-papers.ts';

const ANSWER_MS = 10_000;

/** Who wants a number, and whose it is. */
interface Purchaser {
  userId: string;
  number: string;
  countryCode: string;
  provider: string;
}

/**
 * What a number's country asks of its buyer, and the state of this account's papers. The carrier is asked each time,
 * because both change there. A carrier that sells to anybody asks for nothing.
 * @throws provider_failed
 */
export async function lookAtPapers(
  deps: Deps,
  { userId, number, countryCode, provider }: Purchaser,
): Promise<PapersLook> {
  const papers = deps.carriers.find(provider)?.papers;
  if (!papers) return { state: 'not-needed', asked: [] };
  try {
    return await answerWithin(ANSWER_MS, papers.look(number, countryCode, userId));
  } catch (error) {
    deps.log.warn({ error, carrier: provider, countryCode }, 'papers could not be looked up');
    throw new Problem('provider_failed', sentence('numbersDown'));
  }
}

/** Refuses a number that the carrier would not sell to this account. @throws not_allowed_now, provider_failed */
export async function requirePapers(deps: Deps, given: Purchaser): Promise<void> {
  const { state } = await lookAtPapers(deps, given);
  if (state === 'approved' || state === 'not-needed') return;
  throw new Problem('not_allowed_now', sentence(state === 'in-review' ? 'papersInReview' : 'papersNeeded'));
}
