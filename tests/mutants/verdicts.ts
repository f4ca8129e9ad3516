import { z } from 'zod';
import { ALIVE } from './alive.ts';
import { type Mutant, shown } from './mutant.ts';
import { ROOM_NAMES, roomOf } from './rooms.ts';

/** What became of a mutant. `broken`: the program cannot be read with it, which says nothing of the tests. */
export interface Verdict {
  id: string;
  kind: 'caught' | 'alive' | 'broken';
  /** The first test that failed, or what the program said. */
  by: string;
}

/** What was caught of those tried, in each room. */
export type Shares = Record<string, { tried: number; caught: number }>;

export const verdict = z.object({
  id: z.string(),
  kind: z.enum(['caught', 'alive', 'broken']),
  by: z.string(),
});

/** A sample, what was caught of it, and by what. */
export const baseline = z.object({
  seed: z.string(),
  rooms: z.record(z.string(), z.object({ tried: z.number(), caught: z.number() })),
  /** The test that caught each mutant, as `file: name`: it is tried first. */
  by: z.record(z.string(), z.string()),
  /** Those that the type checker refuses. */
  refused: z.array(z.string()),
});
export type Baseline = z.infer<typeof baseline>;

/** Counts by room, without those that are broken. */
export function sharesOf(mutants: readonly Mutant[], all: readonly Verdict[]): Shares {
  const kinds = new Map(all.map(({ id, kind }) => [id, kind]));
  return Object.fromEntries(
    ROOM_NAMES.map((room) => {
      const tried = mutants.filter(
        ({ id, file }) => roomOf(file) === room && kinds.has(id) && kinds.get(id) !== 'broken',
      );
      return [
        room,
        { tried: tried.length, caught: tried.filter(({ id }) => kinds.get(id) === 'caught').length },
      ];
    }),
  );
}

/** What stands against a run: mutants that live and are in no list, and rooms whose share has fallen. */
export function complaints(
  mutants: readonly Mutant[],
  all: readonly Verdict[],
  { rooms }: Pick<Baseline, 'rooms'>,
): string[] {
  const living = new Set(all.filter(({ kind }) => kind === 'alive').map(({ id }) => id));
  const unknown = mutants.filter(({ id }) => living.has(id) && !ALIVE[id]);
  const fallen = Object.entries(sharesOf(mutants, all)).filter(([room, now]) => {
    const before = rooms[room];
    return before && now.tried > 0 && now.caught * before.tried < before.caught * now.tried;
  });
  return [
    ...unknown.map((mutant) => `alive and in no list: ${mutant.id} ${shown(mutant)}`),
    ...fallen.map(([room, { caught, tried }]) => `the share of ${room} has fallen to ${caught} of ${tried}`),
  ];
}
