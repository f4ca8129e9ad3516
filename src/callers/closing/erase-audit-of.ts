import type { Deps } from '../deps.ts';
import { idBatches } from '../../platform/kit/id-batches.ts';

const BATCH = 500;

/** The details that say nothing about a person. */
const KEPT = [
  ...['transactionId', 'reversalId', 'numberId', 'packageId', 'webhookId', 'credentialId', 'resellerId'],
  ...['amount', 'balance', 'credits', 'direction', 'price', 'count', 'keysRevoked', 'sessionsEnded'],
  ...['by', 'endpoint', 'kind', 'what', 'fields', 'scopes', 'reason', 'until', 'autoRenew', 'mailMessages'],
];

/**
 * Removes names, addresses and numbers from the audit log of an account. Of actions on the account, only
 * plain facts stay; of its own actions on others, the network address is removed. The log still says what was
 * done, when, and by which account. It can be interrupted and repeated.
 */
export async function eraseAuditOf({ sql }: Pick<Deps, 'sql'>, userId: string): Promise<void> {
  const about = idBatches(
    (above) => sql<{ id: string }[]>`
      select id from audit_log where subject_user_id = ${userId} and id > ${above} order by id limit ${BATCH}`,
  );
  for await (const ids of about) {
    await sql`update audit_log set subject = null, detail = coalesce(
        (select jsonb_object_agg(key, value) from jsonb_each(detail) where key = any(${KEPT})), '{}')
      where id = any(${ids}::uuid[])`;
  }
  const by = idBatches(
    (above) => sql<{ id: string }[]>`
      select id from audit_log where actor_id = ${userId} and id > ${above} order by id limit ${BATCH}`,
  );
  for await (const ids of by) {
    await sql`update audit_log set detail = detail - 'address' - 'device' where id = any(${ids}::uuid[])`;
  }
}
