import { z } from 'zod';
import { SETTING_NAMES } from '../../../db/enums.ts';
import { eventKind } from '../../platform/events/kind.ts';

/** A setting was changed, or an announced one holds from now on. */
export const settingsChangedEvent = eventKind('settings-changed', ['admins'], { name: z.enum(SETTING_NAMES) });
