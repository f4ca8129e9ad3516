import { sql as template } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { provenSince } from '../../senders/lasting.ts';
import { maySendFromSql } from '../../senders/sender-state.ts';
import { unseal } from '../../../platform/kit/seal.ts';
import { MASK, NUMBER_CODE, VERIFICATION_CODE, withCode } from '../../senders/code-text.ts';
import type { ClaimedRecipient } from './claim.ts';
import type { Outcome } from './record-attempts.ts';

/** The customer's text for a recipient whose sender was taken back before the message left. */
const TAKEN_BACK = 'This sender may not be used any more';

interface JudgedRow extends Record<string, unknown> {
  id: string;
  /** The code that the message brings to prove a number, sealed, and whose it is; null for other messages. */
  proof_code: string | null;
  proof_id: string | null;
  /** The same of a verification. */
  sealed_code: string | null;
  verification_id: string | null;
}

/**
 * Looks once more at the senders of claimed recipients, just before they leave: a name may have been taken back, or a
 * number have run out, since the message was accepted. Messages that bring a code get it here. Where
 * senders are free, only these are asked about.
 * @returns what may leave, with its final text; and what may not
 */
export async function judgeSenders(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  claimed: readonly ClaimedRecipient[],
): Promise<{ leave: readonly ClaimedRecipient[]; stay: readonly ClaimedRecipient[] }> {
  const { sendersApproved } = config;
  const inDoubt = sendersApproved ? claimed : claimed.filter(({ message }) => message.includes(MASK));
  if (inDoubt.length === 0) return { leave: claimed, stay: [] };
  const asked = inDoubt.map(({ id, message_id, user_id, sender_id }) => ({
    ...{ id, message_id, user_id, sender_id },
  }));
  const now = template`${clock.now().toISOString()}::timestamptz`;
  const rows = await db.execute<JudgedRow>(template`
    with asked as materialized (
      select * from json_to_recordset(${JSON.stringify(asked)}::text::json)
        as r (id uuid, message_id uuid, user_id uuid, sender_id text)
    ),
    senders as materialized (
      select a.user_id, a.sender_id, ${maySendFromSql({
        userId: template`a.user_id`,
        sender: template`a.sender_id`,
        now,
        provenSince: template`${provenSince(config, clock.now()).toISOString()}::timestamptz`,
      })} as allowed
      from (select distinct user_id, sender_id from asked) a
    )
    select a.id, p.sealed_code as proof_code, p.id as proof_id, v.sealed_code, v.id as verification_id from asked a
    join senders s using (user_id, sender_id)
    left join proven_numbers p on p.message_id = a.message_id and p.expires_at > ${now}
    left join verification_sends b on b.message_id = a.message_id
    left join verifications v on v.id = b.verification_id and v.expires_at > ${now}
    where s.allowed or p.sealed_code is not null or v.sealed_code is not null`);
  const codes = new Map(rows.map((row) => [row.id, codeIn(config, row)]));
  const mayLeave = ({ id }: ClaimedRecipient) => !sendersApproved || codes.has(id);
  return {
    leave: claimed.filter(mayLeave).map((each) => {
      const code = codes.get(each.id) ?? null;
      return code === null ? each : { ...each, message: withCode(each.message, code) };
    }),
    stay: claimed.filter((each) => !mayLeave(each)),
  };
}

function codeIn(
  config: Deps['config'],
  { proof_code: proof, proof_id: proofId, sealed_code: sealed, verification_id: ownerId }: JudgedRow,
): string | null {
  if (proof !== null && proofId !== null) return unseal(config, { purpose: NUMBER_CODE, ownerId: proofId }, proof);
  if (sealed === null || ownerId === null) return null;
  return unseal(config, { purpose: VERIFICATION_CODE, ownerId }, sealed);
}

/** It does not leave, and is refunded. No carrier was asked. */
export const outcomeOfSender = (claimed: ClaimedRecipient): Outcome => ({
  recipient: { id: claimed.id, messageId: claimed.message_id },
  change: {
    ...{ id: claimed.id, messageId: claimed.message_id, attempt: claimed.attempts },
    ...{ to: 'failed', from: ['sending'], error: TAKEN_BACK, refund: true },
  },
  attempt: null,
});
