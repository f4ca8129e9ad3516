import type { Deps } from '../deps.ts';

const BATCH = 50;

/** Deletes all messages of an account's conversations, and what its numbers answer by themselves. */
export async function eraseConversationsOf(
  { sql, clock }: Pick<Deps, 'sql' | 'clock'>,
  userId: string,
): Promise<void> {
  await sql`
    update received_pictures set status = 'deleted', due_at = ${clock.now().toISOString()}::timestamptz
    where user_id = ${userId} and status <> 'deleted'`;
  await sql`delete from answer_rules where user_id = ${userId}`;
  for (;;) {
    const ids = (
      await sql<{ id: string }[]>`select id from conversations where user_id = ${userId} limit ${BATCH}`
    ).map(({ id }) => id);
    if (ids.length === 0) return;
    await sql.begin(async (tx) => {
      await tx`delete from conversation_messages where conversation_id = any(${ids}::uuid[])`;
      await tx`delete from conversations where id = any(${ids}::uuid[])`;
    });
  }
}
