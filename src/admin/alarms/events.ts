import { z } from 'zod';
import { eventKind } from '../../platform/events/kind.ts';
import { isoTime } from '../../platform/kit/schemas.ts';

/** An alarm was raised or cleared. */
export const alarmsChangedEvent = eventKind('alarms-changed', z.object({ at: isoTime }), [
  'admins',
  'support',
  'finance',
  'carriers',
]);
