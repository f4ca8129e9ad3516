import { type Evidence, type PaymentEvidence, getPaymentEvidence } from '../../../src/money/evidence/contract.ts';
import type { CoinId } from '../../../src/money/payments/catalogue.ts';
import { type Transaction, transaction } from '../../../src/money/payments/contract.ts';
import { type Quote, quote } from '../../../src/money/payments/quotes/contract.ts';
import { readAnswer, readAs, type TestActor } from '../../kit/index.ts';

const evidencePath = ({ id }: Pick<Transaction, 'id'>) => `/api/admin/payments/${id}/evidence`;

export const readEvidence = (admin: TestActor, payment: Pick<Transaction, 'id'>): Promise<PaymentEvidence> =>
  readAnswer(admin.as(evidencePath(payment)), getPaymentEvidence);

export async function check(
  admin: TestActor,
  payment: Pick<Transaction, 'id'>,
  transactionHash?: string,
): Promise<Evidence> {
  const asked = admin.as(evidencePath(payment), { json: { transactionHash } });
  const { evidence } = await readAnswer(asked, getPaymentEvidence);
  if (!evidence) throw new Error('there is no evidence');
  return evidence;
}

export const quoteFor = (customer: TestActor, coin: CoinId, amount = '100.00'): Promise<Quote> =>
  readAs(customer.as(`/api/users/${customer.id}/quotes`, { json: { amount, cryptocurrency: coin } }), quote);

const submit = (customer: TestActor, fields: Record<string, string>): Promise<Transaction> =>
  readAs(
    customer.as(`/api/users/${customer.id}/transactions`, { json: { type: 'credit_purchase', ...fields } }),
    transaction,
  );

export const submitQuoted = (customer: TestActor, { id: quoteId }: Pick<Quote, 'id'>, transactionHash: string) =>
  submit(customer, { quoteId, transactionHash });

export const submitPaid = (customer: TestActor, cryptocurrency: CoinId, transactionHash: string) =>
  submit(customer, { amount: '100.00', cryptocurrency, transactionHash });
