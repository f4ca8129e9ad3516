import { sql as template } from 'drizzle-orm';
import { authenticate } from '../../callers/caller.ts';
import { authorize } from '../../callers/guards.ts';
import { transact } from '../../platform/events/transact.ts';
import { uuid } from '../../platform/kit/schemas.ts';
import type { Deps } from '../deps.ts';
import { cancelSms as cancelEndpoint } from '../messaging/contract.ts';
import { cancelSms } from '../messaging/sending/cancel.ts';
import type { BoundAccount } from './bind.ts';

/** `message_state` of SMPP 3.4, section 5.2.28. */
const STATES: Readonly<Record<string, number>> = { delivered: 2, failed: 5, unknown: 7, opted_out: 8 };
const EN_ROUTE = 1;
const SCHEDULED = 0;

/** The state of a message to its first number; null: the account has none of that id. */
export async function querySubmission(
  { db }: Pick<Deps, 'db'>,
  { userId }: BoundAccount,
  messageId: string,
): Promise<{ state: number; at: Date | null } | null> {
  if (!uuid.safeParse(messageId).success) return null;
  const [row] = await db.execute<{ status: string; at: string | null; message: string }>(template`
    select r.status, r.settled_at::text as at, m.status as message
    from sms_messages m join sms_recipients r on r.message_id = m.id
    where m.id = ${messageId}::uuid and m.user_id = ${userId}::uuid order by r.id limit 1`);
  if (!row) return null;
  const open = row.message === 'scheduled' ? SCHEDULED : EN_ROUTE;
  return { state: STATES[row.status] ?? open, at: row.at ? new Date(row.at) : null };
}

/** Stops a message as the API does. @throws as `cancelSms` */
export async function cancelSubmission(
  deps: Deps,
  { userId, credential }: BoundAccount,
  message: string,
): Promise<void> {
  const actor = await authenticate(deps, credential);
  authorize(cancelEndpoint, actor, userId);
  await cancelSms(
    {
      ...{ deps, actor },
      transact: async (work) => {
        const { text } = await transact(deps, work);
        return { status: 200, text };
      },
    },
    { owner: userId, message },
  );
}
