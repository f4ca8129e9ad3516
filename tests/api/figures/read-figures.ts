import { type Figures, getFigures } from '../../../src/admin/figures/contract.ts';
import { readAnswer, type TestActor } from '../../kit/index.ts';

/** The dates in the tests of figures are written out, so they begin here wherever TEST_NOW lets the others begin. */
export const BEGIN = '2026-11-16T10:00:00.000Z';

export const readFigures = (admin: TestActor, query: string): Promise<Figures> =>
  readAnswer(admin.as(`/api/admin/figures?${query}`), getFigures);
