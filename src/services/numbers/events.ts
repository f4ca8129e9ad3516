import { z } from 'zod';
import { eventKind } from '../../platform/events/kind.ts';
import { isoTime, uuid } from '../../platform/kit/schemas.ts';
import { RENEWALS } from '../../../db/enums.ts';

export const numberStatusEvent = eventKind('number-status', ['owner', 'webhooks'], {
  id: uuid,
  userId: uuid,
  number: z.string(),
  /** `refused`: the carrier did not sell it, and its price was refunded. */
  status: z.enum(['provisioning', 'active', 'refused']),
  expiresAt: isoTime,
});

export const numberExpiringEvent = eventKind('number-expiring', ['owner', 'webhooks'], {
  id: uuid,
  userId: uuid,
  number: z.string(),
  expiresAt: isoTime,
  /** It says whether the number renews automatically; `insufficient_credits`: renewal was tried and the balance was too low. */
  renewal: z.enum(RENEWALS),
});
