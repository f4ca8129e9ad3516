import { z } from 'zod';
import { ALIVE } from './alive.ts';
import { type Mutant, shown } from './mutant.ts';

/** The result of a mutant. `broken`: the program cannot be read with it, which says nothing of the tests. */
export interface Verdict {
  id: string;
  kind: 'caught' | 'alive' | 'broken';
  /** The first test that failed, or what the program said. */
  by: string;
}

export const verdict = z.object({
  id: z.string(),
  kind: z.enum(['caught', 'alive', 'broken']),
  by: z.string(),
});

/** The mutants that live and are in no list. */
export function unexpected(mutants: readonly Mutant[], all: readonly Verdict[]): string[] {
  const living = new Set(all.filter(({ kind }) => kind === 'alive').map(({ id }) => id));
  return mutants
    .filter(({ id }) => living.has(id) && !ALIVE[id])
    .map((mutant) => `alive and in no list: ${mutant.id} ${shown(mutant)}`);
}
