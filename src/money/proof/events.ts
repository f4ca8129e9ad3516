import { z } from 'zod';
import { eventKind } from '../../platform/events/kind.ts';
import { isoTime } from '../../platform/kit/schemas.ts';

/** The books were found not to add up, or to add up again. */
export const booksEvent = eventKind('books', z.object({ at: isoTime, sound: z.boolean() }), ['admins']);
