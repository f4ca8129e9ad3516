import type { Queryable } from '../../../../db/client.ts';
import { notFound } from '../../../platform/kit/errors.ts';
import type { Deps } from '../../deps.ts';
import { requireProxy } from '../../trunks/require-proxy.ts';
import type { CallRow } from '../../voice/present-call.ts';
import { lockCall } from '../../voice/read-call.ts';
import { heldByEdge } from '../../voice/trunk/held-by-edge.ts';

/** What an edge says of itself, and of which call it asks. */
export interface Asked {
  /** Its own `Authorization` header. */
  authorization: string | null;
  callId: string;
}

/**
 * The call to a number that an edge's answering machine asks about, locked by the transaction of `db`.
 * @throws not_signed_in (the edge), not_found (no such call, or no edge has it)
 */
export async function findBoxCall(
  { db, config }: { db: Queryable; config: Deps['config'] },
  { authorization, callId }: Asked,
): Promise<CallRow> {
  requireProxy(config.sipProxyToken, authorization);
  const call = await lockCall(db, callId);
  const isToNumber = call?.origin === 'incoming' && call.parentId === null;
  if (!isToNumber || !(await heldByEdge(db, call))) throw notFound('Call');
  return call;
}
