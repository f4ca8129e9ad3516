import { type Figures, getFigures } from '../../../src/admin/figures/contract.ts';
import type { TestActor } from '../../kit/actors.ts';
import { readAnswer } from '../../kit/read.ts';

/** The figures as an administrator reads them. */
export const readFigures = (admin: TestActor, query: string): Promise<Figures> =>
  readAnswer(admin.as(`/api/admin/figures?${query}`), getFigures);
