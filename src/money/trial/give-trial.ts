import { and, count, eq, gte, isNull, sql as template, sum } from 'drizzle-orm';
import { trialGrants, users } from '../../../db/schema/index.ts';
import type { Queryable } from '../../../db/client.ts';
import { audit } from '../../callers/audit.ts';
import type { Transaction } from '../../platform/events/transact.ts';
import { newId } from '../../platform/kit/ids.ts';
import { add, type Money, parseMoney } from '../../platform/kit/money.ts';
import { beginTrial } from '../ledger/on-trial.ts';
import { post } from '../ledger/post.ts';
import { addressKey, domainKey } from './address-key.ts';
import { wording } from '../../platform/kit/wordings.ts';

/** Two colleagues may try us; the third is who makes addresses. */
const GRANTS_A_DOMAIN = 2;

interface TrialSettings {
  /** Pounds for one account; null: none is given. */
  trialCreditGbp: string | null;
  /** The most that all of a day (UTC) may come to, in pounds. */
  trialPerDayGbp: string;
}

/**
 * Gives an account its trial credit, when its address was confirmed for the first time: once for each mailbox and
 * for each account, twice for each domain that somebody registered, and up to a sum each day. Only customers who buy of us
 * directly get it. An account that has paid before may use it freely.
 */
export async function giveTrial(
  tx: Transaction,
  config: TrialSettings,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  if (config.trialCreditGbp === null) return;
  const [customer] = await tx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.role, 'user'), isNull(users.resellerId)));
  if (!customer) return;
  // One at a time: confirmed together, each would count without the others.
  await tx.db.execute(template`select pg_advisory_xact_lock(hashtextextended('trial credit', 0))`);
  const domain = domainKey(email);
  if (domain !== null && (await grantsOf(tx, domain)) >= GRANTS_A_DOMAIN) return;
  const amount = await trialToday(tx.db, config, tx.now);
  if (amount === null) return;
  const transactionId = newId(tx.clock);
  const [granted] = await tx.db
    .insert(trialGrants)
    .values({ addressKey: addressKey(email), domainKey: domain, userId, transactionId, amount, createdAt: tx.now })
    .onConflictDoNothing()
    .returning();
  if (!granted) return;
  await post(
    tx,
    { id: transactionId, userId, type: 'adjustment', status: 'completed', amount, wording: wording('trial') },
    { change: amount, reason: 'trial_credit' },
  );
  await beginTrial(tx, { userId, transactionId });
  await audit(tx, null, 'trial.credited', {
    subject: email,
    userId,
    detail: { amount: config.trialCreditGbp, transactionId },
  });
}

async function grantsOf(tx: Transaction, domain: string): Promise<number> {
  const [found] = await tx.db.select({ grants: count() }).from(trialGrants).where(eq(trialGrants.domainKey, domain));
  return found?.grants ?? 0;
}

/** The trial credit of the next account; null if none is given, or no more of it today. */
export async function trialToday(
  db: Queryable,
  { trialCreditGbp, trialPerDayGbp }: TrialSettings,
  now: Date,
): Promise<Money | null> {
  if (trialCreditGbp === null) return null;
  const amount = parseMoney(trialCreditGbp);
  return add(await givenToday(db, now), amount) > parseMoney(trialPerDayGbp) ? null : amount;
}

/** The trial credit given since midnight UTC. */
async function givenToday(db: Queryable, now: Date): Promise<Money> {
  const midnight = new Date(now);
  midnight.setUTCHours(0, 0, 0, 0);
  const [found] = await db
    .select({ given: sum(trialGrants.amount) })
    .from(trialGrants)
    .where(gte(trialGrants.createdAt, midnight));
  return parseMoney(found?.given ?? '0');
}
