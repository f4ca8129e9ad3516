import { findClosedByLimits } from '../../../money/allowances/closed-by-limits.ts';
import { findClosed } from '../../../money/allowances/closed-destinations.ts';
import { findUnproved } from '../../../money/trial/require-proved.ts';
import type { Sentence } from '../../../platform/kit/faults.ts';
import { NUMBERS_NAMED } from '../../../platform/kit/refused-numbers.ts';
import { sentence } from '../../../platform/kit/sentences.ts';
import type { Deps } from '../../deps.ts';
import { findRefusedSender } from '../../senders/require-sender.ts';
import type { Refusal } from '../refusal-contract.ts';
import { senderNotCarried } from './require-above-cost.ts';

interface ToSend {
  userId: string;
  /** Undefined where it is not known yet. */
  senderId: string | undefined;
  /** Any carrier takes messages from it. */
  isCarried: boolean;
  /** E.164, each once. */
  numbers: readonly string[];
  /** Those that are not sold, and those that are known to be fixed lines. */
  unsold: readonly string[];
  fixedLines: readonly string[];
}

/**
 * Why a message would be refused, by the checks that sending it makes, in their order; each number has its first
 * reason. Fixed lines are left out of a message to others, and refuse it only where there are no others.
 * @throws not_found
 */
export async function findRefusals(
  deps: Deps,
  { userId, senderId, isCarried, numbers, unsold, fixedLines }: ToSend,
): Promise<{ refused: number; refusals: Refusal[] }> {
  const asked = { userId, numbers };
  const countries = deps.config.allowances.closedCountries.messages;
  const sender =
    senderId === undefined
      ? { fault: null, refused: [] }
      : await findRefusedSender(deps, { ...asked, sender: senderId });
  const unproved = await findUnproved(deps, asked);
  const found = new Map<string | null, { code: Refusal['code']; words: Sentence }>();
  const note = (code: Refusal['code'], number: string | null, words: Sentence) => {
    if (!found.has(number)) found.set(number, { code, words });
  };
  const numberAt = (place: number) => numbers[place] ?? '';

  for (const { place, words } of await findClosed(deps.db, { ...asked, countries }))
    note('destination_closed', numberAt(place), words);
  if (sender.fault) note('sender_not_allowed', null, sender.fault);
  for (const { place, words } of sender.refused) note('sender_not_allowed', numberAt(place), words);
  if (!isCarried) note('sender_not_allowed', null, senderNotCarried(senderId));
  for (const { place, words } of unproved) note('destination_closed', numberAt(place), words);
  for (const number of unsold) note('destination_not_sold', number, sentence('notSold', { number }));
  for (const { place, code, words } of await findClosedByLimits(deps.db, asked))
    note(code, numberAt(place), words);
  for (const number of fixedLines) note('fixed_line', number, sentence('fixedLineAhead', { number }));

  const named = [...found].slice(0, NUMBERS_NAMED);
  return {
    refused: found.size,
    refusals: named.map(
      ([
        number,
        {
          code,
          words: { text, ...name },
        },
      ]) => ({
        ...{ number, code, message: text },
        sentence: name,
      }),
    ),
  };
}
