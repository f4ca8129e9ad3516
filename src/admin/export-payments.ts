import { audit } from '../accounts/audit.ts';
import type { Actor } from '../accounts/guards.ts';
import type { Deps } from '../deps.ts';
import { transact } from '../events/transact.ts';
import { csvLine } from '../kit/csv.ts';
import type { AdminPayment } from './contract.ts';
import { findPayments, type PaymentFilters } from './list-payments.ts';

const COLUMNS: readonly (readonly [string, (payment: AdminPayment) => string | null | undefined])[] = [
  ['id', ({ id }) => id],
  ['submittedAt', ({ createdAt }) => createdAt],
  ['settledAt', ({ settledAt }) => settledAt],
  ['status', ({ status }) => status],
  ['email', ({ user }) => user.email],
  ['fullName', ({ user }) => user.fullName],
  ['type', ({ type }) => type],
  ['description', ({ description }) => description],
  ['amount', ({ amount }) => amount],
  ['receivedAmount', ({ receivedAmount }) => receivedAmount],
  ['cryptocurrency', ({ cryptocurrency }) => cryptocurrency],
  ['cryptoAmount', ({ cryptoAmount }) => cryptoAmount],
  ['receivedCryptoAmount', ({ receivedCryptoAmount }) => receivedCryptoAmount],
  ['transactionHash', ({ transactionHash }) => transactionHash],
  ['approvedBy', ({ approval }) => approval?.by.email],
  ['settledBy', ({ settledBy }) => settledBy?.email],
  ['reason', ({ reason }) => reason],
];

const ROWS_AT_ONCE = 1000;

/** The payments that the filters let through as a CSV file, read page by page as the reader takes it. */
export async function exportPayments(deps: Deps, actor: Actor, filters: PaymentFilters): Promise<Response> {
  await transact(deps, (tx) =>
    audit(tx, { actorId: actor.id, action: 'payments.exported', detail: filters }),
  );
  const name = `payments-${deps.clock.now().toISOString().slice(0, 10)}.csv`;
  return new Response(csvStream(deps, filters), {
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}

function csvStream(deps: Deps, filters: PaymentFilters): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let before: string | undefined;
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(csvLine(COLUMNS.map(([name]) => name)))),
    pull: async (controller) => {
      const payments = await findPayments(deps, filters, { limit: ROWS_AT_ONCE, before });
      before = payments.at(-1)?.id;
      if (payments.length > 0) controller.enqueue(encoder.encode(payments.map(lineOf).join('')));
      if (payments.length < ROWS_AT_ONCE) controller.close();
    },
  });
}

const lineOf = (payment: AdminPayment): string => csvLine(COLUMNS.map(([, read]) => read(payment) ?? ''));
