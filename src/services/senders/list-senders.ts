import { and, desc, eq, gt } from 'drizzle-orm';
import { didNumbers, provenNumbers, senderNames } from '../../../db/schema/index.ts';
import type { ResponseOf } from '../../platform/kit/endpoint.ts';
import type { Deps } from '../deps.ts';
import type { listSenders as endpoint, SenderNumber } from './contract.ts';
import { lastingOf, provenUntil } from './lasting.ts';
import { presentSender } from './present-sender.ts';
import { SENDER_RULES } from './sender-countries.ts';

/** Lists an account's senders: its names in all states, its numbers, and those that wait for their code. */
export async function listSenders(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  userId: string,
): Promise<ResponseOf<typeof endpoint>> {
  const names = await db.select().from(senderNames).where(eq(senderNames.userId, userId)).orderBy(desc(senderNames.id));
  const bought = await db
    .select({ number: didNumbers.number })
    .from(didNumbers)
    .where(and(eq(didNumbers.userId, userId), eq(didNumbers.status, 'active'), gt(didNumbers.expiresAt, clock.now())))
    .orderBy(desc(didNumbers.id));
  const proofs = await db
    .select()
    .from(provenNumbers)
    .where(eq(provenNumbers.userId, userId))
    .orderBy(desc(provenNumbers.id));
  return {
    approval: config.sendersApproved,
    calls: config.codeCallerId !== null,
    names: names.map(presentSender),
    numbers: [
      ...bought.map(({ number }) => ({ number, state: 'bought' as const, proofId: null, expiresAt: null })),
      ...proofs.map((proof) => presentProof(proof, config, clock.now())),
    ],
    countries: { never: [...SENDER_RULES.never], registration: [...SENDER_RULES.registration] },
  };
}

/** A confirmed number, or one that waits for its code, as the contract shows it. */
export const presentProof = (
  { id, number, provenAt, expiresAt }: typeof provenNumbers.$inferSelect,
  config: Pick<Deps['config'], 'provenNumberDays'>,
  now: Date,
): SenderNumber => ({
  number,
  state: provenAt ? lastingOf(config, provenAt, now) : 'code_sent',
  proofId: id,
  expiresAt: (provenAt ? provenUntil(config, provenAt) : expiresAt).toISOString(),
});
