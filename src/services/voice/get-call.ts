import { and, eq, isNull } from 'drizzle-orm';
import { voiceCalls } from '../../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { notFound } from '../../platform/kit/errors.ts';
import type { VoiceCall } from './contract.ts';
import { presentCall } from './present-call.ts';
import { readParts } from './read-call.ts';

/** One call of an account. @throws not_found */
export async function getCall(deps: Deps, { userId, callId }: { userId: string; callId: string }): Promise<VoiceCall> {
  const [call] = await deps.db
    .select()
    .from(voiceCalls)
    .where(and(eq(voiceCalls.id, callId), eq(voiceCalls.userId, userId), isNull(voiceCalls.parentId)));
  if (!call) throw notFound('Call');
  return presentCall(call, await readParts(deps.db, call));
}
