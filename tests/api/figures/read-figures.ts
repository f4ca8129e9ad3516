import { type Figures, getFigures } from '../../../src/admin/figures/contract.ts';
import { readAnswer, type TestActor } from '../../kit/index.ts';

export const readFigures = (admin: TestActor, query: string): Promise<Figures> =>
  readAnswer(admin.as(`/api/admin/figures?${query}`), getFigures);
