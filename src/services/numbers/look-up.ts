import { didNumbers } from '../../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { Problem, asRefusal, invalidField, sentence } from '../../platform/kit/errors.ts';
import type { NumberCountry } from './catalogue.ts';
import { isHoldOf } from './claim.ts';
import { type OfferedNumber, requireOffered } from './offered.ts';
import { requirePapers } from './papers/look-at-papers.ts';

/**
 * The same as `requireOffered`, for a purchase; a number that the customer holds was checked when they chose
 * it. It returns the fault instead of throwing it. It uses the carrier and another database connection, so it
 * must run before the transaction: transactions that each wait for a second connection can block each other.
 */
export async function lookUp(
  deps: Deps,
  { userId, number, country }: { userId: string; number: string; country: NumberCountry },
): Promise<OfferedNumber | Problem> {
  const [held] = await deps.db
    .select({
      countryCode: didNumbers.countryCode,
      provider: didNumbers.provider,
      messages: didNumbers.carriesMessages,
      calls: didNumbers.carriesCalls,
    })
    .from(didNumbers)
    .where(isHoldOf(userId, number));
  if (held?.provider) {
    const { countryCode, provider, messages, calls } = held;
    if (countryCode !== country.countryCode) return invalidField('country', sentence('otherCountry'));
    const carries = messages === null || calls === null ? null : { messages, calls };
    return { number, country, provider, carries };
  }
  return requireOffered(deps, { number, country }).catch(asRefusal());
}

/** Does the same as `lookUp`, and checks that the carrier would sell it to this account: nobody is charged for a number that it would not. */
export async function lookUpForPurchase(
  deps: Deps,
  asked: { userId: string; number: string; country: NumberCountry },
): Promise<OfferedNumber | Problem> {
  const offered = await lookUp(deps, asked);
  if (offered instanceof Problem) return offered;
  const { number, country, provider } = offered;
  const papers = { userId: asked.userId, number, countryCode: country.countryCode, provider };
  return (await requirePapers(deps, papers).catch(asRefusal())) ?? offered;
}
