import { z } from 'zod';
import type { CoinOffer } from '../../../src/money/payments/contract.ts';
import { hashFault, hashFromLink, normalizeHash } from '../../../src/shared/hashes.ts';
import { asMessage } from '../../../src/platform/kit/faults.ts';
import { newIdempotencyKey } from '../../lib/call.ts';
import { t } from '../../lib/i18n.ts';
import { outputInput } from './output-field.tsx';

/** The fields of the form that tells of a payment; what is wrong with a hash depends on the coin it is for. */
export const paymentForm = (coin: CoinOffer) =>
  z.object({
    transactionHash: z
      .string()
      .transform(hashFromLink)
      .pipe(
        z
          .string()
          .min(1, t('billing.payment.hashRequired'))
          .refine((hash) => normalizeHash(coin.id, hash) !== null, asMessage(hashFault(coin.id))),
      ),
    output: outputInput(),
    receipt: z.object({ objectPath: z.string(), fileName: z.string() }).nullable(),
    /** This payment keeps it, however often it is tried or the page is loaded again. */
    idempotencyKey: z.string(),
  });

export type PaymentClaim = z.output<ReturnType<typeof paymentForm>>;

/** The form before anything was typed. */
export const emptyClaim = (): PaymentClaim => ({
  transactionHash: '',
  output: '',
  receipt: null,
  idempotencyKey: newIdempotencyKey(),
});
