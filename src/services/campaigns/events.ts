import { z } from 'zod';
import { eventKind } from '../../platform/events/kind.ts';
import { isoTime, uuid } from '../../platform/kit/schemas.ts';

/** Some of a campaign was handed over, or it was paused, went on or ended. */
export const campaignChangedEvent = eventKind('campaign-changed', z.object({ at: isoTime, userId: uuid, id: uuid }), [
  'owner',
]);
