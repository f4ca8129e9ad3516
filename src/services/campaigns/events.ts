import { eventKind } from '../../platform/events/kind.ts';
import { uuid } from '../../platform/kit/schemas.ts';

/** Some of a campaign was handed over, or it was paused, went on or ended. */
export const campaignChangedEvent = eventKind('campaign-changed', ['owner'], { userId: uuid, id: uuid });
