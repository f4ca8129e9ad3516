import { eq } from 'drizzle-orm';
import type { Queryable } from '../../../../db/client.ts';
import { incomingCalls } from '../../../../db/schema/index.ts';
import type { IncomingRow } from './present-received.ts';

/** Reads the facts about a call to a number, beside its call. */
export async function readIncoming(db: Queryable, callId: string): Promise<IncomingRow> {
  const [row] = await db.select().from(incomingCalls).where(eq(incomingCalls.callId, callId));
  if (!row) throw new Error('a call to a number has no row of its own');
  return row;
}
