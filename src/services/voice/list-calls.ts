import { and, desc, eq, isNull, lt, ne } from 'drizzle-orm';
import { users, voiceCalls } from '../../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { Page } from '../../platform/kit/answer.ts';
import { notFound } from '../../platform/kit/errors.ts';
import type { VoiceCall } from './contract.ts';
import { presentCall } from './present-call.ts';
import { readLegs, readRecordings } from './read-call.ts';

/** The calls that an account placed, newest first. @throws not_found */
export async function listCalls(
  deps: Deps,
  { userId, before, limit }: { userId: string } & { before?: string; limit: number },
): Promise<Page<VoiceCall>> {
  const rows = await deps.db
    .select()
    .from(voiceCalls)
    .where(
      and(
        eq(voiceCalls.userId, userId),
        isNull(voiceCalls.parentId),
        // Calls to the account's numbers have a list of their own.
        ne(voiceCalls.origin, 'incoming'),
        before ? lt(voiceCalls.id, before) : undefined,
      ),
    )
    .orderBy(desc(voiceCalls.id))
    .limit(limit + 1);
  if (rows.length === 0) await requireUser(deps, userId);
  const ids = rows.map(({ id }) => id);
  const recordings = Map.groupBy(await readRecordings(deps.db, ids), ({ callId }) => callId);
  const legs = Map.groupBy(await readLegs(deps.db, ids), ({ parentId }) => parentId);
  return Page.of(
    rows.map((row) =>
      presentCall(row, { recordings: recordings.get(row.id) ?? [], legs: legs.get(row.id) ?? [] }),
    ),
    limit,
  );
}

async function requireUser(deps: Deps, userId: string): Promise<void> {
  const [user] = await deps.db.select({ id: users.id }).from(users).where(eq(users.id, userId));
  if (!user) throw notFound('User');
}
