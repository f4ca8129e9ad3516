import { z } from 'zod';
import { eventKind } from '../../platform/events/kind.ts';
import { COIN_IDS } from '../../../db/enums.ts';

/** Something arrived that no quote asked for, or what became of it: the list of unclaimed transfers changed. */
export const transfersChangedEvent = eventKind('transfers-changed', ['admins', 'finance'], {
  cryptocurrency: z.enum(COIN_IDS),
});
