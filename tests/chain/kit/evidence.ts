import { type Evidence, type PaymentEvidence, getPaymentEvidence } from '../../../src/money/evidence/contract.ts';
import type { CoinId } from '../../../src/money/payments/catalogue.ts';
import { type Transaction, transaction } from '../../../src/money/payments/contract.ts';
import { type Quote, quote } from '../../../src/money/payments/quotes/contract.ts';
import { readAnswer, readAs, type TestActor } from '../../kit/index.ts';

const evidencePath = ({ id }: Pick<Transaction, 'id'>) => `/api/admin/payments/${id}/evidence`;

async function answerOf(response: Response): Promise<PaymentEvidence> {
  if (response.status !== 200) throw new Error(`answered ${response.status}: ${await response.text()}`);
  return readAnswer(response, getPaymentEvidence);
}

export const readEvidence = async (admin: TestActor, payment: Pick<Transaction, 'id'>) =>
  answerOf(await admin.as(evidencePath(payment)));

export async function check(
  admin: TestActor,
  payment: Pick<Transaction, 'id'>,
  transactionHash?: string,
): Promise<Evidence> {
  const { evidence } = await answerOf(await admin.as(evidencePath(payment), { json: { transactionHash } }));
  if (!evidence) throw new Error('there is no evidence');
  return evidence;
}

export async function quoteFor(customer: TestActor, coin: CoinId, amount = '100.00'): Promise<Quote> {
  const response = await customer.as(`/api/users/${customer.id}/quotes`, { json: { amount, cryptocurrency: coin } });
  if (response.status !== 201) throw new Error(`answered ${response.status}: ${await response.text()}`);
  return await readAs(response, quote);
}

export async function submitQuoted(
  customer: TestActor,
  { id: quoteId }: Pick<Quote, 'id'>,
  transactionHash: string,
): Promise<Transaction> {
  const response = await customer.as(`/api/users/${customer.id}/transactions`, {
    json: { type: 'credit_purchase', quoteId, transactionHash },
  });
  if (response.status !== 201) throw new Error(`answered ${response.status}: ${await response.text()}`);
  return await readAs(response, transaction);
}

export async function submitPaid(customer: TestActor, coin: CoinId, transactionHash: string): Promise<Transaction> {
  const response = await customer.as(`/api/users/${customer.id}/transactions`, {
    json: { type: 'credit_purchase', amount: '100.00', cryptocurrency: coin, transactionHash },
  });
  if (response.status !== 201) throw new Error(`answered ${response.status}: ${await response.text()}`);
  return await readAs(response, transaction);
}
