import { z } from 'zod';
import { eventKind } from '../platform/events/kind.ts';
import { isoTime } from '../platform/kit/schemas.ts';

export const providerSwitchEvent = eventKind(
  'provider-switch',
  z.object({ at: isoTime, from: z.string(), to: z.string(), reason: z.enum(['manual', 'failover']) }),
  ['everyone'],
);
