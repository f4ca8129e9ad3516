import { useState } from 'react';
import type { CoinId } from '../../../../../src/money/payments/catalogue.ts';
import type { PendingPayment } from '../../../../../src/money/payments/contract.ts';
import { AS_DUE, type Received } from './received.ts';

/** An administrator's entries for a payment that are not sent yet. */
interface PaymentDraft {
  coinId: CoinId | null;
  received: Received;
  /** Which output of the transaction, where the administrator names one. */
  output: number | null;
  creditChosen: boolean;
  /** Why it is verified although it looks like another customer's. */
  reason: string;
}

/**
 * By the payments' ids. A card that is scrolled out of view is not rendered, and finds its draft here again.
 */
export type PaymentDrafts = Map<string, PaymentDraft>;

/** The draft of one payment, and what changes it. */
export function usePaymentDraft(payment: PendingPayment, drafts: PaymentDrafts) {
  const [draft, setDraft] = useState<PaymentDraft>(
    () =>
      drafts.get(payment.id) ?? {
        coinId: payment.cryptocurrency,
        received: AS_DUE,
        output: null,
        creditChosen: false,
        reason: '',
      },
  );
  const change = (changed: Partial<PaymentDraft>) => {
    const next = { ...draft, ...changed };
    drafts.set(payment.id, next);
    setDraft(next);
  };
  return [draft, change] as const;
}
