import { and, eq, isNull, or, sql as template } from 'drizzle-orm';
import { didNumbers } from '../../../db/schema/index.ts';
import { answerWithin } from '../../platform/kit/answer-within.ts';
import type { Deps } from '../deps.ts';
import type { NumberRow } from './present-number.ts';
import { HOUR_MS } from '../../platform/kit/durations.ts';

export const LEARN_ABILITIES_MS = 6 * HOUR_MS;

const ANSWER_MS = 10_000;
/** One after the other, so that no carrier is asked for much at once. */
const AT_MOST = 200;

/**
 * Asks a number's carrier what the number carries, and keeps the answer. It does nothing for a carrier that does not say.
 * It rejects where there is no answer; then what was known stays.
 */
export async function learnAbility(deps: Deps, row: NumberRow): Promise<void> {
  const { id, number, countryCode, provider } = row;
  const asked = deps.carriers.find(provider ?? '')?.carriesOf?.({ number, countryCode });
  const carries = asked && (await answerWithin(ANSWER_MS, asked));
  if (!carries) return;
  await deps.db
    .update(didNumbers)
    .set({ carriesMessages: carries.messages, carriesCalls: carries.calls })
    .where(and(eq(didNumbers.id, id), eq(didNumbers.status, 'active')));
}

/**
 * Learns what numbers carry that were bought when their carriers were not asked for it. Those that no carrier speaks of
 * come up again; the order by chance lets every other one have its turn.
 */
export async function learnAbilities(deps: Deps): Promise<void> {
  const unknown = await deps.db
    .select()
    .from(didNumbers)
    .where(
      and(eq(didNumbers.status, 'active'), or(isNull(didNumbers.carriesMessages), isNull(didNumbers.carriesCalls))),
    )
    .orderBy(template`random()`)
    .limit(AT_MOST);
  for (const row of unknown) {
    await learnAbility(deps, row).catch((error: unknown) => {
      deps.log.info({ error, carrier: row.provider, number: row.number }, 'what a number carries is not known');
    });
  }
}
