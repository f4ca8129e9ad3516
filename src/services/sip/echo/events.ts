import { eventKind } from '../../../platform/events/kind.ts';
import { uuid } from '../../../platform/kit/schemas.ts';

/** A package's call to the echo has come further. */
export const trunkEchoEvent = eventKind('trunk-echo', ['owner'], { userId: uuid, packageId: uuid });
