import { z } from 'zod';
import { eventKind } from '../../platform/events/kind.ts';
import { isoTime } from '../../platform/kit/schemas.ts';

/** The books were found not to balance, or to balance again. */
export const booksEvent = eventKind('books', z.object({ at: isoTime, sound: z.boolean() }), ['admins', 'finance']);
