import { z } from 'zod';
import { eventKind } from '../platform/events/kind.ts';

export const providerSwitchEvent = eventKind('provider-switch', ['everyone'], {
  from: z.string(),
  to: z.string(),
  reason: z.enum(['manual', 'failover']),
});
