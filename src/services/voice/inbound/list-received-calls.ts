import { and, desc, eq, lt } from 'drizzle-orm';
import { incomingCalls, voiceCalls } from '../../../../db/schema/index.ts';
import { requireUser } from '../../../callers/require-user.ts';
import { Page } from '../../../platform/kit/answer.ts';
import type { Deps } from '../../deps.ts';
import { readLegs, readRecordings } from '../read-call.ts';
import type { ReceivedCall } from './contract.ts';
import { type IncomingRow, presentReceived } from './present-received.ts';

interface ListQuery {
  userId: string;
  outcome?: IncomingRow['outcome'];
  before?: string;
  limit: number;
}

/** The calls to an account's numbers, newest first. @throws not_found */
export async function listReceivedCalls(
  { deps: { db } }: { deps: Deps },
  { userId, outcome, before, limit }: ListQuery,
): Promise<Page<ReceivedCall>> {
  const rows = await db
    .select({ call: voiceCalls, incoming: incomingCalls })
    .from(incomingCalls)
    .innerJoin(voiceCalls, eq(voiceCalls.id, incomingCalls.callId))
    .where(
      and(
        eq(incomingCalls.userId, userId),
        outcome ? eq(incomingCalls.outcome, outcome) : undefined,
        before ? lt(incomingCalls.callId, before) : undefined,
      ),
    )
    .orderBy(desc(incomingCalls.callId))
    .limit(limit + 1);
  if (rows.length === 0) {
    await requireUser({ db }, userId);
  }
  const ids = rows.map(({ call }) => call.id);
  const recordings = Map.groupBy(await readRecordings(db, ids), ({ callId }) => callId);
  const legs = Map.groupBy(await readLegs(db, ids), ({ parentId }) => parentId);
  return Page.from(rows, limit, ({ call, incoming }) =>
    presentReceived(call, incoming, { recordings: recordings.get(call.id) ?? [], legs: legs.get(call.id) ?? [] }),
  );
}
