import type { Actor } from '../../callers/guards.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { decide } from './decide.ts';

/** Withdraws one's own request, or refuses another administrator's. @throws not_found */
export async function withdraw({ tx, actor }: { tx: Transaction; actor: Actor }, requestId: string): Promise<void> {
  await decide(tx, actor, { requestId, agreed: false });
}
