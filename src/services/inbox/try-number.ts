import { and, eq } from 'drizzle-orm';
import { didNumbers, sandboxIncoming } from '../../../db/schema/index.ts';
import { isSimulated } from '../../carriers/simulated.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import type { BodyOf } from '../../platform/kit/endpoint.ts';
import { Problem, notFound, sentence } from '../../platform/kit/errors.ts';
import { newId } from '../../platform/kit/ids.ts';
import type { tryNumber as contract } from './contract.ts';

type Trial = BodyOf<typeof contract> & { userId: string; numberId: string };

/**
 * Makes a simulated carrier deliver a message to one of its numbers, as if a person had written to it.
 * @throws not_found, not_allowed_now (a real carrier's number: send it a real message; one that carries no messages)
 */
export async function tryNumber({ tx }: { tx: Transaction }, { userId, numberId, from, text }: Trial): Promise<void> {
  const [number] = await tx.db
    .select({ number: didNumbers.number, provider: didNumbers.provider, carriesMessages: didNumbers.carriesMessages })
    .from(didNumbers)
    .where(and(eq(didNumbers.id, numberId), eq(didNumbers.userId, userId), eq(didNumbers.status, 'active')));
  if (!number) throw notFound('Number');
  if (number.provider === null || !isSimulated(number.provider)) {
    throw new Problem('not_allowed_now', sentence('realNumber'));
  }
  if (number.carriesMessages === false) throw new Problem('not_allowed_now', sentence('noMessagesHere'));
  await tx.db.insert(sandboxIncoming).values({
    id: newId(tx.clock),
    carrier: number.provider,
    fromNumber: from,
    toNumber: number.number,
    text,
    dueAt: tx.now,
  });
}
