import type { Transaction } from '../../platform/events/transact.ts';
import type { Deps } from '../deps.ts';
import { callWithCode, codeCallerId } from '../voice/call-with-code.ts';
import type { VoiceCall } from '../voice/contract.ts';
import { parseNumber } from '../voice/parse-number.ts';
import { presentCall } from '../voice/read-call.ts';
import { type CallPreference, requireCarrier } from '../voice/running/calling-carriers.ts';
import { readLanguage, requireUse, writeCode } from './new-code.ts';

/**
 * Has a code read out at a number: a call of at most a minute from the operator's number, charged as a call.
 * @param preference read before the transaction
 * @throws validation_failed (the number), not_allowed_now (see `requireUse`; no such calls here), rate_limited, and
 *   the errors of `placeCall`
 */
export async function speakCode(
  { deps, tx }: { deps: Deps; tx: Transaction },
  { userId, number: typed, preference }: { userId: string; number: string; preference: CallPreference },
): Promise<VoiceCall> {
  const number = parseNumber(typed, 'number');
  codeCallerId(deps);
  await requireUse(deps, tx.db, { userId, number });
  requireCarrier(deps, preference);
  const language = await readLanguage(tx.db, userId);
  const { code } = await writeCode(
    { db: tx.db, clock: tx.clock, config: deps.config },
    { userId, number, messageId: null },
  );
  const call = await callWithCode({ deps, tx }, { userId, number, code, language, preference, field: 'number' });
  return presentCall(call, { recordings: [], legs: [] });
}
