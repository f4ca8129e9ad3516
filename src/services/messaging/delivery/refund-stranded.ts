import { sql as template } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { transact } from '../../../platform/events/transact.ts';
import { applyChanges, type RecipientChange } from './apply-changes.ts';

const AT_ONCE = 500;

/**
 * Gives up and refunds messages that every configured carrier has refused and that wait for a carrier that is no
 * longer configured.
 */
export async function refundStranded(deps: Deps): Promise<void> {
  while ((await refundSome(deps)) === AT_ONCE) continue;
}

const refundSome = (deps: Deps): Promise<number> =>
  transact(deps, async (tx) => {
    const stranded = await tx.db.execute<{ id: string; message_id: string }>(template`
      select id, message_id from sms_recipients
      where status = 'queued' and refused_by <> '{}'
        and refused_by @> string_to_array(${deps.carriers.names.join(',')}, ',')
      order by message_id limit ${AT_ONCE}`);
    const changes = stranded.map(({ id, message_id: messageId }): RecipientChange => ({
      id,
      messageId,
      to: 'failed',
      from: ['queued'],
      error: 'No carrier takes this message',
      refund: true,
    }));
    await applyChanges(tx, changes);
    return stranded.length;
  });
