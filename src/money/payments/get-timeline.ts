import { and, eq, isNotNull, isNull, or, sql as template } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Calling } from '../../callers/audit.ts';
import { DIFFERENCES, type Reason } from '../../../db/enums.ts';
import {
  approvalRequests,
  autoVerifications,
  chainEvidence,
  quotes,
  transactions,
  users,
} from '../../../db/schema/index.ts';
import type { Deps } from '../deps.ts';
import { notFound } from '../../platform/kit/errors.ts';
import { wordsOf } from '../../platform/kit/wordings.ts';
import type { PaymentTimeline, TimelineStep } from './timeline-contract.ts';
import type { QuotedRate } from '../rates/contract.ts';
import { presentTransaction } from './present-transaction.ts';
import { findSignatures } from '../signatures/find-signatures.ts';
import { findReversals } from './reversals/find-reversals.ts';

/**
 * The history of a payment in a coin, step by step. Only administrators see who decided, and that a first
 * administrator has approved it.
 * @throws not_found
 */
export async function getTimeline(
  { deps: { db }, actor }: Calling<Deps>,
  { userId, transactionId }: { userId: string; transactionId: string },
): Promise<PaymentTimeline> {
  const found = await readPayment(db, userId, transactionId);
  if (!found) throw notFound('Payment');
  const signed = (await findSignatures(db, [transactionId])).find(({ sent }) => sent);
  const steps = [...stepsOf(found, signed?.at ?? null), ...(await reversalsOf(db, transactionId))];
  const told = actor.role === 'admin' ? steps : steps.filter(({ step }) => !INTERNAL.has(step)).map(forOwner);
  return { transaction: presentTransaction(found.payment), steps: withStates(told), quoted: quotedOf(found) };
}

function quotedOf({ quote }: Found): QuotedRate | null {
  if (!quote) return null;
  const { cryptocurrency, cryptoAmount, rate, rateSources: sources } = quote;
  return { cryptocurrency, cryptoAmount, rate, sources };
}

const INTERNAL: ReadonlySet<Step['step']> = new Set(['approved', 'lost']);

/** Only administrators see who decided, and which doubts were known. */
const forOwner = (step: Step): Step => ({
  ...step,
  by: null,
  sources: [],
  doubts: step.step === 'verified' ? [] : step.doubts,
});

type Found = NonNullable<Awaited<ReturnType<typeof readPayment>>>;

async function readPayment(db: Deps['db'], userId: string, transactionId: string) {
  const [approver, decider] = [alias(users, 'approver'), alias(users, 'decider')];
  const [found] = await db
    .select({
      payment: transactions,
      evidence: chainEvidence,
      approval: approvalRequests,
      approver: { id: approver.id, email: approver.email, fullName: approver.fullName },
      quote: quotes,
      automatic: { evidence: autoVerifications.evidence },
      seenAt: template<number | null>`(
        select extract(epoch from min(w.seen_at))::float8 * 1000 from wallet_transfers w where w.transaction_id = ${transactions}.id
      )`,
      decider: { id: decider.id, email: decider.email, fullName: decider.fullName },
    })
    .from(transactions)
    .leftJoin(quotes, eq(quotes.id, transactions.quoteId))
    .leftJoin(
      autoVerifications,
      and(eq(autoVerifications.transactionId, transactions.id), isNotNull(autoVerifications.verifiedAt)),
    )
    .leftJoin(chainEvidence, eq(chainEvidence.transactionId, transactions.id))
    .leftJoin(
      approvalRequests,
      and(
        eq(approvalRequests.kind, 'payment'),
        eq(approvalRequests.subject, template`${transactions.id}::text`),
        or(eq(approvalRequests.agreed, true), isNull(approvalRequests.decidedAt)),
      ),
    )
    .leftJoin(approver, eq(approver.id, approvalRequests.requestedBy))
    .leftJoin(decider, eq(decider.id, transactions.settledBy))
    .where(
      and(eq(transactions.id, transactionId), eq(transactions.userId, userId), isNotNull(transactions.cryptocurrency)),
    );
  return found;
}

/** A step before the present one is determined; `at` is null until it has happened. */
type Step = Omit<TimelineStep, 'state'>;

const NOTHING = {
  at: null,
  confirmations: null,
  confirmationsWanted: null,
  by: null,
  reason: null,
  reasonWording: null,
  amount: null,
  doubts: [],
  automatic: false,
  sources: [],
  lost: null,
};

function stepsOf(found: Found, signedAt: string | null): Step[] {
  const { payment, approval, approver, seenAt } = found;
  // The watcher sees a submitted payment later than its submission.
  const isFound = seenAt !== null && Math.round(seenAt) <= payment.createdAt.getTime();
  const approved: Step[] = approval
    ? [{ ...NOTHING, step: 'approved', at: approval.requestedAt.toISOString(), by: approver }]
    : [];
  return [
    { ...NOTHING, step: isFound ? 'found' : 'submitted', at: payment.createdAt.toISOString() },
    ...chainSteps(found, signedAt),
    ...approved,
    decision(found),
    ...lostStep(found),
  ];
}

const lostStep = ({ evidence }: Found): Step[] =>
  evidence?.lostAt ? [{ ...NOTHING, step: 'lost', at: evidence.lostAt.toISOString(), lost: evidence.lost }] : [];

async function reversalsOf(db: Deps['db'], transactionId: string): Promise<Step[]> {
  const reversals = await findReversals(db, transactionId);
  return reversals.toReversed().map(({ amount, reason, decidedBy, decidedAt }) => ({
    ...NOTHING,
    ...{ step: 'reversed', at: decidedAt, by: decidedBy, reason, amount },
  }));
}

/** Empty if the chain is not watched; for a decided payment, only the steps that happened. */
function chainSteps({ payment, evidence }: Found, signedAt: string | null): Step[] {
  if (!evidence) return [];
  const { foundAt, checkedAt, confirmations, confirmationsWanted } = evidence;
  const isConfirmed = foundAt !== null && confirmations >= confirmationsWanted;
  const steps: Step[] = [
    { ...NOTHING, step: 'seen', at: foundAt?.toISOString() ?? null, doubts: differencesIn(evidence.reasons) },
    // It counts once the chain has shown who sent it.
    ...(signedAt === null ? [] : [{ ...NOTHING, step: 'signed' as const, at: signedAt }]),
    {
      ...NOTHING,
      step: 'confirmed',
      confirmations,
      confirmationsWanted,
      at: isConfirmed ? (checkedAt?.toISOString() ?? null) : null,
    },
  ];
  return payment.status === 'pending' ? steps : steps.filter(({ at }) => at !== null);
}

/** Real differences from what was due, and that it may be somebody else's; other uncertainties pass. */
const differencesIn = (reasons: readonly Reason[]): Reason[] =>
  reasons.filter((reason) => reason === 'unclear_amount' || DIFFERENCES.some((difference) => difference === reason));

function decision({ payment, decider, automatic }: Found): Step {
  const { status, settledAt, reasonWording } = payment;
  const reason = wordsOf(reasonWording, payment.reason);
  const doubts = payment.verifiedDespite ?? [];
  const step = status === 'failed' ? 'rejected' : 'verified';
  const sources = automatic?.evidence.map(({ source }) => source) ?? [];
  const alone = { automatic: automatic !== null, sources };
  const said = { reason, reasonWording };
  return { ...NOTHING, step, at: settledAt?.toISOString() ?? null, by: decider, ...said, doubts, ...alone };
}

/** The first step that has not happened is the one that is waited for. */
function withStates(steps: readonly Step[]): TimelineStep[] {
  const current = steps.findIndex(({ at }) => at === null);
  return steps.map((step, index) => ({
    ...step,
    state: step.at !== null ? 'done' : index === current ? 'current' : 'upcoming',
  }));
}
