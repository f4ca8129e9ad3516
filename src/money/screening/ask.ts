import { parseJson } from '../../platform/kit/parse-json.ts';
import { z } from 'zod';
import type { ScreeningVerdict } from '../../../db/enums.ts';
import { post } from '../../platform/kit/post.ts';
import { checkTarget, RefusedTarget, resolveByDns } from '../../platform/kit/target.ts';
import type { Deps } from '../deps.ts';

/** The addresses that sent a payment, with what identifies it. */
export interface Asked {
  coin: string;
  chain: string;
  hash: string;
  addresses: readonly string[];
}

/** The service's answer about all of them. */
export interface Screened {
  verdict: ScreeningVerdict;
  /** The service's own words, or why there is no answer. */
  says: string | null;
}

/** A payment has seldom more than a few; of an exchange's collection of hundreds a person has to decide. */
const MOST_ADDRESSES = 20;

/** Its documented answer: docs/operations.md, "Screening". */
const answer = z.object({ verdict: z.enum(['clear', 'blocked']), reason: z.string().max(500).nullish() });

/**
 * Asks the screening service about each address. One that is blocked blocks the payment, whatever is said of the others;
 * one of which nothing is said leaves it without an answer. A service that fails never makes this reject.
 */
export async function askScreening(deps: Pick<Deps, 'config'>, asked: Asked): Promise<Screened> {
  if (asked.addresses.length > MOST_ADDRESSES) {
    return { verdict: 'unanswered', says: `More than ${MOST_ADDRESSES} addresses sent it` };
  }
  const answers = await Promise.all(asked.addresses.map((address) => askOne(deps, { ...asked, address })));
  return (
    answers.find(({ verdict }) => verdict === 'blocked') ??
    answers.find(({ verdict }) => verdict === 'unanswered') ??
    answers[0] ?? { verdict: 'unanswered', says: 'Nobody is known to have sent it' }
  );
}

async function askOne(
  { config: { screening, webhooksToLoopback } }: Pick<Deps, 'config'>,
  { coin, chain, hash, address }: Omit<Asked, 'addresses'> & { address: string },
): Promise<Screened> {
  if (!screening) return { verdict: 'unanswered', says: null };
  try {
    const target = await checkTarget(screening.url, resolveByDns, webhooksToLoopback);
    const headers: Record<string, string> = screening.token ? { authorization: `Bearer ${screening.token}` } : {};
    const body = JSON.stringify({ coin, chain, address, hash });
    const { answerStatus, answer: text, error } = await post(target, body, { headers, seconds: screening.seconds });
    if (error !== null) return { verdict: 'unanswered', says: error };
    if (answerStatus !== 200) return { verdict: 'unanswered', says: `It answered ${answerStatus}` };
    const said = answer.safeParse(parseJson(text ?? ''));
    if (!said.success) return { verdict: 'unanswered', says: 'Its answer was not understood' };
    return { verdict: said.data.verdict, says: said.data.reason || null };
  } catch (error) {
    if (!(error instanceof RefusedTarget)) throw error;
    return { verdict: 'unanswered', says: error.message };
  }
}
