import { z } from 'zod';
import { SETTING_NAMES } from '../../../db/enums.ts';
import { eventKind } from '../../platform/events/kind.ts';
import { isoTime } from '../../platform/kit/schemas.ts';

/** A setting was changed, or an announced one holds from now on. */
export const settingsChangedEvent = eventKind(
  'settings-changed',
  z.object({ at: isoTime, name: z.enum(SETTING_NAMES) }),
  ['admins'],
);
