import { z } from 'zod';
import { eventKind } from '../../platform/events/kind.ts';
import { isoTime, uuid } from '../../platform/kit/schemas.ts';

/**
 * A payment was seen on its chain, or has more confirmations. Administrators read the rest of the evidence themselves.
 */
export const paymentEvidenceEvent = eventKind('payment-evidence', ['owner', 'admins', 'support', 'finance'], {
  transactionId: uuid,
  userId: uuid,
  foundAt: isoTime.nullable(),
  confirmations: z.number().int(),
  confirmationsWanted: z.number().int(),
});
