import { z } from 'zod';
import { eventKind } from '../../platform/events/kind.ts';
import { isoTime } from '../../platform/kit/schemas.ts';
import { COIN_IDS } from '../../../db/enums.ts';

/** Something arrived that no quote asked for, or what became of it: the list of unclaimed transfers changed. */
export const transfersChangedEvent = eventKind(
  'transfers-changed',
  z.object({ at: isoTime, cryptocurrency: z.enum(COIN_IDS) }),
  ['admins', 'finance'],
);
