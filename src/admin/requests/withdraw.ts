import type { Acting } from '../../callers/acting.ts';
import { decide } from './decide.ts';

/** Withdraws one's own request, or refuses another administrator's. @throws not_found */
export async function withdraw({ tx, actor }: Acting, requestId: string): Promise<void> {
  await decide(tx, actor, { requestId, agreed: false });
}
