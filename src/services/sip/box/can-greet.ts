import type { AnswerAction } from '../../../../db/schema/index.ts';
import { canReadAloud } from './read-aloud.ts';

/** Whether an answering machine has a sound for a step that cannot go without one: nobody can choose from a silent menu. */
export const canGreet = (action: AnswerAction): boolean =>
  action.kind !== 'menu' || action.recording !== undefined || canReadAloud();
