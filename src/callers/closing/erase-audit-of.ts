import type { Deps } from '../deps.ts';

const BATCH = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Of the details of what was done: what says nothing of a person. */
const KEPT = [
  ...['transactionId', 'reversalId', 'numberId', 'packageId', 'webhookId', 'credentialId', 'resellerId'],
  ...['amount', 'balance', 'credits', 'direction', 'price', 'count', 'keysRevoked', 'sessionsEnded'],
  ...['by', 'endpoint', 'kind', 'what', 'fields', 'scopes', 'reason', 'until', 'autoRenew', 'mailMessages'],
];

/**
 * Takes names, addresses and numbers out of the audit log of an account: of what was done to it, all but plain
 * facts; of what it did to others, where from. That it was done, when and by which account, stays. It may be
 * interrupted and done again.
 */
export async function eraseAuditOf({ sql }: Pick<Deps, 'sql'>, userId: string): Promise<void> {
  for (let last: string | undefined = FIRST_ID; last !== undefined;) {
    const ids: string[] = (
      await sql<{ id: string }[]>`
        select id from audit_log where subject_user_id = ${userId} and id > ${last} order by id limit ${BATCH}`
    ).map(({ id }) => id);
    await sql`update audit_log set subject = null, detail = coalesce(
        (select jsonb_object_agg(key, value) from jsonb_each(detail) where key = any(${KEPT})), '{}')
      where id = any(${ids}::uuid[])`;
    last = ids.at(-1);
  }
  for (let last: string | undefined = FIRST_ID; last !== undefined;) {
    const ids: string[] = (
      await sql<{ id: string }[]>`
        select id from audit_log where actor_id = ${userId} and id > ${last} order by id limit ${BATCH}`
    ).map(({ id }) => id);
    await sql`update audit_log set detail = detail - 'address' - 'device' where id = any(${ids}::uuid[])`;
    last = ids.at(-1);
  }
}
