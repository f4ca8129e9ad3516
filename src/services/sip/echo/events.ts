import { z } from 'zod';
import { eventKind } from '../../../platform/events/kind.ts';
import { isoTime, uuid } from '../../../platform/kit/schemas.ts';

/** A package's call to the echo has come further. */
export const trunkEchoEvent = eventKind('trunk-echo', z.object({ at: isoTime, userId: uuid, packageId: uuid }), [
  'owner',
]);
