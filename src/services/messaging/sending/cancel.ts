import { type Acting, type Actor, audit } from '../../../callers/audit.ts';
import type { Transaction } from '../../../platform/events/transact.ts';
import type { RawJson, StoredAnswer } from '../../../platform/kit/answer.ts';
import { Problem, sentence } from '../../../platform/kit/errors.ts';
import { formatMoney } from '../../../platform/kit/money.ts';
import type { Deps } from '../../deps.ts';
import { CANCELLED } from '../delivery/message-status.ts';
import { handOversEnded } from '../delivery/hand-overs-ended.ts';
import { stopWaiting } from '../delivery/stop-waiting.ts';
import { readSms } from '../history/list.ts';
import { lockMessage } from './lock-message.ts';

interface Stopped {
  owner: string;
  message: string;
}

/**
 * Stops a message: unsent recipients are refunded, sent ones are not changed. When this has answered, nothing more is
 * sent except what a carrier already has.
 * @returns the message
 * @throws not_found, not_allowed_now (it was sent to all)
 */
export async function cancelSms(
  {
    deps,
    actor,
    transact,
  }: {
    deps: Pick<Deps, 'sql'>;
    actor: Actor;
    transact(work: (tx: Transaction) => Promise<RawJson>): Promise<StoredAnswer>;
  },
  stopped: Stopped,
): Promise<StoredAnswer> {
  const answer = await transact((tx) => stop({ tx, actor }, stopped));
  await handOversEnded(deps, 'message', stopped.message);
  return answer;
}

async function stop({ tx, actor }: Acting, { owner, message: id }: Stopped): Promise<RawJson> {
  const message = await lockMessage(tx, { owner, message: id });
  const { recipients, refunded } = await stopWaiting(tx, message, CANCELLED);
  if (recipients === 0) throw new Problem('not_allowed_now', sentence('alreadySent'));
  await audit(tx, actor, 'message.cancelled', {
    subject: id,
    userId: owner,
    detail: { recipients, refunded: formatMoney(refunded, 4) },
  });
  return readSms(tx.db, owner, id);
}
