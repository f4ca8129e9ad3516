import { type Calling, audit } from '../callers/audit.ts';
import type { Deps } from '../services/deps.ts';
import { type FileAnswer, csvList } from '../platform/kit/answer.ts';
import { transact } from '../platform/events/transact.ts';
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

/** The payments that match the filters, as a CSV file. */
export async function exportPayments({ deps, actor }: Calling<Deps>, filters: PaymentFilters): Promise<FileAnswer> {
  await transact(deps, (tx) => audit(tx, actor, 'payments.exported', { detail: filters }));
  return csvList(deps, {
    name: 'payments',
    columns: COLUMNS.map(([name]) => name),
    readPage: (page, late) => findPayments({ deps: late, actor }, filters, page),
    cellsOf: (payment) => COLUMNS.map(([, read]) => read(payment) ?? ''),
  });
}
