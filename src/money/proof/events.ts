import { z } from 'zod';
import { eventKind } from '../../platform/events/kind.ts';

/** The books were found not to balance, or to balance again. */
export const booksEvent = eventKind('books', ['admins', 'finance'], { sound: z.boolean() });
