import type { NumberPapers, PapersSet } from '../../../../src/services/numbers/papers/contract.ts';
import type { Tone } from '../../../ui/values.tsx';

type State = Exclude<NumberPapers['state'], 'not-needed'> | PapersSet['status'];

/** The colour of each state of papers. */
export const PAPERS_TONES: Record<State, Tone> = {
  missing: 'warning',
  'handing-in': 'accent',
  'in-review': 'accent',
  rejected: 'danger',
  approved: 'success',
};
