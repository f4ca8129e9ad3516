import type { Shares } from './verdicts.ts';

/** A share with the bounds between which that of all possible mutants is, with 95 % certainty. */
export interface Share {
  share: number;
  from: number;
  to: number;
}

const Z = 1.96;

/**
 * The share of all mutants that is caught, from samples of the same size of rooms of different sizes: each room counts
 * as much as it has mutants. Two caught and two alive are added over all rooms (Agresti and Coull, "Approximate is better
 * than exact", 1998): otherwise a small sample of which all are caught would say that all are.
 * @param sizes how many mutants each room has in all
 */
export function shareOfAll(shares: Shares, sizes: Readonly<Record<string, number>>): Share {
  const rooms = Object.entries(shares).filter(([, { tried }]) => tried > 0);
  const all = rooms.reduce((sum, [room]) => sum + (sizes[room] ?? 0), 0);
  const added = 4 / rooms.length;
  let [share, middle, variance] = [0, 0, 0];
  for (const [room, { tried, caught }] of rooms) {
    const weight = (sizes[room] ?? 0) / all;
    const p = (caught + added / 2) / (tried + added);
    share += (weight * caught) / tried;
    middle += weight * p;
    variance += (weight ** 2 * p * (1 - p)) / (tried + added);
  }
  const half = Z * Math.sqrt(variance);
  return { share, from: Math.max(0, middle - half), to: Math.min(1, middle + half) };
}
