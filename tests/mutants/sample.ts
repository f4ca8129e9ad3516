import { createHash } from 'node:crypto';
import type { Mutant } from './mutant.ts';
import { ROOM_NAMES, roomOf } from './rooms.ts';

/** The wanted part of all mutants. */
export interface Wish {
  seed: string;
  /** How many in all: as many of each room, if it has so many. */
  sample: number;
  /** A part of the file's path, or the beginning of an id; without any, all. */
  paths: readonly string[];
}

/**
 * Chooses mutants by chance, the same for the same seed, of all rooms in turn. A change of one line replaces the mutants
 * of this line only: the others keep their place.
 */
export function chosen(mutants: readonly Mutant[], { seed, sample, paths }: Wish): Mutant[] {
  const rank = (id: string) => createHash('sha256').update(`${seed} ${id}`).digest('hex');
  const wanted = mutants
    .filter(
      ({ id, file }) =>
        paths.length === 0 || paths.some((each) => file.includes(each) || id.startsWith(each)),
    )
    .map((mutant) => ({ mutant, rank: rank(mutant.id) }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
    .map(({ mutant }) => mutant);
  const ofEach = Math.min(mutants.length, Math.ceil(sample / ROOM_NAMES.length));
  const ofRooms = ROOM_NAMES.map((room) =>
    wanted.filter(({ file }) => roomOf(file) === room).slice(0, ofEach),
  );
  return Array.from({ length: ofEach }, (_none, place) =>
    ofRooms.flatMap((some) => some[place] ?? []),
  ).flat();
}
