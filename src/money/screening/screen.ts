import { and, eq, isNotNull, ne, or, sql as template } from 'drizzle-orm';
import { chainEvidence, paymentScreenings, transactions } from '../../../db/schema/index.ts';
import { transact } from '../../platform/events/transact.ts';
import type { Deps } from '../deps.ts';
import { paymentEvidenceEvent } from '../evidence/events.ts';
import { askScreening } from './ask.ts';
import { MINUTE_MS } from '../../platform/kit/durations.ts';

/** How often a process checks for payments that were not asked about. */
export const SCREEN_MS = 5000;
const AT_ONCE = 10;
/** Longer than the service may take, so that no other process asks meanwhile. */
const CLAIM_MS = MINUTE_MS;
/** A service that did not answer is asked again. */
const ASK_AGAIN_MS = MINUTE_MS;

/**
 * Asks about the payments whose senders the chain has shown, each for one process. Its answer stands beside the evidence
 * before anybody decides.
 */
export async function screenPayments(deps: Deps): Promise<void> {
  if (!deps.config.screening) return;
  const now = deps.clock.now();
  const [at, until] = [now, new Date(now.getTime() + CLAIM_MS)].map((time) => time.toISOString());
  const rows = await deps.db.execute<{ id: string }>(template`
    with due as (
      select t.id, e.transaction_hash from chain_evidence e join transactions t on t.id = e.transaction_id
      left join payment_screenings s on s.transaction_id = t.id
      where t.status = 'pending' and e.senders <> '[]'::jsonb
        and (s.transaction_id is null or s.transaction_hash <> e.transaction_hash or s.next_ask_at <= ${at}::timestamptz)
      order by t.id limit ${AT_ONCE}::int
    )
    insert into payment_screenings (transaction_id, transaction_hash, verdict, asked_at, next_ask_at)
    select id, transaction_hash, 'unanswered', ${at}::timestamptz, ${until}::timestamptz from due
    on conflict (transaction_id) do update
      set next_ask_at = excluded.next_ask_at, verdict = excluded.verdict, transaction_hash = excluded.transaction_hash
      where payment_screenings.next_ask_at <= ${at}::timestamptz
        or payment_screenings.transaction_hash <> excluded.transaction_hash
    returning transaction_id as id`);
  await Promise.all(rows.map(({ id }) => screen(deps, id)));
}

/**
 * Asks about the senders of a payment now, unless the service has answered already. An administrator who decides
 * before it was asked waits for it; no transaction is open meanwhile.
 */
export async function screenBeforeDecision(deps: Deps, transactionId: string): Promise<void> {
  if (!deps.config.screening) return;
  const [answered] = await deps.db
    .select({ id: paymentScreenings.transactionId })
    .from(paymentScreenings)
    .innerJoin(chainEvidence, eq(chainEvidence.transactionId, paymentScreenings.transactionId))
    .where(
      and(
        eq(paymentScreenings.transactionId, transactionId),
        eq(paymentScreenings.transactionHash, chainEvidence.transactionHash),
        ne(paymentScreenings.verdict, 'unanswered'),
      ),
    );
  if (!answered) await screen(deps, transactionId);
}

async function screen(deps: Deps, transactionId: string): Promise<void> {
  const [payment] = await deps.db
    .select({
      userId: transactions.userId,
      coin: transactions.cryptocurrency,
      chain: transactions.chain,
      evidence: chainEvidence,
    })
    .from(transactions)
    .innerJoin(chainEvidence, eq(chainEvidence.transactionId, transactions.id))
    .where(and(eq(transactions.id, transactionId), eq(transactions.status, 'pending')));
  if (!payment?.coin || !payment.chain || payment.evidence.senders.length === 0) return;
  const { userId, coin, chain, evidence } = payment;
  const { transactionHash: hash, senders: addresses } = evidence;
  const { verdict, says: reason } = await askScreening(deps, { coin, chain, hash, addresses });
  await transact(deps, async (tx) => {
    const again = new Date(tx.now.getTime() + ASK_AGAIN_MS);
    const answered = { verdict, reason, askedAt: tx.now, nextAskAt: verdict === 'unanswered' ? again : null };
    await tx.db
      .insert(paymentScreenings)
      .values({ transactionId, transactionHash: hash, ...answered })
      .onConflictDoUpdate({
        target: paymentScreenings.transactionId,
        set: { transactionHash: hash, ...answered },
        // Another process may have an answer meanwhile.
        setWhere: or(isNotNull(paymentScreenings.nextAskAt), ne(paymentScreenings.transactionHash, hash)),
      });
    const { foundAt, confirmations, confirmationsWanted } = evidence;
    tx.publish(paymentEvidenceEvent, userId, {
      transactionId,
      userId,
      foundAt: foundAt?.toISOString() ?? null,
      confirmations,
      confirmationsWanted,
    });
  });
}
