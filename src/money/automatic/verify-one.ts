import { and, eq, gt, isNull, or, sql as template } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import type { EndpointEvidence } from '../../../db/enums.ts';
import { autoVerifications, walletTransfers } from '../../../db/schema/index.ts';
import { transact, type Transaction } from '../../platform/events/transact.ts';
import { Problem } from '../../platform/kit/errors.ts';
import { add, parseMoney } from '../../platform/kit/money.ts';
import type { Deps } from '../deps.ts';
import { look } from '../evidence/look.ts';
import { type Payment, readPayment } from '../evidence/payment.ts';
import { fromUnits } from '../evidence/units.ts';
import type { Fulfilments } from '../ledger/fulfilment.ts';
import { verifyBySystem } from '../payments/review/verify.ts';
import { findNearQuotes } from '../rates/near-quotes.ts';
import { LOOK_EVERY_MS } from '../wallets/contract.ts';
import { hasVerified, independentEndpoints } from './find-candidates.ts';

/** So many endpoints of different hosts have to say the same. */
const ENDPOINTS = 2;

/** Why a payment waits for a person; the message is for administrators. */
class Obstacle extends Error {}

/**
 * Verifies a payment if two endpoints, each asked by itself, say that it matches and is final, and the day's sum allows
 * it. Otherwise it goes on waiting for an administrator.
 */
export async function verifyOne(
  { deps, fulfilments }: { deps: Deps; fulfilments: Fulfilments },
  transactionId: string,
): Promise<void> {
  try {
    const payment = await readPayment(deps.db, deps.config, transactionId);
    if (!payment) throw new Obstacle('it is no payment in a coin');
    const evidence = await evidenceOf(deps, payment);
    await transact(deps, (tx) => settle({ deps, fulfilments, tx }, payment, evidence));
  } catch (error) {
    if (!(error instanceof Obstacle) && !(error instanceof Problem)) throw error;
    await deps.db
      .update(autoVerifications)
      .set({ obstacle: error.message.slice(0, 500) })
      .where(and(eq(autoVerifications.transactionId, transactionId), isNull(autoVerifications.verifiedAt)));
  }
}

/** Asks the endpoints one by one. @throws {Obstacle} if not enough of them say that it matches */
async function evidenceOf(deps: Deps, payment: Payment): Promise<EndpointEvidence[]> {
  const { transactionHash, outputIndex } = payment;
  if (transactionHash === null) throw new Obstacle('it has no hash');
  const endpoints = independentEndpoints(deps.config, payment.coin.chain).slice(0, ENDPOINTS);
  if (endpoints.length < ENDPOINTS) throw new Obstacle('its chain has no two endpoints of different hosts');
  return Promise.all(
    endpoints.map(async (endpoint) => {
      const found = await look(deps, payment, { transactionHash, outputIndex }, [endpoint]);
      const source = new URL(endpoint).hostname;
      if (found.verdict !== 'matches') {
        throw new Obstacle(`${source}: ${found.reasons.join(', ') || found.verdict}`);
      }
      const { confirmations, arrived, blockTime } = found;
      const time = blockTime?.toISOString() ?? null;
      return { source, confirmations, arrived, blockTime: time, outputIndex: found.outputIndex };
    }),
  );
}

/** @throws {Obstacle}, and as `verifyBySystem` */
async function settle(
  { deps, fulfilments, tx }: { deps: Deps; fulfilments: Fulfilments; tx: Transaction },
  payment: Payment,
  evidence: EndpointEvidence[],
): Promise<void> {
  const { id: transactionId, userId } = payment;
  const { automatic } = deps.config;
  if (!automatic) throw new Obstacle('nobody asked for it');
  // One after the other, because together they could come to more than the day's sum.
  await tx.db.execute(template`select pg_advisory_xact_lock(hashtextextended('verify automatically', 0))`);
  const [known] = await tx.db.execute<{ verified: boolean; sum: string }>(template`
    select ${hasVerified(template`${userId}::uuid`)} as verified, coalesce((
      select sum(amount) from auto_verifications
      where verified_at >= date_trunc('day', ${tx.now.toISOString()}::timestamptz, 'UTC')), 0)::text as sum`);
  if (!known?.verified) throw new Obstacle('its account has no payment that a person verified');
  const obstacle = await sharedAddressObstacle(tx.db, payment);
  if (obstacle) throw new Obstacle(obstacle);
  const settled = await verifyBySystem(
    { deps, fulfilments },
    { tx, transactionId, detail: { evidence: evidence.map(({ source }) => source) } },
  );
  if (!settled) throw new Obstacle('something about it is for a person to decide');
  if (add(parseMoney(known.sum), settled.amount) > parseMoney(automatic.dailyGbp)) {
    throw new Obstacle('the day’s sum is reached');
  }
  await tx.db
    .update(autoVerifications)
    .set({ verifiedAt: tx.now, amount: settled.amount, evidence, obstacle: null })
    .where(eq(autoVerifications.transactionId, transactionId));
}

/**
 * Why a payment at an address that many customers are given is left to people, although exactly its quote's amount
 * arrived. A quote that is younger than the last look without it may have been asked for by somebody who saw it; and
 * another quote for a little more may have been paid less a fee.
 * @returns null if nothing speaks against it, or the address is its customer's own
 */
async function sharedAddressObstacle(
  db: Queryable,
  { coin, address, userId, quote, due, transactionHash, outputIndex }: Payment,
): Promise<string | null> {
  if (!quote || quote.ownAddress) return null;
  const [foreseen] = await db
    .select({ by: walletTransfers.seenAt })
    .from(walletTransfers)
    .where(
      and(
        eq(walletTransfers.chain, coin.chain),
        eq(walletTransfers.transactionHash, transactionHash ?? ''),
        eq(walletTransfers.address, address),
        outputIndex === null
          ? undefined
          : or(isNull(walletTransfers.outputIndex), eq(walletTransfers.outputIndex, outputIndex)),
        gt(walletTransfers.unseenAt, new Date(quote.createdAt.getTime() + LOOK_EVERY_MS)),
      ),
    )
    .limit(1);
  if (!foreseen) return 'its quote is not older than the look before it was seen';
  const arrived = { coinId: coin.id, address, amount: fromUnits(due.units, coin.decimals), userId };
  const near = await findNearQuotes(db, { ...arrived, by: foreseen.by }, { samePrice: true });
  return near.length > 0 ? 'another quote for the same address asks for a little more' : null;
}
