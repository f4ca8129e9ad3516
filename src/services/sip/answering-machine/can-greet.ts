import type { AnswerAction } from '../../../../db/schema/index.ts';
import { canReadAloud } from './read-aloud.ts';

/** Tells whether an answering machine has a sound for a step that needs one: nobody can choose from a silent menu. */
export const canGreet = (action: AnswerAction): boolean =>
  action.kind !== 'menu' || action.recording !== undefined || canReadAloud();
