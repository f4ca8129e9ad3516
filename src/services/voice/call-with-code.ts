import { closedToCalls, requireOpen } from '../../money/allowances/closed-destinations.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { Problem, sentence } from '../../platform/kit/errors.ts';
import type { Language } from '../../platform/kit/languages.ts';
import type { Deps } from '../deps.ts';
import { spokenCode } from '../senders/code-text.ts';
import { addCall } from './add-call.ts';
import type { CallRow } from './read-call.ts';
import { type CallPreference, canCall, requireCallerId } from './running/calling-carriers.ts';

/** The number that calls with codes show. @throws not_allowed_now (no such calls here) */
export function codeCallerId({ config }: Pick<Deps, 'config'>): string {
  if (config.codeCallerId === null) throw new Problem('not_allowed_now', sentence('noCodeCalls'));
  return config.codeCallerId;
}

interface CodeCall {
  userId: string;
  number: string;
  code: string;
  language: Language;
  /** The field that has the number. */
  field: string;
  /** Read before the transaction. */
  preference: CallPreference;
}

/** A call of at most a minute that reads out a code, charged as a call. @throws as `placeCall` */
export async function callWithCode(
  { deps, tx }: { deps: Deps; tx: Transaction },
  { userId, number, code, language, field, preference }: CodeCall,
): Promise<CallRow> {
  const closed = await closedToCalls(tx.db, deps.config.allowances.closedCountries);
  await requireOpen(tx.db, { userId, numbers: [number], countries: closed, pathOf: () => field });
  const call = await addCall(tx, {
    ...{ userId, destination: number, forwardTo: null, wanted: 1, flatRate: deps.config.voiceRateGbp },
    carriers: canCall(deps.carriers),
    ordered: {
      ...{ callerId: codeCallerId(deps), status: 'queued', dueAt: tx.now },
      ...{ says: spokenCode(code, language), saysIn: language },
    },
  });
  await requireCallerId({ db: tx.db, clock: tx.clock }, preference, call);
  tx.afterCommit(() => deps.signals.callsDue.fire());
  return call;
}
