import { closedToCalls, requireOpen } from '../../money/allowances/closed-destinations.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { Problem } from '../../platform/kit/errors.ts';
import { sentence } from '../../platform/kit/sentences.ts';
import type { Deps } from '../deps.ts';
import { spokenCode } from '../senders/code-text.ts';
import { addCall } from '../voice/add-call.ts';
import type { VoiceCall } from '../voice/contract.ts';
import { parseNumber } from '../voice/parse-number.ts';
import { presentCall } from '../voice/present-call.ts';
import { type CallPreference, canCall, requireCallerId, requireCarrier } from '../voice/running/calling-carriers.ts';
import { readLanguage, requireUse, writeCode } from './new-code.ts';

/**
 * Has a code read out at a number: a call of at most a minute from the operator's number, charged as a call.
 * @param carrier the active one, found before the transaction
 * @throws validation_failed (the number), not_allowed_now (see `requireUse`; no such calls here), rate_limited, and
 *   the errors of `placeCall`
 */
export async function speakCode(
  { deps, tx }: { deps: Deps; tx: Transaction },
  { userId, number: typed, preference }: { userId: string; number: string; preference: CallPreference },
): Promise<VoiceCall> {
  const { codeCallerId } = deps.config;
  const number = parseNumber(typed, 'number');
  if (codeCallerId === null) throw new Problem('not_allowed_now', sentence('noCodeCalls'));
  await requireUse(deps, tx.db, { userId, number });
  const closed = await closedToCalls(tx.db, deps.config.allowances.closedCountries);
  await requireOpen(tx.db, { userId, numbers: [number], countries: closed, pathOf: () => 'number' });
  requireCarrier(deps, preference);
  const language = await readLanguage(tx.db, userId);
  const { code } = await writeCode(
    { db: tx.db, clock: tx.clock, config: deps.config },
    { userId, number, messageId: null },
  );
  const call = await addCall(tx, {
    userId,
    destination: number,
    forwardTo: null,
    wanted: 1,
    flatRate: deps.config.voiceRateGbp,
    carriers: canCall(deps.carriers),
    ordered: {
      ...{ callerId: codeCallerId, status: 'queued', dueAt: tx.now },
      ...{ says: spokenCode(code, language), saysIn: language },
    },
  });
  await requireCallerId({ db: tx.db, clock: tx.clock }, preference, call);
  tx.afterCommit(() => deps.signals.callsDue.fire());
  return presentCall(call, { recordings: [], legs: [] });
}
